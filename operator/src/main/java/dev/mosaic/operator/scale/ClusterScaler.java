package dev.mosaic.operator.scale;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterSpec;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.DrainOrder;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.ReplicaWriter;
import dev.mosaic.operator.autoscale.Autoscale;
import dev.mosaic.operator.autoscale.Decision;
import dev.mosaic.operator.autoscale.Decision.Release;
import dev.mosaic.operator.autoscale.Decision.Unserved;
import dev.mosaic.operator.autoscale.Group;
import dev.mosaic.operator.autoscale.Memory;
import dev.mosaic.operator.autoscale.Needs;
import dev.mosaic.operator.autoscale.Scene;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.head.HeadAnswer;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.head.HeadJson;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Gang;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.snapshot.ScaleView;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Scales the groups of one cluster, by what its head says.
 *
 * <p><b>Threading:</b> one virtual thread of its own decides and acts; what Kubernetes has is told by any thread, and what it says of a
 * group can be read by any. <b>Cost:</b> one connection; a decision for each line and each change; a request for each group that is
 * scaled, and two for each pod that is drained. <b>Failure:</b> is logged once, and tried again.
 */
final class ClusterScaler implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** So often it is asked whether the cluster is this operator's, before replicas are written. */
    private static final Duration STILL_OURS = Duration.ofSeconds(5);

    /** A head that is replaced is away for less. */
    private static final Duration WITHOUT_HEAD = Duration.ofSeconds(20);

    /** What is said of a group changes no more often, but for its reason. */
    private static final Duration BETWEEN_VIEWS = Duration.ofSeconds(5);

    private final HeadApi heads;
    private final Observer observer;
    private final ReplicaWriter writer;
    private final Events events;
    private final InstantSource clock;
    private final Consumer<MosaicWorkerGroup> nudge;
    private final Runnable onGone;
    private final HeadWatch watch;
    private final Thread thread;

    private final ConcurrentHashMap<String, Seen> groups = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, ScaleView> views = new ConcurrentHashMap<>();
    private volatile MosaicCluster cluster;
    private volatile boolean isClosed;

    // Of the thread.
    private final RollCall rollCall = new RollCall();
    private Memory memory = Memory.NONE;
    private @Nullable Instant withoutHeadSince;
    private Instant lastView = Instant.EPOCH;
    private Instant lastExistence;
    private String lastFailure = "";
    private final Map<WorkerGroupSpec, Needs> learned = new HashMap<>();

    ClusterScaler(
            MosaicCluster cluster,
            HeadApi heads,
            Observer observer,
            ReplicaWriter writer,
            Events events,
            InstantSource clock,
            Consumer<MosaicWorkerGroup> nudge,
            Runnable onGone) {
        this.cluster = cluster;
        this.heads = heads;
        this.observer = observer;
        this.writer = writer;
        this.events = events;
        this.clock = clock;
        this.nudge = nudge;
        this.onGone = onGone;
        this.watch = new HeadWatch(heads);
        this.lastExistence = clock.instant();
        this.thread = Thread.ofVirtual()
                .name("scale-" + cluster.getMetadata().getName())
                .unstarted(this::run);
    }

    /** Once. */
    void begin() {
        thread.start();
    }

    /** What Kubernetes has of a group, and of its cluster. */
    void saw(MosaicCluster of, GroupSnapshot snapshot, Optional<String> refusal) {
        cluster = of;
        String name = snapshot.group().getSpec().groupName();
        groups.compute(name, (_, before) -> {
            Needs offer = before == null ? Needs.NONE : before.offer();
            Seen seen = new Seen(snapshot.group(), snapshot.pods(), offer, refusal);
            // What was written a moment ago may not have come back yet.
            return before != null && before.isNewerThan(seen) ? seen.with(before.group()) : seen;
        });
        watch.wake();
    }

    Optional<ScaleView> view(String group) {
        return Optional.ofNullable(views.get(group));
    }

    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        watch.close();
    }

    // ---- the thread

    private void run() {
        Duration patience = LONGEST_WAIT;
        while (!isClosed) {
            try {
                patience = turn(patience);
            } catch (InterruptedException e) {
                break;
            } catch (RuntimeException e) {
                said(e);
                patience = Duration.ofSeconds(2);
            }
        }
        watch.close();
        heads.forget(cluster);
    }

    private Duration turn(Duration patience) throws InterruptedException {
        MosaicCluster current = cluster;
        MosaicClusterSpec spec = current.getSpec();
        groups.keySet().removeIf(name -> spec.group(name).isEmpty());
        if (!Rest.hasHead(current)) {
            watch.rest(Rest.whyNoHead(current), withoutHeadSince == null ? WITHOUT_HEAD : LONGEST_WAIT);
            withoutHead(clock.instant());
            return LONGEST_WAIT;
        }
        String announce = HeadJson.write(Scenes.announced(spec, seen(spec)).stream()
                .map(HeadPages::amounts)
                .toList());
        Optional<ClusterPage> report = watch.next(cluster, announce, patience);
        Instant now = clock.instant();
        if (report.isEmpty()) {
            withoutHead(now);
            return Duration.ofSeconds(5);
        }
        withoutHeadSince = null;
        if (isGone(now, STILL_OURS)) {
            return LONGEST_WAIT;
        }
        learn(spec, report.get());
        List<Seen> seen = seen(spec);
        give(seen);
        if (seen.size() < spec.workerGroups().size() || !isComplete(report.get(), seen)) {
            return LONGEST_WAIT;
        }
        Scene scene = Scenes.of(spec, seen, report.get(), now);
        Decision decision = Autoscale.decide(scene, memory);
        memory = decision.memory();
        act(seen, report.get(), decision, now);
        show(spec, scene, decision, now);
        lastFailure = "";
        return decision.lookAgain()
                .filter(each -> each.compareTo(LONGEST_WAIT) < 0)
                .orElse(LONGEST_WAIT);
    }

    private boolean isComplete(ClusterPage report, List<Seen> seen) {
        return rollCall.isComplete(
                report, seen.stream().flatMap(each -> each.pods().stream()).toList());
    }

    /** With what pods of each group offer: what one of them said, to this operator or to one before it, else what the spec lets expect. */
    private List<Seen> seen(MosaicClusterSpec spec) {
        return groups.values().stream()
                .flatMap(each -> spec
                        .group(each.name())
                        .map(declared -> new Seen(
                                each.group(),
                                each.pods(),
                                Optional.ofNullable(learned.get(declared))
                                        .or(() -> Offers.kept(each.group()))
                                        .orElseGet(() -> Offers.of(declared)),
                                each.refusal()))
                        .stream())
                .toList();
    }

    private void learn(MosaicClusterSpec spec, ClusterPage report) {
        learned.keySet().removeIf(each -> !spec.workerGroups().contains(each));
        Map<String, ClusterPage.Node> nodes = report.byHost();
        for (Seen each : groups.values()) {
            Optional<WorkerGroupSpec> declared = spec.group(each.name());
            for (Pod pod : each.pods()) {
                ClusterPage.Node node = nodes.get(Pods.address(pod));
                if (node != null
                        && node.offers() != null
                        && declared.isPresent()
                        && Pods.lives(pod)
                        && isOfToday(pod, each.group())) {
                    learned.put(declared.get(), HeadPages.needs(node.offers()));
                }
            }
        }
    }

    /** One of an older revision may offer something else. */
    private static boolean isOfToday(Pod pod, MosaicWorkerGroup group) {
        return group.getStatus() != null
                && Pods.label(pod, Labels.REVISION).equals(group.getStatus().revision());
    }

    private void withoutHead(Instant now) {
        if (Rest.hasHead(cluster)) {
            watch.poll(cluster);
        }
        Instant since = withoutHeadSince == null ? now : withoutHeadSince;
        withoutHeadSince = since;
        if (isGone(now, WITHOUT_HEAD)) {
            return;
        }
        if (now.isAfter(since.plus(WITHOUT_HEAD))) {
            for (Seen each : groups.values()) {
                if (scales(each)) {
                    say(
                            each,
                            new ScaleView(
                                    false, Reason.HEAD_NOT_ASKED, watch.trouble(), Optional.empty(), offered(each)));
                }
            }
        }
    }

    /** It was deleted, or is another operator's now, whose head goes on to answer. */
    private boolean isGone(Instant now, Duration pause) {
        if (!now.isAfter(lastExistence.plus(pause))) {
            return false;
        }
        lastExistence = now;
        if (observer.isThere(cluster)) {
            return false;
        }
        isClosed = true;
        onGone.run();
        return true;
    }

    private boolean scales(Seen seen) {
        return cluster.getSpec()
                .group(seen.name())
                .filter(WorkerGroupSpec::autoscales)
                .isPresent();
    }

    /** Replicas that somebody gives back. */
    private void give(List<Seen> seen) {
        for (Seen each : seen) {
            if (scales(each) && Ownership.isToBeTaken(each.group())) {
                observer.groupLive(each.group())
                        .filter(Ownership::isToBeTaken)
                        .ifPresent(live -> writer.release(live, Ownership.withoutForeign(live)));
            }
        }
    }

    // ---- what was decided

    private void act(List<Seen> seen, ClusterPage report, Decision decision, Instant now) {
        for (Seen each : seen) {
            Integer replicas = decision.replicas().get(each.name());
            if (replicas != null) {
                scale(each, replicas);
            }
        }
        // A head that is new may not have heard yet of all that is in use.
        for (Release release : report.settled() ? decision.releases() : List.<Release>of()) {
            for (Seen each : seen) {
                if (each.name().equals(release.group())) {
                    drain(each, release, report, now);
                }
            }
        }
    }

    private void drain(Seen seen, Release release, ClusterPage report, Instant now) {
        WorkerGroupSpec spec = cluster.getSpec().group(seen.name()).orElseThrow();
        int count = release.unmade();
        List<Pod> marked = new ArrayList<>();
        for (Gang gang : Gang.of(seen.pods(), spec.hostsPerReplica())) {
            boolean goes =
                    release.coming().contains(gang.name()) || release.joined().contains(gang.name());
            if (goes && accepted(gang, spec, report, marked)) {
                count++;
            }
        }
        if (count > 0) {
            writer.drained(marked, now);
            scale(seen, seen.replicas() - count);
        }
    }

    /** Whether all of its nodes go. One that was told to and whose gang stays is replaced. */
    private boolean accepted(Gang gang, WorkerGroupSpec spec, ClusterPage report, List<Pod> marked) {
        Map<String, ClusterPage.Node> nodes = report.byHost();
        boolean all = true;
        for (Pod pod : gang.pods()) {
            boolean isGood = true;
            if (nodes.containsKey(Pods.address(pod))) {
                String body =
                        HeadJson.write(new DrainOrder((double) spec.drain().toSeconds(), true));
                isGood = heads.request(cluster, "POST", HeadHttp.drain(Pods.address(pod)), body)
                                instanceof HeadAnswer.Response response
                        && (response.isGood() || response.status() == 404);
            }
            if (isGood) {
                marked.add(pod);
            }
            all &= isGood;
        }
        return all;
    }

    private void scale(Seen seen, int replicas) {
        int before = seen.replicas();
        Optional<MosaicWorkerGroup> written = writer.scale(seen.group(), replicas);
        if (written.isEmpty()) {
            // Somebody holds them: the operator, which made the group, or who has scaled it just now.
            Optional<MosaicWorkerGroup> live = observer.groupLive(seen.group());
            live.ifPresent(each -> keep(seen, each));
            written = live.filter(each ->
                            Ownership.foreign(each).isEmpty() && each.getSpec().replicas() == before)
                    .flatMap(each -> writer.take(each, replicas));
        }
        written.ifPresent(each -> {
            keep(seen, each);
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0}/{1}: scaled from {2} to {3}",
                    each.getMetadata().getNamespace(),
                    each.getMetadata().getName(),
                    before,
                    replicas);
            events.tell(each, null, Reason.SCALED_GROUP, "from " + before + " to " + replicas + " replicas");
        });
    }

    private void keep(Seen seen, MosaicWorkerGroup newer) {
        groups.computeIfPresent(seen.name(), (_, before) -> {
            Seen after = before.with(newer);
            return before.isNewerThan(after) ? before : after;
        });
    }

    // ---- what is said

    private void show(MosaicClusterSpec spec, Scene scene, Decision decision, Instant now) {
        for (Group group : scene.groups()) {
            Seen seen = groups.get(group.name());
            if (seen == null
                    || !spec.group(group.name())
                            .filter(WorkerGroupSpec::autoscales)
                            .isPresent()) {
                continue;
            }
            ScaleView view = view(spec, seen, group, decision);
            ScaleView before = views.get(group.name());
            boolean isUrgent = before == null
                    || before.reason() != view.reason()
                    || !before.offer().equals(view.offer());
            if (isUrgent || (!view.equals(before) && now.isAfter(lastView.plus(BETWEEN_VIEWS)))) {
                lastView = now;
                say(seen, view);
            }
        }
    }

    private ScaleView view(MosaicClusterSpec spec, Seen seen, Group group, Decision decision) {
        Map<String, Quantity> offer = offered(seen);
        Optional<Integer> idle = Optional.of(Scenes.idle(group));
        Optional<String> foreign = Ownership.foreign(seen.group());
        if (foreign.isPresent()) {
            String name = seen.group().getMetadata().getName();
            return new ScaleView(
                    false,
                    Reason.FOREIGN_OWNER,
                    foreign.get() + " has set replicas, so they stay its own; to give them back: kubectl annotate mwg/"
                            + name + " " + Labels.TAKE_REPLICAS + "=",
                    idle,
                    offer);
        }
        if (spec.autoscaling().paused()) {
            return new ScaleView(false, Reason.PAUSED, "spec.autoscaling.paused of the cluster is true", idle, offer);
        }
        List<Unserved> unserved = decision.unserved();
        if (!unserved.isEmpty()) {
            return new ScaleView(
                    true,
                    Reason.DEMAND_UNSERVED,
                    unserved.stream()
                            .map(each -> each.demand().words() + ": " + each.why())
                            .distinct()
                            .limit(4)
                            .collect(Collectors.joining("; ")),
                    idle,
                    offer);
        }
        return new ScaleView(true, Reason.AUTOSCALED, "by what waits and what is idle", idle, offer);
    }

    private Map<String, Quantity> offered(Seen seen) {
        return cluster.getSpec()
                .group(seen.name())
                .map(learned::get)
                .map(Offers::written)
                .orElse(Map.of());
    }

    private void say(Seen seen, ScaleView view) {
        if (!view.equals(views.put(seen.name(), view))) {
            nudge.accept(seen.group());
        }
    }

    private void said(RuntimeException e) {
        boolean isGone = e instanceof KubernetesClientException answer && answer.getCode() == 404;
        String words = String.valueOf(e);
        if (!isGone && !words.equals(lastFailure)) {
            lastFailure = words;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}/{1} is scaled again in a moment: {2}",
                    cluster.getMetadata().getNamespace(),
                    cluster.getMetadata().getName(),
                    words);
        }
    }
}
