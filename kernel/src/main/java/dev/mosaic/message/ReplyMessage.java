package dev.mosaic.message;

/** What a mailbox and a caller say to each other about items of the stream. */
public sealed interface ReplyMessage extends UnitMessage {
    /** The caller has the outcomes of all numbers up to {@code confirmed}. */
    record Confirm(Id mailbox, long confirmed) implements ReplyMessage {
        @Override
        public MessageType type() {
            return MessageType.CONFIRM;
        }
    }

    /** An item ended. Said again for every duplicate of the item, until it is confirmed. */
    record Done(Id task, Id mailbox, long number, Outcome outcome) implements ReplyMessage {
        @Override
        public MessageType type() {
            return MessageType.DONE;
        }
    }

    /** A call has been running for a while. For those who look; nothing depends on it. */
    record Started(Id task, Id mailbox, long number) implements ReplyMessage {
        @Override
        public MessageType type() {
            return MessageType.STARTED;
        }
    }

    /**
     * The caller wants a call no more. Said again every second until that has an outcome: it may overtake the call, and then says
     * nothing.
     *
     * @param force true where the worker is to end if the call runs
     * @param onlyWaiting true where a call that runs goes on: its caller would have it run elsewhere, sooner
     */
    record Cancel(Id task, Id mailbox, long number, boolean force, boolean onlyWaiting) implements ReplyMessage {
        /** Whether it runs or waits. */
        public Cancel(Id task, Id mailbox, long number, boolean force) {
            this(task, mailbox, number, force, false);
        }

        @Override
        public MessageType type() {
            return MessageType.CANCEL;
        }
    }
}
