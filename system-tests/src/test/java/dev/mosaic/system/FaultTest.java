package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.system.Fault.Kind;
import dev.mosaic.system.Fault.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Needs no Kubernetes. */
class FaultTest {
    private static final int SEEDS = 2_000;
    private static final Duration SHORT = Duration.ofMinutes(3);
    private static final Duration LONG = Duration.ofMinutes(10);

    @Test
    void shouldDrawTheSameFaultsByTheSameSeed() {
        assertThat(Fault.drawn(7, LONG)).isEqualTo(Fault.drawn(7, LONG)).isNotEqualTo(Fault.drawn(8, LONG));
    }

    @Test
    void shouldDrawTheSameFaultsForAShorterTimeUntilThat() {
        List<Fault> all = Fault.drawn(7, LONG);
        assertThat(Fault.drawn(7, SHORT))
                .isEqualTo(all.stream()
                        .filter(each -> each.at().compareTo(SHORT) < 0)
                        .toList());
    }

    @Test
    void shouldHitEveryTargetInThreeMinutesWhateverTheSeed() {
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(Fault.drawn(seed, SHORT))
                    .as("seed %d", seed)
                    .extracting(Fault::target)
                    .contains(Target.values());
        }
    }

    @Test
    void shouldHitEveryPodInEveryWayInTenMinutesWhateverTheSeed() {
        List<String> all = Arrays.stream(Target.values())
                .filter(Target::isPod)
                .flatMap(target -> Arrays.stream(Kind.values()).map(kind -> kind + " " + target))
                .collect(Collectors.toCollection(ArrayList::new));
        all.addAll(List.of("KILL API_SERVER", "KILL KUBELET"));
        for (int seed = 0; seed < SEEDS; seed++) {
            assertThat(Fault.drawn(seed, LONG).stream().map(each -> each.kind() + " " + each.target()))
                    .as("seed %d", seed)
                    .containsAll(all);
        }
    }

    @Test
    void shouldLeaveFifteenSecondsAtLeastBetweenFaults() {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<Fault> faults = Fault.drawn(seed, LONG);
            assertThat(IntStream.range(1, faults.size())
                            .mapToObj(i ->
                                    faults.get(i).at().minus(faults.get(i - 1).at())))
                    .as("seed %d", seed)
                    .allMatch(gap -> gap.compareTo(Duration.ofSeconds(15)) >= 0);
        }
    }

    @Test
    void shouldNotHitTheWarehouseWhileTheKubeletIsAwayNorCloseToThat() {
        Duration close = Duration.ofSeconds(20);
        for (int seed = 0; seed < SEEDS; seed++) {
            List<Fault> faults = Fault.drawn(seed, LONG);
            for (Fault kubelet : of(Target.KUBELET, faults)) {
                assertThat(of(Target.WAREHOUSE, faults))
                        .as("seed %d, %s", seed, kubelet)
                        .allMatch(each -> each.at().compareTo(kubelet.at().minus(close)) <= 0
                                || each.at().compareTo(kubelet.end().plus(close)) >= 0);
            }
        }
    }

    private static List<Fault> of(Target target, List<Fault> faults) {
        return faults.stream().filter(each -> each.target() == target).toList();
    }
}
