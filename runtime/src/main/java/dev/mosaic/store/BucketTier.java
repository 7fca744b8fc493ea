package dev.mosaic.store;

import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.store.tier.EntryForm;
import dev.mosaic.store.tier.EntrySource;
import dev.mosaic.store.tier.Span;
import dev.mosaic.unit.objects.BucketProblem;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Entries as objects of a bucket, one each, in the form of files.
 *
 * <p><b>Threading:</b> any thread; what is asked about one entry is done in order, on virtual threads. <b>Cost:</b> a few entries at once
 * each way. <b>Failure:</b> is told; what cannot be removed now is removed when the bucket is back.
 */
final class BucketTier implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_NAMES = 10;
    private static final long REMOVE_NANOS = TimeUnit.HOURS.toNanos(24);
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** What is done with the bucket. */
    interface Work {
        void run() throws BucketException;
    }

    private record Job(Semaphore bound, Work work, Consumer<@Nullable BucketProblem> done) {}

    private final Bucket bucket;
    private final String prefix;
    private final String livesPrefix;
    private final long patienceNanos;
    private final boolean returns;
    private final Semaphore up = new Semaphore(MOST_AT_ONCE, true);
    private final Semaphore down = new Semaphore(MOST_AT_ONCE, true);
    private final Semaphore away = new Semaphore(MOST_AT_ONCE, true);
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();

    /** Jobs that wait for another about the same entry, which runs. */
    private final Map<Id, ArrayDeque<Job>> lines = new HashMap<>();

    private boolean closing;

    /** Null where nobody else can know of these names. */
    private volatile @Nullable BucketOwner owner;

    /** Why nothing is written and erased any more; empty while it is. */
    private volatile String stopped = "";

    /**
     * A part of a bucket.
     *
     * @param prefix of the names of entries
     * @param livesPrefix of those of the records of lives
     * @param returns whether the objects stay when it is closed
     */
    BucketTier(Bucket bucket, String prefix, String livesPrefix, long patienceNanos, boolean returns) {
        this.bucket = bucket;
        this.prefix = prefix;
        this.livesPrefix = livesPrefix;
        this.patienceNanos = patienceNanos;
        this.returns = returns;
    }

    /** From now on nothing is written or erased that is not this home's. */
    void owned(BucketOwner known) {
        owner = known;
    }

    /** This home is none any more: nothing is written or erased from now on. */
    void stop(String why) {
        stopped = why;
    }

    private void check() throws BucketException {
        if (!stopped.isEmpty()) {
            throw new BucketException(BucketProblem.Kind.TAKEN, stopped, null);
        }
        BucketOwner known = owner;
        if (known != null) {
            known.check();
        }
    }

    private void erase(Id ref) throws BucketException {
        BucketOwner known = owner;
        check();
        if (known != null) {
            known.confirm(REMOVE_NANOS);
        }
        bucket.delete(key(ref), REMOVE_NANOS);
    }

    /** Copies an entry there, from memory. */
    void upload(ObjectMessage.Shape shape, List<MemorySegment> parts, Consumer<@Nullable BucketProblem> done) {
        line(
                shape.ref(),
                new Job(up, () -> put(shape.ref(), EntrySource.of(EntryForm.head(shape, parts), parts)), done));
    }

    /** Copies an entry there, from its file. */
    void upload(Id ref, Path file, Consumer<@Nullable BucketProblem> done) {
        line(ref, new Job(up, () -> put(ref, open(file)), done));
    }

    /** Something else about an object of its own. */
    void upload(Id id, Work work, Consumer<@Nullable BucketProblem> done) {
        line(id, new Job(up, work, done));
    }

    private static EntrySource open(Path file) throws BucketException {
        try {
            return EntrySource.of(file);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static BucketException unreadable(IOException e) {
        return new BucketException(BucketProblem.Kind.REFUSED, "the file cannot be read: " + e, e);
    }

    private void put(Id ref, EntrySource source) throws BucketException {
        try (source) {
            bucket.put(key(ref), source, patienceNanos);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Reads an entry from there. */
    void download(Id ref, List<MemorySegment> parts, Consumer<@Nullable BucketProblem> done) {
        line(ref, new Job(down, () -> bucket.get(key(ref), new Span(parts), patienceNanos), done));
    }

    /** Removes an entry there, however long that takes. */
    void remove(Id ref, Runnable done) {
        line(ref, new Job(away, () -> erase(ref), problem -> {
            if (problem == null) {
                done.run();
            } else if (!isClosing() && problem.kind() != BucketProblem.Kind.TAKEN) {
                LOG.log(System.Logger.Level.WARNING, "{0} is left behind: {1}", key(ref), problem.words());
            }
        }));
    }

    /** What is there from before. */
    DiskTier.Found found() throws BucketException {
        Bucket.Listing listing = bucket.list(prefix, patienceNanos);
        Map<String, String> wrong = listing.unreadable();
        if (!wrong.isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0} objects {1}* cannot be read, and stay as they are: {2}",
                    wrong.size(),
                    prefix,
                    wrong.values().stream().limit(MOST_NAMES).collect(Collectors.joining(", ")));
        }
        Map<Id, String> unreadable = new HashMap<>();
        wrong.forEach((key, why) -> {
            Id ref = DiskTier.id(key.substring(prefix.length()), DiskTier.ENTRY);
            if (ref != null) {
                unreadable.put(ref, "tier=s3: " + why);
            }
        });
        return new DiskTier.Found(
                listing.entries().stream().map(each -> each.form().shape()).toList(), unreadable);
    }

    private String key(Id ref) {
        return prefix + ref + ".entry";
    }

    // ---- in order

    private void line(Id ref, Job job) {
        lock.lock();
        try {
            if (closing) {
                return; // nobody waits any more
            }
            ArrayDeque<Job> running = lines.get(ref);
            if (running != null) {
                running.add(job);
                return;
            }
            lines.put(ref, new ArrayDeque<>());
        } finally {
            lock.unlock();
        }
        start(ref, job);
    }

    private void start(Id ref, Job first) {
        Thread.ofVirtual().name("mosaic-bucket").start(() -> {
            for (Job job = first; job != null; job = next(ref)) {
                run(job);
            }
        });
    }

    private void run(Job job) {
        BucketProblem problem = null;
        job.bound.acquireUninterruptibly();
        try {
            if (job.bound.equals(up)) {
                check();
            }
            job.work.run();
        } catch (BucketException failed) {
            problem = failed.problem();
        } catch (RuntimeException | Error bug) {
            problem = new BucketProblem(BucketProblem.Kind.REFUSED, bug.toString());
        } finally {
            job.bound.release();
        }
        job.done.accept(problem);
    }

    private @Nullable Job next(Id ref) {
        lock.lock();
        try {
            Job next =
                    closing ? null : lines.getOrDefault(ref, new ArrayDeque<>()).poll();
            if (next == null) {
                lines.remove(ref);
                ended.signalAll();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    /** What is under way ends; unless the store is to return, nothing is left. */
    @Override
    public void close() {
        lock.lock();
        try {
            closing = true;
        } finally {
            lock.unlock();
        }
        bucket.cancel();
        awaitEnd();
        BucketOwner known = owner;
        if (known != null) {
            known.close();
        }
        if (!returns) {
            deleteAll(prefix);
            deleteAll(livesPrefix);
        }
        bucket.close();
    }

    private void deleteAll(String names) {
        try {
            bucket.deleteAll(names, patienceNanos);
        } catch (BucketException failed) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "objects called {0}* are left behind: {1}",
                    names,
                    failed.problem().words());
        }
    }

    private void awaitEnd() {
        long left = END_NANOS;
        lock.lock();
        try {
            while (!lines.isEmpty() && left > 0) {
                left = ended.awaitNanos(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
