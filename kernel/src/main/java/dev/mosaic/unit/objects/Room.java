package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.unit.objects.EvictionIndex.Kind;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a store: who gets it, in the order they came, and who has to leave for that: copies that exist elsewhere, on disk or
 * in the bucket first, then what was not used for longest, by way of the disk. What is leased, or written by a unit, stays. Where the
 * disk is full, too, {@link Bucket} makes room on it.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> O(1) while there is room; else O(log n) for each that leaves.
 * <b>Failure:</b> what can never fit is refused at once, and so is what nothing can make room for; what finds no room in the given
 * time, then.
 */
final class Room {
    /** Between two collections that a unit is asked for. */
    private static final long PRESS_NANOS = 5_000_000_000L;

    /** Between two times that all are tried which disk and bucket refused. */
    private static final long AGAIN_NANOS = 1_000_000_000L;

    /** Somebody who needs memory. */
    private static final class Want {
        private final LongSupplier bytes;
        private final Runnable grant;
        private final Consumer<Failure> refuse;
        private final long sinceNanos;

        /** As asked last; -1 before it was this one's turn. */
        private long needed = -1;

        private Want(LongSupplier bytes, Runnable grant, Consumer<Failure> refuse, long sinceNanos) {
            this.bytes = bytes;
            this.grant = grant;
            this.refuse = refuse;
            this.sinceNanos = sinceNanos;
        }

        /** What it needs may become less while it waits. It is asked again with each tick, and before it is granted. */
        private long needed(long free, boolean asksAgain) {
            if (needed < 0 || needed <= free || asksAgain) {
                needed = bytes.getAsLong();
            }
            return needed;
        }
    }

    private final StoreMachine machine;
    private final ArrayDeque<Want> wants = new ArrayDeque<>();
    private long used;
    private long onDisk;

    /** Bytes that will be free when they are written. */
    private long leaving;

    /** There may be more room than when it was looked at last. */
    private boolean changed;

    /** Why the disk did not take something. */
    private String diskProblem = "";

    private long diskProblemNanos;

    /** The one whose turn it is may need less by now. */
    private boolean asksAgain;

    /** When all that was refused was tried last. */
    private long triedNanos = Long.MIN_VALUE / 2;

    private boolean pressed;
    private long pressedNanos;

    Room(StoreMachine machine) {
        this.machine = machine;
    }

    long used() {
        return used;
    }

    long onDisk() {
        return onDisk;
    }

    int waiting() {
        return wants.size();
    }

    /**
     * Runs {@code grant}, at the end of this event or a later one, when that many bytes are free and all who came before were
     * served; it takes them by {@link #take}.
     *
     * @param bytes asked when it is this one's turn
     * @param refuse is told why it is never granted
     */
    void want(LongSupplier bytes, Runnable grant, Consumer<Failure> refuse) {
        wants.add(new Want(bytes, grant, refuse, machine.now));
        changed = true;
    }

    /** An entry may leave now that had to stay. */
    void changed() {
        changed = true;
    }

    /** Memory for an entry; null where the system has none. Its bytes count from now on. */
    @Nullable Parts take(Id ref, List<Long> sizes) {
        Parts parts = sizes.isEmpty() ? Parts.NONE : machine.out.allocate(ref, sizes);
        if (parts != null) {
            used += Entry.size(sizes);
        }
        return parts;
    }

    /** The entry's memory is free. */
    void give(Entry entry) {
        Parts parts = entry.parts;
        entry.parts = Parts.NONE;
        if (!parts.segments().isEmpty()) {
            parts.segments().forEach(segment -> used -= segment.byteSize());
            machine.out.free(parts);
            changed = true;
        }
    }

    // ---- those who wait

    /** Gives what there is to those who wait, the first first. At the end of every event. */
    void serve() {
        while (changed) {
            changed = false;
            while (!wants.isEmpty() && serveFirst()) {}
        }
    }

    /** True where the first waits no more, or there is more room. */
    private boolean serveFirst() {
        Want first = wants.element();
        long limit = machine.settings.memoryBytes();
        long needed = first.needed(limit - used, asksAgain);
        asksAgain = false;
        if (needed > limit) {
            wants.remove();
            first.refuse.accept(Failure.of(
                    Failure.Kind.TOO_LARGE,
                    "bytes=" + needed + " are wanted in memory at once, memoryBytes=" + limit + " is the most"));
            return true;
        }
        if (needed <= limit - used) {
            wants.remove();
            first.grant.run();
            return true;
        }
        press();
        if (makesRoom(needed - (limit - used))) {
            return true;
        }
        if (isHopeful()) {
            return false;
        }
        wants.remove();
        first.refuse.accept(full(needed));
        return true;
    }

    /** Garbage of units may hold entries: they are asked to collect it. */
    private void press() {
        if (!pressed || machine.now - pressedNanos > PRESS_NANOS) {
            pressed = true;
            pressedNanos = machine.now;
            machine.home.recallGarbage();
        }
    }

    void tick(long now) {
        while (!wants.isEmpty() && now - wants.element().sinceNanos > machine.settings.waitNanos()) {
            Want late = wants.remove();
            late.refuse.accept(full(late.bytes.getAsLong()));
        }
        asksAgain = true;
        changed = true;
    }

    // ---- who leaves

    /** True where memory was freed at once; else those who have to go may be on their way to disk or bucket. */
    private boolean makesRoom(long wanted) {
        long freed = 0;
        Entry copy;
        while (freed < wanted && (copy = machine.evictable.first(Kind.COPY)) != null) {
            freed += copy.memoryBytes();
            evict(copy);
        }
        if (freed == 0) {
            tryRefusedAgain();
            copyElsewhere(wanted);
        }
        return freed > 0;
    }

    /** One that is too large for what is left of the disk does not keep smaller ones back. */
    private void copyElsewhere(long wanted) {
        Entry only;
        while (leaving < wanted && (only = machine.evictable.first(Kind.ONLY_COPY)) != null) {
            if ((isWritable(only) && write(only, false)) || machine.bucket.takes(only)) {
                only.leaving = true;
                leaving += only.memoryBytes();
            } else if (machine.bucket.isLifting()) {
                return; // the disk will have room for it
            } else {
                only.refused(true);
            }
        }
    }

    /** All of them, but not at each event: there may be many. */
    private void tryRefusedAgain() {
        if (machine.now - triedNanos > AGAIN_NANOS) {
            triedNanos = machine.now;
            machine.evictable.all(Kind.REFUSED).forEach(entry -> entry.refused(false));
        }
    }

    /** There is more room on disk, or will be when it is wanted: the next one that it refused may fit. */
    void diskHasRoom() {
        Entry next = machine.evictable.first(Kind.REFUSED);
        if (next != null) {
            next.refused(false);
        }
    }

    /** So many bytes go to disk, or are let go of where they are elsewhere; as far as there are entries that may. */
    void shed(long bytes) {
        if (leaving < bytes) {
            makesRoom(bytes);
        }
    }

    boolean isWritable(Entry entry) {
        return machine.now >= entry.unwritableUntilNanos;
    }

    private void evict(Entry entry) {
        give(entry);
        entry.phase(entry.withoutMemory());
        if (entry.phase() == Entry.Phase.ABSENT) {
            machine.branch.letGo(entry);
        }
    }

    /** It is safe elsewhere now, or is not: memory that was to be free then. */
    void hasLeft(Entry entry, boolean succeeded) {
        if (entry.leaving) {
            leaving -= entry.memoryBytes();
            entry.leaving = false;
            if (succeeded && entry.isEvictable()) {
                evict(entry);
            }
        }
        changed = true;
    }

    /** True where room may come: something is being written, read or filled, or will have a copy at the home. */
    private boolean isHopeful() {
        long evictable = machine.evictable.evictableBytes();
        return leaving > 0
                || machine.bucket.isLifting()
                || used > evictable
                || (evictable > 0 && machine.branch.willBeCached());
    }

    // ---- disk

    /** Begins to write an entry to disk; false where its quota does not allow that. */
    boolean write(Entry entry, boolean flushed) {
        if (!fitsOnDisk(entry)) {
            return false;
        }
        entry.writing(true);
        onDisk += entry.bytes;
        boolean isDurable = entry.is(ObjectMessage.DURABLE) && !machine.bucket.isThere();
        machine.out.write(Objects.requireNonNull(entry.shape), entry.parts, flushed || isDurable);
        return true;
    }

    /** Bytes of the disk that are free. */
    long diskLeft() {
        return machine.settings.diskBytes() - onDisk;
    }

    /** A file is there from before. */
    void found(Entry entry) {
        entry.onDisk(true);
        onDisk += entry.bytes;
    }

    /** Copies of what the home has, or the bucket, give way. */
    private boolean fitsOnDisk(Entry entry) {
        long most = machine.settings.diskBytes() - entry.bytes;
        Entry copy;
        while (onDisk > most && most >= 0 && (copy = machine.evictable.first(Kind.FILE_COPY)) != null) {
            deleted(copy);
            if (copy.phase() == Entry.Phase.DISK) {
                copy.phase(copy.withoutMemory());
            }
            if (copy.phase() == Entry.Phase.ABSENT) {
                machine.branch.letGo(copy);
            }
        }
        return onDisk <= most;
    }

    /** A write has ended. */
    void written(Entry entry, @Nullable String problem) {
        entry.writing(false);
        if (problem == null) {
            entry.onDisk(true);
        } else {
            entry.unwritableUntilNanos = machine.now + machine.settings.waitNanos();
            freedOnDisk(entry);
            diskProblem = problem;
            diskProblemNanos = machine.now;
        }
        hasLeft(entry, problem == null);
    }

    /** The copy on disk is needed no more, or cannot be read. */
    void deleted(Entry entry) {
        if (entry.isOnDisk()) {
            entry.onDisk(false);
            freedOnDisk(entry);
            machine.out.delete(entry.ref);
        }
    }

    /** Its file is not what was written: it is no copy any more, and is not deleted. */
    void isDamaged(Entry entry) {
        if (entry.isOnDisk()) {
            entry.onDisk(false);
            freedOnDisk(entry);
        }
    }

    private void freedOnDisk(Entry entry) {
        onDisk -= entry.bytes;
        diskHasRoom();
    }

    private Failure full(long wanted) {
        return Failure.of(
                Failure.Kind.STORE_FULL,
                "wantedBytes=" + wanted + " found no room: memory usedBytes=" + used + " of "
                        + machine.settings.memoryBytes() + ", disk usedBytes=" + onDisk + " of "
                        + machine.settings.diskBytes() + words() + machine.bucket.words() + ", leased entries="
                        + machine.pins());
    }

    private String words() {
        boolean isRecent = machine.now - diskProblemNanos < machine.settings.waitNanos();
        return diskProblem.isEmpty() || !isRecent ? "" : " (" + diskProblem + ")";
    }
}
