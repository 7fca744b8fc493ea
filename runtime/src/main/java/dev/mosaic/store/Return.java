package dev.mosaic.store;

import dev.mosaic.StartException;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.unit.objects.LifeRecord;
import dev.mosaic.unit.objects.StoreMachine;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a home finds again that has come back: its files and objects say themselves what they are. */
final class Return {
    private final Map<Id, ObjectMessage.Shape> shapes = new LinkedHashMap<>();
    private final Set<Id> onDisk = new HashSet<>();
    private final Set<Id> inBucket = new HashSet<>();
    private final Map<Id, String> unreadable = new LinkedHashMap<>();
    private final Map<Id, LifeRecord> lives = new LinkedHashMap<>();

    private Return() {}

    /** @throws StartException where folder or bucket cannot be read: without them entries would seem lost that are not */
    static Return of(
            StoreOptions options,
            DiskTier disk,
            @Nullable BucketTier bucket,
            LifeFiles files,
            @Nullable LifeObjects objects) {
        Return found = new Return();
        try {
            found.add(disk.found(), found.onDisk);
            if (bucket != null) {
                found.add(bucket.found(), found.inBucket);
            }
            for (Id ref : disk.gone()) {
                found.isOver(ref, disk, bucket);
            }
            found.claim(files, objects);
            return found;
        } catch (IOException | BucketException e) {
            throw new StartException(
                    options.uid() + " cannot read its stored state: " + e.getMessage(),
                    "look at " + options.folder()
                            + options.s3().map(s3 -> " and " + s3).orElse("") + ", then start it again",
                    e);
        }
    }

    /** Where there is a bucket, what is only on disk is from a time when there was none. */
    private void claim(LifeFiles files, @Nullable LifeObjects objects) throws IOException, BucketException {
        if (objects == null) {
            files.claim().forEach(life -> lives.put(life.tessera(), life));
            return;
        }
        objects.claim().forEach(life -> lives.put(life.tessera(), life));
        for (LifeRecord life : files.found()) {
            if (lives.putIfAbsent(life.tessera(), life) == null) {
                objects.write(life);
            }
            files.delete(life.tessera());
        }
    }

    private void add(DiskTier.Found found, Set<Id> where) {
        unreadable.putAll(found.unreadable());
        for (ObjectMessage.Shape shape : found.shapes()) {
            shapes.putIfAbsent(shape.ref(), shape);
            where.add(shape.ref());
        }
    }

    private void isOver(Id ref, DiskTier disk, @Nullable BucketTier bucket) {
        shapes.remove(ref);
        unreadable.remove(ref);
        disk.delete(ref);
        if (bucket != null) {
            bucket.remove(ref, () -> disk.unmark(ref));
        } else {
            disk.unmark(ref);
        }
    }

    /** Before anything is said to the machine. */
    void into(StoreMachine machine, long now) {
        machine.returned(now);
        shapes.forEach((ref, shape) -> machine.found(now, shape, onDisk.contains(ref), inBucket.contains(ref)));
        unreadable.forEach((ref, why) -> machine.unreadable(now, ref, why));
        lives.values().forEach(life -> machine.found(now, life));
    }
}
