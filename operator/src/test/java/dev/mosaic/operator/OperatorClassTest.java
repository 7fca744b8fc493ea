package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each object is one operator's. */
class OperatorClassTest {
    private static final Map<String, String> CANARY = Map.of("MOSAIC_OPERATOR_CLASS", "canary");

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "group", "job", "tessera"})
    void shouldWatchObjectsOfItsClassOnly(String controller) {
        String key = "quarkus.operator-sdk.controllers." + controller + ".selector";
        assertThat(new OperatorClass(CANARY).getValue(key)).isEqualTo("mosaic.dev/operator-class=canary");
        assertThat(new OperatorClass(Map.of()).getValue(key)).isEqualTo("!mosaic.dev/operator-class");
        assertThat(new OperatorClass(Map.of("MOSAIC_OPERATOR_CLASS", "")).getPropertyNames())
                .contains(key)
                .hasSize(4);
    }

    /** Operators of two classes in one namespace lead side by side. */
    @Test
    void shouldHaveALeaseOfItsOwn() {
        assertThat(OperatorClass.lease(CANARY)).isEqualTo("mosaic-operator-canary");
        assertThat(OperatorClass.lease(Map.of())).isEqualTo("mosaic-operator");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "A", "-a", "a,b", "12345678901234567890123456789012345678901"})
    void shouldRefuseWhatIsNoClass(String name) {
        assertThatThrownBy(() -> new OperatorClass(Map.of("MOSAIC_OPERATOR_CLASS", name)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MOSAIC_OPERATOR_CLASS=" + name);
    }
}
