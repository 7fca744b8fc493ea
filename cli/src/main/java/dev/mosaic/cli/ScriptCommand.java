package dev.mosaic.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code mosaic script}: writes a job for a batch scheduler. */
@Command(
        name = "script",
        description = {
            "Prints a job script for a batch scheduler. The job starts a cluster on its machines, runs a program on the cluster, and ends the cluster with the program.",
            "The program connects by Mosaic.fromEnvironment(). Submit the job from a folder that all machines share.",
            "  mosaic script slurm --nodes 4 -- java -cp app.jar Main > job.sh; sbatch job.sh"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ScriptCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SCHEDULER",
            description = "The batch scheduler: ${COMPLETION-CANDIDATES}. Lowercase letters are allowed, too.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Scheduler scheduler;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "COMMAND", description = "The program and its arguments.")
    private List<String> command = List.of();

    @Option(names = "--nodes", paramLabel = "N", description = "Number of machines; 1 by default.")
    private int nodes = 1;

    @Option(names = "--cpus", paramLabel = "N", description = "Number of processors, and of workers, of each machine.")
    private int cpus;

    @Option(names = "--gpus", paramLabel = "N", description = "Number of GPUs of each machine; not for sge.")
    private int gpus;

    @Option(names = "--time", paramLabel = "HH:MM:SS", description = "Time limit of the job; an hour by default.")
    private String time = "01:00:00";

    @Option(
            names = "--mosaic",
            paramLabel = "PATH",
            defaultValue = "${env:MOSAIC_LAUNCHER}",
            description =
                    "Path of the command mosaic on the machines. In a clone of the repository the default is the path of its mosaic, otherwise mosaic.")
    private @Nullable String mosaic;

    ScriptCommand() {}

    @Override
    public Integer call() throws IOException {
        System.out.print(script());
        return 0;
    }

    private String script() throws IOException {
        Scheduler.Wishes job = new Scheduler.Wishes(nodes, cpus, gpus, time);
        StringBuilder text = new StringBuilder("#!/bin/bash\n");
        scheduler
                .wishes(job)
                .forEach(wish ->
                        text.append(scheduler.mark()).append(' ').append(wish).append('\n'));
        text.append("set -euo pipefail\n\n");
        text.append("mosaic=")
                .append(quoted(mosaic == null || mosaic.isEmpty() ? "mosaic" : mosaic))
                .append('\n');
        text.append("workers=")
                .append(cpus > 0 ? Integer.toString(cpus) : scheduler.processors())
                .append('\n');
        text.append("job=").append(scheduler.job()).append('\n');
        text.append("start_nodes() { ").append(scheduler.startNodes()).append("; }\n");
        text.append(body());
        return text.append(command.stream().map(ScriptCommand::quoted).collect(Collectors.joining(" ")))
                .append('\n')
                .toString();
    }

    private static String body() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(ScriptCommand.class.getResourceAsStream("script-body.sh"), "script-body.sh")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** For the shell, as it is. */
    private static String quoted(String word) {
        return word.matches("[\\w./:@%+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
