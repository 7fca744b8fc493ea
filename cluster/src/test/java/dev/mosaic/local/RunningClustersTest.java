package dev.mosaic.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.LocalFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of the clusters that a user runs on a machine. S8.1. */
class RunningClustersTest {
    private static final Endpoint MONITOR = Endpoint.parse("ipc:///tmp/mosaic 1/monitor");

    @TempDir
    Path home;

    private RunningClusters clusters;

    @BeforeEach
    void open() {
        clusters = new RunningClusters(new LocalFolder(home), "here");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void shouldListWhatWasWrittenAndShowItToThisUserAlone_S8_1() throws IOException {
        Path file = clusters.write(RunningCluster.Kind.PROGRAM, MONITOR, "", "secret");
        RunningCluster found = clusters.all().getFirst();

        assertThat(clusters.all()).hasSize(1);
        assertThat(found.monitor()).isEqualTo(MONITOR);
        assertThat(found.kind()).isEqualTo(RunningCluster.Kind.PROGRAM);
        assertThat(found.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(found.access().token()).isEqualTo("secret");
        assertThat(found.toString()).contains(found.name()).doesNotContain("secret");
        assertThat(mode(file)).isEqualTo("rw-------");
        assertThat(mode(file.getParent())).isEqualTo("rwx------");
        try (var files = Files.list(file.getParent())) {
            assertThat(files).as("nothing else is left").containsExactly(file);
        }
    }

    @Test
    void shouldNameTwoOfOneProcessApart_S8_1() throws IOException {
        Path first = clusters.write(RunningCluster.Kind.HEAD, MONITOR, "", "");
        Path second = clusters.write(RunningCluster.Kind.HEAD, MONITOR, "", "");

        assertThat(first).isNotEqualTo(second);
        assertThat(clusters.all()).hasSize(2).allMatch(each -> each.name().startsWith("head-"));
    }

    @Test
    void shouldDropTheClusterOfAProcessThatWasKilled_S8_1() throws Exception {
        Path file = clusters.write(RunningCluster.Kind.PROGRAM, MONITOR, "", "");
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        change(file, "pid=" + ProcessHandle.current().pid(), "pid=" + ended.pid());

        assertThat(clusters.all()).isEmpty();
        assertThat(file).doesNotExist();
    }

    /** Numbers of processes come again. */
    @Test
    void shouldNotTakeALaterProcessOfThatNumberForIt_S8_1() throws IOException {
        Path file = clusters.write(RunningCluster.Kind.PROGRAM, MONITOR, "", "");
        change(file, "started=2", "started=1");

        assertThat(clusters.all()).isEmpty();
    }

    /** A home may be shared by machines. */
    @Test
    void shouldLeaveThoseOfAnotherMachineAlone_S8_1() throws IOException {
        Path file = clusters.write(RunningCluster.Kind.PROGRAM, MONITOR, "", "");
        change(file, "host=here", "host=there");

        assertThat(clusters.all()).isEmpty();
        assertThat(file).exists();
    }

    @Test
    void shouldPassOverAFileThatIsNone_S8_1() throws IOException {
        Path file = clusters.write(RunningCluster.Kind.PROGRAM, MONITOR, "", "");
        Files.writeString(file.resolveSibling("x.properties"), "host=here\npid=abc\n");

        assertThat(clusters.all()).hasSize(1);
    }

    private static void change(Path file, String from, String to) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(from);
        Files.writeString(file, text.replace(from, to));
    }

    @Test
    void shouldNameAProgramByItsMainClass_S8_1() {
        assertThat(List.of("com.example.Inversion --shots 4", "/a/b/tool-1.2.jar x", "app/app.Main", ""))
                .extracting(each -> RunningClusters.program(RunningCluster.Kind.PROGRAM, each))
                .containsExactly("Inversion", "tool-12", "Main", "program");
    }

    @Test
    void shouldEndWithItsEntry_S8_1() {
        RunningClusters.Entry entry = RunningClusters.list(RunningCluster.Kind.HEAD, MONITOR, "", "");
        entry.close();

        assertThat(RunningClusters.own().all()).noneMatch(each -> each.monitor().equals(MONITOR));
    }
}
