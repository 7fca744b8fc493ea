package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The example that every user starts from, letter by letter, without the warehouse. */
class ExampleTest {
    private static final String SOLVER = """
            package demo;
            import dev.mosaic.Tessera;
            @Tessera
            public class Solver {
                float[] data;
                public Solver(float[] data) { this.data = data; }
                public float[] solve(float[] update) { for (int i = 0; i < data.length; i++) { data[i] += update[i]; } return data; }
                public void report() { /* ... */ }
            }
            """;

    @Test
    void shouldCompileTheExampleAsWritten() {
        Program.of(SOLVER, """
                package demo;
                import dev.mosaic.Mosaic;
                import dev.mosaic.Remote;
                import dev.mosaic.Task;
                @SuppressWarnings("try") class Main {
                    static void main(float[] array) {
                        try (Mosaic mosaic = Mosaic.start(2)) {
                            SolverProxy a = SolverProxy.remote(array);           // generated; returns at once
                            SolverProxy b = SolverProxy.remote(array);

                            Task<float[]> first = a.solve(array);                // sent at once, runs in a worker
                            Task<float[]> second = b.solve(first);               // implicit dependency
                            Task<Void> third = a.after(second).report();         // explicit, order-only dependency

                            third.await();                                       // waits, moves no data
                            float[] result = second.result();                    // fetches the value, once
                            float[] now = a.data().result();                     // attribute of the remote object
                        }
                    }
                    static void withoutGeneratedCode(Mosaic mosaic, float[] array) {
                        Remote<Solver> a = mosaic.remote(Solver::new, array); Task<float[]> t = a.call(Solver::solve, array);
                        SolverProxy found = mosaic.find("name", SolverProxy.class);
                    }
                }
                """);
    }

    @Test
    void shouldRunTheExample() {
        LocalUnit unit = new LocalUnit();
        Object result = Program.of(SOLVER, """
                package demo;
                import dev.mosaic.Task;
                class Main {
                    static String main() {
                        float[] array = {1, 2};
                        SolverProxy a = SolverProxy.remote(array.clone());
                        SolverProxy b = SolverProxy.withOptions(o -> o.name("s")).remote(array.clone());
                        Task<float[]> first = a.solve(array);
                        Task<float[]> second = b.solve(first);
                        Task<Void> third = a.after(second).report();
                        third.await();
                        a.data(new float[] {7});
                        return second.result()[1] + " " + a.unordered().data().result()[0] + " "
                            + b.withCallOptions(o -> o.maxRetries(2)).data().result().length;
                    }
                }
                """).run(unit, "demo.Main", "main");
        assertThat(result).isEqualTo("6.0 7.0 2");
        assertThat(unit.log())
                .containsExactly(
                        "create 0 floats",
                        "create 0 name=s floats",
                        "call solve([F)[F floats",
                        "call solve([F)[F arg",
                        "after 1 call report()V",
                        "call data([F)V floats",
                        "unordered call data()[F",
                        "retries=2 call data()[F");
    }
}
