package dev.mosaic.cli;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.process.Entrance;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Passage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mosaic status}: what a cluster consists of, and what waits for a place. */
@Command(
        name = "status",
        description = "Shows the units of a cluster with their load, and what finds no place, with the reason.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class StatusCommand implements Callable<Integer> {
    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Where where;

    /** One of them. */
    static final class Where {
        @ArgGroup(exclusive = false)
        private @Nullable JoinOption join;

        @ArgGroup(exclusive = false)
        private @Nullable ClusterOption cluster;
    }

    @Option(names = "--json", description = "One object, for programs.")
    private boolean isJson;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "How long to wait for the monitor; 10 unless said.")
    private long waitSeconds = 10;

    @Mixin
    private KeysOption keys = new KeysOption();

    StatusCommand() {}

    @Override
    public Integer call() {
        Duration limit = Duration.ofSeconds(waitSeconds);
        try (Passage passage = Passage.open(address(), keys.folder(), keys.tokenFile(), limit)) {
            Entrance entrance = Entrance.at(passage);
            ClusterMessage.Surveyed found = Guest.survey(entrance.monitor(), entrance.access(), limit);
            System.out.print(isJson ? json(found) : table(found));
        }
        return 0;
    }

    private String address() {
        JoinOption joined = where.join;
        if (joined != null) {
            return joined.monitor().toString();
        }
        return Objects.requireNonNull(where.cluster, "picocli sets one of them").address();
    }

    /** Two tables: units, and demand where there is some. */
    static String table(ClusterMessage.Surveyed found) {
        List<List<String>> units = new ArrayList<>();
        units.add(List.of("UNIT", "NODE", "TESSERAE", "RUNNING", "QUEUED", "USED", "OFFERED"));
        for (ClusterMessage.UnitLoad load : sorted(found)) {
            Member unit = load.unit();
            boolean isNode = unit.kind() == Member.Kind.NODE;
            units.add(List.of(
                    unit.uid(),
                    unit.node().isEmpty() ? "-" : unit.node(),
                    Integer.toString(load.tesserae()),
                    Integer.toString(load.running()),
                    Integer.toString(load.queued()),
                    isNode ? load.used().toString() : "-",
                    isNode
                            ? unit.offersWithGpus().toString()
                            : unit.gpus().isEmpty() ? "-" : "gpus " + String.join(",", unit.gpus())));
        }
        StringBuilder text = new StringBuilder(aligned(units));
        if (!found.demand().isEmpty()) {
            List<List<String>> demand = new ArrayList<>();
            demand.add(List.of("WAITING", "NEEDS", "FOR", "REASON"));
            for (Demand each : found.demand()) {
                demand.add(List.of(
                        Integer.toString(each.count()),
                        each.needs().isNone() ? "a worker" : each.needs().toString(),
                        TimeUnit.NANOSECONDS.toSeconds(each.waitingNanos()) + " s",
                        each.reason()));
            }
            text.append('\n').append(aligned(demand));
        }
        return text.toString();
    }

    private static List<ClusterMessage.UnitLoad> sorted(ClusterMessage.Surveyed found) {
        return found.units().stream()
                .sorted(Comparator.comparing(
                                (ClusterMessage.UnitLoad load) -> load.unit().kind())
                        .thenComparingInt(load -> load.unit().uid().length())
                        .thenComparing(load -> load.unit().uid()))
                .toList();
    }

    static String aligned(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                int at = column;
                int width = rows.stream()
                        .mapToInt(each -> each.get(at).length())
                        .max()
                        .orElse(0);
                line.append(row.get(column))
                        .append(" ".repeat(width - row.get(column).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** Amounts as numbers, times in seconds. */
    static String json(ClusterMessage.Surveyed found) {
        List<String> units = new ArrayList<>();
        for (ClusterMessage.UnitLoad load : sorted(found)) {
            Member unit = load.unit();
            units.add("{\"uid\":" + quoted(unit.uid()) + ",\"node\":" + quoted(unit.node()) + ",\"tesserae\":"
                    + load.tesserae() + ",\"running\":" + load.running() + ",\"queued\":" + load.queued()
                    + ",\"gpus\":["
                    + String.join(
                            ",", unit.gpus().stream().map(StatusCommand::quoted).toList())
                    + "],\"used\":" + amounts(load.used()) + ",\"offered\":"
                    + amounts(unit.kind() == Member.Kind.NODE ? unit.offersWithGpus() : Resources.NONE) + "}");
        }
        List<String> demand = new ArrayList<>();
        for (Demand each : found.demand()) {
            demand.add("{\"count\":" + each.count() + ",\"needs\":" + amounts(each.needs()) + ",\"waitingSeconds\":"
                    + each.waitingNanos() / 1e9 + ",\"reason\":" + quoted(each.reason()) + "}");
        }
        return "{\"units\":[" + String.join(",", units) + "],\"demand\":[" + String.join(",", demand) + "]}\n";
    }

    private static String amounts(Resources resources) {
        StringBuilder text = new StringBuilder("{\"cpus\":" + number(resources.cpus()) + ",\"gpus\":"
                + number(resources.gpus()) + ",\"memoryBytes\":" + resources.memoryBytes() + ",\"labels\":{");
        List<String> labels = new ArrayList<>();
        resources.labels().forEach((label, amount) -> labels.add(quoted(label) + ":" + number(amount)));
        return text.append(String.join(",", labels)).append("}}").toString();
    }

    private static double number(long units) {
        return (double) units / Resources.ONE;
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                default -> quoted.append(c < 0x20 ? String.format("\\u%04x", (int) c) : Character.toString(c));
            }
        }
        return quoted.append('"').toString();
    }
}
