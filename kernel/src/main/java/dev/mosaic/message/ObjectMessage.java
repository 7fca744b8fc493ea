package dev.mosaic.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What units and stores say about objects: between a unit and the store of its machine, and between that and the
 * <em>home</em>, the warehouse's, which knows who holds what. Every question is asked again on a new link until it is
 * answered; every answer may come twice.
 */
public sealed interface ObjectMessage extends UnitMessage {
    /** Every node gets it. Bit of {@code flags}. */
    int PUBLISHED = 1;

    /** It is in the home's bucket, or flushed to its disk where it has none, before the putter is told. Bit of {@code flags}. */
    int DURABLE = 2;

    /** Asks the store for memory to write an object into. List of i64 sizes in bytes. */
    record Reserve(Id ref, List<Long> sizes) implements ObjectMessage {
        public Reserve {
            sizes = List.copyOf(sizes);
        }

        @Override
        public MessageType type() {
            return MessageType.RESERVE;
        }
    }

    /** Here it is, a place for each size; or why not. */
    record Reserved(Id ref, List<Place> places, @Nullable Failure failure) implements ObjectMessage {
        public Reserved {
            places = List.copyOf(places);
        }

        @Override
        public MessageType type() {
            return MessageType.RESERVED;
        }
    }

    /**
     * A new entry: its bytes lie in what was reserved for it, or come along.
     *
     * @param label class and owner, for uids and errors
     */
    record Put(Id ref, String label, int flags, Payload value) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.PUT;
        }
    }

    /** The store has the entry, and where it is to be durable the home has it where that means; or why not. */
    record Stored(Id ref, @Nullable Failure failure) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.STORED;
        }
    }

    /**
     * Wants these entries in memory, all at once, until {@link Discharge}.
     *
     * @param lease drawn by the asker
     */
    record Acquire(Id lease, List<Id> refs) implements ObjectMessage {
        public Acquire {
            refs = List.copyOf(refs);
        }

        @Override
        public MessageType type() {
            return MessageType.ACQUIRE;
        }
    }

    /** They are there: an outcome for each, returned or failed. */
    record Acquired(Id lease, List<Outcome> values) implements ObjectMessage {
        public Acquired {
            values = List.copyOf(values);
        }

        @Override
        public MessageType type() {
            return MessageType.ACQUIRED;
        }
    }

    /** The lease is not needed any more, whether it was granted or not. */
    record Discharge(Id lease) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.DISCHARGE;
        }
    }

    /**
     * First word on a new link.
     *
     * @param live the leases that the unit has or asks for, and the refs for which it has memory or asks for it, or whose put
     *     is not answered; all others are over
     */
    record Leases(List<Id> live) implements ObjectMessage {
        public Leases {
            live = List.copyOf(live);
        }

        @Override
        public MessageType type() {
            return MessageType.LEASES;
        }
    }

    /** Asks the home to remove every copy of an entry. */
    record Discard(Id ref) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.DISCARD;
        }
    }

    /** From now on nobody can acquire it. */
    record Discarded(Id ref) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.DISCARDED;
        }
    }

    /** The entry was dropped; a unit that still has views of it should let them go. */
    record Recall(Id ref) implements ObjectMessage {
        /** Of no entry in particular: memory is short, and what is garbage should be found. */
        public static final Id ANY = new Id(0, 0);

        @Override
        public MessageType type() {
            return MessageType.RECALL;
        }
    }

    // ---- between stores

    /**
     * What an entry is, without its large parts.
     *
     * @param inline the small part, and the references inside
     * @param sizes of the large parts, bytes
     */
    record Shape(Id ref, String label, int flags, Payload inline, List<Long> sizes) {
        public Shape {
            sizes = List.copyOf(sizes);
        }
    }

    /** A store tells the home that it has a whole copy. */
    record Announce(Shape shape) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.ANNOUNCE;
        }
    }

    /**
     * The home knows.
     *
     * @param whole true where it has a whole copy itself, safe where it is to be durable: others may let theirs go
     * @param failure why the entry is gone instead
     */
    record Announced(Id ref, boolean whole, @Nullable Failure failure) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.ANNOUNCED;
        }
    }

    /** Asks the home who has an entry. */
    record Where(Id ref) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.WHERE;
        }
    }

    /**
     * Who has an entry.
     *
     * @param take true where the receiver is to get a copy by itself: the entry is published
     * @param stores instances, the best first
     */
    record Copies(Shape shape, boolean take, List<Long> stores) implements ObjectMessage {
        public Copies {
            stores = List.copyOf(stores);
        }

        @Override
        public MessageType type() {
            return MessageType.COPIES;
        }
    }

    /** There is no such entry any more, and why. */
    record Absent(Id ref, Failure failure) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.ABSENT;
        }
    }

    /** Asks a store for bytes of an entry, counted through its large parts. The answer waits until they are there. */
    record Pull(Id ref, long from, int bytes) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.PULL;
        }
    }

    /**
     * Bytes of an entry.
     *
     * @param crc CRC-32C of the bytes, which are the payload's only part
     */
    record Chunk(Id ref, long from, int crc, Payload bytes) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.CHUNK;
        }
    }

    /** The asked store has it no more: ask elsewhere. */
    record NotHere(Id ref) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.NOT_HERE;
        }
    }

    /** The home tells a store to remove its copy. */
    record Erase(Id ref) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.ERASE;
        }
    }

    /** A store tells the home that it has let a cached copy go. */
    record LetGo(Id ref) implements ObjectMessage {
        @Override
        public MessageType type() {
            return MessageType.LET_GO;
        }
    }
}
