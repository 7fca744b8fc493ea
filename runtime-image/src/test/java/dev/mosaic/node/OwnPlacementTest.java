package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.StartException;
import dev.mosaic.placement.Candidate;
import dev.mosaic.placement.Placement;
import dev.mosaic.testing.LogGuard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Inhabitant;

/** A strategy of one's own, named by its class. */
class OwnPlacementTest {
    @RegisterExtension
    final LogGuard log = new LogGuard();

    /** Everything goes to the worker that has most. */
    public static final class Crowd implements Placement {
        @Override
        public String name() {
            return "crowd";
        }

        @Override
        public Comparator<Candidate> order() {
            return Comparator.comparingInt(Candidate::tesserae).reversed();
        }
    }

    @Test
    void shouldPlaceByAStrategyOfOnesOwn_S5_1() {
        try (Mosaic mosaic =
                Mosaic.start(options -> options.workers(3).inProcess().placement(Crowd.class.getName()))) {
            List<Remote<Inhabitant>> crowd = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                crowd.add(mosaic.remote(Inhabitant::new));
            }
            List<String> workers = crowd.stream()
                    .map(each -> each.call(Inhabitant::worker).result(Duration.ofSeconds(60)))
                    .distinct()
                    .toList();
            assertThat(workers).as("where all are").hasSize(1);
        }
    }

    @Test
    void shouldSayWhatAStrategyCanBe_S5_1() {
        assertThatThrownBy(() -> Mosaic.start(options -> options.inProcess().placement("least-bizzy"))
                        .close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("placement=least-bizzy is neither a strategy nor a class of one")
                .hasMessageContaining("least-busy, round-robin, spread, pack");
    }
}
