package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.report.PageSource;
import dev.mosaic.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code mosaic report}: what a cluster knows of its run, as one HTML file. */
@Command(
        name = "report",
        description = {
            "Writes a report of the run of a cluster as one HTML file: which calls failed and why, and how busy the workers were.",
            "If a program has MOSAIC_REPORT=FILE in its environment, it writes the report when its cluster ends."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ReportCommand implements Callable<Integer> {
    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The file to write; ${DEFAULT-VALUE} by default.")
    private Path file = Path.of("report.html");

    @Option(names = "--title", paramLabel = "TEXT", description = "Title of the page; ${DEFAULT-VALUE} by default.")
    private String title = "A run on Mosaic";

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    ReportCommand() {}

    @Override
    public Integer call() {
        try {
            RunReport.write(file, title, new PageSource() {
                @Override
                public <T> T page(String path, Class<T> type) {
                    return cluster.get(path, type);
                }
            });
        } catch (IOException e) {
            throw new StartException("file=" + file + " cannot be written: " + e, "name another with -f", e);
        }
        spec.commandLine().getOut().println("The report is in " + file);
        spec.commandLine().getOut().flush();
        return 0;
    }
}
