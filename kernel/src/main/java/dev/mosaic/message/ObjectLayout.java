package dev.mosaic.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes and reads the messages about objects. A failure is u8 1 and it, or u8 0. */
final class ObjectLayout {
    private final MessageWriter out;

    ObjectLayout(MessageWriter out) {
        this.out = out;
    }

    void write(ObjectMessage message) {
        switch (message) {
            case ObjectMessage.Reserve reserve -> {
                out.id(reserve.ref());
                sizes(reserve.sizes());
            }
            case ObjectMessage.Reserved reserved -> {
                out.id(reserved.ref());
                out.list(reserved.places(), out::place);
                failure(reserved.failure());
            }
            case ObjectMessage.Put put -> {
                out.id(put.ref());
                out.text(put.label());
                out.u8(put.flags());
                out.payload(put.value());
            }
            case ObjectMessage.Stored stored -> {
                out.id(stored.ref());
                failure(stored.failure());
            }
            case ObjectMessage.Acquire acquire -> {
                out.id(acquire.lease());
                ids(acquire.refs());
            }
            case ObjectMessage.Acquired acquired -> {
                out.id(acquired.lease());
                out.list(acquired.values(), out::outcome);
            }
            case ObjectMessage.Discharge discharge -> out.id(discharge.lease());
            case ObjectMessage.Leases leases -> ids(leases.live());
            case ObjectMessage.Discard discard -> out.id(discard.ref());
            case ObjectMessage.Discarded discarded -> out.id(discarded.ref());
            case ObjectMessage.Recall recall -> out.id(recall.ref());
            case ObjectMessage.Announce announce -> shape(announce.shape());
            case ObjectMessage.Announced announced -> {
                out.id(announced.ref());
                out.bool(announced.whole());
                failure(announced.failure());
            }
            case ObjectMessage.Where where -> out.id(where.ref());
            case ObjectMessage.Copies copies -> {
                shape(copies.shape());
                out.bool(copies.take());
                sizes(copies.stores());
            }
            case ObjectMessage.Absent absent -> {
                out.id(absent.ref());
                out.failure(absent.failure());
            }
            case ObjectMessage.Pull pull -> {
                out.id(pull.ref());
                out.i64(pull.from());
                out.i32(pull.bytes());
            }
            case ObjectMessage.Chunk chunk -> {
                out.id(chunk.ref());
                out.i64(chunk.from());
                out.i32(chunk.crc());
                out.payload(chunk.bytes());
            }
            case ObjectMessage.NotHere notHere -> out.id(notHere.ref());
            case ObjectMessage.Erase erase -> out.id(erase.ref());
            case ObjectMessage.LetGo letGo -> out.id(letGo.ref());
        }
    }

    private void sizes(List<Long> sizes) {
        out.list(sizes, out::i64);
    }

    private void ids(List<Id> ids) {
        out.i32(ids.size());
        ids.forEach(out::id);
    }

    private void shape(ObjectMessage.Shape shape) {
        out.id(shape.ref());
        out.text(shape.label());
        out.u8(shape.flags());
        out.payload(shape.inline());
        sizes(shape.sizes());
    }

    private void failure(@Nullable Failure failure) {
        out.bool(failure != null);
        if (failure != null) {
            out.failure(failure);
        }
    }

    static ObjectMessage read(MessageType type, MessageReader in) throws MessageFormatException {
        return switch (type) {
            case RESERVE -> new ObjectMessage.Reserve(in.id(), sizes(in));
            case RESERVED ->
                new ObjectMessage.Reserved(in.id(), in.list(in.count(), 44, MessageReader::place), failure(in));
            case PUT -> new ObjectMessage.Put(in.id(), in.text(), in.u8(), in.payload());
            case STORED -> new ObjectMessage.Stored(in.id(), failure(in));
            case ACQUIRE -> new ObjectMessage.Acquire(in.id(), ids(in));
            case ACQUIRED ->
                new ObjectMessage.Acquired(in.id(), in.list(in.count(), 9, reader -> reader.outcome(false)));
            case DISCHARGE -> new ObjectMessage.Discharge(in.id());
            case LEASES -> new ObjectMessage.Leases(ids(in));
            case DISCARD -> new ObjectMessage.Discard(in.id());
            case DISCARDED -> new ObjectMessage.Discarded(in.id());
            case RECALL -> new ObjectMessage.Recall(in.id());
            case ANNOUNCE -> new ObjectMessage.Announce(shape(in));
            case ANNOUNCED -> new ObjectMessage.Announced(in.id(), in.bool(), failure(in));
            case WHERE -> new ObjectMessage.Where(in.id());
            case COPIES -> new ObjectMessage.Copies(shape(in), in.bool(), sizes(in));
            case ABSENT -> new ObjectMessage.Absent(in.id(), in.failure());
            case PULL -> new ObjectMessage.Pull(in.id(), in.i64(), in.i32());
            case CHUNK -> new ObjectMessage.Chunk(in.id(), in.i64(), in.i32(), in.payload());
            case NOT_HERE -> new ObjectMessage.NotHere(in.id());
            case ERASE -> new ObjectMessage.Erase(in.id());
            case LET_GO -> new ObjectMessage.LetGo(in.id());
            default -> throw new MessageFormatException("type=" + type + " is not about objects");
        };
    }

    private static List<Long> sizes(MessageReader in) throws MessageFormatException {
        return in.list(in.count(), 8, MessageReader::i64);
    }

    private static List<Id> ids(MessageReader in) throws MessageFormatException {
        return in.list(in.i32(), 16, MessageReader::id);
    }

    private static ObjectMessage.Shape shape(MessageReader in) throws MessageFormatException {
        return new ObjectMessage.Shape(in.id(), in.text(), in.u8(), in.payload(), sizes(in));
    }

    private static @Nullable Failure failure(MessageReader in) throws MessageFormatException {
        return in.bool() ? in.failure() : null;
    }
}
