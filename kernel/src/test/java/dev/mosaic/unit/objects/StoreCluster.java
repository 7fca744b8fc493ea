package dev.mosaic.unit.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.objects.EvictionIndex.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Stores that are linked, and units that are names: what is sent to a unit is written down. Messages go through the codec. */
final class StoreCluster {
    static final long HOME = 100;
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;
    static final ObjectSettings SETTINGS = new ObjectSettings(1_000, 10_000, 64, 3, 30 * SECOND, 30 * SECOND);

    record Sent(long from, long to, UnitMessage message) {}

    final Map<Long, FakeStore> stores = new LinkedHashMap<>();
    final ArrayDeque<Sent> underWay = new ArrayDeque<>();
    final List<Sent> toUnits = new ArrayList<>();
    final List<Sent> delivered = new ArrayList<>();
    private final Set<Set<Long>> cut = new HashSet<>();
    private final Map<Long, Long> lastLease = new HashMap<>();
    Predicate<Sent> lost = sent -> false;
    long now = SECOND;
    private long lastNumber;
    private long lastVersion;

    StoreCluster(long... units) {
        this(SETTINGS, units);
    }

    StoreCluster(ObjectSettings settings, long... units) {
        add(HOME, settings);
        for (long unit : units) {
            connect(unit);
        }
    }

    FakeStore home() {
        return store(HOME);
    }

    FakeStore store(long id) {
        FakeStore store = stores.get(id);
        if (store == null) {
            throw new AssertionError("no store=" + id);
        }
        return store;
    }

    FakeStore add(long id) {
        return add(id, SETTINGS);
    }

    FakeStore add(long id, ObjectSettings settings) {
        FakeStore store = new FakeStore(this, id, id / 100 * 100 == id, settings);
        List<FakeStore> others = List.copyOf(stores.values());
        stores.put(id, store);
        for (FakeStore other : others) {
            other.machine.storeJoined(now, id, id / 100 * 100 == id);
            store.machine.storeJoined(now, other.id, other.id / 100 * 100 == other.id);
            link(id, other.id);
        }
        pump();
        return store;
    }

    /** The home ends; another instance comes with the same disk and bucket. */
    FakeStore restart(long home, long next) {
        FakeStore before = store(home);
        kill(home);
        FakeStore after = new FakeStore(this, next, true, before.settings);
        after.returns(before);
        List<FakeStore> others = List.copyOf(stores.values());
        stores.put(next, after);
        for (FakeStore other : others) {
            other.machine.storeJoined(now, next, true);
            after.machine.storeJoined(now, other.id, false);
            link(next, other.id);
        }
        pump();
        return after;
    }

    // ---- links

    void connect(long unit) {
        for (FakeStore store : stores.values()) {
            store.links.connected(unit);
            store.machine.connected(now, unit);
        }
    }

    private void link(long one, long other) {
        store(one).links.connected(other);
        store(one).machine.connected(now, other);
        store(other).links.connected(one);
        store(other).machine.connected(now, one);
    }

    void cut(long a, long b) {
        cut.add(Set.of(a, b));
        underWay.removeIf(sent -> cut.contains(Set.of(sent.from, sent.to)));
        store(a).links.disconnected(b);
        store(b).links.disconnected(a);
    }

    void heal(long a, long b) {
        cut.remove(Set.of(a, b));
        link(a, b);
        pump();
    }

    /** A unit or a store is dead, for all. */
    void kill(long unit) {
        stores.remove(unit);
        underWay.removeIf(sent -> sent.from == unit || sent.to == unit);
        for (FakeStore store : List.copyOf(stores.values())) {
            store.links.lost(unit);
            store.machine.lost(now, unit);
        }
        pump();
    }

    // ---- messages

    void sent(long from, long to, UnitMessage message) {
        Sent sent = new Sent(from, to, copy(message));
        if (lost.test(sent)) {
            return;
        }
        (stores.containsKey(to) ? underWay : toUnits).add(sent);
    }

    /** As it arrives: bytes of its own, but for what lies in shared memory. */
    private static UnitMessage copy(UnitMessage message) {
        MessageWriter writer = new MessageWriter();
        try {
            var first = writer.write(message, true);
            List<MemorySegment> further = writer.outOfBand().stream()
                    .map(part -> MemorySegment.ofArray(part.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE)))
                    .toList();
            return new MessageReader().read(first, further);
        } catch (MessageFormatException wrong) {
            throw new AssertionError(wrong);
        }
    }

    /** Delivers what is under way between stores, until nothing is. */
    void pump() {
        for (int i = 0; i < 100_000 && !underWay.isEmpty(); i++) {
            deliver();
        }
        assertThat(underWay).isEmpty();
    }

    void deliver() {
        Sent sent = underWay.remove();
        delivered.add(sent);
        FakeStore to = stores.get(sent.to);
        if (to != null) {
            say(sent.from, to, sent.message);
        }
    }

    private void say(long from, FakeStore to, UnitMessage message) {
        switch (message) {
            case ObjectMessage object -> to.machine.received(now, from, object);
            case ValueMessage.Hold hold -> to.machine.hold(now, from, hold);
            case ValueMessage.Held held -> to.machine.held(now, from, held);
            case LifeMessage life -> to.machine.life(now, from, life);
            default -> throw new AssertionError(message);
        }
    }

    /** A unit says something to a store, and all that follows happens. */
    void say(long from, long store, UnitMessage message) {
        say(from, store(store), message);
        pump();
    }

    /** Lets the disks work, and all that follows. */
    void settle() {
        for (int i = 0; i < 100; i++) {
            pump();
            stores.values().forEach(FakeStore::runDisk);
        }
        pump();
        stores.values().forEach(store -> assertIndexed(store.machine));
    }

    /** What a look at all entries finds is what the index says without one. */
    private static void assertIndexed(StoreMachine machine) {
        List<Entry> inMemory = byUse(machine, Entry::isEvictable);
        List<Entry> indexed = new ArrayList<>();
        for (Kind kind : List.of(Kind.COPY, Kind.ONLY_COPY, Kind.REFUSED)) {
            indexed.addAll(machine.evictable.all(kind));
        }
        assertThat(indexed).containsExactlyInAnyOrderElementsOf(inMemory);
        assertThat(machine.evictable.evictableBytes())
                .isEqualTo(inMemory.stream().mapToLong(Entry::memoryBytes).sum());
        assertThat(machine.evictable.all(Kind.COPY))
                .isEqualTo(byUse(machine, entry -> entry.isEvictable() && entry.hasOtherCopy()));
        assertThat(machine.evictable.all(Kind.FILE_COPY))
                .isEqualTo(byUse(
                        machine,
                        entry -> entry.isOnDisk() && (entry.isCached() || entry.isInBucket()) && entry.isIdle()));
        assertThat(machine.evictable.all(Kind.ONLY_FILE))
                .isEqualTo(byUse(
                        machine,
                        entry ->
                                entry.isOnDisk() && !entry.isInBucket() && !entry.isUploading() && !entry.isDropped()));
        assertThat(machine.pins()).isEqualTo(byUse(machine, Entry::isLeased).size());
    }

    private static List<Entry> byUse(StoreMachine machine, Predicate<Entry> which) {
        return machine.entries.values().stream()
                .filter(which)
                .sorted(Comparator.comparingLong(Entry::usedAt))
                .toList();
    }

    /** Time passes, and disks work. */
    void pass(long nanos) {
        long end = now + nanos;
        while (now < end) {
            now = Math.min(end, now + 200 * MILLI);
            stores.values().forEach(store -> store.machine.tick(now));
            settle();
        }
    }

    // ---- what units do

    Id ref(long unit) {
        return new Id(unit, ++lastNumber);
    }

    /** What was said to a unit since last asked, of that kind. */
    <M extends UnitMessage> List<M> take(long unit, Class<M> kind) {
        List<M> taken = new ArrayList<>();
        toUnits.removeIf(sent -> {
            boolean fits = sent.to == unit && kind.isInstance(sent.message);
            if (fits) {
                taken.add(kind.cast(sent.message));
            }
            return fits;
        });
        return taken;
    }

    void hold(long unit, Id ref, boolean holding) {
        hold(unit, HOME, ref, holding);
    }

    void hold(long unit, long home, Id ref, boolean holding) {
        say(unit, home, new ValueMessage.Hold(ref, holding, false, ++lastVersion));
    }

    static byte[] bytes(Id ref, int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (ref.number() * 31 + i * 7L + (i >> 6));
        }
        return bytes;
    }

    static Payload payload(Id ref, int size, Carried... carried) {
        return new Payload(
                new byte[] {(byte) ref.number()},
                size == 0 ? List.of() : List.of(MemorySegment.ofArray(bytes(ref, size))),
                List.of(carried));
    }

    /** Holds a new ref, and asks the store to keep that many bytes for it. */
    Id asksToPut(long unit, long store, int flags, int size, Carried... carried) {
        Id ref = ref(unit);
        hold(unit, ref, true);
        say(unit, store, new ObjectMessage.Put(ref, "bytes", flags, payload(ref, size, carried)));
        return ref;
    }

    /** The same, and it is done. */
    Id put(long unit, long store, int flags, int size, Carried... carried) {
        Id ref = asksToPut(unit, store, flags, size, carried);
        settle();
        assertThat(take(unit, ObjectMessage.Stored.class)).containsExactly(new ObjectMessage.Stored(ref, null));
        return ref;
    }

    Id put(long unit, int size, Carried... carried) {
        return put(unit, HOME, 0, size, carried);
    }

    Id acquire(long unit, long store, Id... refs) {
        long number = lastLease.merge(unit, -1L, Long::sum);
        Id lease = new Id(unit, number);
        say(unit, store, new ObjectMessage.Acquire(lease, Arrays.asList(refs)));
        return lease;
    }

    void discharge(long unit, long store, Id lease) {
        say(unit, store, new ObjectMessage.Discharge(lease));
    }

    /** The outcomes of a lease that was answered since last asked. */
    List<Outcome> acquired(Id lease) {
        List<ObjectMessage.Acquired> answers = new ArrayList<>();
        toUnits.removeIf(sent -> {
            boolean fits =
                    sent.message instanceof ObjectMessage.Acquired(Id of, List<Outcome> values) && of.equals(lease);
            if (fits) {
                answers.add((ObjectMessage.Acquired) sent.message);
            }
            return fits;
        });
        return answers.isEmpty() ? List.of() : answers.getFirst().values();
    }

    Failure failure(Id lease) {
        List<Outcome> outcomes = acquired(lease);
        assertThat(outcomes).hasSize(1).first().isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcomes.getFirst()).failure();
    }

    /** The lease was answered with the bytes of these entries, which lie in that store's memory now. */
    void assertReads(long store, Id lease, Id... refs) {
        List<Outcome> outcomes = acquired(lease);
        assertThat(outcomes).hasSize(refs.length);
        IntStream.range(0, refs.length).forEach(i -> {
            assertThat(outcomes.get(i)).isInstanceOf(Outcome.Returned.class);
            Payload value = ((Outcome.Returned) outcomes.get(i)).value();
            assertThat(value.inline()).containsExactly((byte) refs[i].number());
            for (int part = 0; part < value.outOfBand().size(); part++) {
                MemorySegment segment = store(store).at(value.place(part));
                assertThat(segment.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                        .isEqualTo(bytes(refs[i], (int) segment.byteSize()));
            }
        });
    }

    /** Reads it once. */
    void assertCanRead(long unit, long store, Id ref) {
        Id lease = acquire(unit, store, ref);
        settle();
        assertReads(store, lease, ref);
        discharge(unit, store, lease);
    }

    void assertCannotRead(long unit, long store, Id ref, String why) {
        Id lease = acquire(unit, store, ref);
        settle();
        assertThat(failure(lease).what()).contains(why);
        discharge(unit, store, lease);
    }

    /** Nothing is left anywhere. */
    void assertEmpty() {
        settle();
        for (FakeStore store : stores.values()) {
            assertThat(store.machine.open())
                    .describedAs(store.machine.describe())
                    .isZero();
            assertThat(store.machine.usedBytes()).isZero();
            assertThat(store.machine.diskBytes()).isZero();
            assertThat(store.liveBytes()).isZero();
            assertThat(store.disk).isEmpty();
            assertThat(store.bucket).isEmpty();
        }
    }
}
