///usr/bin/env mosaic run "$0" -- "$@"; exit $?
//DEPS org.apache.commons:commons-math3:3.6.1

import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import dev.mosaic.Tessera;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.random.MersenneTwister;

/** Estimates pi by points in a square, in all workers. */
class Pi {
    private static final int PARTS = 4;

    public static void main(String[] arguments) {
        int points = arguments.length == 0 ? 10_000_000 : Integer.parseInt(arguments[0]);
        try (Mosaic mosaic = Mosaic.fromEnvironment()) {
            List<Task<Long>> tasks = IntStream.range(0, PARTS)
                    .mapToObj(seed -> EstimatorProxy.remote(seed).hits(points / PARTS))
                    .toList();
            long hits = mosaic.gather(tasks).stream().mapToLong(each -> each).sum();
            System.out.println("pi is about " + 4.0 * hits / points);
        }
    }
}

/** Lives in a worker. */
@Tessera
class Estimator {
    private final MersenneTwister random;

    Estimator(int seed) {
        random = new MersenneTwister(seed);
    }

    long hits(int points) {
        long hits = 0;
        for (int i = 0; i < points; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        return hits;
    }
}
