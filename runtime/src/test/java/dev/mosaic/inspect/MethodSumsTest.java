package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sums of calls by method. S8.1. */
class MethodSumsTest {
    private static final Id TESSERA = new Id(7, 1);
    private static final Id POOL = Id.pool(9);

    private final MethodSums sums = new MethodSums();

    private void add(Id tessera, String className, int method, CallView.State state, long waited, long ran) {
        sums.add(
                new CallView(new Id(7, 2), tessera, className, method, 0, 7, state, 1_000, 1_000 + waited, null),
                1_000 + waited + ran);
    }

    private Map<String, MethodEntry> entries() {
        return sums.entries((className, method) -> className + (method == OtherCalls.FUNCTION ? "()" : "." + method));
    }

    @Test
    void shouldSumByMethodAndByFunction_S8_1() {
        add(TESSERA, "Solver", CallView.CONSTRUCTOR, CallView.State.DONE, 1, 10);
        add(TESSERA, "Solver", 5, CallView.State.DONE, 2, 20);
        add(TESSERA, "Solver", 5, CallView.State.FAILED, 3, 30);
        add(TESSERA, "Solver", 5, CallView.State.CANCELLED, 4, 25);
        add(TESSERA, "Solver", CallView.DROP, CallView.State.DONE, 5, 40);
        add(POOL, "Main$$Lambda", CallView.CONSTRUCTOR, CallView.State.DONE, 6, 50);
        add(POOL, "Solver", 3, CallView.State.DONE, 7, 60);
        add(TESSERA, "Main.main", OtherCalls.FUNCTION, CallView.State.DONE, 8, 70);

        assertThat(entries().values())
                .containsExactlyInAnyOrder(
                        new MethodEntry("Solver.-1", 0, 0, 1, 0, 0, 10, 10, 1),
                        new MethodEntry("Solver.5", 0, 0, 1, 1, 1, 75, 30, 9),
                        new MethodEntry("Solver.-2", 0, 0, 1, 0, 0, 40, 40, 5),
                        new MethodEntry("Main$$Lambda()", 0, 0, 1, 0, 0, 50, 50, 6),
                        new MethodEntry("Solver()", 0, 0, 1, 0, 0, 60, 60, 7),
                        new MethodEntry("Main.main()", 0, 0, 1, 0, 0, 70, 70, 8));
    }

    @Test
    void shouldSumWhatIsBeyondTheFirstClassesAsOne_S8_1() {
        for (int i = 0; i < MethodSums.MOST_CLASSES + 100; i++) {
            add(POOL, "f" + i, 0, CallView.State.DONE, 1, 1);
        }
        add(POOL, "f0", 0, CallView.State.DONE, 1, 1);

        assertThat(entries()).hasSize(MethodSums.MOST_CLASSES + 1);
        assertThat(entries().get("others()").done()).isEqualTo(100);
        assertThat(entries().get("f0()").done()).isEqualTo(2);
    }
}
