package program;

import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.Tessera;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Its methods promise. */
@Tessera(concurrency = 2)
public class Relaxed {
    private final CompletableFuture<String> word = new CompletableFuture<>();

    public Relaxed() {}

    /** What {@link #say} says, whenever that is. */
    public CompletionStage<String> heard() {
        return word;
    }

    public Uni<Integer> length() {
        return Uni.createFrom().completionStage(word).map(String::length);
    }

    public boolean isVirtual() {
        return Thread.currentThread().isVirtual();
    }

    public Uni<Boolean> isVirtualLater() {
        boolean virtual = Thread.currentThread().isVirtual();
        return Uni.createFrom().item(virtual);
    }

    /** Through another one, whose task it gives. */
    public Task<Integer> lengthOf(Remote<Relaxed> other) {
        return Task.flat(other.call(Relaxed::length));
    }

    /** What was said, letter by letter, so many times. */
    public Multi<String> letters(int times) {
        return Multi.createFrom()
                .completionStage(word)
                .onItem()
                .transformToMultiAndConcatenate(said -> Multi.createFrom().range(0, said.length() * times))
                .map(i -> word.join()
                        .substring(i % word.join().length(), i % word.join().length() + 1));
    }

    public void say(String what) {
        word.complete(what);
    }
}
