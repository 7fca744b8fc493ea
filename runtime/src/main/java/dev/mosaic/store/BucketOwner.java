package dev.mosaic.store;

import dev.mosaic.StartException;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.unit.objects.BucketProblem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The word of a home in a bucket that a part of it is the home's: an object beside the entries, written each time only where it is as this
 * home wrote it last. Who finds it written by another is the owner no more, and erases nothing.
 *
 * <p><b>Threading:</b> any thread; those who ask for a confirmation wait for it. <b>Cost:</b> one small write every 10 s, and every 2 s while
 * entries are erased. <b>Failure:</b> {@link StartException} where another home is the owner, or has left entries; later what was given for it
 * is told once.
 */
final class BucketOwner implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");

    /** Between two words of the owner. */
    static final Duration RENEWAL = Duration.ofSeconds(10);

    /** An owner may be silent for so long, by the server's clock. */
    static final Duration SILENCE = Duration.ofSeconds(45);

    /** Nobody can have become the owner in so short a time that it is not seen. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How often others may write while it is claimed. */
    private static final int ATTEMPTS = 5;

    private final Bucket bucket;
    private final String key;
    private final LongSupplier clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private Owner self;
    private String tag;
    private long confirmedNanos;
    private volatile String loss = "";
    private volatile Consumer<String> lost = words -> {};

    private BucketOwner(Bucket bucket, String key, LongSupplier clock, Owner self, String tag, long confirmedNanos) {
        this.bucket = bucket;
        this.key = key;
        this.clock = clock;
        this.self = self;
        this.tag = tag;
        this.confirmedNanos = confirmedNanos;
    }

    /**
     * Becomes the owner.
     *
     * @param prefixes what the names of all that belongs to it begin with
     * @param clock monotonic nanoseconds
     * @throws StartException where another home is the owner, or has left entries
     * @throws BucketException where the bucket does not answer
     */
    static BucketOwner claim(
            Bucket bucket, String key, List<String> prefixes, Owner self, long patienceNanos, LongSupplier clock)
            throws BucketException {
        for (int attempt = 1; ; attempt++) {
            long asked = clock.getAsLong();
            Bucket.Stored there = bucket.read(key, patienceNanos);
            Optional<Owner> before = there == null ? Optional.empty() : Owner.read(there.bytes());
            if (there != null && before.isPresent() && !before.get().isSame(self)) {
                refuse(bucket, key, prefixes, self, before.get(), there.ageMillis(), patienceNanos);
            }
            Owner next = self.after(before);
            try {
                String tag = bucket.replace(key, next.bytes(), there == null ? "" : there.tag(), patienceNanos);
                return new BucketOwner(bucket, key, clock, next, tag, asked);
            } catch (BucketException changed) {
                if (changed.problem().kind() != BucketProblem.Kind.TAKEN || attempt == ATTEMPTS) {
                    throw changed;
                }
            }
        }
    }

    private static void refuse(
            Bucket bucket,
            String key,
            List<String> prefixes,
            Owner self,
            Owner before,
            long ageMillis,
            long patienceNanos)
            throws BucketException {
        boolean hasEntries = false;
        for (String prefix : prefixes) {
            hasEntries = hasEntries || !bucket.keys(prefix, patienceNanos).isEmpty();
        }
        Optional<String> refusal = before.refusal(self, ageMillis > SILENCE.toMillis(), hasEntries);
        if (refusal.isPresent()) {
            throw new StartException(
                    "the part of the bucket with the owner key=" + key + " " + refusal.get() + ", renewed "
                            + ageMillis / 1000 + " s ago",
                    "give this cluster another prefix (MOSAIC_S3_PREFIX, spec.warehouse.objectStore.prefix on Kubernetes), or end the other one; where that is gone for good and its entries are to"
                            + " be this one's, as where this is the same cluster with a new token whose warehouse has lost its folder,"
                            + " delete that one object, key=" + key + ", and nothing else, and start this one again");
        }
    }

    /** Says again and again that it is there, from now on. */
    void start(Consumer<String> whenLost) {
        lost = whenLost;
        Thread.ofVirtual().name("mosaic-owner").start(() -> {
            while (loss.isEmpty() && !isOver()) {
                renewQuietly();
            }
        });
    }

    private boolean isOver() {
        try {
            return closed.await(RENEWAL.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void renewQuietly() {
        try {
            renew(PATIENCE_NANOS);
        } catch (BucketException | RuntimeException | Error notNow) { // it is tried again as long as it may be renewed
            LOG.log(System.Logger.Level.DEBUG, "{0} is not renewed: {1}", key, notNow.toString());
        }
    }

    /** Says at once that it is there. */
    void renew(long patienceNanos) throws BucketException {
        lock.lock();
        try {
            check();
            long asked = clock.getAsLong();
            Owner next = self.renewed();
            try {
                tag = bucket.replace(key, next.bytes(), tag, patienceNanos);
            } catch (BucketException changed) {
                if (changed.problem().kind() != BucketProblem.Kind.TAKEN) {
                    throw changed;
                }
                asked = clock.getAsLong();
                tag = ownTag(patienceNanos, next);
            }
            self = next;
            confirmedNanos = asked;
        } finally {
            lock.unlock();
        }
    }

    /** Where a write arrived of which no answer came it is still this home's. */
    private String ownTag(long patienceNanos, Owner next) throws BucketException {
        Bucket.Stored there = bucket.read(key, patienceNanos);
        Optional<Owner> now = there == null ? Optional.empty() : Owner.read(there.bytes());
        if (there != null && now.filter(self::isSame).isPresent()) {
            return bucket.replace(key, next.renewed().bytes(), there.tag(), patienceNanos);
        }
        lose(now.map(other -> "its part of the bucket, key=" + key + ", belongs to " + other.words() + " now")
                .orElse("its owner key=" + key + " was deleted from the bucket"));
        throw taken();
    }

    private void lose(String words) {
        loss = words;
        lost.accept(words);
    }

    private BucketException taken() {
        return new BucketException(BucketProblem.Kind.TAKEN, loss, null);
    }

    /** Where it is known that this home is the owner no more. */
    void check() throws BucketException {
        if (!loss.isEmpty()) {
            throw taken();
        }
    }

    /** Returns while this home is the owner: it was a moment ago. Before anything is erased. */
    void confirm(long patienceNanos) throws BucketException {
        lock.lock();
        try {
            check();
            while (clock.getAsLong() - confirmedNanos > FRESH_NANOS) {
                renew(patienceNanos);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Why it is the owner no more; null while it is. */
    @Nullable String loss() {
        return loss.isEmpty() ? null : loss;
    }

    /** Says that it has ended in order, where it still is the owner. */
    @Override
    public void close() {
        closed.countDown();
        if (!loss.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            tag = bucket.replace(key, self.thatEnds().bytes(), tag, PATIENCE_NANOS);
        } catch (BucketException failed) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "{0} does not say that its home has ended: {1}",
                    key,
                    failed.getMessage());
        } finally {
            lock.unlock();
        }
    }
}
