package dev.mosaic.message;

import org.jspecify.annotations.Nullable;

/**
 * What is said about the lives of a tessera that is made again when its worker dies, or that moves: between its worker and the
 * home, which keeps its description, and between the home and those who look for its next life.
 *
 * <p>Every question is asked again on a new link to the home until it is answered; every answer may come twice.
 */
public sealed interface LifeMessage extends UnitMessage {
    /** Which tessera. */
    Id tessera();

    /**
     * A worker tells the home how the tessera is made; answered with {@link Noted}, number 0. Said again to another home.
     *
     * @param incarnation of the life that it has
     * @param restarts so far
     * @param program the head that it belongs to; 0 for none
     * @param create with arguments whose values are known, or entries
     */
    record Describe(Id tessera, long incarnation, int restarts, long program, StreamMessage.Create create)
            implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.DESCRIBE;
        }
    }

    /**
     * The state of a tessera. It counts when the home has answered {@link Noted} with that number.
     *
     * @param number counted by that life, from 1
     */
    record Keep(Id tessera, long incarnation, long number, Payload state) implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.KEEP;
        }
    }

    /**
     * The home has it.
     *
     * @param failure why it has not; of kind {@code STOPPED} where that life is over
     * @param letsRest it may leave its worker for nowhere, see {@link Depart}
     */
    record Noted(
            Id tessera,
            long incarnation,
            long number,
            @Nullable Failure failure,
            boolean letsRest) implements LifeMessage {
        /** From a home that lets no tessera rest, or where that does not matter. */
        public Noted(Id tessera, long incarnation, long number, @Nullable Failure failure) {
            this(tessera, incarnation, number, failure, false);
        }

        @Override
        public MessageType type() {
            return MessageType.NOTED;
        }
    }

    /**
     * Asks a worker for the next life. The first of the needs are the arguments as they were encoded, the last is the state where there
     * is one, both entries of the warehouse. Answered with {@link Raised}, and said again until then.
     */
    record Raise(Id tessera, long incarnation, int restarts, boolean hasState, StreamMessage.Create create)
            implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.RAISE;
        }
    }

    /** It lives; or why not. Answered with {@link Noted}, number 0. */
    record Raised(Id tessera, long incarnation, @Nullable Failure failure) implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.RAISED;
        }
    }

    /** It was dropped, or nobody held it. Answered with {@link Noted}, number {@link #LAST}. */
    record Over(Id tessera, long incarnation, Failure failure) implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.OVER;
        }
    }

    /**
     * It is to live elsewhere: nothing of that life runs any more. Answered with {@link Noted}, number {@link #LAST}.
     *
     * @param passive nobody has called it for long, so that it may live nowhere until somebody does
     */
    record Depart(Id tessera, long incarnation, boolean passive) implements LifeMessage {
        /** It goes on elsewhere at once. */
        public Depart(Id tessera, long incarnation) {
            this(tessera, incarnation, false);
        }

        @Override
        public MessageType type() {
            return MessageType.DEPART;
        }
    }

    /**
     * A holder asks the home for the life that is not at that worker; the answer is {@link Alive} or {@link Gone}, when there is one. Where
     * it is passive the answer is that it is at {@link Carried#HOME}; who asks for one that is not there wakes it.
     */
    record Seek(Id tessera, long notAt) implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.SEEK;
        }
    }

    /** Where it lives. */
    record Alive(Id tessera, long incarnation, long worker) implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.ALIVE;
        }
    }

    /** It lives nowhere, and will not. {@code known} is false where the home was never told of it. */
    record Gone(Id tessera, boolean known, Failure failure) implements LifeMessage {
        /** It was to be in that worker, by its name, and nobody has made it there. */
        public static Failure neverCame(Id tessera, long worker) {
            return Failure.of(
                    Failure.Kind.STOPPED,
                    "tessera=" + tessera + " never came to unit " + Long.toHexString(worker) + ", where it was to be");
        }

        @Override
        public MessageType type() {
            return MessageType.GONE;
        }
    }

    /** A worker tells a holder that it has the tessera no more. Said again until that holds it there no more. */
    record Moving(Id tessera) implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.MOVING;
        }
    }

    /**
     * A unit that makes a tessera asks the home whether one of its name is there, which is then made as this one is said to be. Answered with
     * {@link Adopted}, and said again until then.
     *
     * @param tessera as which it would be made; names the question
     * @param program whose workers are fit for it
     * @param create name, terms and arguments; with the signature {@link #AS_IT_IS} only one of the same version is meant, which goes on as it was
     *     made
     */
    record Adopt(Id tessera, long program, StreamMessage.Create create) implements LifeMessage {
        /** In the place of the signature, of who knows the version and not the class. */
        public static final long AS_IT_IS = 0;

        /** True where nothing but the program is to be another. */
        public boolean isAsItIs() {
            return create.signature() == AS_IT_IS;
        }

        @Override
        public MessageType type() {
            return MessageType.ADOPT;
        }
    }

    /**
     * The tessera that was there by that name.
     *
     * @param tessera of the question
     * @param as which it is; the same where there was none
     * @param failure why it was not taken over
     * @param standing how it is; null but for who asked for it {@link Adopt#AS_IT_IS}, since others do not read it
     */
    record Adopted(
            Id tessera,
            Id as,
            @Nullable Failure failure,
            @Nullable Standing standing) implements LifeMessage {
        /** To one that makes it otherwise. */
        public Adopted(Id tessera, Id as, @Nullable Failure failure) {
            this(tessera, as, failure, null);
        }

        @Override
        public MessageType type() {
            return MessageType.ADOPTED;
        }
    }

    /**
     * How a tessera is, as its home knows.
     *
     * @param worker where it lives; {@link Carried#HOME} where it is nowhere just now
     * @param incarnation of the highest life
     * @param number of the last state of that life; 0 where it gave none yet
     * @param keptAgoMillis how long ago the last state was kept; -1 where that is not known
     */
    record Standing(long worker, long incarnation, long number, long keptAgoMillis) {}

    /** The home tells a worker that a tessera is to live elsewhere, where there is other code. Said again until it departs. */
    record Retire(Id tessera, long incarnation) implements LifeMessage {
        @Override
        public MessageType type() {
            return MessageType.RETIRE;
        }
    }

    /** As number: the last word of a life. */
    long LAST = Long.MAX_VALUE;

    /** Of {@link Seek}: a worker asks for a tessera that has not come to it, as long as calls for it wait there. */
    long NOWHERE = 0;
}
