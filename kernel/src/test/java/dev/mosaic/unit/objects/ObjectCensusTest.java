package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.objects.ObjectView.State;
import dev.mosaic.unit.objects.ObjectView.Tier;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a store says of its entries to those who ask. S8.1. */
class ObjectCensusTest {
    private static final long A = 1;
    private static final long B = 2;
    private static final int MANY = 100_000;

    /** 1,000 B of memory, 500 B of disk, and a bucket. */
    private final StoreCluster cluster =
            new StoreCluster(StoreCluster.SETTINGS.withDiskBytes(500).withBucketNanos(30 * SECOND), A, B);

    private static ObjectCensus whole(StoreMachine machine, Tier tier, int limit) {
        ObjectCensus census = new ObjectCensus(machine, tier, limit);
        return finished(census);
    }

    private static ObjectCensus finished(ObjectCensus census) {
        while (!census.step(1)) {
            assertThat(census.matched()).isLessThanOrEqualTo(census.objects());
        }
        return census;
    }

    private static List<Id> refs(ObjectCensus census) {
        return census.largest().stream().map(ObjectView::ref).toList();
    }

    @Test
    void shouldSayInWhichTierEachIsAndSumThem_S8_1() {
        IntStream.range(0, 12).forEach(i -> cluster.put(A, 200 + i));
        cluster.settle();
        StoreMachine machine = cluster.home().machine;

        ObjectCensus all = whole(machine, null, 100);
        assertThat(all.objects()).isEqualTo(12);
        assertThat(all.matched()).isEqualTo(12);
        long inMemory = all.largest().stream()
                .filter(each -> each.tiers().contains(Tier.MEMORY))
                .count();
        assertThat(all.bytes(Tier.MEMORY))
                .as("with a byte of each on the heap")
                .isEqualTo(machine.usedBytes() + inMemory);
        assertThat(inMemory).isPositive();
        assertThat(all.bytes(Tier.DISK)).isEqualTo(machine.diskBytes()).isPositive();
        assertThat(refs(all)).hasSize(12);
        for (ObjectView each : all.largest()) {
            assertThat(each.tiers().contains(Tier.DISK))
                    .isEqualTo(cluster.home().disk.containsKey(each.ref()));
            assertThat(each.tiers().contains(Tier.BUCKET))
                    .isEqualTo(cluster.home().bucket.containsKey(each.ref()));
            assertThat(each.tiers()).isNotEmpty();
            assertThat(each.state()).isEqualTo(State.KEPT);
        }
        for (Tier tier : Tier.values()) {
            ObjectCensus some = whole(machine, tier, 100);
            assertThat(some.objects()).isEqualTo(12);
            assertThat(some.matched()).isEqualTo(some.largest().size()).isBetween(1L, 11L);
            assertThat(some.largest())
                    .allSatisfy(each -> assertThat(each.tiers()).contains(tier))
                    .extracting(ObjectView::bytes)
                    .satisfies(bytes -> assertThat(
                                    bytes.stream().mapToLong(Long::longValue).sum())
                            .isEqualTo(all.bytes(tier)));
        }
    }

    @Test
    void shouldGiveTheLargestFirstAndOfTheSameSizeTheOldest_S8_1() {
        Id first = cluster.put(A, 50);
        Id small = cluster.put(A, 10);
        Id large = cluster.put(A, 90);
        Id second = cluster.put(A, 50);
        StoreMachine machine = cluster.home().machine;

        assertThat(refs(whole(machine, null, 10))).containsExactly(large, first, second, small);
        ObjectCensus some = whole(machine, null, 2);
        assertThat(refs(some)).containsExactly(large, first);
        assertThat(some.matched()).isEqualTo(4);
        assertThat(refs(whole(machine, null, 0))).isEmpty();
    }

    @Test
    void shouldSayWhoHoldsAndReadsIt_S8_1() {
        Id ref = cluster.put(A, HOME, ObjectMessage.DURABLE, 100);
        cluster.hold(B, ref, true);
        Id lease = cluster.acquire(B, HOME, ref);
        cluster.settle();
        StoreMachine machine = cluster.home().machine;
        machine.named(A, "head:0");

        assertThat(ObjectCensus.view(machine, ref)).hasValueSatisfying(view -> {
            assertThat(view.holders()).containsExactly("head:0", "unit 2");
            assertThat(view.putter()).isEqualTo("head:0");
            assertThat(view.leases()).isOne();
            assertThat(view.durable()).isTrue();
            assertThat(view.published()).isFalse();
            assertThat(view.bytes()).isGreaterThanOrEqualTo(100);
        });
        cluster.hold(A, ref, false);
        cluster.hold(B, ref, false);
        assertThat(ObjectCensus.view(machine, ref)).hasValueSatisfying(view -> {
            assertThat(view.state()).isEqualTo(State.DROPPED);
            assertThat(view.tiers()).contains(Tier.MEMORY);
        });
        cluster.discharge(B, HOME, lease);
        cluster.settle();
        assertThat(ObjectCensus.view(machine, ref)).isEmpty();
    }

    @Test
    void shouldNotCountANameOfWhichNothingIsThere_S8_1() {
        Id held = cluster.ref(A);
        cluster.hold(B, held, true);
        StoreMachine machine = cluster.home().machine;

        assertThat(machine.open()).isPositive();
        assertThat(whole(machine, null, 10).objects()).isZero();
        assertThat(ObjectCensus.view(machine, held)).isEmpty();
    }

    @Test
    void shouldCountEachOnceThoughOthersComeAndGoMeanwhile_S8_1() {
        List<Id> refs = IntStream.range(0, 10).mapToObj(i -> cluster.put(A, 10)).toList();
        StoreMachine machine = cluster.home().machine;
        ObjectCensus census = new ObjectCensus(machine, null, 100);
        assertThat(census.step(3)).isFalse();
        cluster.hold(A, refs.get(1), false); // was counted
        cluster.hold(A, refs.get(3), false); // would be next
        cluster.hold(A, refs.get(4), false); // and the one behind it
        cluster.hold(A, refs.get(9), false); // the last
        assertThat(census.step(3)).isFalse();
        cluster.put(A, 10);
        cluster.settle();

        assertThat(refs(finished(census)))
                .containsExactly(refs.get(0), refs.get(2), refs.get(5), refs.get(6), refs.get(7), refs.get(8));
        assertThat(census.objects()).isEqualTo(7);
    }

    @Test
    void shouldEndWhereTheLastGoesBeforeItIsReached_S8_1() {
        Id first = cluster.put(A, 10);
        Id last = cluster.put(A, 10);
        ObjectCensus census = new ObjectCensus(cluster.home().machine, null, 100);
        assertThat(census.step(1)).isFalse();
        cluster.hold(A, last, false);

        assertThat(refs(finished(census))).containsExactly(first);
        Id later = cluster.put(A, 10);
        assertThat(refs(finished(census))).containsExactly(first);
        assertThat(refs(whole(cluster.home().machine, null, 100))).containsExactly(first, later);
    }

    @Test
    void shouldSayWhoHasWhatTheHomeHasNot_S8_1() {
        cluster.add(201);
        cluster.home().diskProblem = "No space left on device";
        cluster.home().bucketProblem = new BucketProblem(BucketProblem.Kind.AWAY, "connection refused");
        Id pinned = cluster.put(A, 900);
        cluster.acquire(A, HOME, pinned);
        cluster.connect(B);
        Id ref = cluster.put(B, 201, 0, 400);
        cluster.settle();

        assertThat(ObjectCensus.view(cluster.home().machine, ref)).hasValueSatisfying(view -> {
            assertThat(view.state()).isIn(State.ELSEWHERE, State.COMING);
            assertThat(view.copies()).containsExactly("unit c9");
        });
        assertThat(ObjectCensus.view(cluster.store(201).machine, ref))
                .hasValueSatisfying(view -> assertThat(view.tiers()).containsExactly(Tier.MEMORY));
    }

    @Test
    void shouldFindTheLargestOfMany_S8_1() {
        StoreMachine machine = cluster.home().machine;
        for (int i = 0; i < MANY; i++) {
            Id ref = new Id(A, i + 1);
            long bytes = (i * 7_919L) % MANY;
            machine.found(
                    cluster.now,
                    new ObjectMessage.Shape(ref, "float[]", 0, Payload.of(new byte[0]), List.of(bytes)),
                    false,
                    true);
        }
        ObjectCensus census = new ObjectCensus(machine, Tier.BUCKET, 100);
        int turns = 1;
        while (!census.step(4_096)) {
            turns++;
        }

        assertThat(turns).isEqualTo(MANY / 4_096 + 1);
        assertThat(census.matched()).isEqualTo(MANY);
        assertThat(census.bytes(Tier.BUCKET))
                .isEqualTo(LongStream.range(0, MANY).sum());
        assertThat(census.largest())
                .extracting(ObjectView::bytes)
                .isEqualTo(
                        LongStream.range(0, 100).map(i -> MANY - 1 - i).boxed().toList());
    }
}
