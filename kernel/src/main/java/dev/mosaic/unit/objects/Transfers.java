package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Bytes that come from other stores: pulled in chunks with checksums, in order, some at once.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> one message a chunk each way; the bytes are copied once. <b>Failure:</b> a chunk
 * with a wrong sum is asked for again; a source that dies, has it no more or keeps sending wrong bytes is replaced by another, from
 * the byte that was reached; a transfer that gets no byte for the time anybody waits for memory is given up.
 */
final class Transfers {
    private static final long AGAIN_NANOS = 1_000_000_000L;
    private static final int MOST_WRONG = 8;

    /** A source to which there is no link for this part of the wait is left for another one. */
    private static final int UNREACHED_PART = 6;

    private final StoreMachine machine;

    Transfers(StoreMachine machine) {
        this.machine = machine;
    }

    /** Gets a copy, as soon as there is memory for it. */
    void fetch(Entry entry) {
        if (!entry.isMissing() || entry.wanted) {
            return;
        }
        entry.wanted = true;
        machine.room.want(
                () -> entry.isMissing() ? entry.memoryBytes() : 0,
                () -> {
                    entry.wanted = false;
                    if (entry.isMissing() && !machine.bring(entry)) {
                        machine.home.notFetched(entry, machine.absence(entry.ref, entry));
                    }
                    machine.tidy(entry);
                },
                failure -> {
                    entry.wanted = false;
                    machine.serving.refuse(entry);
                    machine.home.notFetched(entry, failure);
                    machine.tidy(entry);
                });
    }

    /** Asks for the first chunks of an entry that has memory. */
    void begin(Entry entry) {
        entry.phase(Entry.Phase.COMING);
        entry.transfer = new Transfer(machine.now);
        if (entry.memoryBytes() == 0) {
            isWhole(entry);
        } else {
            next(entry, entry.transfer);
        }
    }

    private void isWhole(Entry entry) {
        entry.transfer = null;
        entry.homelessSinceNanos = Entry.NEVER;
        machine.isThere(entry);
        machine.home.copied(entry);
        machine.branch.copied(entry);
    }

    /** The best living store that is said to have it; 0 for none. */
    long source(Entry entry) {
        return source(entry, store -> true);
    }

    private long source(Entry entry, LongPredicate fits) {
        for (long store : entry.copies) {
            boolean hasFailed = entry.transfer != null && entry.transfer.failed.contains(store);
            if (!hasFailed && store != machine.links.self() && !machine.links.isDead(store) && fits.test(store)) {
                return store;
            }
        }
        return 0;
    }

    /** From the next source, on from the byte that was reached. */
    private void next(Entry entry, Transfer transfer) {
        long source = source(entry);
        if (source == 0 && transfer.failed.removeIf(entry.copies::contains)) {
            source = source(entry); // one that was left because it could not be reached: it may still have it
        }
        next(entry, transfer, source);
    }

    private void next(Entry entry, Transfer transfer, long source) {
        transfer.restart(source);
        if (source != 0) {
            ask(entry, transfer);
        } else if (entry.isInBucket()) {
            unavailable(entry, machine.bucket.unavailable(entry));
        } else if (machine.isHome() && entry.isOnDisk()) {
            unavailable(entry, StoreMachine.unreadable(entry, "its file could not be read, and no other store has it"));
        } else if (machine.isHome()) {
            machine.home.isLost(entry);
        } else {
            transfer.askAgainNanos = machine.now + AGAIN_NANOS;
            machine.branch.where(entry);
        }
    }

    /** More is known about who has it. */
    void sourcesKnown(Entry entry) {
        Transfer transfer = entry.transfer;
        if (transfer != null && transfer.source == 0 && source(entry) != 0) {
            next(entry, transfer);
        }
    }

    private void ask(Entry entry, Transfer transfer) {
        long total = entry.memoryBytes();
        long window = (long) machine.settings.chunkBytes() * machine.settings.window();
        while (transfer.requested < total && transfer.requested - transfer.received < window) {
            int bytes = chunkAt(entry, transfer.requested);
            machine.links.send(transfer.source, new ObjectMessage.Pull(entry.ref, transfer.requested, bytes));
            transfer.requested += bytes;
        }
    }

    /** Bytes of the chunk that begins there: it ends with its part. */
    private int chunkAt(Entry entry, long from) {
        long start = 0;
        for (long size : entry.sizes()) {
            if (from < start + size) {
                return (int) Math.min(machine.settings.chunkBytes(), start + size - from);
            }
            start += size;
        }
        return 0;
    }

    void chunk(long from, ObjectMessage.Chunk chunk) {
        Entry entry = machine.entries.get(chunk.ref());
        Transfer transfer = entry == null ? null : entry.transfer;
        if (entry == null || transfer == null || transfer.source != from || transfer.received != chunk.from()) {
            return;
        }
        Payload payload = chunk.bytes();
        MemorySegment bytes = payload.outOfBand().isEmpty()
                ? MemorySegment.ofArray(payload.inline())
                : payload.outOfBand().getFirst();
        if (bytes.byteSize() != chunkAt(entry, chunk.from()) || machine.out.checksum(bytes) != chunk.crc()) {
            wrong(entry, transfer);
            return;
        }
        machine.out.copy(bytes, Serving.slice(entry, chunk.from(), (int) bytes.byteSize()));
        transfer.received += bytes.byteSize();
        transfer.progressNanos = machine.now;
        transfer.wrong = 0;
        entry.homelessSinceNanos = Entry.NEVER;
        if (transfer.received < entry.memoryBytes()) {
            ask(entry, transfer);
            machine.serving.serve(entry);
        } else {
            isWhole(entry);
        }
    }

    private void wrong(Entry entry, Transfer transfer) {
        int wrong = transfer.wrong + 1;
        if (wrong < MOST_WRONG) {
            transfer.restart(transfer.source);
            transfer.wrong = wrong;
            ask(entry, transfer);
        } else {
            failed(entry, transfer);
        }
    }

    // ---- when a source fails

    void notHere(long from, Id ref) {
        Entry entry = machine.entries.get(ref);
        Transfer transfer = entry == null ? null : entry.transfer;
        if (entry == null || transfer == null || transfer.source != from) {
            return;
        }
        if (machine.isHome() && entry.copies.contains(from)) {
            notReadable(entry, transfer);
        } else {
            failed(entry, transfer);
        }
    }

    /** The source has not let its copy go: it cannot read it now, and the entry is not lost. */
    private void notReadable(Entry entry, Transfer transfer) {
        transfer.failed.add(transfer.source);
        long other = source(entry);
        if (other != 0 || entry.isInBucket() || entry.isOnDisk()) {
            next(entry, transfer, other);
        } else {
            String who = machine.name(transfer.source);
            unavailable(
                    entry, entry.unanswered ? notKept(entry, who) : StoreMachine.unreadable(entry, who + " has it"));
        }
    }

    /** Who puts it is told, and then it is erased. */
    private static Failure notKept(Entry entry, String writer) {
        return Failure.of(
                Failure.Kind.DURABILITY_UNAVAILABLE,
                entry.words() + " was not kept: " + writer + ", where it was put, cannot read it now");
    }

    private void failed(Entry entry, Transfer transfer) {
        entry.copies.remove(transfer.source);
        transfer.failed.add(transfer.source);
        next(entry, transfer);
    }

    /** Its bytes cannot be had now: those who wait are told. */
    void unavailable(Entry entry, Failure failure) {
        entry.problem = failure;
        entry.homelessSinceNanos = Entry.NEVER;
        if (entry.transfer != null) {
            entry.transfer = null;
            machine.room.give(entry);
            entry.phase(entry.withoutMemory());
        }
        machine.serving.refuse(entry);
        machine.leases.changed(entry);
        machine.home.notFetched(entry, failure);
        machine.tidy(entry);
    }

    void connected(long unit) {
        for (Entry entry : List.copyOf(machine.entries.values())) {
            Transfer transfer = entry.transfer;
            if (transfer != null && transfer.source == unit) {
                transfer.restart(unit);
                ask(entry, transfer);
            }
        }
    }

    void lost(long unit) {
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.transfer != null && entry.transfer.source == unit) {
                failed(entry, entry.transfer);
            }
        }
    }

    void tick(long now) {
        for (Entry entry : underWay()) {
            Transfer transfer = entry.transfer;
            if (transfer == null) {
                continue;
            }
            if (now - transfer.progressNanos > machine.settings.waitNanos()) {
                unavailable(
                        entry,
                        Failure.of(
                                Failure.Kind.TIMED_OUT,
                                "no bytes of " + entry.words() + " came for waitNanos=" + machine.settings.waitNanos()
                                        + sourceWords(transfer)));
            } else if (now - transfer.progressNanos > machine.settings.waitNanos() / UNREACHED_PART
                    && isUnreached(transfer)) {
                leave(entry, transfer);
            } else if (transfer.source == 0 && now >= transfer.askAgainNanos) {
                transfer.failed.clear();
                next(entry, transfer);
            }
        }
    }

    /** Entries at this time: what is done with one of them may end the transfer of another. */
    private List<Entry> underWay() {
        return machine.entries.values().stream()
                .filter(entry -> entry.transfer != null)
                .toList();
    }

    private boolean isUnreached(Transfer transfer) {
        return transfer.source != 0 && !machine.links.isUp(transfer.source);
    }

    /** The source lives, and may still have it: it is only left where another one is known, one with a link first. */
    private void leave(Entry entry, Transfer transfer) {
        long before = transfer.source;
        transfer.failed.add(before);
        long linked = source(entry, machine.links::isUp);
        long other = linked == 0 ? source(entry) : linked;
        if (other == 0) {
            transfer.failed.remove(before);
        } else {
            next(entry, transfer, other);
        }
    }

    private String sourceWords(Transfer transfer) {
        String source = machine.name(transfer.source);
        return isUnreached(transfer)
                ? ": " + machine.name(machine.links.self()) + " does not reach " + source
                        + "; see to the network between the two"
                : transfer.source == 0 ? "" : " from " + source;
    }
}
