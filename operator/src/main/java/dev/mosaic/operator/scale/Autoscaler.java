package dev.mosaic.operator.scale;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.operator.apply.Events;
import dev.mosaic.operator.apply.ReplicaWriter;
import dev.mosaic.operator.head.HeadAnswer;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.GroupSnapshot;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.status.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Scales the groups of all clusters that have some with {@code maxReplicas}. It is told what Kubernetes has by whoever reconciles
 * groups, and looks for nothing itself.
 *
 * <p><b>Threading:</b> any thread; each cluster is scaled on a thread of its own, so that a slow head holds up nobody else.
 */
public final class Autoscaler implements AutoCloseable {
    private final HeadApi heads;
    private final Observer observer;
    private final ReplicaWriter writer;
    private final Events events;
    private final InstantSource clock;
    private final ConcurrentHashMap<String, ClusterScaler> clusters = new ConcurrentHashMap<>();
    private volatile Consumer<MosaicWorkerGroup> nudge = _ -> {};

    public Autoscaler(HeadApi heads, Observer observer, ReplicaWriter writer, Events events, InstantSource clock) {
        this.heads = heads;
        this.observer = observer;
        this.writer = writer;
        this.events = events;
        this.clock = clock;
    }

    /** What is to be done where something new is to be said of a group. */
    public void onNews(Consumer<MosaicWorkerGroup> action) {
        nudge = action;
    }

    /** A group as it is; returned with what there is to say of it. */
    public GroupSnapshot saw(GroupSnapshot snapshot) {
        Optional<ClusterSnapshot> owner = snapshot.cluster();
        if (owner.isEmpty()) {
            return snapshot;
        }
        MosaicCluster cluster = owner.get().cluster();
        String uid = cluster.getMetadata().getUid();
        if (cluster.getSpec().workerGroups().stream().noneMatch(WorkerGroupSpec::autoscales)) {
            end(uid);
            return snapshot;
        }
        ClusterScaler scaler = clusters.computeIfAbsent(uid, _ -> {
            ClusterScaler made = new ClusterScaler(
                    cluster, heads, observer, writer, events, clock, each -> nudge.accept(each), () -> end(uid));
            made.begin();
            return made;
        });
        scaler.saw(cluster, snapshot, Optional.empty());
        String name = snapshot.group().getSpec().groupName();
        boolean scales = cluster.getSpec()
                .group(name)
                .filter(WorkerGroupSpec::autoscales)
                .isPresent();
        return snapshot.withScaling(scales ? scaler.view(name) : Optional.empty());
    }

    /** What became of making its pods. */
    public void refused(GroupSnapshot snapshot, List<Refusal> refusals) {
        if (refusals.isEmpty() || snapshot.cluster().isEmpty()) {
            return;
        }
        MosaicCluster cluster = snapshot.cluster().get().cluster();
        ClusterScaler scaler = clusters.get(cluster.getMetadata().getUid());
        if (scaler != null) {
            scaler.saw(cluster, snapshot, Optional.of(refusals.getFirst().message()));
        }
    }

    /** For how long pods of a cluster have had nothing to do, by their addresses; empty where its head does not say. */
    public Map<String, Duration> idleness(MosaicCluster cluster) {
        Map<String, Duration> idle = new HashMap<>();
        if (Rest.hasHead(cluster)
                && heads.request(cluster, "GET", HeadHttp.CLUSTER, null) instanceof HeadAnswer.Response response
                && response.isGood()) {
            HeadPages.read(response.body()).stream()
                    .flatMap(report -> report.nodes().stream())
                    .filter(node -> !node.busy())
                    .forEach(node -> idle.put(node.host(), node.idle()));
        }
        return idle;
    }

    private void end(String uid) {
        ClusterScaler scaler = clusters.remove(uid);
        if (scaler != null) {
            scaler.close();
        }
    }

    @Override
    public void close() {
        clusters.values().forEach(ClusterScaler::close);
        clusters.clear();
    }
}
