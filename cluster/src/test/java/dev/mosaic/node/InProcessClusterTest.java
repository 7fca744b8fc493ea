package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import org.junit.jupiter.api.Test;
import program.Inhabitant;

/** {@code Mosaic.start(o -> o.inProcess())}: workers in this JVM. */
class InProcessClusterTest extends ClusterSuite {
    @Override
    Mosaic open() {
        return Mosaic.start(options -> options.workers(2).inProcess());
    }

    @Test
    void shouldKeepWorkersInThisProcess_S1_3() {
        for (Remote<Inhabitant> each : inhabitants()) {
            assertThat(each.call(Inhabitant::pid).result(LONG))
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }
}
