package dev.mosaic.cli;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.LoadPage;
import java.io.Console;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mosaic top}: where processors and memory go, and which methods take the time, again and again. */
@Command(
        name = "top",
        description = {
            "Shows the load of processes and the rates of methods, again and again.",
            "Rates are for the last interval; counts and means are since the start of the workers."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class TopCommand implements Callable<Integer> {
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final double MEBI = 1 << 20;
    private static final double MILLIS = 1_000;
    private static final int MOST_METHODS = 20;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "SECONDS",
            description = "Seconds between two refreshes; ${DEFAULT-VALUE} by default.")
    private double interval = 2;

    @Option(
            names = "--count",
            paramLabel = "COUNT",
            description =
                    "Number of refreshes. By default it goes on until it is interrupted, or shows one if the output is not a terminal.")
    private @Nullable Integer count;

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    TopCommand() {}

    @Override
    public Integer call() {
        if (!(interval >= 0.1 && interval <= 3_600)) {
            throw new ParameterException(spec.commandLine(), "--interval " + interval + ": from 0.1 to 3600 seconds");
        }
        boolean isTerminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        int most = count == null ? isTerminal ? Integer.MAX_VALUE : 1 : count;
        PrintWriter out = spec.commandLine().getOut();
        LoadPage before = page();
        for (int i = 0; i < most && !Thread.currentThread().isInterrupted(); i++) {
            LockSupport.parkNanos(
                    Duration.ofMillis(Math.round(interval * MILLIS)).toNanos());
            LoadPage now = page();
            out.print((isTerminal && count == null ? CLEAR : "") + text(before, now));
            out.flush();
            before = now;
        }
        return 0;
    }

    private LoadPage page() {
        return cluster.get(HeadHttp.LOAD, LoadPage.class);
    }

    /** Tables of units, of devices that workers have, and of methods; the latter two where there are some. */
    static String text(LoadPage before, LoadPage now) {
        Map<String, LoadPage.UnitLoad> unitsBefore =
                before.units().stream().collect(Collectors.toMap(LoadPage.UnitLoad::uid, Function.identity()));
        Table units = Table.of("UNIT", "NODE", "PID", "CPUS", "HEAP MiB", "OF", "RESIDENT MiB", "THREADS");
        Table devices = Table.of("UNIT", "PROGRAM", "DEVICES", "BUSY", "SECONDS HELD", "SECONDS BUSY");
        boolean hasDevices = false;
        double elapsed = 0;
        for (LoadPage.UnitLoad unit : now.units()) {
            LoadPage.UnitLoad known = unitsBefore.get(unit.uid());
            boolean isSame = known != null && known.pid() == unit.pid();
            double cpuSeconds = unit.cpuSeconds() - (known != null && isSame ? known.cpuSeconds() : 0);
            double seconds = unit.upSeconds() - (known != null && isSame ? known.upSeconds() : 0);
            elapsed = isSame ? Math.max(elapsed, seconds) : elapsed;
            units.row(
                    unit.uid(),
                    StatusCommand.orNone(unit.node()),
                    Long.toString(unit.pid()),
                    number("%.2f", seconds == 0 ? 0 : cpuSeconds / seconds),
                    number("%.0f", unit.heapBytes() / MEBI),
                    number("%.0f", unit.heapLimitBytes() / MEBI),
                    unit.residentBytes() == 0 ? "-" : number("%.0f", unit.residentBytes() / MEBI),
                    Integer.toString(unit.threads()));
            if (!unit.devices().isEmpty()) {
                hasDevices = true;
                double held = unit.deviceSeconds() - (known != null && isSame ? known.deviceSeconds() : 0);
                double busy = unit.deviceBusySeconds() - (known != null && isSame ? known.deviceBusySeconds() : 0);
                devices.row(
                        unit.uid(),
                        StatusCommand.orNone(unit.program()),
                        String.join(" ", unit.devices()),
                        held == 0 ? "-" : number("%.0f %%", 100 * busy / held),
                        number("%.1f", unit.deviceSeconds()),
                        number("%.1f", unit.deviceBusySeconds()));
            }
        }
        String silent = now.silent().isEmpty() ? "" : "no answer of " + String.join(", ", now.silent()) + "\n";
        return units.text(true)
                + (hasDevices ? "\n" + devices.text(true) : "")
                + methods(before.methods(), now.methods(), elapsed)
                + silent;
    }

    private static String methods(List<LoadPage.MethodLoad> before, List<LoadPage.MethodLoad> now, double seconds) {
        if (now.isEmpty()) {
            return "";
        }
        Map<String, Long> endedBefore =
                before.stream().collect(Collectors.toMap(LoadPage.MethodLoad::name, LoadPage.MethodLoad::ended));
        Table table = Table.of(
                "METHOD",
                "RUNNING",
                "QUEUED",
                "PER SECOND",
                "ENDED",
                "FAILED",
                "UPSTREAM FAILED",
                "MEAN ms",
                "P50 ms",
                "P95 ms",
                "P99 ms",
                "MOST ms",
                "WAITED ms",
                "SECONDS",
                "DEVICE SECONDS");
        for (LoadPage.MethodLoad each : now.subList(0, Math.min(now.size(), MOST_METHODS))) {
            long more = Math.max(0, each.ended() - endedBefore.getOrDefault(each.name(), 0L));
            table.row(
                    each.name(),
                    Integer.toString(each.running()),
                    Integer.toString(each.queued()),
                    seconds == 0 ? "-" : number("%.1f", more / seconds),
                    Long.toString(each.ended()),
                    Long.toString(each.failed()),
                    Long.toString(each.upstreamFailed()),
                    number("%.3f", each.meanSeconds() * MILLIS),
                    number("%.3f", each.p50Seconds() * MILLIS),
                    number("%.3f", each.p95Seconds() * MILLIS),
                    number("%.3f", each.p99Seconds() * MILLIS),
                    number("%.3f", each.mostSeconds() * MILLIS),
                    number("%.3f", each.meanWaitSeconds() * MILLIS),
                    number("%.1f", each.seconds()),
                    each.deviceSeconds() == 0 ? "-" : number("%.1f", each.deviceSeconds()));
        }
        String more = now.size() > MOST_METHODS ? MOST_METHODS + " of " + now.size() + " methods are shown\n" : "";
        return "\n" + table.text(true) + more;
    }

    private static String number(String form, double value) {
        return String.format(Locale.ROOT, form, value);
    }
}
