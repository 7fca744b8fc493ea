package dev.mosaic.operator.apply;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.status.Refusal;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Carries out actions: server-side apply under the operator's name, pods side by side.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one request for each action and pod, one more for an object that is new.
 * <b>Failure:</b> what the API server will not take, however often it is asked, is a {@link Refusal} and the other actions go on;
 * everything else is thrown, and the whole is tried again.
 */
public final class Writer {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** What this operator declares is so, whoever else has written it. */
    static final PatchContext FORCED = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager(Labels.OPERATOR)
            .withForce(true)
            .build();

    /** Pods that are being made at a time, of all groups together: others' heads do not wait behind hundreds of workers. */
    private static final int MOST_AT_A_TIME = 16;

    private final KubernetesClient client;
    private final Events events;
    private final ExecutorService threads;
    private final Semaphore turns = new Semaphore(MOST_AT_A_TIME, true);

    public Writer(KubernetesClient client, Events events, ExecutorService threads) {
        this.client = client;
        this.events = events;
        this.threads = threads;
    }

    /** Does it all, in its order, for that resource. */
    public List<Refusal> carryOut(List<Action> actions, HasMetadata owner) {
        List<Refusal> refusals = new ArrayList<>();
        for (Action action : actions) {
            refused(action, owner).ifPresent(refusals::add);
        }
        return refusals;
    }

    private Optional<Refusal> refused(Action action, HasMetadata owner) {
        LOG.log(
                System.Logger.Level.INFO,
                "{0}/{1}: {2} {3}",
                owner.getMetadata().getNamespace(),
                owner.getMetadata().getName(),
                action.getClass().getSimpleName(),
                action.message());
        try {
            Optional<Refusal> refusal = switch (action) {
                case Apply apply -> apply(apply, owner);
                case Create create -> create(create);
                case Delete delete -> delete(delete);
            };
            if (refusal.isEmpty()) {
                action.reason().ifPresent(reason -> events.tell(owner, null, reason, action.message()));
            }
            return refusal;
        } catch (KubernetesClientException e) {
            return Optional.of(refusal(action.message(), e));
        }
    }

    private Optional<Refusal> apply(Apply apply, HasMetadata owner) {
        HasMetadata object = apply.object();
        if (apply.fresh()) {
            HasMetadata other = client.resource(object).get();
            if (other != null && !isOwned(other, owner)) {
                return Optional.of(new Refusal(
                        Reason.NAME_TAKEN,
                        object.getKind() + " " + object.getMetadata().getName()
                                + " is there and is not this cluster's: delete it, or choose other names"));
            }
        }
        client.resource(object).patch(FORCED);
        return Optional.empty();
    }

    private Optional<Refusal> create(Create create) {
        List<Future<Pod>> all = new ArrayList<>();
        for (int i = 0; i < create.count(); i++) {
            all.add(threads.submit(() -> create(create.pod())));
        }
        Optional<KubernetesClientException> failed = Optional.empty();
        for (Future<Pod> each : all) {
            Optional<KubernetesClientException> failure = failure(each);
            failed = failed.isPresent() ? failed : failure;
        }
        return failed.map(e -> refusal(create.message(), e));
    }

    private Pod create(Pod pod) throws InterruptedException {
        turns.acquire();
        try {
            return client.resource(pod).create();
        } finally {
            turns.release();
        }
    }

    private static Optional<KubernetesClientException> failure(Future<Pod> made) {
        try {
            made.get();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new KubernetesClientException("interrupted", e));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof KubernetesClientException refused) {
                return Optional.of(refused);
            }
            throw new IllegalStateException("a pod could not be made", e);
        }
    }

    private Optional<Refusal> delete(Delete delete) {
        client.resource(delete.object())
                .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                .delete();
        return Optional.empty();
    }

    /** Thrown again where another try may help. */
    private static Refusal refusal(String message, KubernetesClientException e) {
        return switch (e.getCode()) {
            case 400, 403, 422 -> new Refusal(Reason.WRITE_REFUSED, message + ": " + words(e));
            default -> throw e;
        };
    }

    private static String words(KubernetesClientException e) {
        String said = e.getStatus() == null ? null : e.getStatus().getMessage();
        return Objects.requireNonNullElse(said == null ? e.getMessage() : said, "refused");
    }

    private static boolean isOwned(HasMetadata object, HasMetadata owner) {
        return object.getMetadata().getOwnerReferences().stream()
                .anyMatch(each -> owner.getMetadata().getUid().equals(each.getUid()));
    }
}
