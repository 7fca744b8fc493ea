package dev.mosaic.operator;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.Tessera;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the API server knows the kinds of Mosaic. A definition that is deleted takes all its objects with it. Watches of that kind begin
 * anew again and again, and say nothing of it; so the operator asks which kinds there are when a watch is not open, and when an object with a
 * finalizer is deleted: it may go with its definition, which waits for it.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> none while all kinds are watched and nothing ends; else one small request each {@link #PERIOD}, for which an account
 * needs no right of its own.
 * <b>Failure:</b> where nobody answers, what was known before stays, and {@link #isKnown} is false.
 */
final class Kinds {
    /** How often they are asked for. */
    static final Duration PERIOD = Duration.ofSeconds(10);

    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");
    private static final String VERSION = MosaicCluster.GROUP + "/" + MosaicCluster.VERSION;

    /** The names of the definitions, by kind. */
    private static final Map<String, String> WANTED = wanted();

    private final KubernetesClient client;
    private final InstantSource clock;
    private volatile Look last = new Look(new TreeSet<>(), new TreeSet<>());
    private volatile @Nullable Instant answered;
    private volatile boolean cameBack;
    private final AtomicBoolean sawEnd = new AtomicBoolean();

    Kinds(KubernetesClient client, InstantSource clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * What was found.
     *
     * @param missing kinds that the API server does not know
     * @param ending kinds whose definition is being deleted: objects of them are seen and end, and none can be made
     */
    record Look(SortedSet<String> missing, SortedSet<String> ending) {
        /** Whether all are there and stay. */
        boolean isComplete() {
            return missing.isEmpty() && ending.isEmpty();
        }
    }

    private static Map<String, String> wanted() {
        Map<String, String> names = new TreeMap<>();
        for (Class<? extends HasMetadata> each :
                List.of(MosaicCluster.class, MosaicJob.class, MosaicWorkerGroup.class, Tessera.class)) {
            names.put(HasMetadata.getKind(each), HasMetadata.getFullResourceName(each));
        }
        return names;
    }

    /** As it was found last. */
    Look last() {
        return last;
    }

    /** Whether that was a moment ago. */
    boolean isKnown() {
        Instant then = answered;
        return then != null && clock.instant().isBefore(then.plus(PERIOD.multipliedBy(3)));
    }

    /** Whether one was missing and is there again, and not all watches are open since. */
    boolean cameBack() {
        return cameBack;
    }

    /** That an object with a finalizer is being deleted. */
    void sawEnd() {
        sawEnd.set(true);
    }

    /** Asks the API server now, and says in the log what is new. */
    synchronized Look ask() {
        try {
            Look now = look(client.getApiResources(VERSION));
            tell(last, now);
            last = now;
            answered = clock.instant();
        } catch (KubernetesClientException e) {
            LOG.log(System.Logger.Level.DEBUG, "which kinds there are is not known: {0}", e.getMessage());
        }
        return last;
    }

    /** Asks until all kinds are there, or the thread is interrupted. */
    void await() {
        while (!ask().missing().isEmpty() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    /**
     * Asks while watches are not open, not all kinds are there, or objects end, until the thread is interrupted.
     *
     * @param areWatched whether the watches of all kinds are open
     */
    void watch(BooleanSupplier areWatched) {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PERIOD.toNanos());
            if (!Thread.currentThread().isInterrupted()) {
                askIfNeeded(areWatched.getAsBoolean());
            }
        }
    }

    /** @param areWatched whether the watches of all kinds are open */
    void askIfNeeded(boolean areWatched) {
        Look before = last;
        boolean mayEnd = sawEnd.getAndSet(false);
        if (!areWatched || !before.isComplete() || mayEnd) {
            boolean isOneBack = !ask().missing().containsAll(before.missing());
            cameBack = cameBack || isOneBack;
        }
        if (areWatched && before.isComplete()) {
            cameBack = false;
        }
    }

    /** The kind and its definition, for people. */
    static String words(String kind) {
        return kind + " (" + WANTED.get(kind) + ")";
    }

    private static Look look(@Nullable APIResourceList answer) {
        SortedSet<String> missing = new TreeSet<>(WANTED.keySet());
        SortedSet<String> ending = new TreeSet<>();
        for (APIResource each : answer == null ? List.<APIResource>of() : answer.getResources()) {
            boolean isWhole = !each.getName().contains("/"); // others are parts, such as mosaicclusters/status
            if (isWhole && missing.remove(each.getKind()) && !each.getVerbs().contains("create")) {
                ending.add(each.getKind());
            }
        }
        return new Look(missing, ending);
    }

    private static void tell(Look before, Look now) {
        now.missing().stream()
                .filter(each -> !before.missing().contains(each))
                .forEach(each -> LOG.log(
                        System.Logger.Level.WARNING,
                        "the kind {0} is not there: its definition was deleted, or never installed. Nothing is done for objects of it."
                                + " Install the definitions again: helm upgrade, or kubectl apply --server-side -f helm/mosaic/files/crds",
                        words(each)));
        now.ending().stream()
                .filter(each -> !before.ending().contains(each))
                .forEach(each -> LOG.log(
                        System.Logger.Level.WARNING,
                        "the kind {0} is being deleted with all its objects; it is gone when the last of them is",
                        words(each)));
        WANTED.keySet().stream()
                .filter(each ->
                        before.missing().contains(each) || before.ending().contains(each))
                .filter(each -> !now.missing().contains(each) && !now.ending().contains(each))
                .forEach(each -> LOG.log(System.Logger.Level.INFO, "the kind {0} is there again", words(each)));
    }
}
