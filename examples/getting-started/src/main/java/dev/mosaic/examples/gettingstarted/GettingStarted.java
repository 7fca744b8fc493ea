package dev.mosaic.examples.gettingstarted;

import dev.mosaic.ArgumentFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.Task;
import java.util.Arrays;

/** Two solvers in two worker processes, and tasks between them. */
public final class GettingStarted {
    private GettingStarted() {}

    public static void main(String[] arguments) {
        float[] array = new float[1024];
        Arrays.fill(array, 1);

        try (Mosaic mosaic = Mosaic.start(2)) {
            // Each lives in a worker. Making one returns at once, and so does every call.
            SolverProxy a = SolverProxy.remote(array);
            SolverProxy b = SolverProxy.remote(array);

            // The second call takes the result of the first: it waits for it, and the data goes from worker to worker.
            Task<float[]> first = a.solve(array);
            Task<float[]> second = b.solve(first);

            // An order without data: the report comes after the second call. Waiting moves nothing either.
            a.after(second).report().await();

            // Only this brings values here.
            System.out.println("Result: " + second.result()[0]);
            System.out.println("Data of a: " + a.data().result()[0]);
            System.out.println("Workers: " + mosaic.workers().size());

            // What goes wrong far away is thrown where it is asked for, and along the chain.
            Task<float[]> wrong = a.solve(new float[3]);
            Task<float[]> dependent = b.solve(wrong);
            try {
                wrong.await();
            } catch (IllegalArgumentException e) {
                System.out.println("Failed: " + e.getMessage());
            }
            try {
                dependent.await();
            } catch (ArgumentFailedException e) {
                System.out.println("Not run: " + e.getCause());
            }
        }
    }
}
