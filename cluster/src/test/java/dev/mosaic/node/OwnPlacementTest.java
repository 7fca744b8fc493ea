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
import java.util.concurrent.atomic.AtomicInteger;
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

    /** A strategy with a defect: it is an Error the third time. */
    public static final class Defect implements Placement {
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public String name() {
            return "defect";
        }

        @Override
        public Comparator<Candidate> order() {
            return (one, other) -> {
                if (asked.incrementAndGet() > 2) {
                    throw new StackOverflowError("a defect of the strategy");
                }
                return Long.compare(one.instance(), other.instance());
            };
        }
    }

    @Test
    void shouldGoOnWithTheUsualStrategyWhereOnesOwnThrows() {
        try (Mosaic mosaic =
                Mosaic.start(options -> options.workers(3).inProcess().placement(Defect.class.getName()))) {
            List<Remote<Inhabitant>> made = new ArrayList<>();
            for (int i = 0; i < 9; i++) {
                made.add(mosaic.remote(Inhabitant::new));
            }
            List<String> workers = made.stream()
                    .map(each -> each.call(Inhabitant::worker).result(Duration.ofSeconds(60)))
                    .distinct()
                    .toList();
            assertThat(workers).as("where all are, by least-busy").hasSize(3);
        }
        log.expect(1, "placement=" + Defect.class.getName() + " failed, least-busy takes its place");
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
