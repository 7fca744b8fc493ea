package dev.mosaic.service;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
 * Every history of a service's loop is that of a list: events run in the order they came, and nothing waits once all that brought
 * events are back.
 */
@Tag("lincheck")
@Timeout(240)
class EventLoopLincheckTest {
    /** A loop that guards a list without a lock of its own. */
    @Param(name = "event", gen = IntGen.class, conf = "1:9")
    public static class Service {
        private final EventLoop loop = new EventLoop("service");
        private final List<Integer> ran = new ArrayList<>();
        private final AtomicInteger brought = new AtomicInteger();

        public Service() {
            loop.start();
        }

        @Operation
        public void execute(@Param(name = "event") int event) {
            brought.incrementAndGet();
            loop.execute(() -> ran.add(event));
        }

        @Operation
        public String look() throws InterruptedException {
            AtomicReference<String> seen = new AtomicReference<>();
            CountDownLatch isSeen = new CountDownLatch(1);
            loop.execute(() -> {
                seen.set(ran.toString());
                isSeen.countDown();
            });
            isSeen.await();
            return seen.get();
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

        public void execute(int event) {
            ran.add(event);
        }

        public String look() {
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
                .check(Service.class);
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
                .check(Service.class);
    }
}
