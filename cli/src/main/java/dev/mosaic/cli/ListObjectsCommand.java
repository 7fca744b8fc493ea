package dev.mosaic.cli;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.ObjectsPage;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mosaic list objects}. */
@Command(
        name = "objects",
        description = {
            "Lists the objects in the warehouse of a cluster with their holders, the largest first.",
            "Results that are kept in their workers are not listed."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ListObjectsCommand implements Callable<Integer> {
    private static final int MOST_NAMED = 3;
    private static final long UNIT = 1_024;
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    @Option(names = "--tier", paramLabel = "TIER", description = "Only objects in this tier: memory, disk or bucket.")
    private @Nullable String tier;

    @Mixin
    private LimitOption limit = new LimitOption();

    @Mixin
    private AskedCluster cluster = new AskedCluster();

    @Mixin
    private OutputOption output = new OutputOption();

    ListObjectsCommand() {}

    @Override
    public Integer call() {
        ObjectsPage page = cluster.get(path(), ObjectsPage.class);
        List<ObjectsPage.ObjectState> objects = page.objects();
        output.write(objects, objects.stream().map(ObjectsPage.ObjectState::uid).toList(), () -> table(objects));
        limit.note(objects.size(), page.matched(), "--tier", page.silent(), "what they keep is", notes(page));
        return 0;
    }

    private String path() {
        return HeadHttp.OBJECTS + limit.query() + "&sort=bytes" + LimitOption.part("tier", tier);
    }

    /** The sums. */
    private List<String> notes(ObjectsPage page) {
        if (!page.stores().isEmpty()) {
            return List.of(sums(page));
        }
        return page.silent().isEmpty() ? List.of("this cluster has no warehouse") : List.of();
    }

    private String sums(ObjectsPage page) {
        List<String> stores =
                page.stores().stream().map(ObjectsPage.StoreState::unit).toList();
        return page.matched() + (page.matched() == 1 ? " object" : " objects")
                + (tier == null ? "; " : " with tier=" + tier + "; ")
                + (stores.size() <= MOST_NAMED ? String.join(", ", stores) : stores.size() + " stores") + " in all: "
                + size(sum(page, ObjectsPage.StoreState::memoryBytes)) + " in memory, "
                + size(sum(page, ObjectsPage.StoreState::diskBytes)) + " on disk, "
                + size(sum(page, ObjectsPage.StoreState::bucketBytes)) + " in the bucket";
    }

    private static long sum(ObjectsPage page, ToLongFunction<ObjectsPage.StoreState> bytes) {
        return page.stores().stream().mapToLong(bytes).sum();
    }

    private static Table table(List<ObjectsPage.ObjectState> objects) {
        Table table = new Table(
                6, "OBJECT", "BYTES", "TIER", "DURABLE", "HOLDERS", "UNIT", "STATE", "LEASES", "PUT BY", "HELD BY",
                "INSIDE", "COPIES");
        for (ObjectsPage.ObjectState each : objects) {
            table.row(
                    each.uid(),
                    Long.toString(each.bytes()),
                    tier(each),
                    each.durable() ? "yes" : "no",
                    Integer.toString(each.holders().size()),
                    each.unit(),
                    each.state(),
                    Integer.toString(each.leases()),
                    each.putter(),
                    StatusCommand.orNone(String.join(",", each.holders())),
                    Integer.toString(each.insideOf()),
                    StatusCommand.orNone(String.join(",", each.copies())));
        }
        return table;
    }

    /** Where it is, or what is wrong where it is nowhere here. */
    static String tier(ObjectsPage.ObjectState object) {
        return object.tiers().isEmpty() ? object.state().toLowerCase(Locale.ROOT) : String.join(",", object.tiers());
    }

    /** With four digits at most: {@code 512 B}, {@code 1.5 GiB}. */
    static String size(long bytes) {
        if (bytes < UNIT) {
            return bytes + " B";
        }
        double amount = bytes;
        int unit = -1;
        while (amount >= UNIT && unit < UNITS.length - 1) {
            amount /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, UNITS[unit]);
    }
}
