package dev.mosaic.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Instant;
import java.util.ArrayList;
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
                .map(RefusedPods.Said::words)
                .contains("exceeded quota");
        assertThat(RefusedPods.newest(List.of(event("Warning", "old", "lastTimestamp: '" + old + "'")), Given.NOW))
                .isEmpty();
        assertThat(RefusedPods.newest(List.of(event("Warning", "no time", "count: 3")), Given.NOW))
                .isEmpty();
    }

    /** Whoever waits for a pod looks each 15 s. */
    @Test
    void shouldTellANewRefusalAtTheNextLook() {
        List<Event> events = new ArrayList<>();
        Instant[] now = {Given.NOW};
        RefusedPods refused = new RefusedPods(() -> now[0], _ -> List.copyOf(events));
        StatefulSet set = Given.read("metadata: {name: demo-warehouse, uid: one}", StatefulSet.class);
        events.add(event("Warning", "exceeded quota", "lastTimestamp: '" + now[0] + "'"));
        assertThat(refused.of(set)).contains("exceeded quota");

        now[0] = now[0].plusSeconds(15);
        events.add(event("Warning", "violates PodSecurity", "lastTimestamp: '" + now[0] + "'"));
        assertThat(refused.of(set)).contains("violates PodSecurity");
    }

    /** The pod that was made after it may be gone again, as where its node is emptied. */
    @Test
    void shouldForgetWhatWasSaidBeforeAPodWasMade() {
        List<Event> events = List.of(event(
                "Warning",
                "exceeded quota",
                "lastTimestamp: '" + Given.NOW.minusSeconds(60).toString() + "'"));
        RefusedPods refused = new RefusedPods(() -> Given.NOW, _ -> events);
        StatefulSet set = Given.read("metadata: {name: demo-warehouse, uid: one}", StatefulSet.class);
        StatefulSet other = Given.read("metadata: {name: other-warehouse, uid: two}", StatefulSet.class);
        assertThat(refused.of(set)).contains("exceeded quota");

        refused.saw(set, List.of(Given.pod("demo-warehouse-0", "a", true, 90)));
        assertThat(refused.of(set)).as("it was made before").contains("exceeded quota");
        refused.saw(set, List.of(Given.pod("demo-warehouse-0", "a", true, 30)));
        assertThat(refused.of(set)).as("it was made since").isEmpty();
        assertThat(refused.of(other)).contains("exceeded quota");
    }
}
