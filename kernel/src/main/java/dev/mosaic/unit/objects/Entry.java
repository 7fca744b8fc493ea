package dev.mosaic.unit.objects;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a store knows of one entry. <b>Threading:</b> the store's loop. */
final class Entry {
    /** Where the bytes are, seen from this store. */
    enum Phase {
        /** Not here, as far as is known. */
        ABSENT,
        /** Memory was handed to a unit that writes it. */
        RESERVED,
        /** Another store's chunks come in. */
        COMING,
        /** It is read from disk, or from the bucket. */
        LOADING,
        /** All in memory. */
        MEMORY,
        /** Not in memory, but on disk. */
        DISK,
        /** In the bucket only. */
        BUCKET
    }

    static final long NEVER = Long.MIN_VALUE;

    final Id ref;
    private final EvictionIndex index;
    private Phase phase = Phase.ABSENT;

    /** Null while not even its shape is known. */
    ObjectMessage.@Nullable Shape shape;

    long bytes;
    Parts parts = Parts.NONE;

    /** The number of its last use; no two entries have the same. */
    private long usedAt;

    /** It was erased: nobody can acquire it, and it goes when nobody uses its memory. */
    private boolean dropped;

    /** Why its bytes could not be had when they were wanted last; null where they could. */
    @Nullable Failure problem;

    /** What became of the copies in the tiers below memory; empty where nothing did. */
    String damage = "";

    // ---- while it is put

    /** Unit that writes into it, or that put it; at the home, the store that announced it, where that is so. */
    long writer;

    boolean writerIsStore;

    /** Memory was asked for on a link that broke: the unit is to say whether it still wants it. */
    boolean unsure;

    /** The word about it that was put or announced and has no answer yet. */
    boolean unanswered;

    long unansweredSinceNanos;

    /** At another store: the home knows it, and has it safe where it is to be durable. */
    boolean acknowledged;

    /** The refs and proxies inside are counted. */
    boolean holdsInsides;

    /** What counts what is inside, but for what was over by then. */
    final List<Insides.Grip> grips = new ArrayList<>(0);

    /** Tesserae and refs inside whose units have not confirmed that this store holds them. */
    int unregistered;

    // ---- memory and disk

    /** Leases granted. */
    private int pins;

    /** Leases that name it, granted or not. */
    private Set<Lease> leases = Set.of();

    /** It stands in the line for memory: to be written, or fetched. */
    boolean wanted;

    private boolean onDisk;
    private boolean writing;

    /** It is written to make room. */
    boolean leaving;

    /** The disk failed to take it: it is not asked again before then. */
    long unwritableUntilNanos = Long.MIN_VALUE;

    /** Neither disk nor bucket took it when it was to make room last. */
    private boolean refused;

    /** The home has a copy of its own, so that this one may go. */
    private boolean cached;

    // ---- the bucket, at the home

    /** A whole copy is there. */
    private boolean inBucket;

    /** There may be one, though the word about it was another. */
    boolean mayBeInBucket;

    /** It is on its way there, from memory or from its file. */
    private boolean uploading;

    /** It goes there so that its file may go. */
    boolean lifting;

    /** Since when it is on its way there because it is durable. */
    long securedSinceNanos;

    /** Why it could not be read from there last. */
    @Nullable BucketProblem trouble;

    /** Leases that wait for it: for its shape, or to be in memory. */
    final List<Lease> waiting = new ArrayList<>(0);

    // ---- between stores

    /** Null while no bytes come from another store. */
    @Nullable Transfer transfer;

    /** When the first home was lost while its put, or who wants it, waited for one; {@link #NEVER} where none was. */
    long homelessSinceNanos = NEVER;

    /** Stores that asked for bytes that are not here yet. */
    final List<Transfer.Asked> asked = new ArrayList<>(0);

    /** Other stores with a whole copy, as the home knows them or told. */
    final Set<Long> copies = new LinkedHashSet<>(0);

    // ---- at the home

    /** Units that hold the ref. */
    final Set<Long> holders = new LinkedHashSet<>(2);

    /** Entries that have it inside. */
    int insideOf;

    boolean everHeld;

    /** The home before had it: others than those of whom this home knows may hold it. */
    boolean wasFound;

    /** Its putter counts as a holder until then, though it has not said so. */
    long presumedUntilNanos;

    // ---- for the index

    /** The lists it is in, a bit for each. */
    int lists;

    boolean countsAsLeased;

    /** @param usedAt number of its first use */
    Entry(Id ref, long usedAt, EvictionIndex index) {
        this.ref = ref;
        this.usedAt = usedAt;
        this.index = index;
    }

    // ---- what decides whether it may leave a tier

    Phase phase() {
        return phase;
    }

    void phase(Phase next) {
        phase = next;
        index.update(this);
    }

    long usedAt() {
        return usedAt;
    }

    /** @param number of this use, above all before */
    void used(long number) {
        long before = usedAt;
        usedAt = number;
        index.move(this, before);
    }

    boolean isDropped() {
        return dropped;
    }

    void drop() {
        dropped = true;
        index.update(this);
    }

    /** One more unit reads its memory. */
    void pin() {
        pins++;
        index.update(this);
    }

    /** One less. */
    void unpin() {
        pins--;
        index.update(this);
    }

    Set<Lease> leases() {
        return leases;
    }

    /** The lease names it; most entries are never leased. */
    void named(Lease lease) {
        if (leases.isEmpty()) {
            leases = new LinkedHashSet<>(2);
        }
        leases.add(lease);
    }

    void ended(Lease lease) {
        leases.remove(lease);
    }

    boolean isWriting() {
        return writing;
    }

    void writing(boolean is) {
        writing = is;
        index.update(this);
    }

    boolean isUploading() {
        return uploading;
    }

    void uploading(boolean is) {
        uploading = is;
        index.update(this);
    }

    boolean isOnDisk() {
        return onDisk;
    }

    void onDisk(boolean is) {
        onDisk = is;
        index.update(this);
    }

    boolean isInBucket() {
        return inBucket;
    }

    void inBucket(boolean is) {
        inBucket = is;
        index.update(this);
    }

    boolean isCached() {
        return cached;
    }

    void cached(boolean is) {
        cached = is;
        index.update(this);
    }

    boolean isRefused() {
        return refused;
    }

    void refused(boolean is) {
        refused = is;
        index.update(this);
    }

    /** It is in a tier below memory, or at the home. */
    boolean hasOtherCopy() {
        return onDisk || inBucket || cached;
    }

    /** Units use its memory. */
    boolean isLeased() {
        return pins > 0 || phase == Phase.RESERVED;
    }

    boolean isHere() {
        return phase == Phase.MEMORY || phase == Phase.LOADING || isStored();
    }

    /** The bytes are here, but not in memory. */
    boolean isStored() {
        return phase == Phase.DISK || phase == Phase.BUCKET;
    }

    /** Where it is when it has left memory. */
    Phase withoutMemory() {
        return onDisk ? Phase.DISK : inBucket ? Phase.BUCKET : Phase.ABSENT;
    }

    /** It is known, and its bytes are not here nor on their way, but can be had from another store. */
    boolean isMissing() {
        boolean isBeingPut = unanswered && !writerIsStore;
        return !dropped && phase == Phase.ABSENT && shape != null && !isBeingPut;
    }

    /** Nobody reads or writes its memory, nor its file. */
    boolean isIdle() {
        return pins == 0 && !writing && !uploading && phase != Phase.LOADING && phase != Phase.RESERVED;
    }

    /** It can leave memory. */
    boolean isEvictable() {
        return phase == Phase.MEMORY && isIdle() && !dropped && memoryBytes() > 0;
    }

    /** Nothing of it is here and nobody here wants it: other stores ask in vain. */
    boolean willNotCome() {
        return phase == Phase.ABSENT
                && isIdle()
                && !dropped
                && !unanswered
                && !wanted
                && !onDisk
                && !inBucket
                && leases.isEmpty();
    }

    /** The same, and nobody asks. */
    boolean isNothing() {
        return willNotCome() && asked.isEmpty();
    }

    boolean is(int flag) {
        return shape != null && (shape.flags() & flag) != 0;
    }

    List<Carried> carried() {
        return shape == null ? List.of() : shape.inline().carried();
    }

    List<Long> sizes() {
        return shape == null ? List.of() : shape.sizes();
    }

    /** What it takes in memory when it is there. */
    long memoryBytes() {
        return size(sizes());
    }

    void shape(ObjectMessage.Shape known) {
        shape = known;
        bytes = size(known.sizes()) + known.inline().inline().length;
    }

    static long size(List<Long> sizes) {
        return sizes.stream().mapToLong(Long::longValue).sum();
    }

    /** As readers get it. */
    Payload payload() {
        Payload inline = Objects.requireNonNull(shape).inline();
        return parts.segments().isEmpty()
                ? inline
                : new Payload(inline.inline(), parts.segments(), inline.carried(), new ArrayList<>(parts.places()));
    }

    /** For errors: name, size and owner. */
    String words() {
        String label = shape == null ? "object" : shape.label();
        return "ref=ware-" + label + "-" + ref + " of " + bytes + " B, put by unit " + Long.toHexString(ref.origin());
    }

    /** For people who look for what is left. */
    String describe() {
        return ref + " " + phase + " holders="
                + holders.stream().map(Long::toHexString).toList() + " copies="
                + copies.stream().map(Long::toHexString).toList() + " insideOf=" + insideOf
                + (unanswered ? " unanswered" : "") + (dropped ? " dropped" : "") + (wasFound ? " found" : "");
    }
}
