package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Task;
import dev.mosaic.parallel.Pool;
import java.util.List;

public final class Main {
    public static void main(String[] arguments) {
        boolean isInside = arguments.length > 0;
        try (Mosaic mosaic = Mosaic.start(o -> {
            o.workers(2).jvmArguments("-XX:TieredStopAtLevel=1"); // they live for seconds
            if (isInside) {
                o.inProcess();
            }
        })) {
            System.out.println("head: " + Words.seen());
            WordsProxy words = WordsProxy.remote();
            System.out.println("worker: " + words.versions().result());
            Ref<float[]> ref = mosaic.put(new float[] {1, 2, 3});
            Words.Held held = words.hold(ref).result();
            System.out.println(held.name + ": " + words.sum(held).result());
            List<Task<String>> tasks = mosaic.map(List.of("a", "b"), each -> each + Words.seen().length());
            System.out.println("map: " + mosaic.gather(mosaic.progress("words", tasks)).size());
            try (Pool<String> pool = Pool.with(mosaic, Words::seen, options -> options.workers(2))) {
                System.out.println("pool: " + pool.mapWith(List.of(1, 2), (seen, x) -> seen + " " + x));
            }
            System.out.println("record: "
                    + words.next(Words.Kinds.ONE).result().next().equals(Words.Kinds.ONE));
            try {
                words.fail().result();
            } catch (IllegalStateException failed) {
                System.out.println("failed: " + failed.getMessage());
            }
        }
    }
}
