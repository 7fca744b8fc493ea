package dev.mosaic.program;

import io.smallrye.mutiny.Multi;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Gives what its methods' types do not allow, as code may that a worker was made to run. */
public class Smuggler {
    /** A class of the program, of which no type of a method here says anything. */
    public static class Goods {
        int pieces = 3;
    }

    public List<String> names() {
        return smuggled();
    }

    public CompletionStage<List<String>> later() {
        return CompletableFuture.completedFuture(smuggled());
    }

    public Multi<List<String>> flow() {
        return Multi.createFrom().items(List.of("a"), smuggled());
    }

    public List<String> honest() {
        return List.of("a", "b");
    }

    public Object anything() {
        return new Goods();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static List<String> smuggled() {
        return new ArrayList(List.of("a", new Goods()));
    }
}
