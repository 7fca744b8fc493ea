package dev.mosaic.unit.shell;

import dev.mosaic.NameException;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.Served;
import dev.mosaic.message.ClusterMessage;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks for tesserae by name.
 *
 * <p><b>Threading:</b> {@link #find} any thread, the rest the loop. <b>Failure:</b> {@link NameException}, also where no monitor
 * answers within 30 s.
 */
final class Searches {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final class Search {
        private final Thread asker = Thread.currentThread();
        private final Grip grip = new Grip();
        private ClusterMessage.@Nullable Named named;
        private volatile boolean answered;
    }

    private final Engine engine;
    private final Map<Long, Search> searches = new HashMap<>();
    private long lastRequest;

    Searches(Engine engine) {
        this.engine = engine;
    }

    HeldTessera find(String name, MethodTable expected) {
        HeldTessera found = look(name, expected);
        if (found == null) {
            throw new NameException("name=" + name + " is not known", "make it with TesseraOptions.name first");
        }
        return found;
    }

    /** Null where there is none of that name. */
    @Nullable HeldTessera look(String name, MethodTable expected) {
        Search search = new Search();
        engine.loop.run(now -> {
            searches.put(++lastRequest, search);
            engine.kernel.find(now, lastRequest, name);
        });
        if (!engine.patience.await(() -> search.answered, PATIENCE_NANOS)) {
            throw engine.isClosed()
                    ? engine.isOver()
                    : new NameException(
                            "name=" + name + " was not found in time, because no monitor answered",
                            "check that the head runs, then try again");
        }
        ClusterMessage.Named named = search.named;
        if (named == null) {
            return null;
        }
        if (named.signature() != expected.signature() && expected.type() != Served.class) {
            String type = expected.type().getName();
            throw named.className().equals(type)
                    ? new NameException(
                            "name=" + name + " is of another version of class=" + type
                                    + ": its public methods or their types are not those here",
                            "build this program from the same code")
                    : new NameException(
                            "name=" + name + " is of class=" + named.className() + ", not of class=" + type,
                            "find it by the class that it has");
        }
        return new HeldTessera(engine, named.tessera(), expected, search.grip);
    }

    /** The kernel counts the handle before the asker has it. */
    void found(long request, ClusterMessage.@Nullable Named named) {
        Search search = searches.remove(request);
        if (search == null) {
            return;
        }
        if (named != null) {
            engine.grips.add(search.grip, named.tessera());
            engine.loop.later(now -> {
                engine.kernel.handleGained(now, named.tessera(), named.worker());
                answer(search, named);
            });
        } else {
            answer(search, null);
        }
    }

    private void answer(Search search, ClusterMessage.@Nullable Named named) {
        search.named = named;
        search.answered = true;
        engine.patience.wake(search.asker);
    }

    void close() {
        searches.values().forEach(search -> engine.patience.wake(search.asker));
        searches.clear();
    }
}
