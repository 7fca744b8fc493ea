package dev.mosaic.unit.objects;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A store: the entries of one machine, in memory and on disk. The warehouse's is the <em>home</em> besides: it knows who holds
 * which ref and who has copies, gets a copy of each entry itself, and may have a bucket as third tier.
 *
 * <p>Events are methods; what is to be done goes to {@link StoreOutput} and {@link Links}. The design is told in {@code
 * docs/design/003-objects.md}.
 *
 * <p><b>Threading:</b> the loop of its shell. <b>Cost:</b> O(1) for each event while there is memory; one record of some 300 B for
 * each entry. <b>Failure:</b> every question is answered: with what was asked for, or a failure that names the entry.
 */
public final class StoreMachine {
    private static final int MARKS = 100_000;
    private static final int MOST_DESCRIBED = 5;

    final Links links;
    final ObjectSettings settings;
    final StoreOutput out;
    final Map<Id, Entry> entries = new LinkedHashMap<>();
    final EvictionIndex evictable = new EvictionIndex();
    final Room room;
    final Bucket bucket;
    final Leases leases;
    final Puts puts;
    final Home home;
    final Branch branch;
    final Transfers transfers;
    final Serving serving;
    final Insides insides;
    final Catalogue catalogue;
    private final Map<Id, Failure> dropped = new LinkedHashMap<>();
    private final Map<Id, String> unreadable = new LinkedHashMap<>();
    private final Map<Long, String> names = new LinkedHashMap<>();
    private final Map<Long, Long> dead = new LinkedHashMap<>();
    private long uses;

    /** The time of the event that is dealt with. */
    long now;

    /** @param isHome true for the warehouse's */
    public StoreMachine(Links links, boolean isHome, ObjectSettings settings, StoreOutput out) {
        this.links = links;
        this.settings = settings;
        this.out = out;
        this.room = new Room(this);
        this.bucket = new Bucket(this);
        this.leases = new Leases(this);
        this.puts = new Puts(this);
        this.home = new Home(this, isHome);
        this.branch = new Branch(this);
        this.transfers = new Transfers(this);
        this.serving = new Serving(this);
        this.insides = new Insides(this);
        this.catalogue = new Catalogue(this);
        if (isHome) {
            links.home(links.self());
        }
    }

    // ---- what units and stores say

    public void received(long time, long from, ObjectMessage message) {
        now = time;
        if (!links.isDead(from) && !home.defers(from, message)) {
            take(from, message);
            room.serve();
        }
    }

    /** What could not be answered when it came. */
    void takeLate(long from, ObjectMessage message) {
        if (!links.isDead(from)) {
            take(from, message);
        }
    }

    private void take(long from, ObjectMessage message) {
        switch (message) {
            case ObjectMessage.Reserve reserve -> puts.reserve(from, reserve);
            case ObjectMessage.Put put -> puts.put(from, put);
            case ObjectMessage.Acquire acquire -> leases.acquire(from, acquire);
            case ObjectMessage.Discharge discharge -> leases.discharge(from, discharge.lease());
            case ObjectMessage.Leases live -> {
                leases.live(from, live);
                puts.live(from, live);
            }
            case ObjectMessage.Discard discard -> home.discard(from, discard.ref());
            case ObjectMessage.Announce announce -> home.announce(from, announce.shape());
            case ObjectMessage.Announced announced -> branch.announced(announced);
            case ObjectMessage.Where where -> home.asked(from, where.ref());
            case ObjectMessage.Copies copies -> branch.copies(copies);
            case ObjectMessage.Absent absent -> branch.absent(absent);
            case ObjectMessage.Pull pull -> serving.asked(from, pull);
            case ObjectMessage.Chunk chunk -> transfers.chunk(from, chunk);
            case ObjectMessage.NotHere notHere -> transfers.notHere(from, notHere.ref());
            case ObjectMessage.Erase erase -> puts.erase(from, erase.ref());
            case ObjectMessage.LetGo letGo -> home.letGo(from, letGo.ref());
            case ObjectMessage.Reserved answer -> {} // these are for units
            case ObjectMessage.Stored answer -> {}
            case ObjectMessage.Acquired answer -> {}
            case ObjectMessage.Discarded answer -> {}
            case ObjectMessage.Recall answer -> {}
        }
    }

    /** A unit holds a ref, or holds it no more. */
    public void hold(long time, long from, ValueMessage.Hold hold) {
        now = time;
        if (!links.isDead(from)) {
            if (hold.tessera().hasLives()) {
                catalogue.whereabouts.hold(from, hold);
            } else {
                home.hold(from, hold);
            }
            room.serve();
        }
    }

    /** Somebody calls a tessera that is passive, or was. */
    public void called(long time, long from, StreamMessage item) {
        now = time;
        if (!links.isDead(from)) {
            catalogue.called(from, item);
            room.serve();
        }
    }

    /** A monitor listens, which may be new. */
    public void monitor(long time) {
        now = time;
        catalogue.monitor();
        room.serve();
    }

    /** A worker knows that this store holds its tessera, or the home that it holds a ref. */
    public void held(long time, long from, ValueMessage.Held held) {
        now = time;
        if (!links.isDead(from)) {
            insides.held(held);
            room.serve();
        }
    }

    /** About lives of tesserae: to the home from all, and to every store as one that may hold proxies. */
    public void life(long time, long from, LifeMessage message) {
        now = time;
        if (!links.isDead(from)) {
            insides.life(from, message);
            catalogue.received(from, message);
            room.serve();
        }
    }

    /** The monitor has a place for the next life of a tessera. */
    public void placed(long time, ClusterMessage.Placed placed) {
        now = time;
        catalogue.placed(placed);
        room.serve();
    }

    /** It has none, so far or for ever. */
    public void refused(long time, ClusterMessage.Refused refused) {
        now = time;
        catalogue.refused(refused);
        room.serve();
    }

    /** The monitor has heard that unit so long ago: the answer to {@link ClusterMessage.Look}. */
    public void looked(long time, ClusterMessage.Looked looked) {
        now = time;
        catalogue.unraised.looked(looked.instance(), looked.silentNanos());
        room.serve();
    }

    // ---- a home that comes back

    /** This home has had a life before: {@link #found} follows for each entry that disk and bucket still have. Before all else. */
    public void returned(long time) {
        now = time;
        home.returned();
    }

    /** An entry that is there from before. Its holders say so again; where nobody does, it goes. */
    public void found(long time, ObjectMessage.Shape shape, boolean onDisk, boolean inBucket) {
        now = time;
        Entry entry = known(shape.ref());
        entry.shape(shape);
        if (onDisk) {
            room.found(entry);
        }
        entry.inBucket(inBucket);
        Parts nothing = entry.memoryBytes() == 0 ? room.take(entry.ref, entry.sizes()) : null;
        entry.parts = nothing == null ? Parts.NONE : nothing;
        entry.phase(nothing == null ? entry.withoutMemory() : Entry.Phase.MEMORY);
        home.found(entry);
        insides.hold(entry);
    }

    /** An entry that was there before is in a tier still, but cannot be read. After all that can. */
    public void unreadable(long time, Id ref, String why) {
        now = time;
        if (!entries.containsKey(ref) && unreadable.size() < MARKS) {
            unreadable.put(ref, why);
        }
    }

    /** A durable life that is there from before. After all entries. */
    public void found(long time, LifeRecord record) {
        now = time;
        catalogue.found(record);
    }

    // ---- links, verdicts, time

    /** A link is up; {@link Links#connected} was told. */
    public void connected(long time, long unit) {
        now = time;
        leases.connected(unit);
        puts.connected(unit);
        home.connected(unit);
        branch.connected(unit);
        transfers.connected(unit);
        insides.connected(unit);
        catalogue.connected(unit);
        room.serve();
    }

    /** What a unit is called, this one too: for errors. */
    public void named(long unit, String uid) {
        names.put(unit, uid);
    }

    /** Its uid, where that is known. */
    String name(long store) {
        return names.getOrDefault(store, "unit " + Long.toHexString(store));
    }

    /** Another store is there. The home gives it what is published. */
    public void storeJoined(long time, long store, boolean isHome) {
        now = time;
        if (store == links.self() || links.isDead(store)) {
            return;
        }
        home.joined(store);
        if (isHome) {
            branch.homeJoined(store);
        }
        if (links.isUp(store)) {
            branch.connected(store);
        } else {
            links.send(store, new ObjectMessage.Leases(List.of())); // which dials
        }
        room.serve();
    }

    /** The verdict on a unit or store; {@link Links#lost} was told. */
    public void lost(long time, long unit) {
        now = time;
        dead.put(unit, time);
        names.remove(unit);
        leases.lost(unit);
        serving.lost(unit);
        branch.lost(unit);
        home.lost(unit);
        transfers.lost(unit);
        insides.lost(unit);
        catalogue.lost(unit);
        room.serve();
    }

    /** Every 100 to 250 ms. */
    public void tick(long time) {
        now = time;
        room.tick(time);
        bucket.tick();
        branch.tick(time);
        transfers.tick(time);
        home.tick(time);
        catalogue.tick();
        if (!dead.isEmpty()) {
            dead.entrySet().removeIf(entry -> {
                boolean over = time - entry.getValue() > settings.graceNanos();
                if (over) {
                    buried(entry.getKey());
                }
                return over;
            });
        }
        room.serve();
    }

    /** The machine is short of memory: so many bytes are to leave it, where they can. */
    public void shed(long time, long bytes) {
        now = time;
        room.shed(bytes);
        room.serve();
    }

    /** Nothing a dead unit had counts any longer. */
    private void buried(long unit) {
        for (Entry entry : List.copyOf(entries.values())) {
            if (entry.phase() == Entry.Phase.RESERVED && entry.writer == unit) {
                erased(entry.ref, "its writer was lost");
                remove(entry);
            }
        }
        home.buried(unit);
        catalogue.buried(unit);
    }

    // ---- what the shell says about disk and bucket

    /**
     * A write has ended.
     *
     * @param problem why it failed; null where it did not
     */
    public void written(long time, Id ref, @Nullable String problem) {
        now = time;
        Entry entry = entries.get(ref);
        if (entry == null || !entry.isWriting()) {
            return;
        }
        room.written(entry, problem);
        if (entry.unanswered && entry.is(ObjectMessage.DURABLE) && !bucket.isThere() && problem != null) {
            puts.answer(
                    entry, Failure.of(Failure.Kind.STORE_FULL, entry.words() + " was not flushed to disk: " + problem));
        } else {
            puts.answerIfDone(entry);
            home.written(entry);
        }
        tidy(entry);
        room.serve();
    }

    /**
     * A read has ended.
     *
     * @param problem why it failed; null where it did not
     */
    public void loaded(long time, Id ref, @Nullable String problem) {
        now = time;
        Entry entry = entries.get(ref);
        if (entry == null || entry.phase() != Entry.Phase.LOADING) {
            return;
        }
        if (isThereOrOver(entry, problem == null)) {
            room.serve();
            return;
        }
        entry.damage = "tier=disk: " + problem;
        room.isDamaged(entry);
        branch.isDamaged(entry);
        fill(entry);
        room.serve();
    }

    /**
     * A read failed for a reason that may pass, such as too many open files: the file is as it was, counts as before and is not deleted. The
     * bytes come from elsewhere this time; who waits is told where nobody else has the entry.
     */
    public void notLoaded(long time, Id ref, String problem) {
        now = time;
        Entry entry = entries.get(ref);
        if (entry == null || entry.phase() != Entry.Phase.LOADING) {
            return;
        }
        if (isThereOrOver(entry, false)) {
            room.serve();
            return;
        }
        boolean isElsewhere = entry.isInBucket() || entry.isCached() || transfers.source(entry) != 0;
        if (isElsewhere) {
            fillFromElsewhere(entry);
        } else {
            room.give(entry);
            entry.phase(entry.withoutMemory());
            transfers.unavailable(entry, unreadable(entry, "tier=disk: " + problem));
        }
        room.serve();
    }

    /** Of an entry whose file is there and could not be read. */
    static Failure unreadable(Entry entry, String problem) {
        return Failure.of(
                Failure.Kind.OBJECT_LOST, entry.words() + " cannot be read now, and is not deleted: " + problem);
    }

    /** An upload has ended; null where it went well. */
    public void uploaded(long time, Id ref, @Nullable BucketProblem problem) {
        now = time;
        Entry entry = entries.get(ref);
        if (entry != null && entry.isUploading()) {
            bucket.uploaded(entry, problem);
            tidy(entry);
            room.serve();
        }
    }

    /** A download has ended; null where it went well. */
    public void downloaded(long time, Id ref, @Nullable BucketProblem problem) {
        now = time;
        Entry entry = entries.get(ref);
        if (entry == null || entry.phase() != Entry.Phase.LOADING) {
            return;
        }
        if (problem == null) {
            bucket.isBack();
        }
        if (!isThereOrOver(entry, problem == null) && problem != null) {
            bucket.notDownloaded(entry, problem);
        }
        room.serve();
    }

    /**
     * A record is kept.
     *
     * @param problem why it is not; {@code TAKEN} where another home has kept one since; null where it is
     */
    public void recorded(long time, Id tessera, @Nullable BucketProblem problem) {
        now = time;
        catalogue.records.recorded(tessera, problem);
        room.serve();
    }

    private boolean isThereOrOver(Entry entry, boolean succeeded) {
        if (entry.isDropped()) {
            entry.phase(Entry.Phase.MEMORY);
            tidy(entry);
        } else if (succeeded) {
            isThere(entry);
        }
        return entry.isDropped() || succeeded;
    }

    // ---- entries

    boolean isErased(Id ref) {
        return dropped.containsKey(ref);
    }

    boolean isHome() {
        return home.isHome();
    }

    Entry known(Id ref) {
        Entry entry = entries.get(ref);
        if (entry == null) {
            entry = new Entry(ref, nextUse(), evictable);
            if (dropped.containsKey(ref)) {
                entry.drop();
            } else {
                entries.put(ref, entry);
            }
        }
        return entry;
    }

    /** Begins to get the bytes into memory, for which there is room; false where the system has none. */
    boolean bring(Entry entry) {
        Parts parts = room.take(entry.ref, entry.sizes());
        if (parts == null) {
            entry.problem = Failure.of(Failure.Kind.STORE_FULL, "the system has no shared memory for " + entry.words());
            return false;
        }
        entry.problem = null;
        entry.parts = parts;
        fill(entry);
        return true;
    }

    /** From the fastest tier that has it, else from another store. */
    private void fill(Entry entry) {
        if (entry.isOnDisk()) {
            entry.phase(Entry.Phase.LOADING);
            out.load(entry.ref, entry.parts);
        } else {
            fillFromElsewhere(entry);
        }
    }

    private void fillFromElsewhere(Entry entry) {
        if (entry.isInBucket()) {
            entry.phase(Entry.Phase.LOADING);
            out.download(entry.ref, entry.parts);
        } else {
            transfers.begin(entry);
        }
    }

    /** All bytes are in memory. */
    void isThere(Entry entry) {
        entry.phase(Entry.Phase.MEMORY);
        entry.used(nextUse());
        serving.serve(entry);
        leases.changed(entry);
        room.changed();
    }

    /** From now on nobody can acquire it. Its memory goes when the last lease ends. */
    void erased(Id ref, String why) {
        Entry entry = entries.get(ref);
        String words = entry == null ? "ref=" + ref : entry.words();
        erased(ref, Failure.of(Failure.Kind.OBJECT_LOST, words + ": " + why));
    }

    /** The same, where the reason is an error. */
    void erased(Id ref, Failure why) {
        Entry entry = entries.get(ref);
        mark(ref, why);
        if (entry == null || entry.isDropped()) {
            return;
        }
        entry.drop();
        if (entry.phase() == Entry.Phase.COMING) {
            entry.transfer = null;
        }
        leases.readers(entry).forEach(reader -> links.send(reader, new ObjectMessage.Recall(ref)));
        leases.erased(entry);
        serving.refuse(entry);
        puts.answer(entry, absence(ref));
        room.changed();
        tidy(entry);
    }

    /** Nobody uses it as before: it goes where it was erased, or where nothing of it is here. */
    void tidy(Entry entry) {
        if (entry.isDropped() && entry.isIdle()) {
            remove(entry);
            return;
        }
        if (!isHome() && entry.willNotCome()) {
            serving.refuse(entry);
        }
        if (!isHome() && entry.isNothing()) {
            forget(entry);
        } else {
            room.changed();
        }
    }

    /** It was erased, and its memory is free now. */
    void remove(Entry entry) {
        room.give(entry);
        entry.phase(Entry.Phase.ABSENT);
        room.deleted(entry);
        bucket.deleted(entry);
        forget(entry);
    }

    private void forget(Entry entry) {
        if (entries.remove(entry.ref, entry)) {
            insides.release(entry);
        }
    }

    private void mark(Id ref, Failure why) {
        dropped.putIfAbsent(ref, why);
        if (dropped.size() > MARKS) {
            dropped.remove(dropped.keySet().iterator().next());
        }
    }

    /** Why an entry is not in memory though it was wanted there. */
    Failure absence(Id ref, @Nullable Entry entry) {
        return entry == null || entry.isDropped() || entry.problem == null ? absence(ref) : entry.problem;
    }

    /** Why an entry cannot be had. */
    Failure absence(Id ref) {
        Failure why = dropped.get(ref);
        String damage = unreadable.get(ref);
        if (why == null && damage != null) {
            return Failure.of(
                    Failure.Kind.OBJECT_LOST,
                    "ref=" + ref + " of unit " + Long.toHexString(ref.origin())
                            + " cannot be read by the warehouse that has come back, and was not deleted: " + damage);
        }
        return why != null
                ? why
                : Failure.of(
                        Failure.Kind.OBJECT_LOST,
                        "ref=" + ref + " of unit " + Long.toHexString(ref.origin()) + " is not known to unit "
                                + Long.toHexString(links.self()) + home.words());
    }

    long nextUse() {
        return ++uses;
    }

    /** Entries that units read or write. */
    int pins() {
        return evictable.leased();
    }

    // ---- what is asked, for status and tests

    /** Shared memory that entries take. */
    public long usedBytes() {
        return room.used();
    }

    /** Disk that entries take. */
    public long diskBytes() {
        return room.onDisk();
    }

    /** Entries, leases, those who wait for memory, and what is held for entries; 0 when all is over. */
    public int open() {
        return entries.size() + leases.size() + room.waiting() + insides.open() + catalogue.open();
    }

    /** What would be lost with this store now, and not soon: entries of which the home has no copy yet; at the home, tesserae that move. */
    public int onlyHere() {
        return isHome()
                ? catalogue.moving()
                : (int) entries.values().stream()
                        .filter(entry -> entry.isHere() && !entry.isCached() && !entry.isDropped())
                        .count();
    }

    /** True where the bytes of that entry are in a tier of this store. */
    public boolean has(Id ref) {
        Entry entry = entries.get(ref);
        return entry != null && entry.isHere();
    }

    /** Which other stores have that entry, as far as the home has heard; empty elsewhere. */
    public Set<Long> copies(Id ref) {
        Entry entry = entries.get(ref);
        return entry == null ? Set.of() : Set.copyOf(entry.copies);
    }

    /** In words. */
    public String describe() {
        return "entries=" + entries.size() + ", insides=" + insides.open() + ", leases=" + leases.size() + ", waiting="
                + room.waiting() + ", memoryBytes=" + room.used() + ", diskBytes=" + room.onDisk()
                + catalogue.describe()
                + entries.values().stream()
                        .limit(MOST_DESCRIBED)
                        .map(entry -> "; " + entry.describe())
                        .collect(Collectors.joining());
    }
}
