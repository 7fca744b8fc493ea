package dev.mosaic.operator.observe;

import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Why a StatefulSet makes no pod, as where a quota is used up. Its status does not say it; its Events do.
 *
 * Events stay for an hour: what was said before a pod was made is over.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one request, at most once in {@link #AGE} where something was found. <b>Failure:</b> then
 * nothing is known, as where the operator may not list Events.
 */
final class RefusedPods {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** The controller of StatefulSets tries again at least as often. */
    private static final Duration NEWS = Duration.ofMinutes(20);

    /** Less than the time after which somebody looks again, who then sees what is new. */
    static final Duration AGE = Duration.ofSeconds(5);

    private final InstantSource clock;
    private final Recent<Said> said;
    private final Function<StatefulSet, List<Event>> events;

    /** When the newest pod of a set was made, by its uid; none that is older than what is news. */
    private final Map<String, Instant> made = new ConcurrentHashMap<>();

    RefusedPods(KubernetesClient client, InstantSource clock) {
        this(clock, set -> events(client, set));
    }

    /** With Events from elsewhere. */
    RefusedPods(InstantSource clock, Function<StatefulSet, List<Event>> events) {
        this.clock = clock;
        this.said = new Recent<>(clock, AGE);
        this.events = events;
    }

    /** What an Event says, and when it was said last. */
    record Said(String words, Instant time) {}

    /** In the words of the API server; empty where nothing was said since a pod was made. */
    Optional<String> of(StatefulSet set) {
        String uid = set.getMetadata().getUid();
        return said.get(uid, () -> newest(events.apply(set), clock.instant()))
                .filter(each -> !each.time().isBefore(made.getOrDefault(uid, Instant.MIN)))
                .map(Said::words);
    }

    /** That it has these pods: what was refused before is over. */
    void saw(StatefulSet set, List<Pod> pods) {
        Instant old = clock.instant().minus(NEWS);
        pods.stream()
                .map(Pods::created)
                .filter(each -> each.isAfter(old))
                .max(Comparator.naturalOrder())
                .ifPresent(newest -> {
                    if (!newest.equals(made.put(set.getMetadata().getUid(), newest))) {
                        made.values().removeIf(each -> !each.isAfter(old));
                    }
                });
    }

    private static List<Event> events(KubernetesClient client, StatefulSet set) {
        String namespace = set.getMetadata().getNamespace();
        try {
            return client.v1()
                    .events()
                    .inNamespace(namespace)
                    .withField("involvedObject.uid", set.getMetadata().getUid())
                    .withField("reason", "FailedCreate")
                    .list()
                    .getItems();
        } catch (KubernetesClientException e) {
            LOG.log(
                    System.Logger.Level.DEBUG,
                    "why StatefulSet {0}/{1} has no pod is not known: {2}",
                    namespace,
                    set.getMetadata().getName(),
                    e.getMessage());
            return List.of();
        }
    }

    /** What was said last, unless that is long ago. */
    static Optional<Said> newest(List<Event> events, Instant now) {
        return events.stream()
                .filter(each -> "Warning".equals(each.getType()) && each.getMessage() != null)
                .filter(each -> time(each).plus(NEWS).isAfter(now))
                .max(Comparator.comparing(RefusedPods::time))
                .map(each -> new Said(each.getMessage().strip(), time(each)));
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
