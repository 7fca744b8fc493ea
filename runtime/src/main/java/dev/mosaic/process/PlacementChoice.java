package dev.mosaic.process;

import dev.mosaic.StartException;
import dev.mosaic.placement.Placement;
import dev.mosaic.placement.Strategies;

/** Which strategy a monitor is started with. */
public final class PlacementChoice {
    private PlacementChoice() {}

    /**
     * That of a name, or an object of that class, which needs a constructor without parameters.
     *
     * @throws StartException where there is neither
     */
    public static Placement of(String name, ClassLoader classes) {
        return Strategies.named(name).orElseGet(() -> made(name, classes));
    }

    private static Placement made(String name, ClassLoader classes) {
        try {
            return new GuardedPlacement(Class.forName(name, true, classes)
                    .asSubclass(Placement.class)
                    .getDeclaredConstructor()
                    .newInstance());
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new StartException(
                    "placement=" + name + " is neither a strategy nor a class of one: " + e,
                    "give one of " + Strategies.names() + ", or a class that implements Placement",
                    e);
        }
    }
}
