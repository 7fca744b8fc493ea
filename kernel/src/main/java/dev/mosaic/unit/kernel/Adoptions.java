package dev.mosaic.unit.kernel;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.calls.CallMachine;
import dev.mosaic.unit.links.Links;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tesserae that this unit would take over: the home is asked until it has answered.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each. <b>Failure:</b> while there is no home, or one that does not know the
 * question, there is no answer; who asked gives up.
 */
final class Adoptions {
    private static final long AGAIN_NANOS = 1_000_000_000L;

    private final Links links;
    private final CallMachine calls;
    private final Map<Id, LifeMessage.Adopt> open = new LinkedHashMap<>();
    private long saidNanos;

    Adoptions(Links links, CallMachine calls) {
        this.links = links;
        this.calls = calls;
    }

    int open() {
        return open.size();
    }

    void adopt(LifeMessage.Adopt question) {
        open.put(question.tessera(), question);
        say(question);
    }

    void end(Id tessera) {
        open.remove(tessera);
    }

    /** With the proxies in its arguments at their places, where they have some by now. */
    private void say(LifeMessage.Adopt question) {
        Payload arguments = question.create().arguments();
        List<Carried> placed = calls.placed(arguments.carried());
        if (placed != null) {
            links.send(
                    Carried.HOME,
                    new LifeMessage.Adopt(
                            question.tessera(),
                            question.program(),
                            question.create().with(List.of(), arguments.withCarried(placed))));
        }
    }

    void tick(long now) {
        if (now - saidNanos > AGAIN_NANOS) {
            saidNanos = now;
            open.values().forEach(this::say);
        }
    }
}
