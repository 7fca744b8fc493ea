package dev.mosaic.message;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from bytes that a peer sent, which may be anything.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> the record and one copy of inline bytes; lists and bytes are allocated only
 * after their size was compared with what is there. <b>Failure:</b> {@link MessageFormatException}, and nothing else, whatever
 * the bytes are.
 */
public final class MessageReader {
    private static final MessageType[] TYPES = MessageType.values();
    private static final Failure.Kind[] FAILURES = Failure.Kind.values();

    private ByteBuffer in = ByteBuffer.allocate(0);
    private List<MemorySegment> outOfBand = List.of();
    private int segment;

    /** For messages of {@link MessageWriter#VERSION} and no other. */
    public MessageReader() {}

    /** Reads one element of a list. */
    interface Element<T> {
        T read(MessageReader in) throws MessageFormatException;
    }

    /**
     * Reads one message.
     *
     * @param first its first part, from position to limit; left at its limit
     * @param further its further parts, kept by the message as they are
     */
    public UnitMessage read(ByteBuffer first, List<MemorySegment> further) throws MessageFormatException {
        in = first;
        outOfBand = further;
        segment = 0;
        int version = u8();
        if (version != MessageWriter.VERSION) {
            throw new MessageFormatException("version=" + version + " is not " + MessageWriter.VERSION);
        }
        MessageType type = oneOf(TYPES, "type of message");
        UnitMessage message = body(type);
        if (in.hasRemaining() || segment != outOfBand.size()) {
            throw new MessageFormatException("type=" + type + " has " + in.remaining() + " B and "
                    + (outOfBand.size() - segment) + " parts too many");
        }
        return message;
    }

    private UnitMessage body(MessageType type) throws MessageFormatException {
        return switch (type) {
            case CREATE -> create();
            case CALL ->
                new StreamMessage.Call(
                        id(), id(), i64(), i64(), i64(), u16(), bool(), u16(), i64(), needs(), payload(), bool(),
                        i32());
            case DROP -> new StreamMessage.Drop(id(), id(), i64(), i64(), i64(), bool());
            case CONFIRM -> new ReplyMessage.Confirm(id(), i64());
            case DONE -> new ReplyMessage.Done(id(), id(), i64(), outcome(true));
            case STARTED -> new ReplyMessage.Started(id(), id(), i64());
            case CANCEL -> new ReplyMessage.Cancel(id(), id(), i64(), bool(), bool());
            case FETCH -> new ValueMessage.Fetch(id(), id(), i64(), bool());
            case VALUE -> new ValueMessage.Value(id(), bool(), outcome(false));
            case ELSEWHERE -> new ValueMessage.Elsewhere(id(), bool(), bool());
            case LOCATE -> new ValueMessage.Locate(id(), bool(), i64());
            case LOCATED -> new ValueMessage.Located(id(), bool(), i64(), id(), i64());
            case RELEASE -> new ValueMessage.Release(i64(), list(i32(), 16, MessageReader::id));
            case RELEASED -> new ValueMessage.Released(i64());
            case HOLD -> new ValueMessage.Hold(id(), bool(), bool(), i64());
            case HELD -> new ValueMessage.Held(id(), i64());
            case PROBE ->
                new ValueMessage.Probe(
                        id(), i64(), i32(), id(), i64(), id(), id(), i64(), list(count(), 2, MessageReader::text));
            case QUIESCE ->
                new BarrierMessage.Quiesce(i64(), i32(), i32(), i64(), list(count(), 16, MessageReader::id));
            case QUIET ->
                new BarrierMessage.Quiet(
                        i64(),
                        i32(),
                        i64(),
                        i64(),
                        list(count(), 16, MessageReader::id),
                        list(count(), 8, MessageReader::i64),
                        i32());
            case HELLO,
                    MEMBERS,
                    HEARTBEAT,
                    PLACE,
                    PLACED,
                    REFUSED,
                    FIND,
                    FOUND,
                    LEASE,
                    LEASED,
                    ENDED,
                    EXITED,
                    OUTPUT,
                    SHUTDOWN,
                    WHO,
                    ENROL,
                    ENROLLED,
                    STAFF,
                    EQUIP,
                    BOOK,
                    BOOKED,
                    SURVEY,
                    SURVEYED,
                    QUERY,
                    QUERY_RESULT,
                    REPLACE,
                    DRAIN,
                    PASSIVE,
                    RUNNING,
                    LOOK,
                    LOOKED,
                    HOSTING -> ClusterLayout.read(type, this);
            case DESCRIBE,
                    KEEP,
                    NOTED,
                    RAISE,
                    RAISED,
                    OVER,
                    DEPART,
                    SEEK,
                    ALIVE,
                    GONE,
                    MOVING,
                    ADOPT,
                    ADOPTED,
                    RETIRE -> LifeLayout.read(type, this);
            case WANT_CODE, CODE, PULL_CODE, CODE_CHUNK, WANT_CLASS, CLASS_BYTES -> CodeLayout.read(type, this);
            case RESERVE,
                    RESERVED,
                    PUT,
                    STORED,
                    ACQUIRE,
                    ACQUIRED,
                    DISCHARGE,
                    LEASES,
                    DISCARD,
                    DISCARDED,
                    RECALL,
                    ANNOUNCE,
                    ANNOUNCED,
                    WHERE,
                    COPIES,
                    ABSENT,
                    PULL,
                    CHUNK,
                    NOT_HERE,
                    ERASE,
                    LET_GO -> ObjectLayout.read(type, this);
        };
    }

    StreamMessage.Create create() throws MessageFormatException {
        Id task = id();
        Id mailbox = id();
        return new StreamMessage.Create(
                task,
                mailbox,
                i64(),
                i64(),
                text(),
                i64(),
                u16(),
                i32(),
                text(),
                needs(),
                payload(),
                ClaimLayout.claim(this),
                mailbox.hasLives() ? terms() : LifeTerms.NONE,
                i32());
    }

    private LifeTerms terms() throws MessageFormatException {
        return new LifeTerms(i32(), bool(), i64()).withPassiveWord(i64()).takingOver(text());
    }

    private List<Need> needs() throws MessageFormatException {
        return list(count(), 49, MessageReader::need);
    }

    private Need need() throws MessageFormatException {
        Id task = id();
        long producer = i64();
        Id mailbox = id();
        long number = i64();
        int flags = u8();
        if (flags > 3) {
            throw new MessageFormatException("flags=" + flags + " of a need");
        }
        return new Need(task, producer, mailbox, number, (flags & 1) != 0, (flags & 2) == 0 ? null : outcome(false));
    }

    Outcome outcome(boolean mayBeHeld) throws MessageFormatException {
        int kind = u8();
        if (kind == 0) {
            return new Outcome.Returned(payload());
        }
        if ((kind == 1 || kind == 3) && mayBeHeld) {
            return new Outcome.Held(i64(), kind == 3);
        }
        if (kind == 2) {
            return new Outcome.Failed(failure());
        }
        throw new MessageFormatException("outcome=" + kind);
    }

    Failure failure() throws MessageFormatException {
        return failure(1);
    }

    private Failure failure(int depth) throws MessageFormatException {
        if (depth > Failure.MAX_DEPTH) {
            throw new MessageFormatException(
                    "failures=" + depth + " in a chain; " + Failure.MAX_DEPTH + " is the most");
        }
        Failure.Kind kind = oneOf(FAILURES, "kind of failure");
        String what = text();
        String uid = text();
        String worker = text();
        byte[] thrown = bytes();
        return new Failure(kind, what, uid, worker, thrown, bool() ? failure(depth + 1) : null);
    }

    Payload payload() throws MessageFormatException {
        byte[] inline = bytes();
        int parts = count();
        List<@Nullable Place> places = parts == 0 ? Collections.emptyList() : new ArrayList<>();
        List<MemorySegment> segments = parts == 0 ? List.of() : list(parts, 9, reader -> reader.part(places));
        List<Carried> carried = list(count(), 24, reader -> new Carried(reader.id(), reader.i64()));
        return inline.length == 0 && segments.isEmpty() && carried.isEmpty()
                ? Payload.EMPTY
                : new Payload(inline, segments, carried, places);
    }

    private MemorySegment part(List<@Nullable Place> places) throws MessageFormatException {
        boolean isNamed = bool();
        places.add(isNamed ? place() : null);
        return isNamed ? Payload.ELSEWHERE : segment();
    }

    Place place() throws MessageFormatException {
        Place place = new Place(i64(), i32(), i32(), i32(), i64(), i64(), i64());
        if (place.size() < 0 || place.offset() < 0) {
            throw new MessageFormatException("place=" + place);
        }
        return place;
    }

    private MemorySegment segment() throws MessageFormatException {
        long size = i64();
        if (segment >= outOfBand.size() || outOfBand.get(segment).byteSize() != size) {
            throw new MessageFormatException("part=" + (segment + 1) + " of " + size + " B is not there");
        }
        return outOfBand.get(segment++);
    }

    <T> List<T> list(int count, int leastBytes, Element<T> element) throws MessageFormatException {
        if (count == 0) {
            return List.of();
        }
        if (count < 0 || (long) count * leastBytes > in.remaining()) {
            throw new MessageFormatException("count=" + count + " with " + in.remaining() + " B left");
        }
        List<T> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(element.read(this));
        }
        return elements;
    }

    <T> T oneOf(T[] values, String what) throws MessageFormatException {
        int ordinal = u8();
        if (ordinal >= values.length) {
            throw new MessageFormatException(what + "=" + ordinal + " is unknown");
        }
        return values[ordinal];
    }

    Id id() throws MessageFormatException {
        need(16);
        return new Id(in.getLong(), in.getLong());
    }

    int u8() throws MessageFormatException {
        need(1);
        return in.get() & 0xff;
    }

    boolean bool() throws MessageFormatException {
        int value = u8();
        if (value > 1) {
            throw new MessageFormatException("boolean=" + value);
        }
        return value == 1;
    }

    int u16() throws MessageFormatException {
        need(2);
        return in.getShort() & 0xffff;
    }

    /** As {@link MessageWriter#count} wrote it; negative where it is none. */
    int count() throws MessageFormatException {
        int count = u16();
        return count == MessageWriter.WIDE ? i32() : count;
    }

    int i32() throws MessageFormatException {
        need(4);
        return in.getInt();
    }

    long i64() throws MessageFormatException {
        need(8);
        return in.getLong();
    }

    byte[] bytes() throws MessageFormatException {
        int length = i32();
        need(length);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    String text() throws MessageFormatException {
        int length = u16();
        need(length);
        byte @Nullable [] array = in.hasArray() ? in.array() : null;
        if (array != null) {
            String text = new String(array, in.arrayOffset() + in.position(), length, StandardCharsets.UTF_8);
            in.position(in.position() + length);
            return text;
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private void need(int bytes) throws MessageFormatException {
        if (bytes < 0 || in.remaining() < bytes) {
            throw new MessageFormatException("length=" + bytes + " with " + in.remaining() + " B left");
        }
    }
}
