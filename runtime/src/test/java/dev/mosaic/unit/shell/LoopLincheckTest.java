package dev.mosaic.unit.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every history of a loop is that of a list: events run in the order they came, a question sees all that came before it, and
 * nothing waits once all that brought events are back.
 */
@Tag("lincheck")
@Timeout(240)
class LoopLincheckTest {
    /** A loop that guards a list without a lock of its own. */
    @Param(name = "event", gen = IntGen.class, conf = "1:9")
    public static class Unit {
        private final Loop loop = new Loop("unit");
        private final List<Integer> ran = new ArrayList<>();
        private final AtomicInteger brought = new AtomicInteger();

        public Unit() {
            loop.open(() -> {});
        }

        @Operation
        public void run(@Param(name = "event") int event) {
            brought.incrementAndGet();
            loop.run(now -> ran.add(event));
        }

        @Operation
        public String ask() {
            return loop.ask(ran::toString);
        }

        @Validate
        public void nothingWaits() {
            if (ran.size() != brought.get()) {
                throw new IllegalStateException("brought=" + brought + ", ran=" + ran.size());
            }
        }
    }

    /** What it shall be. */
    public static class Sequence {
        private final List<Integer> ran = new ArrayList<>();

        public void run(int event) {
            ran.add(event);
        }

        public String ask() {
            return ran.toString();
        }
    }

    @Test
    @DisplayName("On threads of the machine")
    void shouldRunEventsInTheOrderTheyComeUnderStress() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(200)
                .threads(3)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .minimizeFailedScenario(false) // that takes longer than a test may
                .sequentialSpecification(Sequence.class)
                .check(Unit.class);
    }

    @Test
    @DisplayName("In many orders of steps")
    void shouldRunEventsInTheOrderTheyComeInManyOrdersOfSteps() {
        new ModelCheckingOptions()
                .iterations(15)
                .invocationsPerIteration(100)
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .minimizeFailedScenario(false) // that takes longer than a test may
                .sequentialSpecification(Sequence.class)
                .check(Unit.class);
    }
}
