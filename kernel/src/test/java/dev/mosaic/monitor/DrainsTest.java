package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Resources;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A monitor that is new places nothing on what was being drained when it came. */
class DrainsTest {
    private static final long HEAD = 1;
    private static final long DRAINED = 11;
    private static final long OTHER = 12;
    private static final long LIMIT = 5 * Stage.SECOND;

    private final Stage stage = new Stage();

    @BeforeEach
    void comes() {
        stage.head(HEAD);
    }

    private void says(long unit) {
        stage.machine.received(stage.now, unit, new ClusterMessage.Drain(unit, LIMIT));
    }

    private void node(int number) {
        stage.node(number, 1, Resources.ofCpus(4));
    }

    private void worker(long instance, int node) {
        stage.hello(stage.worker(instance, node, 0));
    }

    private Long placed() {
        stage.place(HEAD, 5, Claim.NONE);
        return stage.workerOf(HEAD, 5);
    }

    @Test
    void shouldPlaceNothingOnAWorkerThatSaidSoBeforeItCame() {
        node(0);
        says(DRAINED);
        worker(DRAINED, 0);
        assertThat(placed()).isNull();
        worker(OTHER, 0);
        assertThat(stage.workerOf(HEAD, 5)).isEqualTo(OTHER);
    }

    @Test
    void shouldPlaceNothingOnAWorkerWhoseNodeSaidSo() {
        node(0);
        says(Stage.node(0));
        worker(DRAINED, 0);
        assertThat(stage.said(DRAINED, ClusterMessage.Drain.class))
                .as("it may not have heard of that")
                .containsExactly(new ClusterMessage.Drain(DRAINED, LIMIT));
        assertThat(placed()).isNull();
        node(1);
        worker(OTHER, 1);
        assertThat(stage.workerOf(HEAD, 5)).isEqualTo(OTHER);
    }

    @Test
    void shouldPlaceNothingOnANodeThatSaidSoBeforeItCame() {
        says(Stage.node(0));
        node(0);
        worker(DRAINED, 0);
        assertThat(placed()).isNull();
    }

    @Test
    void shouldNotTakeTheWordOfOneForAnother() {
        node(0);
        stage.machine.received(stage.now, OTHER, new ClusterMessage.Drain(DRAINED, LIMIT));
        worker(DRAINED, 0);
        assertThat(placed()).isEqualTo(DRAINED);
    }

    @Test
    void shouldRememberTheLastThousandThatSaidSo() {
        node(0);
        node(1);
        for (long unit = 10_000; unit < 11_001; unit++) {
            says(unit);
        }
        worker(10_001, 0);
        worker(11_000, 0);
        assertThat(placed()).isNull();
        worker(10_000, 1);
        assertThat(stage.workerOf(HEAD, 5)).as("its word is forgotten").isEqualTo(10_000L);
    }
}
