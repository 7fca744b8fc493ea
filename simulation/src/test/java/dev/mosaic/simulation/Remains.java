package dev.mosaic.simulation;

import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.unit.objects.LifeRecord;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What outlives the process of the home: its disk, and a bucket that is away at times. */
final class Remains {
    /** An entry outside of memory. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Copy(ObjectMessage.Shape shape, byte[] bytes) {}

    final Map<Id, Copy> disk = new LinkedHashMap<>();
    final Map<Id, Copy> bucket = new LinkedHashMap<>();

    /** What is kept of a durable life, and by which home. */
    record Kept(long writer, LifeRecord record) {}

    final Map<Id, Kept> lives = new LinkedHashMap<>();

    /** Entries on disk that are not on the device yet: with its machine they go. */
    final Set<Id> unflushed = new LinkedHashSet<>();

    /** Entries that are over though the bucket may have them. */
    final Set<Id> gone = new LinkedHashSet<>();

    private final Schedule schedule;
    private boolean refuses;
    private long awayUntil;
    private long awayLast = Long.MIN_VALUE;
    private long refusedLast = Long.MIN_VALUE;

    Remains(Schedule schedule) {
        this.schedule = schedule;
    }

    boolean has(Id ref) {
        return !gone.contains(ref) && (disk.containsKey(ref) || bucket.containsKey(ref));
    }

    /** The machine of the home went down: of what was not flushed some is lost, in no order. */
    void crashed() {
        for (Id ref : unflushed) {
            if (schedule.chance(60)) {
                disk.remove(ref);
            }
        }
        unflushed.clear();
    }

    /** @param saysNo true where it answers at once, that it will not */
    void away(long nanos, boolean saysNo) {
        refuses = saysNo;
        awayUntil = schedule.now() + nanos;
        awayLast = Math.max(awayLast, awayUntil);
    }

    void back() {
        awayUntil = 0;
    }

    boolean isAway() {
        return schedule.now() < awayUntil;
    }

    /** It is there, and says no. */
    boolean refuses() {
        return refuses && isAway();
    }

    /** It has said no to somebody since then. */
    boolean hasRefusedSince(long nanos) {
        return refusedLast >= nanos;
    }

    /** As it says to whoever asks. */
    void hasRefused() {
        refusedLast = schedule.now();
    }

    /** It was, at some time since then. */
    boolean wasAwaySince(long nanos) {
        return awayLast >= nanos;
    }
}
