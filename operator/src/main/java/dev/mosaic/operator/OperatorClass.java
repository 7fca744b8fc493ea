package dev.mosaic.operator;

import dev.mosaic.operator.desired.Labels;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Which objects this operator acts on: those with the label of its class ({@code MOSAIC_OPERATOR_CLASS}), or those without such a label.
 * The API server chooses them, so that what others' objects say does not reach this operator.
 */
public final class OperatorClass implements ConfigSource {
    private static final String CLASS = "MOSAIC_OPERATOR_CLASS";
    private static final String LABEL_VALUE = "[a-z0-9]([-a-z0-9]{0,38}[a-z0-9])?";

    /** As the reconcilers are called. */
    private static final Set<String> CONTROLLERS = Set.of("cluster", "group", "job", "tessera");

    private final Map<String, String> settings = new TreeMap<>();

    /** Made by Quarkus. */
    public OperatorClass() {
        this(System.getenv());
    }

    OperatorClass(Map<String, String> environment) {
        String selector = selector(environment);
        CONTROLLERS.forEach(each -> settings.put("quarkus.operator-sdk.controllers." + each + ".selector", selector));
    }

    /** Of the objects that are this operator's. */
    static String selector(Map<String, String> environment) {
        String name = name(environment);
        return name.isEmpty() ? "!" + Labels.OPERATOR_CLASS : Labels.OPERATOR_CLASS + "=" + name;
    }

    /** The Lease of those of which one acts. */
    static String lease(Map<String, String> environment) {
        String name = name(environment);
        return name.isEmpty() ? Labels.OPERATOR : Labels.OPERATOR + "-" + name;
    }

    /** Empty for none. */
    private static String name(Map<String, String> environment) {
        String name = environment.getOrDefault(CLASS, "").strip();
        if (!name.isEmpty() && !name.matches(LABEL_VALUE)) {
            throw new IllegalArgumentException(CLASS + "=" + name
                    + " is no class: write up to 40 small letters, digits and '-', the first and the last no '-'");
        }
        return name;
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
        return "mosaic: the class of this operator";
    }

    @Override
    public int getOrdinal() {
        return 200;
    }
}
