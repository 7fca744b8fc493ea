package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.cli.doctor.Finding;
import dev.mosaic.http.Json;
import dev.mosaic.node.Machines;
import dev.mosaic.node.RunningProgram;
import dev.mosaic.testing.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mosaic doctor} in a process of its own, as a person runs it. */
class DoctorCommandTest {
    @TempDir
    Path folder;

    private record Ended(int code, String output) {}

    private static Ended doctor(List<String> environment, List<String> jvm, String... arguments) throws Exception {
        try (RunningProgram program = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                Stream.concat(Stream.of("env", "-u", "MOSAIC_KEYS"), environment.stream())
                        .toList(),
                CliMain.class,
                Stream.concat(Stream.of("--sun-misc-unsafe-memory-access=allow"), jvm.stream())
                        .toList(),
                Stream.concat(Stream.of("doctor"), Stream.of(arguments)).toArray(String[]::new))) {
            return new Ended(program.awaitEnd(60), program.output());
        }
    }

    @Test
    void shouldFindTheWayToACluster() throws Exception {
        Path keys = Machines.keys(folder);
        String http = "127.0.0.1:" + FreePorts.next(1);
        try (Machines machines = Machines.onLoopback(keys).head("--http", http)) {
            Ended ended = doctor(
                    List.of(), List.of(), "--join=" + machines.address(), "--keys=" + keys, "--http=https://" + http);
            assertThat(ended.code()).as(ended.output()).isZero();
            assertThat(ended.output())
                    .containsPattern("(?m)^CHECK +VERDICT +FOUND$")
                    .containsPattern("(?m)^certificate +WARN .*\n +remedy: .*mosaic keys --renew")
                    .containsPattern("(?m)^monitor +OK .*accepts this process: ms=\\d+ units=\\d+$")
                    .containsPattern("(?m)^clock +OK .*https://" + http);
            Ended stranger =
                    doctor(List.of("MOSAIC_HOME=" + folder.resolve("home")), List.of(), "--join=" + machines.address());
            assertThat(stranger.code()).as(stranger.output()).isEqualTo(1);
            assertThat(stranger.output())
                    .containsPattern("(?m)^monitor +FAIL .*do not accept each other.*\n +remedy: .*--keys");
            assertThat(doctor(List.of(), List.of(), "--join=no-such-host.invalid", "--keys=" + keys)
                            .output())
                    .containsPattern(
                            "(?m)^monitor +FAIL .*host=no-such-host.invalid is not known .MOSAIC-START-003.\n +remedy: ");
        }
    }

    @Test
    void shouldTellProgramsWhatIsWrongHere() throws Exception {
        Path home = Files.createDirectories(folder.resolve("home"));
        Files.createDirectories(home.resolve("local"));
        Files.setPosixFilePermissions(home.resolve("local"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path far = Files.createDirectories(folder.resolve("x".repeat(80)));
        Ended ended = doctor(
                List.of("MOSAIC_HOME=" + home, "MOSAIC_S3_ENDPOINT=http://127.0.0.1:1"),
                List.of("-Djava.io.tmpdir=" + far),
                "-o=json");
        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        List<Finding> found = Json.readList(ended.output(), Finding.class);
        assertThat(found)
                .anySatisfy(each -> assertThat(each)
                        .returns("own folder", Finding::check)
                        .returns(Finding.Verdict.FAIL, Finding::verdict)
                        .matches(finding -> finding.remedy().contains("chmod")))
                .anySatisfy(each -> assertThat(each)
                        .returns("sockets", Finding::check)
                        .returns(Finding.Verdict.WARN, Finding::verdict))
                .anySatisfy(each -> assertThat(each)
                        .returns("bucket", Finding::check)
                        .returns(Finding.Verdict.FAIL, Finding::verdict)
                        .matches(finding -> finding.found().contains("lacks a bucket or a key")))
                .allMatch(each -> each.remedy().isEmpty() == (each.verdict() == Finding.Verdict.OK));
        assertThat(far).isEmptyDirectory();
    }
}
