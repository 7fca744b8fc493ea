package dev.mosaic.unit.calls;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.links.LinkOutput;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down what a machine wants done. */
final class Recorder implements LinkOutput, CallOutput {
    record Sent(long unit, UnitMessage message) {}

    final List<Sent> sent = new ArrayList<>();
    final List<Long> dialled = new ArrayList<>();
    final List<String> said = new ArrayList<>();
    final List<Payload> released = new ArrayList<>();

    @Override
    public void send(long unit, UnitMessage message) {
        sent.add(new Sent(unit, message));
    }

    @Override
    public void dial(long unit) {
        dialled.add(unit);
    }

    @Override
    public void completed(Id task, Outcome outcome) {
        said.add("completed " + task.number() + " " + kind(outcome));
    }

    @Override
    public void value(Id task, Outcome outcome) {
        said.add("value " + task.number() + " " + kind(outcome));
    }

    @Override
    public void found(long request, ClusterMessage.@Nullable Named named) {
        said.add("found " + request + " " + (named == null ? "nothing" : named.tessera()));
    }

    @Override
    public void creditFreed() {
        said.add("credit freed");
    }

    @Override
    public void released(Payload payload) {
        if (!payload.equals(Payload.EMPTY)) {
            released.add(payload);
        }
    }

    private static String kind(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Returned returned -> "returned";
            case Outcome.Held held -> "held";
            case Outcome.Failed failed -> failed.failure().kind().toString();
        };
    }

    /** What was sent since last asked, of that kind. */
    <M extends UnitMessage> List<M> take(Class<M> kind) {
        List<M> taken = new ArrayList<>();
        sent.removeIf(each -> {
            boolean fits = kind.isInstance(each.message);
            if (fits) {
                taken.add(kind.cast(each.message));
            }
            return fits;
        });
        return taken;
    }

    /** What was told since last asked. */
    List<String> takeSaid() {
        List<String> taken = List.copyOf(said);
        said.clear();
        return taken;
    }
}
