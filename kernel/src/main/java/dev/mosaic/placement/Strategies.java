package dev.mosaic.placement;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Those that have a name. */
public final class Strategies {
    private static final List<Placement> ALL = List.of(new LeastBusy(), new RoundRobin(), new Spread(), new Pack());

    private Strategies() {}

    /** Empty where none is called so. */
    public static Optional<Placement> named(String name) {
        return ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** For a message: {@code least-busy, round-robin, spread, pack}. */
    public static String names() {
        return ALL.stream().map(Placement::name).collect(Collectors.joining(", "));
    }
}
