package dev.mosaic.cli;

import dev.mosaic.cli.doctor.Doctor;
import dev.mosaic.cli.doctor.Finding;
import dev.mosaic.http.Json;
import dev.mosaic.mesh.Endpoint;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mosaic doctor}: what is wrong with this machine, and with the way to a cluster, and what to do about it. */
@Command(
        name = "doctor",
        description = {
            "Checks this machine and the connection to a cluster, and shows how to repair each problem.",
            "If MOSAIC_S3_ENDPOINT and MOSAIC_S3_BUCKET are set, their bucket is checked, too.",
            "The exit code is 0 if no check fails, otherwise 1."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DoctorCommand implements Callable<Integer> {
    /** How it is printed. */
    enum Format {
        TABLE,
        JSON
    }

    @Option(
            names = "--join",
            paramLabel = "ADDRESS",
            converter = Address.class,
            description = "Address of the monitor of a cluster, which is checked.")
    private Endpoint.@Nullable Tcp join;

    @Option(
            names = "--http",
            paramLabel = "URL",
            description =
                    "Address of the http API of the head, such as https://10.0.0.1:7681; it is used to compare the clocks.")
    private @Nullable URI http;

    @Option(names = "--head", description = "Also checks that the ports for a head are free on this machine.")
    private boolean isHead;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for answers of the monitor and of S3; 10 by default.")
    private long waitSeconds = 10;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table (the default), or json, which prints one array for programs.")
    private Format format = Format.TABLE;

    @Mixin
    private KeysOption keys = new KeysOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    DoctorCommand() {}

    @Override
    public Integer call() {
        if (http != null && !http.toString().matches("https?://[^/].*")) {
            throw new ParameterException(spec.commandLine(), http + " is no URL such as https://10.0.0.1:7681");
        }
        List<Finding> found = new Doctor(
                        Version.text(),
                        Optional.ofNullable(join),
                        keys.folder(),
                        keys::access,
                        Optional.ofNullable(http),
                        isHead,
                        StoreOption::bucket,
                        Duration.ofSeconds(waitSeconds))
                .findings();
        PrintWriter out = spec.commandLine().getOut();
        out.print(format == Format.JSON ? Json.text(found) + "\n" : table(found));
        out.flush();
        return found.stream().anyMatch(each -> each.verdict() == Finding.Verdict.FAIL) ? 1 : 0;
    }

    /** A remedy stands below what it is for. */
    private static String table(List<Finding> found) {
        Table table = Table.of("CHECK", "VERDICT", "FOUND");
        for (Finding each : found) {
            table.row(each.check(), each.verdict().toString(), each.found());
            if (!each.remedy().isEmpty()) {
                table.row("", "", "remedy: " + each.remedy());
            }
        }
        return table.text(true);
    }
}
