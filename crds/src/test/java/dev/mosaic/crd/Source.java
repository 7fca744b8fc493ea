package dev.mosaic.crd;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Where tests get Kubernetes from. */
sealed interface Source {
    /** One that is there. */
    record Given(Path kubeconfig) implements Source {}

    /** One in a container, for as long as the JVM. */
    record K3s() implements Source {}

    /** None. */
    record None(String reason) implements Source {}

    /** What the environment says, else Docker where it answers; it is not asked in vain. */
    static Source choose(Map<String, String> environment, BooleanSupplier hasDocker) {
        String given = environment.getOrDefault("KUBECONFIG", "");
        if (!given.isEmpty()) {
            return new Given(Path.of(given));
        }
        return hasDocker.getAsBoolean()
                ? new K3s()
                : new None("no Kubernetes: set KUBECONFIG, or start Docker for a k3s in a container");
    }
}
