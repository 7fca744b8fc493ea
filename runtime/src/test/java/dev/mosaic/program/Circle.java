package dev.mosaic.program;

import dev.mosaic.Remote;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Gets proxies of others in several ways, keeps the last and calls them. */
public class Circle {
    private @Nullable Remote<Counter> last;

    /** Proxies in fields. */
    public record Team(String name, Remote<Counter> first, List<Remote<Counter>> others) {}

    /** What the counter has then. */
    public int add(Remote<Counter> counter) {
        last = counter;
        return counter.<Integer, Integer>call(Counter::add, 1).result();
    }

    /** What the last counter has then. */
    public int addAll(Team team) {
        int total = add(team.first());
        for (Remote<Counter> each : team.others()) {
            total = add(each);
        }
        return total;
    }

    public Remote<Counter> last() {
        return Objects.requireNonNull(last);
    }
}
