package dev.mosaic.unit.shell;

import dev.mosaic.mesh.Message;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jetbrains.lincheck.datastructures.BooleanGen;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every history of a backlog that several threads use through their unit's loop is that of two queues in order with one bound.
 */
@Tag("lincheck")
@Timeout(240)
class BacklogLincheckTest {
    private static final int MESSAGES = 3;

    /** What a unit keeps for a peer, and a peer that takes so many. */
    @Param(name = "isLarge", gen = BooleanGen.class)
    @Param(name = "first", gen = IntGen.class, conf = "1:9")
    @Param(name = "room", gen = IntGen.class, conf = "0:2")
    public static class Unit {
        private final Loop loop = new Loop("unit");
        private final Backlog backlog = new Backlog(MESSAGES * (1 + Backlog.MESSAGE_BYTES));

        public Unit() {
            loop.open(() -> {});
        }

        @Operation
        public boolean add(@Param(name = "isLarge") boolean isLarge, @Param(name = "first") int first) {
            Message message = Message.of(MemorySegment.ofArray(new byte[] {(byte) first}));
            return loop.ask(() -> backlog.add(isLarge, message));
        }

        private static int first(Message message) {
            return message.parts().getFirst().get(ValueLayout.JAVA_BYTE, 0);
        }

        @Operation
        public String drain(@Param(name = "room") int room) {
            TakingPeer peer = new TakingPeer(room);
            return loop.ask(() -> {
                backlog.drain(peer);
                return peer.taken.stream().map(Unit::first).toList().toString();
            });
        }
    }

    /** What it shall be. */
    public static class TwoQueues {
        private final Queue<Integer> small = new ArrayDeque<>();
        private final Queue<Integer> large = new ArrayDeque<>();

        public boolean add(boolean isLarge, int first) {
            return small.size() + large.size() < MESSAGES && (isLarge ? large : small).add(first);
        }

        public String drain(int room) {
            List<Integer> taken = new ArrayList<>();
            while (taken.size() < room && !(small.isEmpty() && large.isEmpty())) {
                taken.add(small.isEmpty() ? large.remove() : small.remove());
            }
            return taken.toString();
        }
    }

    @Test
    @DisplayName("On threads of the machine")
    void shouldBeTwoQueuesInOrderWithOneBoundUnderStress() {
        new StressOptions()
                .iterations(10)
                .invocationsPerIteration(200)
                .threads(2)
                .actorsBefore(2)
                .actorsPerThread(3)
                .actorsAfter(2)
                .minimizeFailedScenario(false) // that takes longer than a test may
                .sequentialSpecification(TwoQueues.class)
                .check(Unit.class);
    }

    @Test
    @DisplayName("In many orders of steps")
    void shouldBeTwoQueuesInOrderWithOneBoundInManyOrdersOfSteps() {
        new ModelCheckingOptions()
                .iterations(8)
                .invocationsPerIteration(50)
                .threads(2)
                .actorsBefore(2)
                .actorsPerThread(3)
                .actorsAfter(2)
                .minimizeFailedScenario(false) // that takes longer than a test may
                .sequentialSpecification(TwoQueues.class)
                .check(Unit.class);
    }
}
