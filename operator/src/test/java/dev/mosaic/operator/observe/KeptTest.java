package dev.mosaic.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.snapshot.Ending;
import dev.mosaic.operator.snapshot.Gang;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Trouble;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Caches have what is read, and no more. */
class KeptTest {
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: NAME
              namespace: lab
              uid: uid-of-NAME
              resourceVersion: "7"
              creationTimestamp: "2026-11-22T06:00:00Z"
              labels: {mosaic.dev/cluster: demo, mosaic.dev/role: worker, mosaic.dev/revision: r}
              annotations:
                mosaic.dev/restarts: "3"
                mosaic.dev/drain-started: "2026-11-22T07:00:00Z"
                example.com/long: "nobody reads it"
              ownerReferences: [{apiVersion: mosaic.dev/v1alpha1, kind: MosaicWorkerGroup, name: demo-pool, uid: u, controller: true}]
              managedFields: [{manager: kubelet, operation: Update, fieldsV1: {"f:status": {}}}]
            spec:
              nodeName: one
              containers: [{name: mosaic, image: mosaic/runtime, env: [{name: A, value: b}]}]
              volumes: [{name: keys, secret: {secretName: demo-keys, defaultMode: 288}}, {name: tmp, emptyDir: {}}]
            """;

    private static final List<String> STATUSES = List.of("""
            phase: Pending
            conditions: [{type: PodScheduled, status: "False", reason: Unschedulable, message: no node has room}]
            """, """
            phase: Running
            podIP: 10.0.0.7
            podIPs: [{ip: 10.0.0.7}]
            startTime: "2026-11-22T06:00:01Z"
            conditions:
            - {type: Ready, status: "True", lastTransitionTime: "2026-11-22T06:00:05Z"}
            - {type: Initialized, status: "True", lastTransitionTime: "2026-11-22T06:00:05Z"}
            containerStatuses:
            - {name: mosaic, image: i, imageID: d, ready: true, restartCount: 0, state: {running: {startedAt: "2026-11-22T06:00:02Z"}}}
            """, """
            phase: Pending
            containerStatuses: [{name: mosaic, image: i, imageID: d, ready: false, restartCount: 0, state: {waiting: {reason: ErrImagePull, message: none}}}]
            """, """
            phase: Running
            containerStatuses:
            - name: mosaic
              image: i
              imageID: d
              ready: false
              restartCount: 4
              state: {waiting: {reason: CrashLoopBackOff}}
              lastState: {terminated: {exitCode: 3, reason: Error, containerID: c, startedAt: "2026-11-22T06:00:02Z", finishedAt: "2026-11-22T06:00:03Z"}}
            """, """
            phase: Failed
            reason: Evicted
            message: the node was low on memory
            conditions:
            - {type: DisruptionTarget, status: "True", reason: TerminationByKubelet, message: low}
            - {type: Ready, status: "False", lastTransitionTime: "2026-11-22T06:00:09Z"}
            initContainerStatuses: [{name: fetch, image: i, imageID: d, ready: false, restartCount: 0, state: {terminated: {exitCode: 1, message: not found}}}]
            containerStatuses: [{name: mosaic, image: i, imageID: d, ready: false, restartCount: 0, state: {terminated: {exitCode: 137, reason: OOMKilled, containerID: c, startedAt: "2026-11-22T06:00:02Z", finishedAt: "2026-11-22T06:00:08Z"}}}]
            """);

    private static final List<Function<Pod, Object>> READ = List.of(
            Pods::name,
            Pods::address,
            Pods::created,
            Pods::ready,
            Pods::ended,
            Pods::ends,
            Pods::wasReady,
            Pods::keysSecret,
            pod -> Pods.label(pod, "mosaic.dev/revision"),
            pod -> Pods.number(pod, "mosaic.dev/restarts"),
            pod -> Pods.containers(pod).map(Pods::terminated).count(),
            pod -> Gang.of(List.of(pod), 1).stream().map(Gang::drainStarted).toList(),
            pod -> Observer.owns(Given.read("---\n{metadata: {uid: u}}", MosaicCluster.class), pod),
            Trouble::of,
            Trouble::ofEnded,
            Pods::image,
            pod -> Ending.of(pod, "mosaic"),
            pod -> Ending.begin(pod, "mosaic"));

    @Test
    void shouldKeepOfPodsAllThatIsRead() {
        for (String status : STATUSES) {
            Pod whole = pod("a", status);
            Pod kept = kept(pod("a", status));
            for (Function<Pod, Object> each : READ) {
                assertThat(each.apply(kept)).as(status).isEqualTo(each.apply(whole));
            }
            assertThat(kept.getSpec().getContainers())
                    .extracting(Container::getName)
                    .containsExactly("mosaic");
            assertThat(kept.getSpec().getVolumes()).hasSize(1);
            assertThat(kept.getMetadata().getManagedFields()).isEmpty();
            assertThat(kept.getMetadata().getAnnotations()).doesNotContainKey("example.com/long");
            assertThat(kept.getMetadata().getResourceVersion()).isEqualTo("7");
        }
    }

    @Test
    void shouldKeepWholeWhatCannotBeReduced() {
        Pod odd = pod("odd", STATUSES.get(1));
        Pod kept = Kept.<Pod>whole(each -> {
                    throw new IllegalArgumentException("odd");
                })
                .apply(odd);
        assertThat(kept).isSameAs(odd);
    }

    @Test
    void shouldKeepOnceWhatIsTheSameInMany() {
        Pod one = kept(pod("one", STATUSES.get(1)));
        Pod other = kept(pod("other", STATUSES.get(1)));
        assertThat(one.getMetadata().getLabels()).isSameAs(other.getMetadata().getLabels());
        assertThat(one.getMetadata().getOwnerReferences())
                .isSameAs(other.getMetadata().getOwnerReferences());
        MosaicCluster first = Given.cluster("workerGroups: [{name: gpu}]");
        MosaicCluster second = Given.cluster("workerGroups: [{name: gpu}]");
        ItemStore<MosaicCluster> groups = Kept.CLUSTERS_OF_GROUPS.store();
        ItemStore<MosaicCluster> clusters = Kept.WHOLE_CLUSTERS.store();
        groups.put("demo", first);
        clusters.put("demo", second);
        assertThat(clusters.get("demo")).isSameAs(groups.get("demo"));
    }

    @Test
    void shouldKeepOfClaimsHowLargeTheyAreAndWhoseTheyAre() {
        PersistentVolumeClaim claim = Given.read("""
                metadata: {name: entries-demo-warehouse-0, labels: {mosaic.dev/cluster: demo}, ownerReferences: [{uid: uid-of-demo}]}
                spec: {accessModes: [ReadWriteOnce], volumeName: pv, resources: {requests: {storage: 2Gi}}}
                status: {phase: Bound, capacity: {storage: 1Gi}, conditions: [{type: Resizing, status: 'True'}]}
                """, PersistentVolumeClaim.class);
        ItemStore<PersistentVolumeClaim> claims = Kept.CLAIMS.store();
        claims.put("demo", claim);
        assertThat(claims.get("demo")).isEqualTo(Given.read("""
                metadata: {name: entries-demo-warehouse-0, labels: {mosaic.dev/cluster: demo}, ownerReferences: [{uid: uid-of-demo}]}
                spec: {resources: {requests: {storage: 2Gi}}}
                status: {capacity: {storage: 1Gi}, conditions: [{type: Resizing, status: 'True'}]}
                """, PersistentVolumeClaim.class));
    }

    @Test
    void shouldTellOnlyWhatIsReadAsNews() {
        Pod before = kept(pod("a", STATUSES.get(1)));
        Pod probed = kept(new PodBuilder(pod("a", STATUSES.get(1)))
                .editMetadata()
                .withResourceVersion("8")
                .endMetadata()
                .editStatus()
                .withHostIP("10.0.0.1")
                .endStatus()
                .build());
        assertThat(Kept.PODS.news().accept(probed, before)).isFalse();
        assertThat(Kept.PODS.news().accept(kept(pod("a", STATUSES.get(3))), before))
                .isTrue();
        assertThat(Kept.PODS.news().accept(kept(Given.ending(pod("a", STATUSES.get(1)), Given.NOW)), before))
                .isTrue();

        Kept<PodDisruptionBudget> budgets = Kept.hashOf();
        PodDisruptionBudget budget = Given.read(
                "---\n{metadata: {name: b, generation: 1, annotations: {mosaic.dev/applied: h}}, spec: {maxUnavailable: 1}, status: {currentHealthy: 1}}",
                PodDisruptionBudget.class);
        PodDisruptionBudget later = Given.read(
                "---\n{metadata: {name: b, generation: 1, annotations: {mosaic.dev/applied: h}}, spec: {maxUnavailable: 1}, status: {currentHealthy: 2}}",
                PodDisruptionBudget.class);
        budgets.store().put("b", budget);
        budgets.store().put("b", later);
        assertThat(budgets.news().accept(later, budget))
                .as("how many are healthy is Kubernetes' own")
                .isFalse();
        Kept<Service> services = Kept.hashOf();
        Service changed = Given.read("---\n{metadata: {name: s, annotations: {mosaic.dev/applied: g}}}", Service.class);
        Service service = Given.read("---\n{metadata: {name: s, annotations: {mosaic.dev/applied: h}}}", Service.class);
        assertThat(services.news().accept(changed, service)).isTrue();
    }

    @Test
    void shouldWakeGroupsOnlyWhereTheirClusterRestsOrMayMoveThings() {
        MosaicCluster before = status(
                "{conditions: [{type: HeadReady, status: \"True\", reason: r, message: m, lastTransitionTime: t}]}");
        MosaicCluster said = status(
                "{phase: Ready, conditions: [{type: HeadReady, status: \"True\", reason: r, message: n, lastTransitionTime: u}, {type: Ready, status: \"True\", reason: r, message: n, lastTransitionTime: u}]}");
        MosaicCluster lost = status(
                "{conditions: [{type: HeadReady, status: \"False\", reason: r, message: m, lastTransitionTime: t}]}");
        MosaicCluster rests = status(
                "{suspension: {reason: Requested, since: t, generation: 1}, conditions: [{type: HeadReady, status: \"True\", reason: r, message: m, lastTransitionTime: t}]}");
        assertThat(Stream.of(said, lost, rests)
                        .map(each -> Kept.CLUSTERS_OF_GROUPS.news().accept(each, before)))
                .containsExactly(false, true, true);
        assertThat(Kept.WHOLE_CLUSTERS.news().accept(said, before)).isTrue();
    }

    private static MosaicCluster status(String status) {
        return Given.read("---\n{metadata: {name: demo, generation: 1}, status: " + status + "}", MosaicCluster.class);
    }

    private static Pod pod(String name, String status) {
        return Given.read(POD.replace("NAME", name) + "status:\n" + status.indent(2), Pod.class);
    }

    private static Pod kept(Pod pod) {
        ItemStore<Pod> store = Kept.PODS.store();
        store.put("a", pod);
        return store.get("a");
    }
}
