package program;

import dev.mosaic.CallContext;
import dev.mosaic.Remote;
import dev.mosaic.Tessera;

/** Knows itself. */
@Tessera
public class Introvert {
    private final Remote<Introvert> born;

    /** In its constructor too. */
    public Introvert() {
        born = CallContext.current().selfRemote(Introvert.class);
    }

    /** One that the caller can call. */
    public Remote<Introvert> self() {
        return CallContext.current().selfRemote(Introvert.class);
    }

    /** The same by the proxy class. */
    public IntrovertProxy proxy() {
        return CallContext.current().self(IntrovertProxy.class);
    }

    /** Itself, as it was when it was made. */
    public boolean isTheSame() {
        return born.equals(self());
    }

    /** Of a class that it is not. */
    public Remote<Pair> other() {
        return CallContext.current().selfRemote(Pair.class);
    }

    /** Fails at first; which time it was that did not. */
    public int attemptThatWorks() {
        int attempt = CallContext.current().attempt();
        if (attempt < 2) {
            throw new IllegalStateException("not yet");
        }
        return attempt;
    }
}
