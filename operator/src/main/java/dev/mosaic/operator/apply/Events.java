package dev.mosaic.operator.apply;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.reason.Reason;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Tells people what was done and what changed, by {@code kubectl describe} and {@code kubectl events}.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one request each, which nobody waits for. <b>Failure:</b> an Event that is not taken
 * is logged, and nothing else.
 */
public final class Events {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");
    private static final int LONGEST_NOTE = 1_000;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    /** Requests at a time: each takes a connection. */
    private static final int MOST_AT_A_TIME = 4;

    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern(
                    "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final KubernetesClient client;
    private final String instance;
    private final InstantSource clock;
    private final Executor threads;
    private final Semaphore turns = new Semaphore(MOST_AT_A_TIME, true);

    /**
     * Of one operator.
     *
     * @param instance its pod or machine
     * @param threads on which they are written; each may wait
     */
    public Events(KubernetesClient client, String instance, InstantSource clock, Executor threads) {
        this.client = client;
        this.instance = instance;
        this.clock = clock;
        this.threads = threads;
    }

    /** About a resource, and perhaps another object. */
    public void tell(HasMetadata about, @Nullable HasMetadata related, Reason reason, String note) {
        String namespace = about.getMetadata().getNamespace();
        Event event = new EventBuilder()
                .withNewMetadata()
                .withGenerateName(about.getMetadata().getName() + "-")
                .withNamespace(namespace)
                .endMetadata()
                .withEventTime(new MicroTime(MICROS.format(clock.instant())))
                .withType(reason.isTrouble() ? "Warning" : "Normal")
                .withReason(reason.word())
                .withAction(reason.word())
                .withNote(note.length() > LONGEST_NOTE ? note.substring(0, LONGEST_NOTE) : note)
                .withReportingController(Labels.OPERATOR)
                .withReportingInstance(instance)
                .withRegarding(reference(about))
                .withRelated(related == null ? null : reference(related))
                .build();
        threads.execute(() -> written(event));
    }

    private void written(Event event) {
        turns.acquireUninterruptibly();
        try {
            client.events()
                    .v1()
                    .events()
                    .inNamespace(event.getMetadata().getNamespace())
                    .resource(event)
                    .create();
        } catch (KubernetesClientException e) {
            // A namespace that ends, or has ended, takes none, and nobody reads them there.
            boolean isOver = e.getCode() == FORBIDDEN || e.getCode() == NOT_FOUND;
            LOG.log(
                    isOver ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                    "Event {0} was not taken: {1}",
                    event.getReason(),
                    e.getMessage());
        } finally {
            turns.release();
        }
    }

    private static ObjectReference reference(HasMetadata object) {
        return new ObjectReferenceBuilder()
                .withApiVersion(object.getApiVersion())
                .withKind(object.getKind())
                .withNamespace(object.getMetadata().getNamespace())
                .withName(object.getMetadata().getName())
                .withUid(object.getMetadata().getUid())
                .withResourceVersion(object.getMetadata().getResourceVersion())
                .build();
    }
}
