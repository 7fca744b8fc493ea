package dev.mosaic.message;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages as bytes, in the layout drawn at {@link UnitMessage} and the records.
 *
 * <p><b>Threading:</b> one thread, or under its owner's lock. <b>Cost:</b> one buffer, used again, that grows to the largest
 * message seen and shrinks back above 1 MiB; nothing is allocated for a message of plain text. <b>Failure:</b> a text longer
 * than its count can say is cut; bytes that fill more than 2 GiB are a {@link MessageTooLargeException}, and nothing was written.
 */
public final class MessageWriter {
    /** The version of messages. It is written into each. */
    public static final int VERSION = 3;

    private static final int KEPT_BYTES = 1 << 20;
    private static final int MAX_TEXT = 0xffff;

    /** As a count: the count follows in four bytes. */
    static final int WIDE = 0xffff;

    private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

    private ByteBuffer buffer = ByteBuffer.allocate(4 << 10);
    private final List<MemorySegment> outOfBand = new ArrayList<>();
    private boolean naming;

    /**
     * The first part of the message, from position 0 to limit. It stays valid until the next call.
     */
    public ByteBuffer write(UnitMessage message) {
        return write(message, false);
    }

    /**
     * {@link #write(UnitMessage)}.
     *
     * @param namesPlaces true where the receiver is on this machine: what lies in shared memory is named, not sent
     */
    public ByteBuffer write(UnitMessage message, boolean namesPlaces) {
        naming = namesPlaces;
        if (buffer.capacity() > KEPT_BYTES) {
            buffer = ByteBuffer.allocate(KEPT_BYTES);
        }
        buffer.clear();
        outOfBand.clear();
        u8(VERSION);
        u8(message.type().ordinal());
        switch (message) {
            case StreamMessage item -> stream(item);
            case ReplyMessage reply -> reply(reply);
            case ValueMessage value -> value(value);
            case ClusterMessage cluster -> new ClusterLayout(this).write(cluster);
            case ObjectMessage object -> new ObjectLayout(this).write(object);
            case CodeMessage code -> CodeLayout.write(this, code);
            case LifeMessage life -> LifeLayout.write(this, life);
            case BarrierMessage barrier -> barrier(barrier);
        }
        return buffer.flip();
    }

    /** The further parts of the message written last. */
    public List<MemorySegment> outOfBand() {
        return outOfBand;
    }

    void stream(StreamMessage item) {
        id(item.task());
        id(item.mailbox());
        i64(item.stream());
        switch (item) {
            case StreamMessage.Create create -> {
                i64(create.confirmed());
                text(create.className());
                i64(create.signature());
                u16(create.constructor());
                i32(create.concurrency());
                text(create.name());
                needs(create.needs());
                payload(create.arguments());
                ClaimLayout.write(this, create.claim());
                if (create.mailbox().hasLives()) {
                    i32(create.terms().maxRestarts());
                    bool(create.terms().snapshots());
                    i64(create.terms().everyNanos());
                    i64(create.terms().passiveWord());
                    text(create.terms().version());
                }
                i32(create.era());
            }
            case StreamMessage.Call call -> {
                i64(call.number());
                i64(call.confirmed());
                u16(call.method());
                bool(call.peek());
                u16(call.attempt());
                i64(call.timeoutNanos());
                needs(call.needs());
                payload(call.arguments());
                bool(call.durable());
                i32(call.era());
            }
            case StreamMessage.Drop drop -> {
                i64(drop.number());
                i64(drop.confirmed());
                bool(drop.kill());
            }
        }
    }

    private void reply(ReplyMessage reply) {
        switch (reply) {
            case ReplyMessage.Confirm confirm -> {
                id(confirm.mailbox());
                i64(confirm.confirmed());
            }
            case ReplyMessage.Done done -> {
                id(done.task());
                id(done.mailbox());
                i64(done.number());
                outcome(done.outcome());
            }
            case ReplyMessage.Started started -> {
                id(started.task());
                id(started.mailbox());
                i64(started.number());
            }
            case ReplyMessage.Cancel cancel -> {
                id(cancel.task());
                id(cancel.mailbox());
                i64(cancel.number());
                bool(cancel.force());
                bool(cancel.onlyWaiting());
            }
        }
    }

    private void value(ValueMessage message) {
        switch (message) {
            case ValueMessage.Fetch fetch -> {
                id(fetch.task());
                id(fetch.mailbox());
                i64(fetch.number());
                bool(fetch.wanted());
            }
            case ValueMessage.Value value -> {
                id(value.task());
                bool(value.wanted());
                outcome(value.outcome());
            }
            case ValueMessage.Elsewhere elsewhere -> {
                id(elsewhere.task());
                bool(elsewhere.wanted());
                bool(elsewhere.awaited());
            }
            case ValueMessage.Locate locate -> {
                id(locate.task());
                bool(locate.wanted());
                i64(locate.notAt());
            }
            case ValueMessage.Located located -> {
                id(located.task());
                bool(located.wanted());
                i64(located.producer());
                id(located.mailbox());
                i64(located.number());
            }
            case ValueMessage.Release release -> {
                i64(release.batch());
                i32(release.tasks().size());
                for (Id task : release.tasks()) {
                    id(task);
                }
            }
            case ValueMessage.Released released -> i64(released.batch());
            case ValueMessage.Hold hold -> {
                id(hold.tessera());
                bool(hold.holding());
                bool(hold.repeated());
                i64(hold.version());
            }
            case ValueMessage.Held held -> {
                id(held.tessera());
                i64(held.version());
            }
            case ValueMessage.Probe probe -> probe(probe);
        }
    }

    private void barrier(BarrierMessage message) {
        switch (message) {
            case BarrierMessage.Quiesce quiesce -> {
                i64(quiesce.request());
                i32(quiesce.round());
                i32(quiesce.era());
                i64(quiesce.roster());
                ids(quiesce.excluded());
            }
            case BarrierMessage.Quiet quiet -> {
                i64(quiet.request());
                i32(quiet.round());
                i64(quiet.open());
                i64(quiet.made());
                ids(quiet.excluded());
                count(quiet.units().size());
                for (long unit : quiet.units()) {
                    i64(unit);
                }
                i32(quiet.era());
            }
        }
    }

    private void ids(List<Id> ids) {
        count(ids.size());
        for (Id id : ids) {
            id(id);
        }
    }

    private void probe(ValueMessage.Probe probe) {
        id(probe.initiator());
        i64(probe.ticket());
        i32(probe.round());
        id(probe.highest());
        i64(probe.trace());
        id(probe.task());
        id(probe.mailbox());
        i64(probe.number());
        count(probe.path().size());
        for (String hop : probe.path()) {
            text(hop);
        }
    }

    private void needs(List<Need> needs) {
        count(needs.size());
        for (int i = 0; i < needs.size(); i++) {
            Need need = needs.get(i);
            id(need.task());
            i64(need.producer());
            id(need.mailbox());
            i64(need.number());
            Outcome known = need.known();
            u8((need.wanted() ? 1 : 0) | (known == null ? 0 : 2));
            if (known != null) {
                outcome(known);
            }
        }
    }

    void outcome(Outcome outcome) {
        switch (outcome) {
            case Outcome.Returned returned -> {
                u8(0);
                payload(returned.value());
            }
            case Outcome.Held held -> {
                u8(held.hasFailedItems() ? 3 : 1);
                i64(held.sizeBytes());
            }
            case Outcome.Failed failed -> {
                u8(2);
                failure(failed.failure());
            }
        }
    }

    void failure(Failure failure) {
        @Nullable Failure at = failure.shortened();
        while (at != null) {
            u8(at.kind().ordinal());
            text(at.what());
            text(at.uid());
            text(at.worker());
            bytes(at.thrown());
            at = at.cause();
            bool(at != null);
        }
    }

    void payload(Payload payload) {
        bytes(payload.inline());
        count(payload.outOfBand().size());
        for (int i = 0; i < payload.outOfBand().size(); i++) {
            MemorySegment segment = payload.outOfBand().get(i);
            Place place = payload.place(i);
            if (place != null && (naming || segment.equals(Payload.ELSEWHERE))) {
                u8(1);
                place(place);
            } else {
                u8(0);
                i64(segment.byteSize());
                outOfBand.add(segment);
            }
        }
        count(payload.carried().size());
        for (int i = 0; i < payload.carried().size(); i++) {
            Carried carried = payload.carried().get(i);
            id(carried.tessera());
            i64(carried.worker());
        }
    }

    void place(Place place) {
        i64(place.owner());
        i32(place.pid());
        i32(place.file());
        i32(place.slab());
        i64(place.offset());
        i64(place.size());
        i64(place.generation());
    }

    void id(Id id) {
        room(16);
        buffer.putLong(id.origin()).putLong(id.number());
    }

    void u8(int value) {
        room(1);
        buffer.put((byte) value);
    }

    void bool(boolean value) {
        u8(value ? 1 : 0);
    }

    void u16(int value) {
        room(2);
        buffer.putShort((short) value);
    }

    /** Before a list: u16, from 65,535 on the u16 0xffff and an i32. */
    void count(int size) {
        if (size < WIDE) {
            u16(size);
        } else {
            u16(WIDE);
            i32(size);
        }
    }

    <T> void list(List<T> elements, Consumer<T> each) {
        count(elements.size());
        elements.forEach(each);
    }

    void i32(int value) {
        room(4);
        buffer.putInt(value);
    }

    void i64(long value) {
        room(8);
        buffer.putLong(value);
    }

    void bytes(byte[] bytes) {
        i32(bytes.length);
        room(bytes.length);
        buffer.put(bytes);
    }

    /** ASCII, which is nearly everything, without garbage. */
    void text(String text) {
        int length = text.length();
        if (length <= MAX_TEXT) {
            room(2 + length);
            int start = buffer.position();
            buffer.putShort((short) length);
            int i = 0;
            while (i < length && text.charAt(i) < 0x80) {
                buffer.put((byte) text.charAt(i++));
            }
            if (i == length) {
                return;
            }
            buffer.position(start);
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        int kept = Math.min(encoded.length, MAX_TEXT);
        while (kept < encoded.length && (encoded[kept] & 0xc0) == 0x80) {
            kept--;
        }
        room(2 + kept);
        buffer.putShort((short) kept).put(encoded, 0, kept);
    }

    private void room(int bytes) {
        if (buffer.remaining() < bytes) {
            long needed = (long) buffer.position() + bytes;
            if (needed > MOST_BYTES) {
                throw new MessageTooLargeException(
                        "sizeBytes=" + needed + " of a message is above " + MOST_BYTES + ", the most");
            }
            long grown = Math.min(Math.max(needed, 2L * buffer.capacity()), MOST_BYTES);
            buffer = ByteBuffer.allocate((int) grown).put(buffer.flip());
        }
    }
}
