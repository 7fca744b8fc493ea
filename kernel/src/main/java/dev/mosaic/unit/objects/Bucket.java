package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.ObjectMessage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The third tier, which only a home has: what is durable goes there before its putter is told, and when the disk is full, what was
 * not used for longest goes there before its file does.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> O(log n) for each file that goes up. <b>Failure:</b> while the bucket is
 * away or refuses, nothing that is only here leaves: who wants room is told at once, and a copy there is tried again later.
 */
final class Bucket {
    /** After a problem it is spared for so long. */
    private static final long AGAIN_NANOS = 5_000_000_000L;

    /** That part of the disk is emptied at once, so that several uploads run. */
    private static final int SHARE = 8;

    private final StoreMachine machine;

    /** Durable entries that are on their way, and since when. */
    private final Set<Entry> securing = new LinkedHashSet<>();

    /** Bytes of files that may go when they are there. */
    private long lifting;

    private @Nullable BucketProblem problem;
    private long problemNanos;

    Bucket(StoreMachine machine) {
        this.machine = machine;
    }

    boolean isThere() {
        return machine.isHome() && machine.settings.bucketNanos() > 0;
    }

    private boolean isUsable() {
        return isThere() && (problem == null || machine.now - problemNanos > AGAIN_NANOS);
    }

    boolean isLifting() {
        return lifting > 0;
    }

    /** For errors. */
    String words() {
        return !isThere() ? "" : ", s3 " + (problem == null ? "is there" : "is not: " + problem.words());
    }

    // ---- up

    /** Durable: it is to be there before its putter is told. */
    void secure(Entry entry) {
        boolean isInMemory = entry.phase() == Entry.Phase.MEMORY;
        if (!entry.isInBucket() && !entry.isUploading() && (isInMemory || entry.isOnDisk())) {
            entry.securedSinceNanos = machine.now;
            securing.add(entry);
            upload(entry, isInMemory);
        }
    }

    private void upload(Entry entry, boolean fromMemory) {
        entry.uploading(true);
        machine.out.upload(Objects.requireNonNull(entry.shape), fromMemory ? entry.parts : null);
    }

    /**
     * An entry cannot leave memory by way of the disk. True where it goes straight to the bucket, since no disk can hold it; else room is
     * made on disk.
     */
    boolean takes(Entry entry) {
        if (!isUsable()) {
            return false;
        }
        boolean isForDisk = machine.room.isWritable(entry) && entry.bytes <= machine.settings.diskBytes();
        if (isForDisk && (lifting > 0 || lift(entry.bytes - machine.room.diskLeft()))) {
            return false;
        }
        upload(entry, true);
        return true;
    }

    /** Files that were not used for longest are copied, so that they may go. False where there are none. */
    private boolean lift(long bytes) {
        long wanted = Math.max(bytes, machine.settings.diskBytes() / SHARE);
        Entry entry;
        while (lifting < wanted && (entry = machine.evictable.first(EvictionIndex.Kind.ONLY_FILE)) != null) {
            entry.lifting = true;
            lifting += entry.bytes;
            upload(entry, false);
        }
        return lifting > 0;
    }

    void uploaded(Entry entry, @Nullable BucketProblem trouble) {
        entry.uploading(false);
        securing.remove(entry);
        if (entry.lifting) {
            entry.lifting = false;
            lifting -= entry.bytes;
        }
        if (trouble == null) {
            entry.inBucket(true);
            machine.room.diskHasRoom();
            isBack();
        } else {
            entry.mayBeInBucket = true;
            isNot(trouble);
        }
        machine.room.hasLeft(entry, trouble == null);
        if (trouble != null && entry.unanswered && entry.is(ObjectMessage.DURABLE)) {
            machine.puts.answer(entry, notDurable(entry, trouble.words()));
        } else {
            machine.puts.answerIfDone(entry);
            machine.home.written(entry);
        }
    }

    /** It has done something. */
    void isBack() {
        problem = null;
    }

    private void isNot(BucketProblem trouble) {
        problem = trouble;
        problemNanos = machine.now;
    }

    private static Failure notDurable(Entry entry, String words) {
        return Failure.of(
                Failure.Kind.DURABILITY_UNAVAILABLE, entry.words() + " could not be made durable: tier=s3: " + words);
    }

    void tick() {
        for (Entry entry : List.copyOf(securing)) {
            if (machine.now - entry.securedSinceNanos > machine.settings.bucketNanos()) {
                securing.remove(entry);
                String words = "no answer for ms=" + machine.settings.bucketNanos() / 1_000_000;
                isNot(new BucketProblem(BucketProblem.Kind.AWAY, words));
                machine.puts.answer(entry, notDurable(entry, words));
            }
        }
    }

    // ---- down

    /** Its memory is free again; where no other store has a copy, who waits is told. */
    void notDownloaded(Entry entry, BucketProblem trouble) {
        entry.damage = (entry.damage.isEmpty() ? "" : entry.damage + ", ") + "tier=s3: " + trouble.words();
        if (trouble.kind() == BucketProblem.Kind.GONE) {
            entry.inBucket(false);
            entry.mayBeInBucket = true; // something damaged, which goes when the entry is dropped
        } else {
            isNot(trouble);
        }
        entry.trouble = trouble;
        machine.transfers.begin(entry);
    }

    /** Why an entry that is in the bucket cannot be had. */
    Failure unavailable(Entry entry) {
        BucketProblem trouble = entry.trouble;
        boolean isAway = trouble != null && trouble.kind() == BucketProblem.Kind.AWAY;
        String words = entry.damage;
        entry.damage = "";
        return Failure.of(
                isAway ? Failure.Kind.TIMED_OUT : Failure.Kind.OBJECT_LOST,
                entry.words() + " cannot be read now: " + words);
    }

    /** It was erased. */
    void deleted(Entry entry) {
        securing.remove(entry);
        if (entry.isInBucket() || entry.mayBeInBucket) {
            entry.inBucket(false);
            entry.mayBeInBucket = false;
            machine.out.remove(entry.ref);
        }
    }
}
