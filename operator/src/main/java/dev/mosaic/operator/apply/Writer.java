package dev.mosaic.operator.apply;

import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.status.Refusal;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Preconditions;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Carries out actions: server-side apply under the operator's name, objects and pods side by side.
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

    /** The fields that are given, and no others. */
    private static final PatchContext MERGED = new PatchContext.Builder()
            .withPatchType(PatchType.JSON_MERGE)
            .withFieldManager(Labels.OPERATOR)
            .build();

    /** Pods that are being made at a time, of all groups together: others' heads do not wait behind hundreds of workers. */
    private static final int MOST_PODS = 16;

    /** Of one group, so that it does not stand in line before all others. */
    private static final int MOST_OF_ONE = 8;

    /** Other objects that are being written at a time: each takes a connection. */
    private static final int MOST_OBJECTS = 16;

    private final KubernetesClient client;
    private final Events events;
    private final ExecutorService threads;
    private final Semaphore podTurns = new Semaphore(MOST_PODS, true);
    private final Semaphore objectTurns = new Semaphore(MOST_OBJECTS, true);

    public Writer(KubernetesClient client, Events events, ExecutorService threads) {
        this.client = client;
        this.events = events;
        this.threads = threads;
    }

    /**
     * Does it all for that resource. What pods may not start without comes first; then all other objects, side by side, and beside them
     * what is made and removed, in its order.
     */
    public List<Refusal> carryOut(List<Action> actions, HasMetadata owner) {
        List<Refusal> refusals = new ArrayList<>();
        await(begun(actions, Writer::isNeededByPods, owner), refusals);
        List<Future<Optional<Refusal>>> objects =
                begun(actions, each -> each instanceof Apply && !isNeededByPods(each), owner);
        try {
            for (Action action : actions) {
                if (!(action instanceof Apply)) {
                    refused(action, owner).ifPresent(refusals::add);
                }
            }
        } finally {
            await(objects, refusals);
        }
        return refusals;
    }

    /** Pods name it, or nobody reaches them whom it does not let in. */
    private static boolean isNeededByPods(Action action) {
        return action instanceof Apply apply
                && (apply.object() instanceof ServiceAccount
                        || apply.object() instanceof NetworkPolicy
                        || apply.object() instanceof PersistentVolumeClaim);
    }

    private List<Future<Optional<Refusal>>> begun(List<Action> actions, Predicate<Action> which, HasMetadata owner) {
        return actions.stream()
                .filter(which)
                .map(each -> threads.submit(() -> {
                    objectTurns.acquire();
                    try {
                        return refused(each, owner);
                    } finally {
                        objectTurns.release();
                    }
                }))
                .toList();
    }

    /** All of them; of those that failed the first is thrown. */
    private static void await(List<Future<Optional<Refusal>>> objects, List<Refusal> refusals) {
        Optional<RuntimeException> failed = Optional.empty();
        for (Future<Optional<Refusal>> each : objects) {
            try {
                each.get().ifPresent(refusals::add);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failed = failed.or(() -> Optional.of(new KubernetesClientException("interrupted", e)));
            } catch (ExecutionException e) {
                failed = failed.or(() -> Optional.of(
                        e.getCause() instanceof KubernetesClientException answer
                                ? answer
                                : new IllegalStateException("an object could not be written", e)));
            }
        }
        failed.ifPresent(e -> {
            throw e;
        });
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
                case Create create -> create(create, owner);
                case Delete delete -> delete(delete, owner);
            };
            if (refusal.isEmpty()) {
                action.reason().ifPresent(reason -> events.tell(owner, null, reason, action.message()));
            }
            return refusal;
        } catch (KubernetesClientException e) {
            Refusal refusal = refusal(action.message(), e);
            boolean isVolume =
                    action instanceof Apply apply && !apply.fresh() && apply.object() instanceof PersistentVolumeClaim;
            return Optional.of(isVolume ? new Refusal(Reason.VOLUME_NOT_GROWN, refusal.message()) : refusal);
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
                                + " is there and is not this " + owner.getKind()
                                + "'s: delete it, or choose other names"));
            }
            if (other != null) {
                label(other, object.getMetadata().getLabels());
                return Optional.empty();
            }
        }
        client.resource(object).patch(FORCED);
        return Optional.empty();
    }

    /** It is there and was not seen: a label is lost. When it is seen, the rest follows. */
    private void label(HasMetadata there, Map<String, String> labels) {
        Map<String, ?> patch = Map.of("metadata", Map.of("labels", labels));
        client.resource(there).patch(MERGED, client.getKubernetesSerialization().asJson(patch));
    }

    /** The name of some pods is given, as that of a job's: it may be somebody else's. */
    private Optional<Refusal> createOne(Create create, HasMetadata owner) {
        try {
            client.resource(create.pod()).create();
            return Optional.empty();
        } catch (KubernetesClientException e) {
            String name = create.pod().getMetadata().getName();
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT || name == null) {
                throw e;
            }
            HasMetadata other = client.resource(create.pod()).get();
            if (other != null && !isOwned(other, owner)) {
                return Optional.of(new Refusal(
                        Reason.NAME_TAKEN,
                        "Pod " + name + " is there and is not this " + owner.getKind()
                                + "'s: delete it, or choose another name"));
            }
            if (other != null) {
                // Made a moment ago, which the next look shows; or it is not seen, since its labels are lost.
                label(other, Labels.finding(create.pod().getMetadata().getLabels()));
            }
            return Optional.empty();
        }
    }

    /** One, such as a head, waits for nobody. */
    private Optional<Refusal> create(Create create, HasMetadata owner) {
        if (create.count() == 1) {
            return createOne(create, owner);
        }
        AtomicInteger left = new AtomicInteger(create.count());
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < Math.min(create.count(), MOST_OF_ONE); i++) {
            all.add(threads.submit(() -> create(create.pod(), left)));
        }
        Optional<KubernetesClientException> failed = Optional.empty();
        for (Future<?> each : all) {
            Optional<KubernetesClientException> failure = failure(each);
            failed = failed.isPresent() ? failed : failure;
        }
        return failed.map(e -> refusal(create.message(), e));
    }

    /** As many as are left; where one is refused, others most likely are, too. */
    private @Nullable Void create(Pod pod, AtomicInteger left) throws InterruptedException {
        while (left.getAndDecrement() > 0) {
            podTurns.acquire();
            try {
                client.resource(pod).create();
            } catch (KubernetesClientException e) {
                left.set(0);
                throw e;
            } finally {
                podTurns.release();
            }
        }
        return null;
    }

    private static Optional<KubernetesClientException> failure(Future<?> made) {
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

    /**
     * That object, and not its follower of the same name. One that decided about itself, as an idle cluster does, has to be as it was seen
     * in all: who edits it meanwhile may want it to stay.
     */
    private Optional<Refusal> delete(Delete delete, HasMetadata owner) {
        ObjectMeta seen = delete.object().getMetadata();
        boolean isOwner = owner.getMetadata().getUid().equals(seen.getUid());
        boolean isAtOnce = delete.object() instanceof Pod pod && Pods.ends(pod);
        try {
            client.raw(
                    path(delete.object()),
                    "DELETE",
                    new DeleteOptionsBuilder()
                            .withPropagationPolicy("Background")
                            .withGracePeriodSeconds(isAtOnce ? 0L : null)
                            .withPreconditions(
                                    new Preconditions(isOwner ? seen.getResourceVersion() : null, seen.getUid()))
                            .build());
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
        }
        return Optional.empty();
    }

    private static String path(HasMetadata object) {
        String version = object.getApiVersion();
        return (version.indexOf('/') < 0 ? "/api/" : "/apis/") + version
                + "/namespaces/" + object.getMetadata().getNamespace()
                + "/" + object.getPlural()
                + "/" + object.getMetadata().getName();
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
