package dev.mosaic.inspect;

import dev.mosaic.headapi.ObjectsPage;
import dev.mosaic.unit.objects.ObjectView;
import java.util.Locale;

/** Objects of a store as the head's page shows them. */
public final class ObjectStates {
    private ObjectStates() {}

    /** As the store of that uid sees it. */
    public static ObjectsPage.ObjectState of(String unit, ObjectView view) {
        return new ObjectsPage.ObjectState(
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
