package dev.mosaic.message;

import java.util.List;

/**
 * An item of the stream from one caller to one mailbox. The mailbox takes items in the order of their numbers, each once.
 */
public sealed interface StreamMessage extends UnitMessage {
    /** The task it makes. Its origin is the caller. */
    Id task();

    /** The tessera, or the pool of a worker. */
    Id mailbox();

    /** Tells this stream from an earlier one of the same caller to the same mailbox; grows. 0 for pools. */
    long stream();

    /** Counted from 0, without gaps, in its stream. */
    long number();

    /** The caller has the outcomes of all numbers up to this one; -1 for none. */
    long confirmed();

    /** What must be done before it can run. */
    List<Need> needs();

    Payload arguments();

    /**
     * Makes a tessera. Its number is 0 in the stream of its creator.
     *
     * @param className binary name
     * @param signature of the class's method table at the caller
     * @param constructor index of the constructor, or {@link #SERVED}
     * @param concurrency how many of its calls may run at once
     * @param name by which it can be found, living without a holder; empty for none
     * @param claim what it takes there
     * @param terms how it outlives its worker; on the wire only where {@link Id#hasLives}
     * @param era see {@link BarrierMessage}; {@link Call#NO_ERA} where it was not said
     */
    record Create(
            Id task,
            Id mailbox,
            long stream,
            long confirmed,
            String className,
            long signature,
            int constructor,
            int concurrency,
            String name,
            List<Need> needs,
            Payload arguments,
            Claim claim,
            LifeTerms terms,
            int era)
            implements StreamMessage {
        /** In the place of a constructor, of one that is called in words: what holds its state is another object. */
        public static final int SERVED = 65_000;

        public Create {
            needs = List.copyOf(needs);
        }

        /** True where it is called in words. */
        public boolean isServed() {
            return constructor == SERVED;
        }

        /** Of no era. */
        public Create(
                Id task,
                Id mailbox,
                long stream,
                long confirmed,
                String className,
                long signature,
                int constructor,
                int concurrency,
                String name,
                List<Need> needs,
                Payload arguments,
                Claim claim,
                LifeTerms terms) {
            this(
                    task,
                    mailbox,
                    stream,
                    confirmed,
                    className,
                    signature,
                    constructor,
                    concurrency,
                    name,
                    needs,
                    arguments,
                    claim,
                    terms,
                    Call.NO_ERA);
        }

        /** It takes nothing that is counted, and has one life, in one worker. */
        public Create(
                Id task,
                Id mailbox,
                long stream,
                long confirmed,
                String className,
                long signature,
                int constructor,
                int concurrency,
                String name,
                List<Need> needs,
                Payload arguments) {
            this(
                    task,
                    mailbox,
                    stream,
                    confirmed,
                    className,
                    signature,
                    constructor,
                    concurrency,
                    name,
                    needs,
                    arguments,
                    Claim.NONE,
                    LifeTerms.NONE);
        }

        /** The same tessera as that one, which is made so from now on. */
        public Create as(Id other) {
            return new Create(
                    task,
                    other,
                    stream,
                    confirmed,
                    className,
                    signature,
                    constructor,
                    concurrency,
                    name,
                    needs,
                    arguments,
                    claim,
                    terms,
                    era);
        }

        /** The same with other arguments. */
        public Create with(List<Need> others, Payload bytes) {
            return new Create(
                    task,
                    mailbox,
                    stream,
                    confirmed,
                    className,
                    signature,
                    constructor,
                    concurrency,
                    name,
                    others,
                    bytes,
                    claim,
                    terms,
                    era);
        }

        @Override
        public long number() {
            return 0;
        }

        @Override
        public MessageType type() {
            return MessageType.CREATE;
        }
    }

    /**
     * Calls a member of a tessera, or runs a stateless task.
     *
     * @param method index of the member; of a stateless task, whatever the shell put there
     * @param peek true where it runs at once, out of order with the others; only for reads
     * @param attempt 0, and one more for each time the task was sent elsewhere
     * @param timeoutNanos it is not started later than this after its arrival; 0 for none
     * @param durable true where its result is put into the warehouse before it is told
     * @param era see {@link BarrierMessage}; {@link #NO_ERA} where it was not said
     */
    record Call(
            Id task,
            Id mailbox,
            long stream,
            long number,
            long confirmed,
            int method,
            boolean peek,
            int attempt,
            long timeoutNanos,
            List<Need> needs,
            Payload arguments,
            boolean durable,
            int era)
            implements StreamMessage {
        /** No call's code made it. */
        public static final int NO_ERA = -1;

        public Call {
            needs = List.copyOf(needs);
        }

        /** Of no era. */
        public Call(
                Id task,
                Id mailbox,
                long stream,
                long number,
                long confirmed,
                int method,
                boolean peek,
                int attempt,
                long timeoutNanos,
                List<Need> needs,
                Payload arguments,
                boolean durable) {
            this(
                    task,
                    mailbox,
                    stream,
                    number,
                    confirmed,
                    method,
                    peek,
                    attempt,
                    timeoutNanos,
                    needs,
                    arguments,
                    durable,
                    NO_ERA);
        }

        /** Its result stays in the worker. */
        public Call(
                Id task,
                Id mailbox,
                long stream,
                long number,
                long confirmed,
                int method,
                boolean peek,
                int attempt,
                long timeoutNanos,
                List<Need> needs,
                Payload arguments) {
            this(
                    task,
                    mailbox,
                    stream,
                    number,
                    confirmed,
                    method,
                    peek,
                    attempt,
                    timeoutNanos,
                    needs,
                    arguments,
                    false);
        }

        @Override
        public MessageType type() {
            return MessageType.CALL;
        }
    }

    /**
     * Ends a tessera, after the items before it.
     *
     * @param kill true where it ends at once, whatever waits and runs in it
     */
    record Drop(Id task, Id mailbox, long stream, long number, long confirmed, boolean kill) implements StreamMessage {
        /** After the items before it. */
        public Drop(Id task, Id mailbox, long stream, long number, long confirmed) {
            this(task, mailbox, stream, number, confirmed, false);
        }

        @Override
        public List<Need> needs() {
            return List.of();
        }

        @Override
        public Payload arguments() {
            return Payload.EMPTY;
        }

        @Override
        public MessageType type() {
            return MessageType.DROP;
        }
    }
}
