package outside;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Task;
import java.util.Arrays;
import java.util.Map;

/** Two solvers in two workers: calls at the same time, calls in order, and the warehouse. */
public final class Solvers {
    private Solvers() {}

    public static void main(String[] arguments) {
        float[] array = new float[1024 * 1024];
        Arrays.fill(array, 1);

        try (Mosaic mosaic = Mosaic.start(2)) {
            Solver1Proxy solver1 = Solver1Proxy.remote(array);
            Solver2Proxy solver2 = Solver2Proxy.remote();
            System.out.println("Sum: " + sum(solver1.data().result()));

            // At the same time.
            Task<float[]> task1 = solver1.solve(array);
            Task<float[]> task2 = solver2.solve(array);
            System.out.println("Lengths: " + task1.result().length + ", " + task2.result().length);
            System.out.println("Sum: " + sum(solver1.data().result()));

            // The second one waits for the result of the first.
            task2 = solver2.solve(solver1.solve(array));
            System.out.println("Sum: " + sum(task2.result()));

            // The second one waits for the first, of which it needs nothing.
            Task<Void> more = solver1.solveMore();
            solver2.after(more).solveMore().await();

            // The warehouse.
            Ref<Map<String, Integer>> ref = mosaic.put(Map.of("a", 1));
            System.out.println("Value: " + ref.value());
            ref.drop();
        }
    }

    private static double sum(float[] array) {
        double sum = 0;
        for (float each : array) {
            sum += each;
        }
        return sum;
    }
}
