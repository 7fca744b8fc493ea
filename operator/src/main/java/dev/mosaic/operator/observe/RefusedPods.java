package dev.mosaic.operator.observe;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Why a StatefulSet makes no pod, as where a quota is used up. Its status does not say it; its Events do.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one request, at most once a minute where something was found. <b>Failure:</b> then
 * nothing is known, as where the operator may not list Events.
 */
final class RefusedPods {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** The controller of StatefulSets tries again at least as often. */
    private static final Duration NEWS = Duration.ofMinutes(20);

    private final KubernetesClient client;
    private final InstantSource clock;
    private final Recent<String> words;

    RefusedPods(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
        this.words = new Recent<>(clock);
    }

    /** In the words of the API server; empty where nothing was said. */
    Optional<String> of(StatefulSet set) {
        return words.get(set.getMetadata().getUid(), () -> asked(set));
    }

    private Optional<String> asked(StatefulSet set) {
        String namespace = set.getMetadata().getNamespace();
        try {
            return newest(
                    client.v1()
                            .events()
                            .inNamespace(namespace)
                            .withField("involvedObject.uid", set.getMetadata().getUid())
                            .withField("reason", "FailedCreate")
                            .list()
                            .getItems(),
                    clock.instant());
        } catch (KubernetesClientException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "why StatefulSet {0}/{1} has no pod is not known: {2}",
                    namespace,
                    set.getMetadata().getName(),
                    e.getMessage());
            return Optional.empty();
        }
    }

    /** What was said last, unless that is long ago. */
    static Optional<String> newest(List<Event> events, Instant now) {
        return events.stream()
                .filter(each -> "Warning".equals(each.getType()) && each.getMessage() != null)
                .filter(each -> time(each).plus(NEWS).isAfter(now))
                .max(Comparator.comparing(RefusedPods::time))
                .map(each -> each.getMessage().strip());
    }

    private static Instant time(Event event) {
        String micro =
                event.getEventTime() == null ? null : event.getEventTime().getTime();
        String last = Objects.requireNonNullElse(event.getLastTimestamp(), Objects.requireNonNullElse(micro, ""));
        try {
            return Instant.parse(last);
        } catch (DateTimeParseException e) {
            return Instant.EPOCH;
        }
    }
}
