package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A unit's wish to have entries in memory, granted or not. <b>Threading:</b> the store's loop. */
final class Lease {
    final Id id;
    final long unit;

    /** As asked: the answer has an outcome for each. */
    final List<Id> refs;

    final Set<Id> distinct;

    /** Entries that it names, as far as they were known when it came. */
    final Set<Entry> named = new LinkedHashSet<>(1);

    /** Entries that it waits for: their shapes before it is granted, their bytes after. */
    int missing;

    /** It has its place in memory. */
    boolean granted;

    /** Entries that it keeps in memory. */
    final Set<Entry> pinned = new LinkedHashSet<>(1);

    /** Why entries that are there could not be had when it was their turn: they may be on their way for another lease since. */
    final Map<Id, Failure> failed = new HashMap<>(0);

    /** Why it is never granted. */
    @Nullable Failure refusal;

    boolean answered;
    boolean over;

    /** Asked on a link that broke: the unit is to say whether it still wants it. */
    boolean unsure;

    /** Asked on a link that broke, and not yet on this one: the same question may be on its way again. */
    boolean mayComeAgain;

    Lease(Id id, long unit, List<Id> refs) {
        this.id = id;
        this.unit = unit;
        this.refs = refs;
        this.distinct = new LinkedHashSet<>(refs);
    }
}
