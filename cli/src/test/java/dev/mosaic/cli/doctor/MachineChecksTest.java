package dev.mosaic.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks of a machine, with the facts of machines that lack something. */
class MachineChecksTest {
    private static final long GIB = 1L << 30;

    @TempDir
    Path folder;

    @Test
    void shouldFailWithAnOlderJavaAndWithoutUnsafe() {
        assertThat(MachineChecks.java(24, "24.0.2", List.of()))
                .returns(Finding.Verdict.FAIL, Finding::verdict)
                .extracting(Finding::remedy)
                .asString()
                .contains("25");
        assertThat(MachineChecks.java(25, "25", List.of("--sun-misc-unsafe-memory-access=deny")))
                .returns(Finding.Verdict.FAIL, Finding::verdict);
        assertThat(MachineChecks.java(26, "26", List.of("-Xmx1g", "-Dx.trustStorePassword=hidden")))
                .isEqualTo(new Finding("java", Finding.Verdict.OK, "Java 26, flags: -Xmx1g", ""));
    }

    @Test
    void shouldWarnOfLowLimits() throws Exception {
        assertThat(MachineChecks.files(4_095).verdict()).isEqualTo(Finding.Verdict.WARN);
        assertThat(MachineChecks.files(4_096).verdict()).isEqualTo(Finding.Verdict.OK);
        Path limits = Files.writeString(
                folder.resolve("limits"),
                "Limit      Soft Limit  Hard Limit  Units\nMax processes    1024    96365    processes\n");
        long most = MachineChecks.mostProcesses(limits).orElseThrow();
        assertThat(most).isEqualTo(1_024);
        assertThat(MachineChecks.processes(most))
                .returns(Finding.Verdict.WARN, Finding::verdict)
                .returns("limit=1024", Finding::found);
        assertThat(MachineChecks.mostProcesses(folder.resolve("missing"))).isEmpty();
    }

    @Test
    void shouldWarnOfAHeapThatLeavesNoRoomForSharedMemory() {
        assertThat(MachineChecks.memory(4 * GIB, 4 * GIB)).returns(Finding.Verdict.WARN, Finding::verdict);
        assertThat(MachineChecks.memory(4 * GIB, 2 * GIB)).returns(Finding.Verdict.OK, Finding::verdict);
    }

    @Test
    void shouldTellWhereRoomIsShort() {
        assertThat(MachineChecks.sharedMemory(folder, GIB / 16))
                .returns(Finding.Verdict.WARN, Finding::verdict)
                .returns(folder + " has 0.1 GiB left", Finding::found)
                .extracting(Finding::remedy)
                .asString()
                .contains("--shm-size");
        assertThat(MachineChecks.temporary(folder, GIB).verdict()).isEqualTo(Finding.Verdict.OK);
        assertThat(MachineChecks.temporary(folder.resolve("missing"), 2 * GIB).verdict())
                .isEqualTo(Finding.Verdict.FAIL);
    }

    @Test
    void shouldNameThePortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThat(MachineChecks.ports(taken.getLocalPort(), 0))
                    .extracting(Finding::verdict)
                    .containsExactly(Finding.Verdict.FAIL, Finding.Verdict.OK);
            assertThat(MachineChecks.ports(taken.getLocalPort()).getFirst().remedy())
                    .contains(":" + taken.getLocalPort());
        }
    }
}
