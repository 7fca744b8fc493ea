package dev.mosaic.operator.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.autoscale.Trace.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Groups against traces of demand, in virtual time. */
class AutoscaleTest {
    private static final Needs GPU = new Needs(0, 1, 0, Map.of());
    private static final Needs CPU = new Needs(1, 0, 0, Map.of());
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

    private static Limits limits() {
        return new Limits(false, OptionalInt.empty(), OptionalInt.empty(), 100, MINUTE, OptionalInt.empty());
    }

    private static Kind gpu(String name, int min, int max, int warm, int priority) {
        return new Kind(
                name, new Needs(4, 1, 0, Map.of()), 1, new Bounds(min, max, warm, priority, MINUTE, TEN_MINUTES));
    }

    private static Kind cpu(String name, int max, int priority) {
        return new Kind(name, new Needs(4, 0, 0, Map.of()), 1, new Bounds(0, max, 0, priority, MINUTE, TEN_MINUTES));
    }

    @Test
    void shouldGrowAtOnceByAllThatWaitsAndGoBackToNothing() {
        Trace trace = new Trace(limits(), gpu("gpu", 0, 6, 0, 0));
        trace.come(6, GPU, Duration.ofSeconds(20));
        trace.step();
        assertThat(trace.kind("gpu").asked).isEqualTo(6);
        trace.run(Duration.ofSeconds(30));
        assertThat(trace.done).isEqualTo(6);
        trace.run(Duration.ofSeconds(40));
        assertThat(trace.kind("gpu").asked).isEqualTo(6);
        trace.run(Duration.ofMinutes(2));
        assertThat(trace.kind("gpu").asked).isZero();
        assertThat(trace.turns).containsExactly("gpu+6", "gpu-6");
    }

    @Test
    void shouldServeABurstAboveItsMostOneAfterTheOther() {
        Trace trace = new Trace(limits(), gpu("gpu", 0, 6, 0, 0));
        trace.come(20, GPU, Duration.ofSeconds(20));
        trace.step();
        assertThat(trace.last.unserved()).singleElement().satisfies(each -> {
            assertThat(each.count()).isEqualTo(14);
            assertThat(each.why()).isEqualTo("group gpu has its 6 replicas");
        });
        trace.run(Duration.ofMinutes(3));
        assertThat(trace.done).isEqualTo(20);
        assertThat(trace.kind("gpu").highest).isEqualTo(6);
    }

    @Test
    void shouldFollowARampUpAndDown() {
        Trace trace = new Trace(limits(), gpu("gpu", 0, 10, 0, 0));
        for (int i = 0; i < 10; i++) {
            trace.come(1, GPU, Duration.ofMinutes(5));
            trace.run(Duration.ofSeconds(15));
        }
        assertThat(trace.kind("gpu").asked).isEqualTo(10);
        trace.run(Duration.ofSeconds(290));
        assertThat(trace.kind("gpu").asked).isBetween(1, 9);
        trace.run(Duration.ofMinutes(5));
        assertThat(trace.kind("gpu").asked).isZero();
    }

    @Test
    void shouldStayWhereItIsWhileDemandFlaps() {
        Trace trace = new Trace(limits(), gpu("gpu", 0, 6, 0, 0));
        for (int i = 0; i < 20; i++) {
            trace.come(3, GPU, Duration.ofSeconds(5));
            trace.run(Duration.ofSeconds(30));
        }
        assertThat(trace.turns).containsExactly("gpu+3");
        trace.run(Duration.ofMinutes(3));
        assertThat(trace.turns).containsExactly("gpu+3", "gpu-3");
    }

    @Test
    void shouldGrowTheGroupOfTheHighestPriorityAndThenTheNext() {
        Trace trace = new Trace(limits(), gpu("dear", 0, 6, 0, 0), gpu("cheap", 0, 2, 0, 10));
        trace.come(5, GPU, Duration.ofSeconds(60));
        trace.step();
        assertThat(trace.kind("cheap").asked).isEqualTo(2);
        assertThat(trace.kind("dear").asked).isEqualTo(3);
    }

    @Test
    void shouldNotTakeDevicesForWhatNeedsNone() {
        Trace trace = new Trace(limits(), gpu("gpu", 0, 6, 0, 0), cpu("pool", 2, 0));
        trace.come(12, CPU, Duration.ofSeconds(60));
        trace.step();
        assertThat(trace.kind("pool").asked).isEqualTo(2);
        assertThat(trace.kind("gpu").asked).isEqualTo(1);
    }

    @Test
    void shouldFallBackWhenPodsDoNotComeAndWithdrawThem() {
        Trace trace = new Trace(limits(), gpu("spot", 0, 6, 0, 10), gpu("sure", 0, 6, 0, 0));
        trace.kind("spot").neverComes = true;
        trace.come(3, GPU, Duration.ofMinutes(10));
        trace.run(Duration.ofSeconds(599));
        assertThat(trace.kind("sure").asked).isZero();
        trace.run(Duration.ofMinutes(2));
        assertThat(trace.kind("sure").asked).isEqualTo(3);
        assertThat(trace.kind("spot").asked).isZero();
        trace.kind("spot").neverComes = false;
        trace.run(Duration.ofMinutes(10));
        trace.come(4, GPU, Duration.ofMinutes(1));
        trace.step();
        assertThat(trace.kind("spot").asked).as("tried again later").isPositive();
    }

    @Test
    void shouldKeepWhatDoesNotComeWhereNobodyElseCanServe() {
        Trace trace = new Trace(limits(), gpu("spot", 0, 6, 0, 10), cpu("pool", 6, 0));
        trace.kind("spot").neverComes = true;
        trace.come(3, GPU, Duration.ofMinutes(10));
        trace.run(Duration.ofMinutes(20));
        assertThat(trace.kind("spot").asked).isEqualTo(3);
        trace.come(1, GPU, Duration.ofMinutes(10));
        trace.step();
        assertThat(trace.last.unserved())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).contains("group spot has pods that did not join in time"));
    }

    @Test
    void shouldFallBackAtOnceWhereAQuotaRefuses() {
        Trace trace = new Trace(limits(), gpu("spot", 0, 6, 0, 10), gpu("sure", 0, 6, 0, 0));
        trace.kind("spot").quota = 2;
        trace.come(5, GPU, Duration.ofMinutes(10));
        trace.run(Duration.ofSeconds(5));
        assertThat(trace.kind("sure").asked).isEqualTo(3);
        trace.run(Duration.ofMinutes(2));
        assertThat(trace.kind("spot").asked).isEqualTo(2);
        assertThat(trace.turns).containsExactly("spot+5", "sure+3", "spot-3");
    }

    @Test
    void shouldKeepSomeWarmBeyondThoseInUse() {
        Trace trace = new Trace(limits(), gpu("gpu", 1, 6, 2, 0));
        trace.run(Duration.ofSeconds(10));
        assertThat(trace.kind("gpu").asked).isEqualTo(3);
        trace.come(2, GPU, Duration.ofSeconds(100));
        trace.run(Duration.ofSeconds(10));
        assertThat(trace.kind("gpu").asked).isEqualTo(4);
        trace.run(Duration.ofMinutes(5));
        assertThat(trace.kind("gpu").asked).isEqualTo(3);
    }

    @Test
    void shouldMakeAndRemoveGangsWhole() {
        Kind gang = new Kind("gang", new Needs(4, 8, 0, Map.of()), 2, new Bounds(0, 3, 0, 0, MINUTE, TEN_MINUTES));
        Trace trace = new Trace(limits(), gang);
        Needs eight = new Needs(0, 8, 0, Map.of());
        trace.comeTogether(List.of(eight, eight, eight), Duration.ofSeconds(30));
        trace.step();
        assertThat(gang.asked).isEqualTo(2);
        trace.run(Duration.ofSeconds(40));
        assertThat(trace.done).isEqualTo(1);
        trace.run(Duration.ofMinutes(3));
        assertThat(gang.asked).isZero();
    }

    @Test
    void shouldMakeNothingForAReservationThatWillNeverBeWhole() {
        Trace trace = new Trace(limits(), gpu("gpu", 0, 2, 0, 0));
        trace.comeTogether(List.of(GPU, GPU, GPU), Duration.ofSeconds(30));
        trace.step();
        assertThat(trace.kind("gpu").asked).isZero();
        assertThat(trace.last.unserved())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).contains("not for all at once"));
    }

    @Test
    void shouldSpreadOverHostsOfTheirOwn() {
        Kind big = new Kind("big", new Needs(8, 0, 0, Map.of()), 1, new Bounds(0, 5, 0, 0, MINUTE, TEN_MINUTES));
        Scene scene = new Scene(
                List.of(new Group(
                        "big",
                        big.offer,
                        1,
                        java.util.Optional.of(big.bounds),
                        0,
                        List.of(),
                        java.util.Optional.empty())),
                List.of(new Demand(1, Needs.NONE, List.of(CPU, CPU, CPU), true)),
                limits(),
                Trace.START);
        assertThat(Autoscale.decide(scene, Memory.NONE).replicas()).isEqualTo(Map.of("big", 3));
        Scene packed = new Scene(
                scene.groups(),
                List.of(new Demand(1, Needs.NONE, List.of(CPU, CPU, CPU), false)),
                limits(),
                Trace.START);
        assertThat(Autoscale.decide(packed, Memory.NONE).replicas()).isEqualTo(Map.of("big", 1));
    }

    @Test
    void shouldMakeAHostForEachPlaceThatIsSpreadThoughOneHasRoomForAll() {
        Kind big = new Kind("big", new Needs(8, 0, 0, Map.of()), 1, new Bounds(0, 5, 0, 0, MINUTE, TEN_MINUTES));
        Trace trace = new Trace(limits(), big);
        trace.come(1, CPU, TEN_MINUTES);
        trace.run(Duration.ofSeconds(10));
        assertThat(trace.kind("big").asked).isEqualTo(1);
        trace.comeSpread(List.of(CPU, CPU, CPU), Duration.ofSeconds(20));
        trace.step();
        assertThat(trace.kind("big").asked)
                .as("one of them goes to the host that is there")
                .isEqualTo(3);
        trace.run(Duration.ofSeconds(30));
        assertThat(trace.done).isEqualTo(1);
        trace.comeSpread(List.of(CPU, CPU, CPU, CPU, CPU, CPU), MINUTE);
        trace.step();
        assertThat(trace.kind("big").asked).as("all of its places, or none").isEqualTo(3);
        assertThat(trace.last.unserved())
                .singleElement()
                .satisfies(each -> assertThat(each.demand().words())
                        .isEqualTo("6 places at once, each on a worker of its own, the first with 1 cpu"));
        trace.comeTogether(List.of(CPU, CPU, CPU, CPU, CPU, CPU), MINUTE);
        trace.step();
        assertThat(trace.running).as("packed they fit one").hasSize(2);
    }

    @Test
    void shouldHoldLimitsOverAllGroups() {
        Limits limits = new Limits(false, OptionalInt.of(5), OptionalInt.of(3), 100, MINUTE, OptionalInt.empty());
        Trace trace = new Trace(limits, gpu("gpu", 0, 6, 0, 0), cpu("pool", 6, 0));
        trace.come(6, GPU, MINUTE);
        trace.come(20, CPU, MINUTE);
        trace.step();
        assertThat(trace.kind("gpu").asked).isEqualTo(3);
        assertThat(trace.kind("pool").asked).isEqualTo(2);
        assertThat(trace.last.unserved().toString()).contains("3 of at most 3 devices");
    }

    @Test
    void shouldAskForSoManyAtATime() {
        Limits limits = new Limits(false, OptionalInt.empty(), OptionalInt.empty(), 2, MINUTE, OptionalInt.of(2));
        Trace trace = new Trace(limits, gpu("gpu", 0, 6, 0, 0));
        trace.come(6, GPU, Duration.ofSeconds(60));
        trace.step();
        assertThat(trace.kind("gpu").asked).isEqualTo(2);
        assertThat(trace.last.unserved().toString()).contains("has 2 replicas on their way, and no more at a time");
        trace.run(Duration.ofSeconds(30));
        assertThat(trace.kind("gpu").asked).isEqualTo(6);
        trace.run(Duration.ofMinutes(10));
        assertThat(trace.turns).containsExactly("gpu+2", "gpu+2", "gpu+2", "gpu-2", "gpu-2", "gpu-2");
    }

    @Test
    void shouldDoNothingWhilePausedAndSaySo() {
        Limits limits = new Limits(true, OptionalInt.empty(), OptionalInt.empty(), 2, MINUTE, OptionalInt.empty());
        Trace trace = new Trace(limits, gpu("gpu", 0, 6, 0, 0));
        trace.come(6, GPU, MINUTE);
        trace.run(Duration.ofMinutes(2));
        assertThat(trace.turns).isEmpty();
        assertThat(trace.last.unserved().getFirst().why()).isEqualTo("autoscaling is paused");
    }

    @Test
    void shouldSayWhatNobodyOffers() {
        Trace trace = new Trace(limits(), cpu("pool", 6, 0));
        trace.come(1, GPU, MINUTE);
        trace.step();
        assertThat(trace.last.unserved().getFirst().why()).isEqualTo("no group offers 1 gpu");
    }

    /** Any groups, any work: the invariants of {@link Trace} hold, and in the end all are at their fewest. */
    @Test
    void shouldHoldItsInvariantsWhateverComes() {
        int seeds = Integer.getInteger("mosaic.seeds", 200);
        for (int seed = 0; seed < seeds; seed++) {
            try {
                Trace trace = Trace.random(seed);
                trace.runUntilIdle(Duration.ofMinutes(15));
                trace.run(Duration.ofSeconds(5));
                for (Kind each : trace.kinds.values()) {
                    int idle = Math.min(each.bounds.max(), each.bounds.min() + each.bounds.warm());
                    assertThat(each.asked).as(each.name + " " + trace.turns).isEqualTo(idle);
                }
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }
}
