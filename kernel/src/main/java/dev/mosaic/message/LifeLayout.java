package dev.mosaic.message;

import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the messages about lives. A failure is u8 1 and it, or u8 0; after what was adopted u8 2 is a standing, 3 are both. A creation
 * stands there without its type.
 */
final class LifeLayout {
    private static final int FAILURE = 1;
    private static final int STANDING = 2;

    private LifeLayout() {}

    static void write(MessageWriter out, LifeMessage message) {
        out.id(message.tessera());
        switch (message) {
            case LifeMessage.Describe describe -> {
                out.i64(describe.incarnation());
                out.i32(describe.restarts());
                out.i64(describe.program());
                out.stream(describe.create());
            }
            case LifeMessage.Keep keep -> {
                out.i64(keep.incarnation());
                out.i64(keep.number());
                out.payload(keep.state());
            }
            case LifeMessage.Noted noted -> {
                out.i64(noted.incarnation());
                out.i64(noted.number());
                failure(out, noted.failure());
                out.bool(noted.letsRest());
            }
            case LifeMessage.Raise raise -> {
                out.i64(raise.incarnation());
                out.i32(raise.restarts());
                out.bool(raise.hasState());
                out.stream(raise.create());
            }
            case LifeMessage.Raised raised -> {
                out.i64(raised.incarnation());
                failure(out, raised.failure());
            }
            case LifeMessage.Over over -> {
                out.i64(over.incarnation());
                out.failure(over.failure());
            }
            case LifeMessage.Depart depart -> {
                out.i64(depart.incarnation());
                out.bool(depart.passive());
            }
            case LifeMessage.Seek seek -> out.i64(seek.notAt());
            case LifeMessage.Alive alive -> {
                out.i64(alive.incarnation());
                out.i64(alive.worker());
            }
            case LifeMessage.Gone gone -> {
                out.bool(gone.known());
                out.failure(gone.failure());
            }
            case LifeMessage.Moving moving -> {}
            case LifeMessage.Adopt adopt -> {
                out.i64(adopt.program());
                out.stream(adopt.create());
            }
            case LifeMessage.Adopted adopted -> {
                out.id(adopted.as());
                Failure failure = adopted.failure();
                LifeMessage.Standing standing = adopted.standing();
                out.u8((failure == null ? 0 : FAILURE) | (standing == null ? 0 : STANDING));
                if (failure != null) {
                    out.failure(failure);
                }
                if (standing != null) {
                    out.i64(standing.worker());
                    out.i64(standing.incarnation());
                    out.i64(standing.number());
                    out.i64(standing.keptAgoMillis());
                }
            }
            case LifeMessage.Retire retire -> out.i64(retire.incarnation());
        }
    }

    private static void failure(MessageWriter out, @Nullable Failure failure) {
        out.bool(failure != null);
        if (failure != null) {
            out.failure(failure);
        }
    }

    static LifeMessage read(MessageType type, MessageReader in) throws MessageFormatException {
        return switch (type) {
            case DESCRIBE -> new LifeMessage.Describe(in.id(), in.i64(), in.i32(), in.i64(), in.create());
            case KEEP -> new LifeMessage.Keep(in.id(), in.i64(), in.i64(), in.payload());
            case NOTED -> new LifeMessage.Noted(in.id(), in.i64(), in.i64(), failure(in), in.bool());
            case RAISE -> new LifeMessage.Raise(in.id(), in.i64(), in.i32(), in.bool(), in.create());
            case RAISED -> new LifeMessage.Raised(in.id(), in.i64(), failure(in));
            case OVER -> new LifeMessage.Over(in.id(), in.i64(), in.failure());
            case DEPART -> new LifeMessage.Depart(in.id(), in.i64(), in.bool());
            case SEEK -> new LifeMessage.Seek(in.id(), in.i64());
            case ALIVE -> new LifeMessage.Alive(in.id(), in.i64(), in.i64());
            case GONE -> new LifeMessage.Gone(in.id(), in.bool(), in.failure());
            case MOVING -> new LifeMessage.Moving(in.id());
            case ADOPT -> new LifeMessage.Adopt(in.id(), in.i64(), in.create());
            case ADOPTED -> adopted(in);
            case RETIRE -> new LifeMessage.Retire(in.id(), in.i64());
            default -> throw new MessageFormatException("type=" + type + " is not about lives");
        };
    }

    private static LifeMessage.Adopted adopted(MessageReader in) throws MessageFormatException {
        Id tessera = in.id();
        Id as = in.id();
        int parts = in.u8();
        if ((parts & ~(FAILURE | STANDING)) != 0) {
            throw new MessageFormatException("parts=" + parts + " are not known");
        }
        return new LifeMessage.Adopted(
                tessera,
                as,
                (parts & FAILURE) == 0 ? null : in.failure(),
                (parts & STANDING) == 0 ? null : new LifeMessage.Standing(in.i64(), in.i64(), in.i64(), in.i64()));
    }

    private static @Nullable Failure failure(MessageReader in) throws MessageFormatException {
        return in.bool() ? in.failure() : null;
    }
}
