package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Values that were made here and stay until they are released, and the questions for outcomes of calls that have not come yet.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> the values. <b>Failure:</b> a dead owner's values and questions go with it.
 */
final class Values {
    private record Parked(Id mailbox, long number, Run.Asker asker, long sinceNanos) {}

    /** A question that waits longer for its call was asked too late, most likely. */
    private static final long PATIENCE_NANOS = 2_000_000_000L;

    private final Links links;
    private final Consumer<List<Carried>> unpin;
    private final Consumer<Payload> dropped;
    private final Map<Id, Payload> kept = new LinkedHashMap<>();
    private final Map<Id, List<Parked>> parked = new LinkedHashMap<>();

    /** {@code dropped} is told of each value that nobody needs any more. */
    Values(Links links, Consumer<List<Carried>> unpin, Consumer<Payload> dropped) {
        this.links = links;
        this.unpin = unpin;
        this.dropped = dropped;
    }

    int open() {
        return kept.size() + parked.size();
    }

    void keep(Id task, Payload value) {
        kept.put(task, value);
    }

    @Nullable Payload kept(Id task) {
        return kept.get(task);
    }

    void answer(Id task, Run.Asker asker, Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed && failed.failure().kind() == Failure.Kind.MOVED) {
            links.send(asker.unit(), new ValueMessage.Elsewhere(task, asker.wanted(), false));
            return;
        }
        Outcome told = outcome;
        if (!(outcome instanceof Outcome.Failed)) {
            Payload value = kept.get(task);
            told = !asker.wanted() ? Outcome.NOTHING : value != null ? new Outcome.Returned(value) : outcome;
        }
        links.send(asker.unit(), new ValueMessage.Value(task, asker.wanted(), told));
    }

    /** A question for a call that has not come. */
    void park(long now, ValueMessage.Fetch fetch, Run.Asker asker) {
        Parked question = new Parked(fetch.mailbox(), fetch.number(), asker, now);
        List<Parked> questions = parked.computeIfAbsent(fetch.task(), any -> new ArrayList<>(1));
        questions.removeIf(known -> known.asker.equals(asker));
        questions.add(question);
    }

    /** The call has come: its questions wait with it. */
    void unpark(Run run) {
        if (parked.isEmpty()) {
            return;
        }
        List<Parked> questions = parked.get(run.task());
        if (questions == null) {
            return;
        }
        questions.removeIf(question -> {
            boolean here = question.mailbox.equals(run.tessera()) && question.number == run.item.number();
            if (here) {
                run.addAsker(question.asker);
            }
            return here;
        });
        if (questions.isEmpty()) {
            parked.remove(run.task());
        }
    }

    /** Sends questions that wait in vain to the owner, who knows whether anybody still needs the answer. */
    void tick(long now) {
        if (parked.isEmpty()) {
            return;
        }
        parked.entrySet().removeIf(entry -> {
            entry.getValue().removeIf(question -> {
                boolean late = now - question.sinceNanos > PATIENCE_NANOS;
                if (late) {
                    Run.Asker asker = question.asker;
                    links.send(asker.unit(), new ValueMessage.Elsewhere(entry.getKey(), asker.wanted(), true));
                }
                return late;
            });
            return entry.getValue().isEmpty();
        });
    }

    void release(long owner, ValueMessage.Release release) {
        for (Id task : release.tasks()) {
            if (task.origin() == owner) {
                letGo(task);
            }
        }
        links.send(owner, new ValueMessage.Released(release.batch()));
    }

    /** Nobody will ask for it; nothing happens where there is none. */
    void letGo(Id task) {
        Payload value = kept.remove(task);
        if (value != null) {
            unpin.accept(value.carried());
            dropped.accept(value);
        }
    }

    /** What is inside of the values of its tasks, which are gone. */
    List<Carried> lost(long unit) {
        parked.keySet().removeIf(task -> task.origin() == unit);
        parked.values().removeIf(questions -> {
            questions.removeIf(question -> question.asker.unit() == unit);
            return questions.isEmpty();
        });
        List<Payload> dead = new ArrayList<>();
        kept.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().origin() == unit;
            if (gone) {
                dead.add(entry.getValue());
            }
            return gone;
        });
        List<Carried> inside = new ArrayList<>();
        dead.forEach(value -> inside.addAll(value.carried()));
        dead.forEach(dropped);
        return inside;
    }
}
