package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The stacks of threads that run user code. S8.1. */
class StacksTest {
    private static final String DUMP = """
            4711
            2026-11-27T16:39:24.000852465Z

            #25 "mosaic-worker:0:1-lane-1" TIMED_WAITING 2026-11-27T16:39:24Z
                at java.base/java.lang.Thread.sleep(Thread.java:540)
                at com.example.Solver.solve(Solver.java:5)
                at com.example.SolverDispatcher.call(SolverDispatcher.java:9)
                at dev.mosaic.invoke.Dispatchers.call(Dispatchers.java:3)
                at dev.mosaic.unit.shell.Performer.call(Performer.java:118)
                at dev.mosaic.unit.shell.Lane.serve(Lane.java:90)

            #26 "mosaic-worker:0:1-lane-2" RUNNABLE 2026-11-27T16:39:24Z
                at dev.mosaic.mesh.socket.Driver.select(Driver.java:315)
                at dev.mosaic.unit.shell.Lane.await(Lane.java:120)

            #27 "mosaic-worker:0:11-lane-1" RUNNABLE 2026-11-27T16:39:24Z
                at com.example.Other.run(Other.java:1)
            """;

    @Test
    void shouldShowUserCodeOfThatUnitAndCountIdleThreads_S8_1() {
        assertThat(Stacks.text("worker:0:1", DUMP)).isEqualTo("""
                "mosaic-worker:0:1-lane-1" TIMED_WAITING 2026-11-27T16:39:24Z
                    at java.base/java.lang.Thread.sleep(Thread.java:540)
                    at com.example.Solver.solve(Solver.java:5)
                    at com.example.SolverDispatcher.call(SolverDispatcher.java:9)

                threads without a call: 1
                """);
    }

    /** Where no code was generated for a class, its methods are called by method handles. */
    @Test
    void shouldShowUserCodeThatIsCalledByMethodHandles_S8_1() {
        assertThat(Stacks.userFrames(List.of(
                        "com.example.Solver.solve",
                        "java.lang.invoke.MethodHandle.invokeWithArguments",
                        "com.example.Plan.run",
                        "java.lang.invoke.LambdaForm$MH.invoke",
                        "java.lang.invoke.MethodHandle.invokeWithArguments",
                        "dev.mosaic.invoke.ReflectiveDispatcher.call",
                        "dev.mosaic.unit.shell.Performer.call")))
                .endsWith("java.lang.invoke.MethodHandle.invokeWithArguments", "com.example.Plan.run")
                .hasSize(3);
    }

    @Test
    void shouldSeeVirtualThreadsOfThisProcess_S8_1() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread strand = Thread.ofVirtual().name("mosaic-worker:7-strand-1-2").start(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThat(Stacks.of("worker:7")).contains("\"mosaic-worker:7-strand-1-2\" virtual", "StacksTest");
        } finally {
            end.countDown();
            strand.join();
        }
    }

    @Test
    void shouldPutHostileObjectsIntoWords_S8_1() {
        Object hostile = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("never");
            }
        };

        assertThat(ItemText.of(hostile)).startsWith(StacksTest.class.getName());
        assertThat(ItemText.of(null)).isEqualTo("null");
        assertThat(ItemText.of("x".repeat(1_000))).hasSize(200);
        assertThat(ItemText.of(new IllegalStateException("why"))).isEqualTo("java.lang.IllegalStateException: why");
        assertThat(ItemText.of(new IllegalStateException())).isEqualTo("java.lang.IllegalStateException");
    }
}
