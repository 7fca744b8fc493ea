package dev.mosaic.operator;

import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/** In a pod, logs are JSON, one object a line; elsewhere a person reads them. Settings of the user come before this. */
public final class InCluster implements ConfigSource {
    private static final String JSON = "quarkus.log.console.json.enabled";

    private final Map<String, String> settings;

    /** Made by Quarkus. */
    public InCluster() {
        this(System.getenv());
    }

    InCluster(Map<String, String> environment) {
        settings = Map.of(JSON, Boolean.toString(environment.containsKey("KUBERNETES_SERVICE_HOST")));
    }

    @Override
    public Set<String> getPropertyNames() {
        return settings.keySet();
    }

    @Override
    @SuppressWarnings("NullAway") // MicroProfile does not say what may be null.
    public @Nullable String getValue(String name) {
        return settings.get(name);
    }

    @Override
    public String getName() {
        return "mosaic: in a pod or not";
    }

    @Override
    public int getOrdinal() {
        return 200;
    }
}
