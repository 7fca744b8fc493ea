package dev.mosaic.unit.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.BarrierMessage.Quiesce;
import dev.mosaic.message.BarrierMessage.Quiet;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Barriers of several units, message by message. */
class BarriersTest {
    private static final long MILLI = 1_000_000L;

    /** A task of the units' programs: who made it, and where its code runs. */
    private static final class Piece {
        private final Id id;
        private final int era;
        private final @Nullable Piece parent;
        private final Place owner;
        private final Place host;
        private boolean running = true;
        private boolean open = true;

        /** What it makes now is of that era. */
        private int childEra;

        private Piece(Id id, int era, @Nullable Piece parent, Place owner, Place host) {
            this.id = id;
            this.era = era;
            this.childEra = era;
            this.parent = parent;
            this.owner = owner;
            this.host = host;
        }
    }

    private record Letter(Place to, long from, UnitMessage message) {}

    /** A unit: its barriers, and tasks as simple as they can be. */
    private final class Place implements LinkOutput, Barriers.Tasks, Barriers.Ends {
        private final long instance;
        private final Links links;
        private final Barriers barriers;
        private final List<Long> over = new ArrayList<>();
        private final List<Long> failed = new ArrayList<>();
        private List<Long> known = new ArrayList<>();
        private int era;

        private Place(long instance) {
            this.instance = instance;
            this.links = new Links(instance, this);
            this.barriers = new Barriers(links, this, this);
        }

        @Override
        public void send(long unit, UnitMessage message) {
            wire(instance, unit).add(new Letter(places.get(unit), instance, message));
        }

        @Override
        public void dial(long unit) {}

        @Override
        public void quiet(long request) {
            over.add(request);
        }

        @Override
        public void barrierFailed(long request, Failure failure) {
            failed.add(request);
        }

        @Override
        public int begin() {
            return ++era;
        }

        @Override
        public int heard(int other) {
            int before = era;
            era = Math.max(era, other);
            return before;
        }

        @Override
        public long open(int before, Set<Id> excluded) {
            return pieces.stream()
                    .filter(piece -> piece.owner == this && piece.open && piece.era < before)
                    .filter(piece -> !excluded.contains(piece.id))
                    .count();
        }

        @Override
        public long made(int before) {
            return pieces.stream()
                    .filter(piece -> piece.owner == this && piece.era < before)
                    .count();
        }

        @Override
        public List<Id> related(Set<Id> excluded, int newer) {
            pieces.stream()
                    .filter(piece -> piece.host == this && excluded.contains(piece.id))
                    .forEach(piece -> piece.childEra = Math.max(piece.childEra, newer));
            return pieces.stream()
                    .filter(piece -> piece.owner == this && piece.parent != null && excluded.contains(piece.id))
                    .map(piece -> piece.parent.id)
                    .toList();
        }

        @Override
        public List<Long> units() {
            return known;
        }

        @Override
        public boolean mayCount(long unit) {
            return true;
        }

        private Piece makes(@Nullable Piece parent, Place host) {
            Piece made = new Piece(
                    new Id(instance, pieces.size() + 1), parent == null ? era : parent.childEra, parent, this, host);
            pieces.add(made);
            return made;
        }
    }

    private final Map<Long, Place> places = new LinkedHashMap<>();
    private final List<Piece> pieces = new ArrayList<>();
    private final Map<String, ArrayDeque<Letter>> wires = new LinkedHashMap<>();
    private final Place head = place(1);
    private final Place one = place(2);
    private final Place two = place(3);
    private long now;

    private Place place(long instance) {
        Place made = new Place(instance);
        places.put(instance, made);
        for (Place place : places.values()) {
            place.known = new ArrayList<>(places.keySet());
            for (long unit : places.keySet()) {
                place.links.connected(unit);
            }
        }
        return made;
    }

    private ArrayDeque<Letter> wire(long from, long to) {
        return wires.computeIfAbsent(from + ">" + to, any -> new ArrayDeque<>());
    }

    private void deliver(Letter letter) {
        switch (letter.message) {
            case Quiesce quiesce -> letter.to.barriers.asked(now, letter.from, quiesce);
            case Quiet quiet -> letter.to.barriers.answered(letter.from, quiet);
            default -> throw new AssertionError(letter.message);
        }
    }

    /** All letters, and all ticks that are needed for a while. */
    private void settle() {
        for (int i = 0; i < 20; i++) {
            boolean some = true;
            while (some) {
                some = false;
                for (ArrayDeque<Letter> wire : List.copyOf(wires.values())) {
                    Letter letter = wire.poll();
                    if (letter != null) {
                        deliver(letter);
                        some = true;
                    }
                }
                for (Place place : places.values()) {
                    some |= place.barriers.stir();
                }
            }
            now += 60 * MILLI;
            places.values().forEach(place -> place.barriers.tick(now));
        }
    }

    @Test
    @DisplayName("S3.10: a barrier waits for a task that another unit made")
    void shouldWaitForTasksOfOtherUnits_S3_10() {
        Piece inWorker = one.makes(null, two);
        head.barriers.begin(1, null);
        settle();
        assertThat(head.over).isEmpty();
        inWorker.open = false;
        settle();
        assertThat(head.over).containsExactly(1L);
        assertThat(head.barriers.open()).isZero();
    }

    @Test
    void shouldEndWhereNothingIsOpen() {
        head.barriers.begin(1, null);
        settle();
        assertThat(head.over).containsExactly(1L);
    }

    @Test
    void shouldWaitForWhatAnEarlierTaskMakesAfterwards() {
        Piece first = head.makes(null, one);
        head.barriers.begin(1, null);
        settle();
        Piece child = one.makes(first, two);
        first.open = false;
        settle();
        assertThat(head.over).isEmpty();
        child.open = false;
        settle();
        assertThat(head.over).containsExactly(1L);
    }

    @Test
    void shouldNotWaitForWhatOtherThreadsMakeMeanwhile() {
        Piece before = head.makes(null, one);
        head.barriers.begin(1, null);
        settle();
        Piece after = head.makes(null, one);
        one.makes(after, two);
        before.open = false;
        settle();
        assertThat(head.over).containsExactly(1L);
    }

    @Test
    void shouldNotWaitForTheTaskThatCallsItNorForThoseThatWaitForThat() {
        Piece outer = head.makes(null, one);
        Piece middle = one.makes(outer, two);
        Piece inner = two.makes(middle, one);
        Piece other = head.makes(null, two);
        one.barriers.begin(1, inner.id);
        settle();
        assertThat(one.over).isEmpty();
        other.open = false;
        settle();
        assertThat(one.over).containsExactly(1L);
        assertThat(outer.open && middle.open && inner.open).isTrue();
    }

    @Test
    void shouldNotHaveTwoThatWaitAtABarrierWaitForEachOther() {
        Piece first = head.makes(null, one);
        Piece second = head.makes(null, two);
        one.barriers.begin(1, first.id);
        two.barriers.begin(1, second.id);
        settle();
        assertThat(one.over).containsExactly(1L);
        assertThat(two.over).containsExactly(1L);
    }

    @Test
    void shouldNotWaitForWhatACallingTaskMakesAfterwards() {
        Piece caller = head.makes(null, one);
        Piece other = head.makes(null, two);
        one.barriers.begin(1, caller.id);
        settle();
        one.makes(caller, two);
        other.open = false;
        settle();
        assertThat(one.over).containsExactly(1L);
    }

    @Test
    void shouldWaitNoMoreForAWorkerThatDies() {
        one.makes(null, two);
        head.barriers.begin(1, null);
        settle();
        assertThat(head.over).isEmpty();
        for (Place place : List.of(head, two)) {
            place.known = List.of(1L, 3L);
            place.links.lost(2);
            place.barriers.lost(2);
        }
        settle();
        assertThat(head.over).containsExactly(1L);
    }

    @Test
    @DisplayName(
            "S3.10: a barrier of a unit that has not heard of the barriers before waits for what was made since these")
    void shouldWaitForWhatWasMadeSinceABarrierOfWhichItsUnitHasNotHeard_S3_10() {
        head.era = 2;
        two.era = 1;
        Piece made = head.makes(null, two);
        one.barriers.begin(1, null);
        settle();
        assertThat(one.over).isEmpty();
        made.open = false;
        settle();
        assertThat(one.over).containsExactly(1L);
    }

    @Test
    @DisplayName("S3.10: two barriers that begin at the same time in two units each wait for what was made before them")
    void shouldWaitForWhatWasMadeBeforeWhereTwoBeginTheSameEra_S3_10() {
        one.barriers.begin(1, null);
        deliver(wire(2, 1).remove());
        Piece made = head.makes(null, two);
        two.barriers.begin(1, null);
        settle();
        assertThat(two.over).isEmpty();
        made.open = false;
        settle();
        assertThat(one.over).containsExactly(1L);
        assertThat(two.over).containsExactly(1L);
    }

    @Test
    @DisplayName(
            "S3.10: a call in a worker that the monitor has not answered yet waits for the tasks of who made it, and of others")
    void shouldWaitInAWorkerThatKnowsOnlyWhoCalledIt_S3_10() {
        one.known = List.of(2L);
        Piece caller = head.makes(null, one);
        Piece other = two.makes(null, two);
        one.barriers.begin(1, caller.id);
        settle();
        assertThat(one.over).isEmpty();
        other.open = false;
        settle();
        assertThat(one.over).containsExactly(1L);
    }

    @Test
    void shouldNotAskAUnitAgainOfWhoseDeathItHears() {
        one.makes(null, two);
        head.barriers.begin(1, null);
        settle();
        head.links.lost(2);
        head.barriers.lost(2); // its membership is told after that
        settle();
        head.known = List.of(1L, 3L);
        settle();
        assertThat(head.over).containsExactly(1L);
    }

    @Test
    void shouldAskAUnitThatOnlyAnotherKnows() {
        Place newcomer = place(4);
        head.known = List.of(1L, 2L, 3L);
        Piece there = newcomer.makes(null, two);
        head.barriers.begin(1, null);
        settle();
        assertThat(head.over).isEmpty();
        there.open = false;
        settle();
        assertThat(head.over).containsExactly(1L);
    }

    @Test
    void shouldAskAgainWhatABrokenLinkLost() {
        head.barriers.begin(1, null);
        wire(1, 2).clear();
        settle();
        assertThat(head.over).isEmpty();
        head.barriers.connected(2);
        settle();
        assertThat(head.over).containsExactly(1L);
    }

    @Test
    void shouldFailThoseBarriersOnlyThatAskTheUnitThatCannotBeReached() {
        head.barriers.begin(1, null);
        two.barriers.begin(1, null);
        head.links.disconnected(2);
        wire(1, 2).clear();
        Set<Long> units = new HashSet<>();
        head.barriers.unreached(units);
        two.barriers.unreached(units);
        assertThat(units).containsExactly(2L);
        head.barriers.giveUp(3, "it was not reached");
        assertThat(head.failed)
                .as("it was asked, and is not the one that is not reached")
                .containsExactly(1L);
        head.barriers.begin(2, null);
        settle();
        head.barriers.giveUp(3, "it was not reached");
        assertThat(head.failed).as("that one has answered").containsExactly(1L);
        head.barriers.giveUp(2, "it was not reached");
        assertThat(head.failed).containsExactly(1L, 2L);
        assertThat(head.over).isEmpty();
        assertThat(two.over).containsExactly(1L);
    }

    @Test
    void shouldForgetABarrierThatNobodyWaitsForAnyMore() {
        one.makes(null, two);
        head.barriers.begin(1, null);
        settle();
        head.barriers.end(1);
        settle();
        assertThat(head.barriers.open()).isZero();
        assertThat(wires.values()).allMatch(ArrayDeque::isEmpty);
    }

    /** Whatever comes when: at its end there is nothing open of what was made before it, and of what that made. */
    @ParameterizedTest
    @ValueSource(longs = {1, 1_001, 2_001, 3_001})
    void shouldEndAfterAllTasksAndNotBefore_S3_10(long seed) {
        for (int i = 0; i < 500; i++) {
            wires.clear();
            pieces.clear();
            head.over.clear();
            run(new SplittableRandom(seed + i), i + 1L);
        }
    }

    private void run(SplittableRandom dice, long request) {
        List<Place> all = new ArrayList<>(places.values());
        for (int i = 0; i < 4; i++) {
            any(all, dice).makes(null, any(all, dice));
        }
        int era = 0;
        for (int step = 0; head.over.isEmpty(); step++) {
            assertThat(step).as("steps of request=%s", request).isLessThan(5_000);
            if (step == 10) {
                head.barriers.begin(request, null);
                era = head.era;
            }
            List<Piece> running = pieces.stream().filter(piece -> piece.running).toList();
            List<Piece> ended = pieces.stream()
                    .filter(piece -> !piece.running && piece.open)
                    .toList();
            int die = dice.nextInt(100);
            if (die < 20 && !running.isEmpty() && step < 200) {
                Piece maker = any(running, dice);
                maker.host.makes(maker, any(all, dice));
            } else if (die < 25) {
                head.makes(null, any(all, dice)); // a thread of the program that never ends
            } else if (die < 50 && !running.isEmpty()) {
                any(running, dice).running = false;
            } else if (die < 75 && !ended.isEmpty()) {
                any(ended, dice).open = false;
            } else {
                List<ArrayDeque<Letter>> full =
                        wires.values().stream().filter(wire -> !wire.isEmpty()).toList();
                if (!full.isEmpty()) {
                    deliver(any(full, dice).remove());
                }
            }
            all.forEach(place -> place.barriers.stir());
            now += 5 * MILLI;
            all.forEach(place -> place.barriers.tick(now));
        }
        int begun = era;
        assertThat(pieces.stream().filter(piece -> piece.open && piece.era < begun))
                .as("open at the end of request=%s", request)
                .isEmpty();
    }

    private static <T> T any(List<T> list, SplittableRandom dice) {
        return list.get(dice.nextInt(list.size()));
    }
}
