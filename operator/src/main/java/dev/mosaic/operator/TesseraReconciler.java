package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraStatus;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.TesseraDeclaration;
import dev.mosaic.operator.head.HeadAnswer;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.observe.HeadTesserae;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.observe.Sources;
import dev.mosaic.operator.plan.Parting;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import dev.mosaic.operator.status.TesseraStatuses;
import dev.mosaic.operator.validate.Problem;
import dev.mosaic.operator.validate.Validation;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Has the head of its cluster keep one tessera, and says what the head says. It is the head that makes and moves it.
 *
 * <p><b>Threading:</b> one thread for each tessera at a time. <b>Cost:</b> one request to the head where the spec or the head is another;
 * where nothing changes, none. <b>Failure:</b> a head that does not answer stands in the status; deletion does not wait for one for longer
 * than a minute, but for a cluster that rests.
 *
 * <p>The finalizer is there while the cluster is: without one there is no head that would have to end it, and no operator may be left to take
 * the finalizer off.
 */
@ControllerConfiguration(
        name = "tessera",
        fieldManager = Labels.OPERATOR,
        triggerReconcilerOnAllEvents = true,
        maxReconciliationInterval = @MaxReconciliationInterval(interval = 5, timeUnit = TimeUnit.MINUTES))
@GradualRetry(maxAttempts = Integer.MAX_VALUE, initialInterval = 1_000, intervalMultiplier = 1.5, maxInterval = 60_000)
public final class TesseraReconciler implements Reconciler<Tessera> {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Observer observer;
    private final HeadTesserae heads;
    private final HeadApi api;
    private final StatusWriter statuses;
    private final Pulse pulse;
    private final InstantSource clock;

    /** What heads were told, by uid. */
    private final Map<String, Told> told = new ConcurrentHashMap<>();

    private record Told(long epoch, String hash, Optional<String> refusal) {}

    TesseraReconciler(
            Observer observer, HeadTesserae heads, HeadApi api, Events events, Pulse pulse, InstantSource clock) {
        this.observer = observer;
        this.heads = heads;
        this.api = api;
        this.statuses = new StatusWriter(events);
        this.pulse = pulse;
        this.clock = clock;
    }

    @Override
    public List<EventSource<?, Tessera>> prepareEventSources(EventSourceContext<Tessera> context) {
        SimpleInboundEventSource<Tessera> ofHeads = new SimpleInboundEventSource<>();
        heads.onChange((namespace, name) -> ofHeads.propagateEvent(new ResourceID(name, namespace)));
        List<EventSource<?, Tessera>> sources = new ArrayList<>(Sources.ofTessera(context));
        sources.add(ofHeads);
        return sources;
    }

    @Override
    public UpdateControl<Tessera> reconcile(Tessera tessera, Context<Tessera> context) {
        if (context.isPrimaryResourceDeleted()) {
            told.remove(tessera.getMetadata().getUid());
            return UpdateControl.noUpdate();
        }
        boolean isHeld =
                tessera.hasFinalizer(context.getControllerConfiguration().getFinalizerName());
        if (tessera.isMarkedForDeletion()) {
            return isHeld ? pulse.beat(() -> cleaned(tessera, context)) : UpdateControl.noUpdate();
        }
        boolean hasCluster = observer.clusterOf(context).isPresent();
        if (hasCluster && !isHeld) {
            context.resourceOperations().addFinalizer();
        } else if (isHeld && !hasCluster) {
            context.resourceOperations().removeFinalizer();
        }
        return pulse.beat(() -> StatusWriter.again(reconciled(tessera, context), tessera, context));
    }

    @Override
    public ErrorStatusUpdateControl<Tessera> updateErrorStatus(
            Tessera resource, Context<Tessera> context, Exception failure) {
        Optional<TesseraStatus> status = Failure.said(resource, context, failure)
                .map(why -> TesseraStatuses.failed(resource, why, clock.instant()));
        return statuses.sayFailure(resource, status, TesseraStatus::conditions, patch(resource));
    }

    private UpdateControl<Tessera> reconciled(Tessera tessera, Context<Tessera> context) {
        TesseraSnapshot snapshot = observer.tessera(tessera, context, heads);
        List<Problem> problems = Validation.of(snapshot);
        Declaration declared = problems.isEmpty() ? declare(snapshot) : Declaration.NONE;
        TesseraSnapshot seen = declared.trouble()
                .filter(why -> snapshot.said().isEmpty())
                .map(snapshot::withoutHead)
                .orElse(snapshot);
        UpdateControl<Tessera> control = say(tessera, TesseraStatuses.of(seen, problems, declared.refusal()), context);
        boolean isSettled = problems.isEmpty()
                && declared.trouble().isEmpty()
                && snapshot.said().isPresent();
        boolean waitsForHead = problems.isEmpty() && !hasHead(snapshot); // its cluster is watched
        boolean rests = snapshot.cluster().filter(Rest::isSettled).isPresent();
        return isSettled || waitsForHead || rests ? control : control.rescheduleAfter(LOOK_AGAIN);
    }

    private static boolean hasHead(TesseraSnapshot snapshot) {
        return snapshot.cluster().filter(Rest::hasHead).isPresent();
    }

    /**
     * What came of telling the head.
     *
     * @param refusal what it says against it, which it will say again
     * @param trouble why it could not be told now
     */
    private record Declaration(Optional<String> refusal, Optional<String> trouble) {
        static final Declaration NONE = new Declaration(Optional.empty(), Optional.empty());
    }

    private Declaration declare(TesseraSnapshot snapshot) {
        if (snapshot.cluster().isEmpty() || snapshot.head().isPresent()) {
            return Declaration.NONE;
        }
        String uid = snapshot.tessera().getMetadata().getUid();
        TesseraDeclaration declaration = TesseraDeclaration.of(snapshot);
        Told before = told.get(uid);
        if (before != null
                && before.epoch() == snapshot.epoch()
                && before.hash().equals(declaration.hash())) {
            return new Declaration(before.refusal(), Optional.empty());
        }
        return switch (api.request(snapshot.cluster().get(), "PUT", declaration.path(), declaration.body())) {
            case HeadAnswer.Response answer
            when answer.isGood() -> {
                told.put(uid, new Told(snapshot.epoch(), declaration.hash(), Optional.empty()));
                yield Declaration.NONE;
            }
            case HeadAnswer.Response answer
            when isFinal(answer.status()) -> {
                Optional<String> refusal = Optional.of(answer.body().strip());
                told.put(uid, new Told(snapshot.epoch(), declaration.hash(), refusal));
                yield new Declaration(refusal, Optional.empty());
            }
            case HeadAnswer.Response answer ->
                new Declaration(
                        Optional.empty(),
                        Optional.of("answered " + answer.status() + " "
                                + answer.body().strip()));
            case HeadAnswer.Unreachable gone -> Declaration.NONE;
        };
    }

    /** It is about the tessera, and the same would be said again; others are about the head, the token, or the moment. */
    static boolean isFinal(int status) {
        return switch (status) {
            case 400, 404, 405, 409, 410, 413, 414, 415, 422 -> true;
            default -> false;
        };
    }

    /** Has the head end it. A head that does not answer cannot keep it from going; that its cluster rests does. */
    private UpdateControl<Tessera> cleaned(Tessera tessera, Context<Tessera> context) {
        TesseraSnapshot snapshot = observer.tessera(tessera, context, heads);
        Optional<MosaicCluster> cluster = snapshot.cluster();
        Instant deleted = Instant.parse(tessera.getMetadata().getDeletionTimestamp());
        switch (Parting.of(cluster, deleted, clock.instant())) {
            case GO -> {
                return gone(tessera, cluster, context);
            }
            case WAIT -> { // its cluster is watched
                return say(tessera, TesseraStatuses.of(snapshot, Validation.of(snapshot), Optional.empty()), context);
            }
            case ASK_HEAD -> {}
        }
        if (!hasHead(snapshot)) {
            return UpdateControl.<Tessera>noUpdate().rescheduleAfter(LOOK_AGAIN);
        }
        if (Validation.of(snapshot).isEmpty()) {
            var _ = declare(snapshot); // a new head has to know it to find it
        }
        return switch (api.request(cluster.get(), "DELETE", TesseraDeclaration.path(tessera), null)) {
            case HeadAnswer.Response(int status, String body)
            when status == 204 || status == 404 -> gone(tessera, cluster, context);
            case HeadAnswer.Response other -> UpdateControl.<Tessera>noUpdate().rescheduleAfter(SOON);
            case HeadAnswer.Unreachable notThere ->
                UpdateControl.<Tessera>noUpdate().rescheduleAfter(SOON);
        };
    }

    private UpdateControl<Tessera> gone(Tessera tessera, Optional<MosaicCluster> cluster, Context<Tessera> context) {
        cluster.ifPresent(each -> heads.forget(each, tessera.getMetadata().getName()));
        context.resourceOperations().removeFinalizer();
        return UpdateControl.noUpdate();
    }

    private UpdateControl<Tessera> say(Tessera tessera, TesseraStatus status, Context<Tessera> context) {
        return statuses.say(tessera, status, TesseraStatus::conditions, patch(tessera), context);
    }

    /** That kind has to have a spec. */
    private static Tessera patch(Tessera tessera) {
        Tessera patch = new Tessera();
        patch.setSpec(tessera.getSpec());
        return patch;
    }
}
