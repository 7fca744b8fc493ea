package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The jobs that {@code mosaic script} writes. */
class ScriptCommandTest {
    @TempDir
    Path folder;

    @Test
    void shouldAskSlurmForMachines() {
        assertThat(script(
                        "slurm",
                        "--nodes",
                        "4",
                        "--cpus",
                        "8",
                        "--gpus",
                        "2",
                        "--",
                        "java",
                        "-cp",
                        "my app.jar",
                        "Main"))
                .startsWith("#!/bin/bash\n#SBATCH --job-name=mosaic\n#SBATCH --nodes=4\n")
                .contains("#SBATCH --cpus-per-task=8\n", "#SBATCH --gpus-per-node=2\n", "workers=8\n")
                .endsWith("\njava -cp 'my app.jar' Main\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "pbs", "SGE"})
    void shouldWriteWhatTheShellUnderstands(String scheduler) throws Exception {
        Path job = folder.resolve("job.sh");
        Files.writeString(job, script(scheduler, "--nodes", "3", "--", "echo", "it's"));
        Process check = new ProcessBuilder("bash", "-n", job.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(check.exitValue()).as(said).isZero();
    }

    @Test
    void shouldRunTheProgramInTheClusterAndEndThatWithIt() throws Exception {
        Path mosaic = folder.resolve("mosaic");
        Files.writeString(
                mosaic,
                "#!/bin/bash\necho \"$@\" >>" + folder.resolve("said") + "\n[[ $1 == keys ]] || exec sleep 100\n");
        assertThat(mosaic.toFile().setExecutable(true)).isTrue();
        Path job = folder.resolve("job.sh");
        Files.writeString(
                job,
                script("slurm", "--mosaic", mosaic.toString(), "--", "bash", "-c", "sleep 1; env | grep MOSAIC_ | sort")
                        .replace("srun --overlap --ntasks-per-node=1", ""));
        ProcessBuilder builder = new ProcessBuilder("bash", job.toString()).directory(folder.toFile());
        builder.environment().put("SLURM_JOB_ID", "77");
        builder.environment().put("SLURM_CPUS_ON_NODE", "3");
        Process run = builder.redirectErrorStream(true).start();
        String said = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(run.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(run.exitValue()).as(said).isZero();
        assertThat(said).contains("MOSAIC_ADDRESS=tcp://").contains(":20077\n").contains("MOSAIC_KEYS=");
        assertThat(folder.resolve("said"))
                .content()
                .contains("keys ", "head --listen ", "node --join ")
                .contains(":20077 ", "--workers 3");
        try (var left = Files.list(folder)) {
            assertThat(left)
                    .as("the job's keys are gone")
                    .noneMatch(file -> file.toString().contains("keys"));
        }
    }

    private static String script(String... arguments) {
        PrintStream usual = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        try {
            int code = new CommandLine(new ScriptCommand())
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .execute(arguments);
            assertThat(code).isZero();
        } finally {
            System.setOut(usual);
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
