package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Payload;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * New entries: memory for those who write them, and the word when they are stored.
 *
 * <p><b>Threading:</b> the store's loop. <b>Failure:</b> every question is answered, once or more.
 */
final class Puts {
    private static final int MOST_DONE = 10_000;

    private final StoreMachine machine;

    /** The last ones that were stored here: they may be gone when their putter asks again. */
    private final Set<Id> done = new LinkedHashSet<>();

    Puts(StoreMachine machine) {
        this.machine = machine;
    }

    // ---- memory to write into

    void reserve(long from, ObjectMessage.Reserve question) {
        Id ref = question.ref();
        Entry entry = machine.known(ref);
        if (entry.isDropped()) {
            refuse(from, ref, machine.absence(ref));
        } else if (entry.phase() == Entry.Phase.RESERVED && entry.writer == from) {
            entry.unsure = false;
            links(from, new ObjectMessage.Reserved(ref, entry.parts.places(), null));
        } else if (entry.wanted && entry.writer == from) {
            entry.unsure = false; // the answer will come
        } else if (entry.phase() == Entry.Phase.ABSENT && entry.shape == null && !entry.wanted) {
            entry.wanted = true;
            entry.writer = from;
            long bytes = Entry.size(question.sizes());
            machine.room.want(
                    () -> entry.isDropped() || machine.links.isDead(from) ? 0 : bytes,
                    () -> reserved(entry, question.sizes()),
                    failure -> refused(entry, failure));
        }
    }

    private void reserved(Entry entry, List<Long> sizes) {
        if (entry.isDropped()) {
            refused(entry, machine.absence(entry.ref));
            return;
        }
        if (machine.links.isDead(entry.writer)) {
            refused(entry, Failure.of(Failure.Kind.OBJECT_LOST, "its writer was lost"));
            return;
        }
        Parts parts = machine.room.take(entry.ref, sizes);
        if (parts == null) {
            refused(
                    entry,
                    Failure.of(
                            Failure.Kind.STORE_FULL, "the system has no shared memory of bytes=" + Entry.size(sizes)));
            return;
        }
        entry.wanted = false;
        entry.parts = parts;
        entry.phase(Entry.Phase.RESERVED);
        links(entry.writer, new ObjectMessage.Reserved(entry.ref, parts.places(), null));
    }

    private void refused(Entry entry, Failure failure) {
        entry.wanted = false;
        entry.unsure = false;
        refuse(entry.writer, entry.ref, failure);
        machine.tidy(entry);
    }

    private void refuse(long to, Id ref, Failure failure) {
        links(to, new ObjectMessage.Reserved(ref, List.of(), failure));
    }

    private void links(long to, ObjectMessage message) {
        machine.links.send(to, message);
    }

    /** A unit gives up what it reserved, or the home erases an entry. */
    void erase(long from, Id ref) {
        Entry entry = machine.entries.get(ref);
        machine.erased(ref, "it was dropped");
        if (entry != null && entry.phase() == Entry.Phase.RESERVED && entry.writer == from) {
            machine.remove(entry);
        }
    }

    /** A new link: the unit is to say which memory it still wants. */
    void connected(long unit) {
        machine.entries.values().forEach(entry -> entry.unsure |= isReservedBy(entry, unit));
    }

    private static boolean isReservedBy(Entry entry, long unit) {
        boolean isReserved = entry.phase() == Entry.Phase.RESERVED || (entry.wanted && entry.shape == null);
        return isReserved && entry.writer == unit;
    }

    /** What the unit had or asked for when the link came up. */
    void live(long unit, ObjectMessage.Leases said) {
        Set<Id> live = new HashSet<>(said.live());
        for (Entry entry : List.copyOf(machine.entries.values())) {
            if (entry.unsure && isReservedBy(entry, unit)) {
                entry.unsure = false;
                if (!live.contains(entry.ref)) {
                    erase(unit, entry.ref);
                }
            }
        }
    }

    // ---- the entry

    void put(long from, ObjectMessage.Put put) {
        Id ref = put.ref();
        Entry entry = machine.known(ref);
        if (entry.isDropped()) {
            if (entry.phase() == Entry.Phase.RESERVED && entry.writer == from) {
                machine.remove(entry);
            }
            links(from, new ObjectMessage.Stored(ref, machine.absence(ref)));
        } else if (entry.unanswered && !entry.writerIsStore) {
            // the answer will come
        } else if (entry.shape != null || done.contains(ref)) {
            links(from, new ObjectMessage.Stored(ref, null));
            machine.tidy(entry);
        } else if (entry.phase() == Entry.Phase.RESERVED || !isElsewhere(put.value())) {
            take(from, entry, put);
        } else {
            links(
                    from,
                    new ObjectMessage.Stored(
                            ref,
                            Failure.of(Failure.Kind.OBJECT_LOST, "ref=" + ref + ": its memory was given to others")));
            machine.tidy(entry);
        }
    }

    /** True where bytes are only named that should have come along. */
    private static boolean isElsewhere(Payload value) {
        return IntStream.range(0, value.outOfBand().size())
                .anyMatch(part ->
                        value.partBytes(part) != value.outOfBand().get(part).byteSize());
    }

    private void take(long from, Entry entry, ObjectMessage.Put put) {
        Payload value = put.value();
        boolean isReserved = entry.phase() == Entry.Phase.RESERVED;
        List<Long> sizes = isReserved ? sizes(entry.parts) : sizes(value);
        Payload inline = new Payload(value.inline(), List.of(), value.carried());
        entry.shape(new ObjectMessage.Shape(put.ref(), put.label(), put.flags(), inline, sizes));
        entry.writer = from;
        entry.unanswered = true;
        entry.unansweredSinceNanos = machine.now;
        entry.homelessSinceNanos = Entry.NEVER;
        if (isReserved || sizes.isEmpty()) {
            isStored(entry);
            return;
        }
        machine.room.want(
                () -> entry.isDropped() ? 0 : Entry.size(sizes),
                () -> fill(entry, sizes, value.outOfBand()),
                failure -> answer(entry, failure));
    }

    private void fill(Entry entry, List<Long> sizes, List<MemorySegment> bytes) {
        if (entry.isDropped()) {
            return; // its putter was told
        }
        Parts parts = machine.room.take(entry.ref, sizes);
        if (parts == null) {
            answer(entry, Failure.of(Failure.Kind.STORE_FULL, "the system has no shared memory for " + entry.words()));
            return;
        }
        entry.parts = parts;
        for (int i = 0; i < sizes.size(); i++) {
            machine.out.copy(bytes.get(i), parts.segments().get(i));
        }
        isStored(entry);
    }

    private static List<Long> sizes(Parts parts) {
        return parts.segments().stream().map(MemorySegment::byteSize).toList();
    }

    private static List<Long> sizes(Payload value) {
        return IntStream.range(0, value.outOfBand().size())
                .mapToObj(value::partBytes)
                .toList();
    }

    /** The bytes of a new entry are here; its putter is told once all is done that it asked for. */
    private void isStored(Entry entry) {
        done.add(entry.ref);
        if (done.size() > MOST_DONE) {
            Iterator<Id> oldest = done.iterator();
            oldest.next();
            oldest.remove();
        }
        machine.insides.hold(entry);
        machine.isThere(entry);
        machine.home.put(entry);
        machine.branch.put(entry);
    }

    /** An entry that is here is to be durable from now on; its keeper is told as for a new one. */
    void secure(Id ref) {
        Entry entry = machine.entries.get(ref);
        ObjectMessage.Shape shape = entry == null ? null : entry.shape;
        if (entry == null || shape == null || entry.isDropped()) {
            machine.catalogue.descriptions.stored(ref, machine.absence(ref));
            return;
        }
        int flags = shape.flags() | ObjectMessage.DURABLE;
        entry.shape(new ObjectMessage.Shape(ref, shape.label(), flags, shape.inline(), shape.sizes()));
        entry.writer = machine.links.self();
        entry.writerIsStore = false;
        entry.unanswered = true;
        entry.unansweredSinceNanos = machine.now;
        machine.home.secure(entry);
    }

    // ---- the answer

    /** Tells whoever put or announced it, where nothing is missing any more. */
    void answerIfDone(Entry entry) {
        boolean isSafe = machine.isHome() ? machine.home.isSafe(entry) : entry.acknowledged;
        boolean isAtHome = !machine.isHome() && entry.acknowledged; // so that its memory may have been wanted meanwhile
        boolean isStored = entry.holdsInsides && (entry.isHere() || entry.writerIsStore || isAtHome);
        if (entry.unanswered && entry.unregistered == 0 && isSafe && isStored) {
            answer(entry, null);
            machine.tidy(entry);
        }
    }

    /** Tells whoever put or announced it that it is done, or why it is not; then it is gone. */
    void answer(Entry entry, @Nullable Failure failure) {
        if (!entry.unanswered) {
            return;
        }
        entry.unanswered = false;
        entry.homelessSinceNanos = Entry.NEVER;
        ObjectMessage answer = entry.writerIsStore
                ? new ObjectMessage.Announced(entry.ref, failure == null && machine.home.isWhole(entry), failure)
                : new ObjectMessage.Stored(entry.ref, failure);
        if (entry.writer == machine.links.self()) {
            machine.catalogue.descriptions.stored(entry.ref, failure);
        } else {
            links(entry.writer, answer);
        }
        if (failure == null) {
            machine.home.eraseIfUnheld(entry);
        } else if (machine.isHome()) {
            machine.home.eraseEverywhere(entry, failure);
        } else {
            machine.erased(entry.ref, failure);
        }
    }
}
