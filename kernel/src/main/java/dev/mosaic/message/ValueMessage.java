package dev.mosaic.message;

import java.util.List;

/** How values, and the right to them, move between units. */
public sealed interface ValueMessage extends UnitMessage {
    /**
     * Asks the producer of a task for its outcome; the answer comes when there is one. Asked again on every new link.
     *
     * @param wanted false where only the end of the task is asked for
     */
    record Fetch(Id task, Id mailbox, long number, boolean wanted) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.FETCH;
        }
    }

    /** The outcome of a task; never held. {@code wanted} is that of the question. */
    record Value(Id task, boolean wanted, Outcome outcome) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.VALUE;
        }
    }

    /**
     * The producer cannot answer; the owner can.
     *
     * @param awaited true where the call has not come there for a while, false where its outcome was confirmed and forgotten
     */
    record Elsewhere(Id task, boolean wanted, boolean awaited) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.ELSEWHERE;
        }
    }

    /**
     * Asks the owner of a task where it is; the answer is {@link Value} or {@link Located}, when there is one.
     *
     * @param notAt the instance of a producer that is lost, or has it no more
     */
    record Locate(Id task, boolean wanted, long notAt) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.LOCATE;
        }
    }

    /** Where a task is now. */
    record Located(Id task, boolean wanted, long producer, Id mailbox, long number) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.LOCATED;
        }
    }

    /**
     * The owner wants these values no more. Answered with {@link Released}, and said again on every new link until then.
     * The list has a u32 count.
     */
    record Release(long batch, List<Id> tasks) implements ValueMessage {
        public Release {
            tasks = List.copyOf(tasks);
        }

        @Override
        public MessageType type() {
            return MessageType.RELEASE;
        }
    }

    record Released(long batch) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.RELEASED;
        }
    }

    /**
     * The sender holds a proxy of a tessera of the receiver, or holds none any more. Answered with {@link Held}.
     *
     * @param repeated true where items of the stream that ends were said more than once, so that one may still come on the other lane
     * @param version grows with each change of the sender's mind; the stream that begins with it has the same number
     */
    record Hold(Id tessera, boolean holding, boolean repeated, long version) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.HOLD;
        }
    }

    record Held(Id tessera, long version) implements ValueMessage {
        @Override
        public MessageType type() {
            return MessageType.HELD;
        }
    }

    /**
     * Looks for a cycle of waits. It goes from a task to what that waits for, and so on.
     *
     * @param initiator the waiting call that asks
     * @param ticket which of its waits
     * @param round which look at that wait
     * @param highest the highest of the waiting calls passed
     * @param trace sums up the waits passed, so that the same cycle can be told when it is found twice
     * @param task what is looked at now
     * @param mailbox where that is
     * @param number of it in its owner's stream
     * @param path the waits passed, in words
     */
    record Probe(
            Id initiator,
            long ticket,
            int round,
            Id highest,
            long trace,
            Id task,
            Id mailbox,
            long number,
            List<String> path)
            implements ValueMessage {
        public Probe {
            path = List.copyOf(path);
        }

        @Override
        public MessageType type() {
            return MessageType.PROBE;
        }
    }
}
