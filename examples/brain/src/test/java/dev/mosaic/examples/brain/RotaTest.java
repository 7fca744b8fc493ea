package dev.mosaic.examples.brain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.ArgumentFailedException;
import dev.mosaic.Mosaic;
import dev.mosaic.ResultLostException;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class RotaTest {
    private final Experiment experiment = Disc.experiment(Disc.map(40));

    @Test
    void shouldTryAgainOnlyAfterALoss() {
        assertThat(Rota.isLoss(new WorkerLostException("w", ""))).isTrue();
        assertThat(Rota.isLoss(new ArgumentFailedException("a", "", new ResultLostException("r", ""))))
                .isTrue();
        assertThat(Rota.isLoss(new IllegalStateException())).isFalse();
    }

    @Test
    void shouldGiveEachItemOnceAndUseAllTesserae() {
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(2).inProcess())) {
            Set<String> used = ConcurrentHashMap.newKeySet();
            List<Task<Traces>> tasks = new Rota(2, () -> ShotProxy.remote(experiment)).run(4, (shot, item) -> {
                used.add(shot.uid());
                return shot.measure(item);
            });
            assertThat(mosaic.gather(tasks).stream().map(Traces::energy))
                    .containsExactlyElementsOf(new LocalTraces(experiment).energies());
            assertThat(used).hasSize(2);
        }
    }

    @Test
    void shouldThrowWhatIsNoLoss() {
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).inProcess())) {
            Rota rota = new Rota(1, () -> ShotProxy.remote(experiment));
            assertThat(mosaic.workers()).hasSize(1);
            assertThatThrownBy(() -> rota.run(1, (shot, item) -> shot.measure(99)))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    /** The same, without a Mosaic. */
    private record LocalTraces(Experiment experiment) {
        List<Double> energies() {
            Measurement measurement = new Measurement(experiment);
            return List.of(0, 1, 2, 3).stream()
                    .map(source -> measurement.of(source).energy())
                    .toList();
        }
    }
}
