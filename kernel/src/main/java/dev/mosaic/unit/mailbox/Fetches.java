package dev.mosaic.unit.mailbox;

import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Need;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Arguments that are being fetched: from the producer, or, where that is lost or has it no more, by way of the owner.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each task waited for here, however many calls need it.
 * <b>Failure:</b> an owner that is lost takes its calls along, so nothing is waited for that cannot come.
 */
final class Fetches {
    private record Key(Id task, boolean wanted) {}

    private record Waiter(Run run, int need) {}

    private static final class Fetch {
        private final List<Waiter> waiters = new ArrayList<>(1);
        private long asking;
        private @Nullable Need at;
        private long notAt;

        /** The owner says that it is kept where it was not found. */
        private boolean isSaidKept;
    }

    private final Links links;
    private final BiConsumer<Run, Outcome> resolved;
    private final Map<Key, Fetch> fetches = new LinkedHashMap<>();

    /** {@code resolved} is told of each value that came for a run, after {@link Run#resolve}. */
    Fetches(Links links, BiConsumer<Run, Outcome> resolved) {
        this.links = links;
        this.resolved = resolved;
    }

    int open() {
        return fetches.size();
    }

    void fetch(Run run, int index) {
        Need need = run.need(index);
        Key key = new Key(need.task(), need.wanted());
        Fetch fetch = fetches.get(key);
        if (fetch == null) {
            fetch = new Fetch();
            fetches.put(key, fetch);
            ask(key, fetch, need);
        }
        fetch.waiters.add(new Waiter(run, index));
    }

    private void ask(Key key, Fetch fetch, Need at) {
        if (at.number() < 0 || links.isDead(at.producer())) {
            askOwner(key, fetch, at.number() < 0 ? 0 : at.producer());
        } else {
            fetch.at = at;
            fetch.asking = at.producer();
            links.send(at.producer(), new ValueMessage.Fetch(key.task, at.mailbox(), at.number(), key.wanted));
        }
    }

    private void askOwner(Key key, Fetch fetch, long notAt) {
        fetch.at = null;
        fetch.notAt = notAt;
        fetch.asking = key.task.origin();
        links.send(fetch.asking, new ValueMessage.Locate(key.task, key.wanted, notAt));
    }

    private void fail(Key key, String why) {
        Outcome failed = Outcome.failed(Failure.Kind.RESULT_LOST, "the result of task=" + key.task + why);
        value(new ValueMessage.Value(key.task, key.wanted, failed));
    }

    void value(ValueMessage.Value value) {
        Fetch fetch = fetches.remove(new Key(value.task(), value.wanted()));
        if (fetch != null) {
            for (Waiter waiter : fetch.waiters) {
                waiter.run.resolve(waiter.need, value.outcome());
                resolved.accept(waiter.run, value.outcome());
            }
        }
    }

    void elsewhere(long from, ValueMessage.Elsewhere elsewhere) {
        Key key = new Key(elsewhere.task(), elsewhere.wanted());
        Fetch fetch = fetches.get(key);
        if (fetch == null || fetch.at == null || fetch.asking != from) {
            return;
        }
        if (fetch.isSaidKept && !elsewhere.awaited()) {
            fail(key, " is no more where its owner says it is kept");
        } else {
            askOwner(key, fetch, elsewhere.awaited() ? 0 : from);
        }
    }

    void located(ValueMessage.Located located) {
        Key key = new Key(located.task(), located.wanted());
        Fetch fetch = fetches.get(key);
        if (fetch != null && fetch.at == null) {
            fetch.isSaidKept = located.producer() == fetch.notAt;
            ask(
                    key,
                    fetch,
                    new Need(
                            located.task(),
                            located.producer(),
                            located.mailbox(),
                            located.number(),
                            located.wanted(),
                            null));
        }
    }

    /** Where the value of a need is asked for now; null where it is with its owner. */
    @Nullable Need whereIs(Need need) {
        Fetch fetch = fetches.get(new Key(need.task(), need.wanted()));
        return fetch == null ? null : fetch.at;
    }

    /** The run needs nothing any more. */
    void cancel(Run run) {
        fetches.values().removeIf(fetch -> {
            fetch.waiters.removeIf(waiter -> waiter.run == run);
            return fetch.waiters.isEmpty();
        });
    }

    void connected(long unit) {
        fetches.forEach((key, fetch) -> {
            if (fetch.asking != unit) {
                return;
            }
            if (fetch.at == null) {
                links.send(unit, new ValueMessage.Locate(key.task, key.wanted, fetch.notAt));
            } else {
                ask(key, fetch, fetch.at);
            }
        });
    }

    /** Units that are asked, and to which there is no link. */
    void unreached(Set<Long> units) {
        for (Fetch fetch : fetches.values()) {
            if (fetch.asking != 0 && fetch.asking != Carried.HOME && !links.isUp(fetch.asking)) {
                units.add(fetch.asking);
            }
        }
    }

    /** What is asked of that unit, which cannot be reached, will not come. */
    void giveUp(long unit, String reason) {
        List<Key> over = new ArrayList<>();
        fetches.forEach((key, fetch) -> {
            if (fetch.asking == unit) {
                over.add(key);
            }
        });
        over.forEach(key -> fail(key, " cannot be got: " + reason));
    }

    void lost(long unit) {
        fetches.forEach((key, fetch) -> {
            if (fetch.asking == unit && fetch.at != null) {
                askOwner(key, fetch, unit);
            }
        });
    }
}
