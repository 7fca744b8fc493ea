package dev.mosaic.unit.shell;

import dev.mosaic.Bundle;
import dev.mosaic.CallOptions;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.TesseraOptions;
import dev.mosaic.message.Claim;
import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import java.util.HashMap;
import java.util.Map;

/** What options ask for, as it travels. */
final class Claims {
    private Claims() {}

    static Claim of(TesseraOptions options) {
        Resources needs = resources(options.needs());
        if (options.reservation().isEmpty()) {
            return needs.isNone() && options.strategy().isEmpty()
                    ? Claim.NONE
                    : new Claim(needs, java.util.List.of(), options.strategy(), Claim.UNRESERVED, 0);
        }
        if (!(options.reservation().get() instanceof HeldRoom room)) {
            throw new InvalidOptionException(
                    "the reservation belongs to another Mosaic",
                    "use a reservation that reserve of this Mosaic returned");
        }
        Id reservation = room.id(options.bundle());
        return new Claim(needs, java.util.List.of(), options.strategy(), reservation, options.bundle());
    }

    /** Of a stateless task. The usual one claims nothing: the worker it runs in is enough. */
    @SuppressWarnings("ReferenceEquality") // the constant where nothing was said, without a look inside
    static Claim of(CallOptions options) {
        Bundle needs = options.needs();
        return needs == Bundle.PROCESSOR || needs.equals(Bundle.PROCESSOR) ? Claim.NONE : Claim.of(resources(needs));
    }

    static Resources resources(Bundle bundle) {
        if (bundle.equals(Bundle.EMPTY)) {
            return Resources.NONE;
        }
        Map<String, Long> labels = new HashMap<>();
        bundle.resources().forEach((label, amount) -> labels.put(label, Resources.units(amount)));
        return new Resources(Resources.units(bundle.cpus()), Resources.units(bundle.gpus()), bundle.memory(), labels);
    }
}
