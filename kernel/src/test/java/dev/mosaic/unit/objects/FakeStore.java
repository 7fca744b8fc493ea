package dev.mosaic.unit.objects;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Place;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.LinkOutput;
import dev.mosaic.unit.links.Links;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A store around its machine: memory on the heap that is scribbled on when it is free, a disk and a bucket that answer when told. */
final class FakeStore implements StoreOutput, LinkOutput {
    final StoreCluster cluster;
    final long id;
    final ObjectSettings settings;
    final Links links;
    final StoreMachine machine;
    final Map<Id, byte[]> disk = new HashMap<>();
    final Map<Id, Boolean> flushed = new HashMap<>();
    final ArrayDeque<Runnable> diskWork = new ArrayDeque<>();
    private final Map<Place, MemorySegment> live = new HashMap<>();
    /** Why no file can be read now; null while they can. */
    @Nullable String readProblem;

    private final Set<Id> damaged = new HashSet<>();
    private long lastGeneration;
    boolean hasNoMemory;
    final List<ClusterMessage> toMonitor = new ArrayList<>();
    String diskProblem = "";

    final Map<Id, byte[]> bucket = new HashMap<>();
    final ArrayDeque<Runnable> bucketWork = new ArrayDeque<>();

    @Nullable BucketProblem bucketProblem;

    /** Which home wrote a record, and what it says; as on disk or in a bucket, other homes may write there, too. */
    record Kept(long writer, LifeRecord record) {}

    Map<Id, Kept> lives = new HashMap<>();
    final ArrayDeque<Runnable> lifeWork = new ArrayDeque<>();

    /** Units to which it wanted a link. */
    final Set<Long> dialled = new LinkedHashSet<>();

    /** How often a record was written. */
    int recorded;

    /** What files and objects say of themselves. */
    final Map<Id, ObjectMessage.Shape> shapes = new HashMap<>();

    FakeStore(StoreCluster cluster, long id, boolean isHome, ObjectSettings settings) {
        this.cluster = cluster;
        this.id = id;
        this.settings = settings;
        this.links = new Links(id, this);
        this.machine = new StoreMachine(links, isHome, settings, this);
    }

    @Override
    public void send(long unit, UnitMessage message) {
        cluster.sent(id, unit, message);
    }

    @Override
    public void dial(long unit) {
        dialled.add(unit);
    }

    @Override
    public void tellMonitor(ClusterMessage message) {
        toMonitor.add(message);
    }

    @Override
    public @Nullable Parts allocate(Id ref, List<Long> sizes) {
        if (hasNoMemory) {
            return null;
        }
        List<MemorySegment> segments = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        for (long size : sizes) {
            MemorySegment segment = MemorySegment.ofArray(new byte[(int) size]);
            Place place = new Place(id, 1, 2, 3, 64 * lastGeneration, size, ++lastGeneration);
            live.put(place, segment);
            segments.add(segment);
            places.add(place);
        }
        return new Parts(segments, places);
    }

    @Override
    public void free(Parts parts) {
        for (Place place : parts.places()) {
            MemorySegment segment = live.remove(place);
            if (segment == null) {
                throw new AssertionError("freed twice: " + place);
            }
            segment.fill((byte) 0xEE);
        }
    }

    /** Bytes at a place that is in use. */
    MemorySegment at(@Nullable Place place) {
        MemorySegment segment = live.get(place);
        if (segment == null) {
            throw new AssertionError("nothing lives at " + place);
        }
        return segment;
    }

    long liveBytes() {
        return live.values().stream().mapToLong(MemorySegment::byteSize).sum();
    }

    @Override
    public void copy(MemorySegment from, MemorySegment to) {
        if (from.byteSize() != to.byteSize()) {
            throw new AssertionError(from + " does not fit into " + to);
        }
        to.copyFrom(from);
    }

    @Override
    public int checksum(MemorySegment bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.asByteBuffer());
        return (int) crc.getValue();
    }

    @Override
    public void write(ObjectMessage.Shape shape, Parts parts, boolean flush) {
        Id ref = shape.ref();
        diskWork.add(() -> {
            if (diskProblem.isEmpty()) {
                disk.put(ref, bytes(parts));
                shapes.put(ref, shape);
                flushed.put(ref, flush);
                machine.written(cluster.now, ref, null);
            } else {
                machine.written(cluster.now, ref, diskProblem);
            }
        });
    }

    private static byte[] bytes(Parts parts) {
        int size = (int) Entry.size(
                parts.segments().stream().map(MemorySegment::byteSize).toList());
        byte[] all = new byte[size];
        int at = 0;
        for (MemorySegment part : parts.segments()) {
            MemorySegment.copy(part, 0, MemorySegment.ofArray(all), at, part.byteSize());
            at += (int) part.byteSize();
        }
        return all;
    }

    @Override
    public void load(Id ref, Parts parts) {
        diskWork.add(() -> {
            byte[] all = disk.get(ref);
            if (readProblem != null) {
                machine.notLoaded(cluster.now, ref, readProblem);
                return;
            }
            if (all == null || damaged.contains(ref)) {
                disk.remove(ref); // it is moved aside
                machine.loaded(cluster.now, ref, "the checksum is wrong");
                return;
            }
            fill(parts, all);
            machine.loaded(cluster.now, ref, null);
        });
    }

    private static void fill(Parts parts, byte[] all) {
        int at = 0;
        for (MemorySegment part : parts.segments()) {
            part.copyFrom(MemorySegment.ofArray(all).asSlice(at, part.byteSize()));
            at += (int) part.byteSize();
        }
    }

    @Override
    public void delete(Id ref) {
        if (disk.remove(ref) == null) {
            throw new AssertionError("not on disk: " + ref);
        }
    }

    @Override
    public void upload(ObjectMessage.Shape shape, @Nullable Parts parts) {
        Id ref = shape.ref();
        bucketWork.add(() -> {
            if (bucketProblem == null) {
                byte[] file = disk.get(ref);
                if (parts == null && file == null) {
                    throw new AssertionError("not on disk: " + ref);
                }
                bucket.put(ref, parts == null ? file : bytes(parts));
                shapes.put(ref, shape);
            }
            machine.uploaded(cluster.now, ref, bucketProblem);
        });
    }

    @Override
    public void download(Id ref, Parts parts) {
        bucketWork.add(() -> {
            byte[] all = bucket.get(ref);
            if (bucketProblem != null) {
                machine.downloaded(cluster.now, ref, bucketProblem);
            } else if (all == null || damaged.contains(ref)) {
                machine.downloaded(cluster.now, ref, new BucketProblem(BucketProblem.Kind.GONE, "no key " + ref));
            } else {
                fill(parts, all);
                machine.downloaded(cluster.now, ref, null);
            }
        });
    }

    @Override
    public void remove(Id ref) {
        bucketWork.add(() -> bucket.remove(ref));
    }

    @Override
    public void record(LifeRecord record) {
        lifeWork.add(() -> {
            Id tessera = record.tessera();
            Kept before = lives.get(tessera);
            BucketProblem problem = bucketProblem;
            if (before != null && before.writer != id) {
                problem = new BucketProblem(BucketProblem.Kind.TAKEN, "home=" + before.writer);
            } else if (problem == null && record.isOver()) {
                lives.remove(tessera);
            } else if (problem == null) {
                recorded++;
                lives.put(tessera, new Kept(id, record));
            }
            machine.recorded(cluster.now, tessera, problem);
        });
    }

    /** It comes after one that has ended, with the files and objects of that. */
    void returns(FakeStore before) {
        machine.returned(cluster.now);
        before.shapes.forEach((ref, shape) -> {
            boolean onDisk = before.disk.containsKey(ref);
            boolean inBucket = before.bucket.containsKey(ref);
            if (onDisk || inBucket) {
                machine.found(cluster.now, shape, onDisk, inBucket);
            }
        });
        lives = before.lives;
        lives.replaceAll((tessera, kept) -> new Kept(id, kept.record));
        lives.values().forEach(kept -> machine.found(cluster.now, kept.record));
        disk.putAll(before.disk);
        bucket.putAll(before.bucket);
        shapes.putAll(before.shapes);
    }

    void damage(Id ref) {
        damaged.add(ref);
    }

    /** Lets disk and bucket do all they were asked. */
    void runDisk() {
        while (!diskWork.isEmpty() || !bucketWork.isEmpty() || !lifeWork.isEmpty()) {
            runTiers();
            runLives();
        }
    }

    /** The same, but for the records of lives. */
    void runTiers() {
        run(diskWork);
        run(bucketWork);
    }

    void runLives() {
        run(lifeWork);
    }

    private static void run(ArrayDeque<Runnable> work) {
        while (!work.isEmpty()) {
            work.remove().run();
        }
    }
}
