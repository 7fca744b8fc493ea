package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import dev.mosaic.StartOptions;
import dev.mosaic.testing.ChildJvms;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import program.Equipped;

/** Devices over worker processes: each sees its own only. */
class ProcessDevicesTest extends DevicesSuite {
    @Override
    Mosaic open(Consumer<StartOptions> options) {
        return Mosaic.start(options.andThen(o -> o.jvmArguments("-Xmx128m", ChildJvms.JIT)));
    }

    @Override
    String visible(List<String> ids) {
        return String.join(",", ids);
    }

    @Test
    void shouldPlaceAnotherWhereAWorkerWithDevicesHasDied_S7_1() {
        Remote<Equipped> first = make(o -> o.gpus(3));
        assertThat(gpus(first)).hasSize(3);
        ProcessHandle worker = ProcessHandle.of(mosaic().withCallOptions(o -> o.resource("fpga", 1))
                        .submit(() -> ProcessHandle.current().pid())
                        .result(LONG))
                .orElseThrow();
        assertThat(worker.isAlive()).isTrue();
        ProcessHandle.current()
                .children()
                .filter(child -> child.pid() != worker.pid())
                .forEach(ProcessHandle::destroyForcibly);
        Remote<Equipped> second = make(o -> o.gpus(3));
        assertThat(gpus(second)).as("its devices are free again").hasSize(3);
        log.expect(1, "SIGKILL");
    }
}
