package dev.mosaic.unit.objects;

import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Bytes that go to other stores, when they ask for them. Who has begun to receive an entry gives on what it has, so that copies
 * spread along a tree without waiting for the whole.
 *
 * <p><b>Threading:</b> the store's loop. <b>Cost:</b> the bytes are sent from where they lie. <b>Failure:</b> a store that asks for
 * what is not here and will not come is told so; where there is no memory to read it from disk or bucket, it is not answered, and asks
 * again or gives up.
 */
final class Serving {
    private final StoreMachine machine;

    Serving(StoreMachine machine) {
        this.machine = machine;
    }

    void asked(long from, ObjectMessage.Pull pull) {
        Entry entry = machine.entries.get(pull.ref());
        boolean isNone = entry == null || entry.isDropped() || !isOrWillBeHere(entry);
        if (entry == null || isNone || !isInside(entry, pull)) {
            if (isNone) {
                machine.branch.hasNone(from, pull.ref());
            }
            machine.links.send(from, new ObjectMessage.NotHere(pull.ref()));
            return;
        }
        entry.asked.removeIf(asked -> asked.store() == from && asked.from() == pull.from());
        entry.asked.add(new Transfer.Asked(from, pull.from(), pull.bytes()));
        if (entry.isStored()) {
            load(entry);
        } else {
            serve(entry);
        }
    }

    private static boolean isInside(Entry entry, ObjectMessage.Pull pull) {
        return pull.from() >= 0 && pull.bytes() > 0 && pull.from() <= entry.memoryBytes() - pull.bytes();
    }

    private boolean isOrWillBeHere(Entry entry) {
        return entry.isHere() || entry.phase() == Entry.Phase.COMING || (entry.isMissing() && entry.wanted);
    }

    private void load(Entry entry) {
        if (entry.wanted) {
            return;
        }
        entry.wanted = true;
        machine.room.want(
                () -> entry.isStored() ? entry.memoryBytes() : 0,
                () -> {
                    entry.wanted = false;
                    if (entry.isStored() && !entry.isDropped() && !machine.bring(entry)) {
                        entry.asked.clear();
                    }
                    serve(entry);
                    machine.tidy(entry); // it may have left this store before its turn came
                },
                failure -> {
                    entry.wanted = false;
                    entry.asked.clear();
                    machine.tidy(entry);
                });
    }

    /** Gives what is there of what was asked for. */
    void serve(Entry entry) {
        if (entry.asked.isEmpty() || entry.isDropped()) {
            return;
        }
        long there = entry.phase() == Entry.Phase.MEMORY
                ? Long.MAX_VALUE
                : entry.transfer == null ? 0 : entry.transfer.received;
        entry.asked.removeIf(asked -> {
            boolean isThere = asked.from() + asked.bytes() <= there;
            if (isThere) {
                give(entry, asked);
            }
            return isThere;
        });
    }

    /** As a copy: nobody says when the mesh has sent it, and the entry's memory may be another's by then. */
    private void give(Entry entry, Transfer.Asked asked) {
        MemorySegment there = slice(entry, asked.from(), asked.bytes());
        MemorySegment bytes = MemorySegment.ofArray(new byte[(int) there.byteSize()]);
        machine.out.copy(there, bytes);
        Payload payload = new Payload(new byte[0], List.of(bytes), List.of());
        machine.links.send(
                asked.store(), new ObjectMessage.Chunk(entry.ref, asked.from(), machine.out.checksum(bytes), payload));
    }

    /** Bytes of an entry in memory, no further than the part they begin in. */
    static MemorySegment slice(Entry entry, long from, int bytes) {
        long start = 0;
        for (MemorySegment part : entry.parts.segments()) {
            if (from < start + part.byteSize()) {
                return part.asSlice(from - start, Math.min(bytes, start + part.byteSize() - from));
            }
            start += part.byteSize();
        }
        return MemorySegment.NULL;
    }

    /** Tells all who wait that there is nothing to come. */
    void refuse(Entry entry) {
        for (Transfer.Asked asked : entry.asked) {
            machine.links.send(asked.store(), new ObjectMessage.NotHere(entry.ref));
        }
        entry.asked.clear();
    }

    void lost(long unit) {
        machine.entries.values().forEach(entry -> entry.asked.removeIf(asked -> asked.store() == unit));
    }
}
