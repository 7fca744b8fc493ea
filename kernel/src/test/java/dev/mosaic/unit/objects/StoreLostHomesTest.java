package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S3.6, S4.5: warehouses that are lost one after the other, each before it has answered. */
class StoreLostHomesTest {
    private static final long A = 1;
    private static final long NODE = 101;
    private final StoreCluster cluster = new StoreCluster(A);
    private long home = HOME;

    @BeforeEach
    void addNode() {
        cluster.add(NODE);
        cluster.connect(A);
        cluster.lost = sent -> sent.from() == NODE && sent.to() != A; // no home hears of anything
    }

    @Test
    @DisplayName("S4.5 a durable put that no warehouse survives ends 2 min after the first one was lost")
    void shouldEndADurablePutThatNoHomeSurvives_S4_5() {
        cluster.asksToPut(A, NODE, ObjectMessage.DURABLE, 300);
        cluster.pass(40 * SECOND); // this counts not
        loseHomesUntil(() -> isAnswered(cluster.toUnits), 120, 140);
        Failure failure = Objects.requireNonNull(
                cluster.take(A, ObjectMessage.Stored.class).getFirst().failure());
        assertThat(failure.kind()).isEqualTo(Failure.Kind.OBJECT_LOST);
        assertThat(failure.what()).contains("ware-bytes-", "each warehouse that was asked was lost, for seconds=140");
    }

    @Test
    @DisplayName("S3.6 a read that no warehouse survives ends 2 min after the first one was lost")
    void shouldEndAReadThatNoHomeSurvives_S3_6() {
        Id lease = cluster.acquire(A, NODE, cluster.ref(A));
        loseHomesUntil(() -> isAnswered(cluster.toUnits), 120, 140);
        assertThat(cluster.failure(lease).what()).contains("each warehouse that was asked was lost, for seconds=140");
        Id next = cluster.acquire(A, NODE, cluster.ref(A));
        loseHomesUntil(() -> isAnswered(cluster.toUnits), 120, 140); // it has the whole time again
        assertThat(cluster.failure(next).kind()).isEqualTo(Failure.Kind.OBJECT_LOST);
    }

    @Test
    @DisplayName("S4.5 a put does not end while one warehouse lives, however long ago the one before was lost")
    void shouldGoOnWhileAHomeLives_S4_5() {
        Id ref = cluster.asksToPut(A, NODE, ObjectMessage.DURABLE, 300);
        loseHome();
        cluster.pass(200 * SECOND);
        assertThat(isAnswered(cluster.toUnits)).isFalse();
        cluster.lost = sent -> false;
        cluster.cut(NODE, home);
        cluster.heal(NODE, home);
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
    }

    /** One every 20 s; the first one now. */
    private void loseHomesUntil(BooleanSupplier isAnswered, int afterSeconds, int atSeconds) {
        long first = cluster.now;
        loseHome();
        while (!isAnswered.getAsBoolean() && cluster.now - first <= 2L * atSeconds * SECOND) {
            loseHome();
        }
        assertThat((cluster.now - first) / SECOND)
                .as("seconds after the first one was lost")
                .isGreaterThan(afterSeconds)
                .isLessThanOrEqualTo(atSeconds + 20);
    }

    /** It is lost, and after a while the next one comes. */
    private void loseHome() {
        cluster.kill(home);
        cluster.pass(20 * SECOND);
        home += 100;
        cluster.add(home);
        cluster.connect(A);
    }

    private static boolean isAnswered(List<StoreCluster.Sent> toUnits) {
        return toUnits.stream()
                .anyMatch(sent -> sent.message() instanceof ObjectMessage.Stored
                        || sent.message() instanceof ObjectMessage.Acquired);
    }
}
