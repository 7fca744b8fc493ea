package dev.mosaic.store;

import dev.mosaic.message.Id;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.store.tier.LifeForm;
import dev.mosaic.unit.objects.BucketProblem;
import dev.mosaic.unit.objects.LifeRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records of lives as objects of a bucket, written where the object is as it was when this home wrote or claimed it last. A write whose
 * answer was lost is known by the writer's name inside of it.
 *
 * <p><b>Threading:</b> as {@link LifeTier}. <b>Cost:</b> one request for each write; two for one that ends, and for one that is claimed.
 */
final class LifeObjects implements LifeTier {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.store");
    private static final int MOST_AT_ONCE = 8;

    /** How often somebody else may write while one is claimed. */
    private static final int ATTEMPTS = 5;

    private final Bucket bucket;
    private final BucketTier tier;
    private final String prefix;
    private final long self;
    private final long patienceNanos;

    /** As which each was written or read last; those that are not there yet have none. */
    private final Map<Id, String> tags = new ConcurrentHashMap<>();

    LifeObjects(Bucket bucket, BucketTier tier, String prefix, long self, long patienceNanos) {
        this.bucket = bucket;
        this.tier = tier;
        this.prefix = prefix;
        this.self = self;
        this.patienceNanos = patienceNanos;
    }

    private String key(Id tessera) {
        return prefix + tessera + ENDING;
    }

    @Override
    public void write(LifeRecord record, Consumer<@Nullable BucketProblem> done) {
        tier.upload(record.tessera(), () -> write(record), done);
    }

    /** The same, at once. */
    void write(LifeRecord record) throws BucketException {
        Id tessera = record.tessera();
        byte[] bytes = new LifeForm(self, record).bytes();
        try {
            tags.put(tessera, bucket.replace(key(tessera), bytes, tags.getOrDefault(tessera, ""), patienceNanos));
        } catch (BucketException changed) {
            String own = ownTag(tessera, changed);
            tags.put(tessera, bucket.replace(key(tessera), bytes, own, patienceNanos));
        }
        if (record.isOver()) {
            tags.remove(tessera);
            bucket.delete(key(tessera), patienceNanos);
        }
    }

    /** It is another object than was thought, but this home's: a write did arrive of which no answer came. */
    private String ownTag(Id tessera, BucketException changed) throws BucketException {
        if (changed.problem().kind() != BucketProblem.Kind.TAKEN) {
            throw changed;
        }
        Bucket.Stored there = bucket.read(key(tessera), patienceNanos);
        if (there == null || form(there.bytes()).writer() != self) {
            throw changed;
        }
        return there.tag();
    }

    private static LifeForm form(byte[] bytes) throws BucketException {
        try {
            return LifeForm.read(bytes);
        } catch (MessageFormatException damaged) {
            throw new BucketException(BucketProblem.Kind.GONE, "a record is damaged: " + damaged.getMessage(), damaged);
        }
    }

    // ---- from before

    @Override
    public List<LifeRecord> claim() throws BucketException {
        List<String> keys = bucket.keys(prefix, patienceNanos);
        Semaphore bound = new Semaphore(MOST_AT_ONCE);
        List<LifeRecord> records = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<@Nullable LifeRecord>> claims = new ArrayList<>();
            for (String key : keys) {
                claims.add(threads.submit(() -> {
                    bound.acquireUninterruptibly();
                    try {
                        return claim(key);
                    } finally {
                        bound.release();
                    }
                }));
            }
            for (Future<@Nullable LifeRecord> claim : claims) {
                LifeRecord record = result(claim);
                if (record != null) {
                    records.add(record);
                }
            }
        }
        return records;
    }

    private static @Nullable LifeRecord result(Future<@Nullable LifeRecord> claim) throws BucketException {
        try {
            return claim.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BucketException(BucketProblem.Kind.AWAY, "interrupted", interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof BucketException known) {
                throw known;
            }
            throw new BucketException(BucketProblem.Kind.REFUSED, String.valueOf(failed.getCause()), failed);
        }
    }

    /** Null where there is none, or one that is worth nothing. */
    private @Nullable LifeRecord claim(String key) throws BucketException {
        for (int attempt = 1; ; attempt++) {
            Bucket.Stored there = bucket.read(key, patienceNanos);
            if (there == null) {
                return null;
            }
            LifeRecord record;
            try {
                record = form(there.bytes()).record();
            } catch (BucketException damaged) {
                LOG.log(System.Logger.Level.WARNING, "passed over: {0}: {1}", key, damaged.getMessage());
                return null;
            }
            if (record.isOver()) {
                bucket.delete(key, patienceNanos);
                return null;
            }
            try {
                String tag = bucket.replace(key, new LifeForm(self, record).bytes(), there.tag(), patienceNanos);
                tags.put(record.tessera(), tag);
                return record;
            } catch (BucketException changed) {
                if (changed.problem().kind() != BucketProblem.Kind.TAKEN || attempt == ATTEMPTS) {
                    throw changed;
                }
            }
        }
    }
}
