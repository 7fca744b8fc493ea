package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.headapi.HeadHttp;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic profile}: where the time of a worker or a program goes. */
@Command(
        name = "profile",
        description = {
            "Writes a flame graph of a worker or a program as one HTML file: it shows which code uses the time.",
            "The process needs no preparation. Waiting threads are not included; use mosaic stack for them."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ProfileCommand implements Callable<Integer> {
    /** What is counted. */
    enum Event {
        CPU,
        ALLOC
    }

    /** What is written. */
    enum Form {
        HTML,
        COLLAPSED
    }

    @Parameters(paramLabel = "UNIT", description = "A worker such as worker:0:1, or a program such as head:0.")
    private String unit = "";

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            description = "How long to measure, from 1 to 60; ${DEFAULT-VALUE} by default.")
    private int seconds = 10;

    @Option(
            names = "--event",
            paramLabel = "EVENT",
            description = "cpu (samples of threads that run) or alloc (bytes of new objects); cpu by default.")
    private Event event = Event.CPU;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The file to write; profile-UNIT.html in this folder by default.")
    private @Nullable Path file;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = {
                "html, or collapsed: 'frame;frame count' a line, root first, for other tools.",
                "The default depends on the name of the file: .txt and .collapsed are collapsed."
            })
    private @Nullable Form form;

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    ProfileCommand() {}

    @Override
    public Integer call() {
        if (seconds < 1 || seconds > 60) {
            throw new ParameterException(spec.commandLine(), "--seconds " + seconds + " is not from 1 to 60");
        }
        String what = event.name().toLowerCase(Locale.ROOT);
        PrintWriter err = spec.commandLine().getErr();
        err.println("Profiles " + unit + " for " + seconds + " s.");
        err.flush();
        String stacks = cluster.text(HeadHttp.profile(unit, seconds, what), Duration.ofSeconds(seconds));
        if (stacks.isEmpty()) {
            throw new StartException(
                    "nothing was seen that " + (event == Event.CPU ? "runs" : "allocates") + " in unit=" + unit
                            + " within " + seconds + " s",
                    "mosaic list tasks --state running shows what runs, mosaic stack where it waits");
        }
        write(stacks, unit + ", " + what + ", " + seconds + " s");
        return 0;
    }

    private void write(String stacks, String title) {
        PrintWriter out = spec.commandLine().getOut();
        Path chosen = file;
        boolean isCollapsed = form == null ? chosen != null && isOfText(chosen) : form == Form.COLLAPSED;
        if (isCollapsed && chosen == null) {
            out.print(stacks);
            out.flush();
            return;
        }
        Path target = chosen == null ? Path.of("profile-" + unit.replaceAll("[^A-Za-z0-9]+", "-") + ".html") : chosen;
        try {
            Files.writeString(target, isCollapsed ? stacks : FlamePage.of(title, stacks));
        } catch (IOException e) {
            throw new StartException("file=" + target + " cannot be written: " + e, "name another with -f", e);
        }
        out.println(target + " has " + counted(stacks));
        out.flush();
    }

    private static boolean isOfText(Path file) {
        String name = file.toString();
        return name.endsWith(".txt") || name.endsWith(".collapsed");
    }

    private String counted(String stacks) {
        long sum = stacks.lines()
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        return (event == Event.CPU ? sum + " samples" : sum + " bytes") + " in "
                + stacks.lines().count() + " stacks";
    }
}
