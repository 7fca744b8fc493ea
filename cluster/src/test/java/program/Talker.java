package program;

import dev.mosaic.CallContext;
import dev.mosaic.Tessera;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Prints what it is told, and gives the task that printed it. */
@Tessera
public class Talker {
    public Talker() {
        System.out.println("made");
    }

    public String say(String words) {
        System.out.println(words);
        return CallContext.current().task();
    }

    /** In a virtual thread. */
    public CompletionStage<String> sayLater(String words) {
        System.out.println(words + (Thread.currentThread().isVirtual() ? ", virtual" : ""));
        return CompletableFuture.completedFuture(CallContext.current().task());
    }
}
