package dev.mosaic.inspect;

import dev.mosaic.unit.objects.ObjectView;
import java.util.List;
import java.util.Locale;

/**
 * An object in a page: {@link ObjectView} in texts and numbers.
 *
 * @param id as it stands at the end of its uid
 * @param unit uid of the store that says it
 */
public record ObjectEntry(
        String id,
        String uid,
        long bytes,
        List<String> tiers,
        String state,
        boolean durable,
        boolean broadcast,
        List<String> holders,
        int insideOf,
        int leases,
        String unit,
        List<String> copies,
        String putter) {
    public ObjectEntry {
        tiers = List.copyOf(tiers);
        holders = List.copyOf(holders);
        copies = List.copyOf(copies);
    }

    /** As that store sees it. */
    public static ObjectEntry of(String unit, ObjectView view) {
        return new ObjectEntry(
                view.ref().toString(),
                "ware-" + view.label() + "-" + view.ref(),
                view.bytes(),
                view.tiers().stream()
                        .sorted()
                        .map(tier -> tier.name().toLowerCase(Locale.ROOT))
                        .toList(),
                view.state().name(),
                view.durable(),
                view.published(),
                view.holders(),
                view.insideOf(),
                view.leases(),
                unit,
                view.copies(),
                view.putter());
    }
}
