package dev.mosaic.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Events say of a StatefulSet that makes no pod. */
class RefusedPodsTest {
    private static Event event(String type, String message, String times) {
        return Given.read(
                "type: " + type + "\nreason: FailedCreate\nmessage: '" + message + "'\n" + times, Event.class);
    }

    @Test
    void shouldTakeTheNewestWordsThatAreNotOld() {
        String recent = Given.NOW.minusSeconds(60).toString();
        String newest = Given.NOW.minusSeconds(5).toString();
        String old = Given.NOW.minusSeconds(1_201).toString();

        assertThat(RefusedPods.newest(
                        List.of(
                                event("Warning", "before", "lastTimestamp: '" + recent + "'"),
                                event("Warning", "exceeded quota", "eventTime: '" + newest + "'"),
                                event("Normal", "made", "lastTimestamp: '" + newest + "'")),
                        Given.NOW))
                .contains("exceeded quota");
        assertThat(RefusedPods.newest(List.of(event("Warning", "old", "lastTimestamp: '" + old + "'")), Given.NOW))
                .isEmpty();
        assertThat(RefusedPods.newest(List.of(event("Warning", "no time", "count: 3")), Given.NOW))
                .isEmpty();
    }
}
