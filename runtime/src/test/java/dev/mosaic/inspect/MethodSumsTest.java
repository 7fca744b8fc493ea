package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Sums of calls by method. S8.1. */
class MethodSumsTest {
    private static final Id TESSERA = new Id(7, 1);
    private static final Id POOL = Id.pool(9);

    private final MethodSums sums = new MethodSums();

    private void add(Id tessera, String className, int method, CallView.State state, long waited, long ran) {
        sums.add(
                new CallView(new Id(7, 2), tessera, className, method, 0, 7, state, 1_000, 1_000 + waited, null),
                1_000 + waited + ran,
                0);
    }

    private Map<String, MethodEntry> entries() {
        return sums.entries((className, method) -> className + (method == OtherCalls.FUNCTION ? "()" : "." + method));
    }

    private static List<Object> numbers(MethodEntry entry) {
        return List.of(
                entry.name(),
                entry.done(),
                entry.failed(),
                entry.cancelled(),
                entry.nanos(),
                entry.mostNanos(),
                entry.waitNanos(),
                entry.times().calls());
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

        assertThat(entries().values().stream().map(MethodSumsTest::numbers))
                .containsExactlyInAnyOrder(
                        List.of("Solver.-1", 1L, 0L, 0L, 10L, 10L, 1L, 1L),
                        List.of("Solver.5", 1L, 1L, 1L, 75L, 30L, 9L, 3L),
                        List.of("Solver.-2", 1L, 0L, 0L, 40L, 40L, 5L, 1L),
                        List.of("Main$$Lambda()", 1L, 0L, 0L, 50L, 50L, 6L, 1L),
                        List.of("Solver()", 1L, 0L, 0L, 60L, 60L, 7L, 1L),
                        List.of("Main.main()", 1L, 0L, 0L, 70L, 70L, 8L, 1L));
    }

    @Test
    void shouldCountItemsThatFailedAndWhatEndedInNoWorker_S8_1() {
        CallView batch =
                new CallView(new Id(7, 2), POOL, "Main::square", 0, 0, 7, CallView.State.DONE, 1_000, 1_001, null);
        sums.addItem(batch);
        sums.addItem(batch);
        sums.add(batch, 2_001, 0);
        sums.addOwn("Main::square()", CallView.State.FAILED);
        sums.addOwn("Main::square()", CallView.State.UPSTREAM_FAILED);
        sums.addOwn("Solver.solve", CallView.State.CANCELLED);

        MethodEntry square = Objects.requireNonNull(entries().get("Main::square()"));
        assertThat(square.done()).isEqualTo(1);
        assertThat(square.failed()).isEqualTo(3);
        assertThat(square.upstreamFailed()).isEqualTo(1);
        assertThat(square.times().calls()).as("those that ran to their end").isEqualTo(1);
        assertThat(sums.all().ended()).isEqualTo(6);
        assertThat(sums.all().failed()).isEqualTo(3);
        assertThat(sums.all().cancelled()).isEqualTo(1);
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
