package dev.mosaic.message;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a message that does not fit on its way, so that whoever waits for it, or for its answer, hears why.
 *
 * <p>A call goes without its arguments and with the reason as one that failed: it keeps its number in the stream, so that later calls
 * go on, and fails where it would have run. A result or a value goes as a failure. What is a question to a store or to the home
 * is answered here as if that had refused it.
 *
 * <p><b>Threading:</b> immutable; each time the same for the same message, which may be sent again. <b>Cost:</b> small.
 *
 * @param instead what the receiver gets; null for nothing
 * @param answer what the sender is to take as that receiver's answer; null for none
 */
public record Undeliverable(
        @Nullable UnitMessage instead, @Nullable UnitMessage answer) {
    private static final Undeliverable UNHEARD = new Undeliverable(null, null);

    /**
     * For that message.
     *
     * @param why the limit, and what is above it
     */
    public static Undeliverable of(UnitMessage message, String why) {
        return switch (message) {
            case StreamMessage.Call call ->
                send(new StreamMessage.Call(
                        call.task(),
                        call.mailbox(),
                        call.stream(),
                        call.number(),
                        call.confirmed(),
                        call.method(),
                        call.peek(),
                        call.attempt(),
                        call.timeoutNanos(),
                        reason(call, why),
                        Payload.EMPTY,
                        call.durable()));
            case StreamMessage.Create create -> send(create.with(reason(create, why), Payload.EMPTY));
            case ReplyMessage.Done done ->
                send(new ReplyMessage.Done(done.task(), done.mailbox(), done.number(), result(done.task(), why)));
            case ValueMessage.Value value ->
                send(new ValueMessage.Value(value.task(), value.wanted(), result(value.task(), why)));
            case ObjectMessage object -> of(object, why);
            case LifeMessage life -> of(life, why);
            default -> UNHEARD;
        };
    }

    /** True where somebody hears that the message was not sent. */
    public boolean isHeard() {
        return instead != null || answer != null;
    }

    private static Undeliverable of(ObjectMessage message, String why) {
        return switch (message) {
            case ObjectMessage.Reserve reserve ->
                answer(new ObjectMessage.Reserved(reserve.ref(), List.of(), value(reserve.ref(), why)));
            case ObjectMessage.Reserved reserved ->
                send(new ObjectMessage.Reserved(reserved.ref(), List.of(), value(reserved.ref(), why)));
            case ObjectMessage.Put put -> answer(new ObjectMessage.Stored(put.ref(), value(put.ref(), why)));
            case ObjectMessage.Acquire acquire -> answer(acquired(acquire, why));
            case ObjectMessage.Acquired acquired -> send(failed(acquired, why));
            case ObjectMessage.Announce announce -> {
                Id ref = announce.shape().ref();
                yield answer(new ObjectMessage.Announced(ref, false, value(ref, why)));
            }
            case ObjectMessage.Copies copies -> {
                Id ref = copies.shape().ref();
                yield send(new ObjectMessage.Absent(ref, value(ref, why)));
            }
            default -> UNHEARD;
        };
    }

    private static Undeliverable of(LifeMessage message, String why) {
        Id tessera = message.tessera();
        Failure failure = Failure.of(Failure.Kind.CAPTURE, "tessera=" + tessera + " cannot be told of: " + why);
        return switch (message) {
            case LifeMessage.Describe describe ->
                answer(new LifeMessage.Noted(tessera, describe.incarnation(), 0, failure));
            case LifeMessage.Keep keep ->
                answer(new LifeMessage.Noted(tessera, keep.incarnation(), keep.number(), failure));
            case LifeMessage.Raise raise -> answer(new LifeMessage.Raised(tessera, raise.incarnation(), failure));
            case LifeMessage.Adopt adopt -> answer(new LifeMessage.Adopted(tessera, tessera, failure));
            default -> UNHEARD;
        };
    }

    /** The one need of a call that names itself. */
    private static List<Need> reason(StreamMessage item, String why) {
        String what = "task=" + item.task() + " cannot be sent, its arguments are too large: " + why;
        return List.of(new Need(item.task(), 0, item.task(), 0, true, Outcome.failed(Failure.Kind.TOO_LARGE, what)));
    }

    private static Outcome result(Id task, String why) {
        return Outcome.failed(
                Failure.Kind.CAPTURE,
                "the result of task=" + task + " cannot be sent: " + why
                        + "; return it in pieces, or put it and return the refs");
    }

    private static Failure value(Id ref, String why) {
        return Failure.of(Failure.Kind.CAPTURE, "ref=" + ref + " cannot be sent: " + why);
    }

    private static ObjectMessage acquired(ObjectMessage.Acquire acquire, String why) {
        List<Outcome> values = new ArrayList<>(acquire.refs().size());
        acquire.refs().forEach(ref -> values.add(new Outcome.Failed(value(ref, why))));
        return new ObjectMessage.Acquired(acquire.lease(), values);
    }

    /** Which of the values is too large is not known, and who asked needs all of them. */
    private static ObjectMessage failed(ObjectMessage.Acquired acquired, String why) {
        Outcome failed = Outcome.failed(
                Failure.Kind.CAPTURE,
                "the values of lease=" + acquired.lease() + " cannot be sent: " + why
                        + "; put them in pieces, or read them on the machine that has them");
        return new ObjectMessage.Acquired(
                acquired.lease(),
                acquired.values().stream()
                        .map(value -> value instanceof Outcome.Failed ? value : failed)
                        .toList());
    }

    private static Undeliverable send(UnitMessage instead) {
        return new Undeliverable(instead, null);
    }

    private static Undeliverable answer(UnitMessage answer) {
        return new Undeliverable(null, answer);
    }
}
