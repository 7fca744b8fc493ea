package dev.mosaic.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.GivenJob;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On which nodes pods may run, as the roles and the cluster say it together, and as whom. */
class PlacingTest {
    private static final String PLACED = """
            nodeSelector: {pool: mosaic, disk: hdd}
            tolerations:
            - {key: team, value: brain, effect: NoSchedule}
            - {key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: 300}
            affinity:
              nodeAffinity:
                preferredDuringSchedulingIgnoredDuringExecution:
                - {weight: 1, preference: {matchExpressions: [{key: pool, operator: Exists}]}}
            topologySpreadConstraints:
            - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
            priorityClassName: usual
            """;

    private static final String OTHERWISE = """
            {nodeSelector: {disk: ssd}, priorityClassName: high,
             tolerations: [{key: gpu, operator: Exists}, {key: spot, operator: Exists, effect: NoExecute, tolerationSeconds: 5}],
             affinity: {podAffinity: {}},
             topologySpreadConstraints: [{maxSkew: 2, topologyKey: host, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {a: b}}}]}
            """.replace('\n', ' ');

    static List<String> roles() {
        return List.of("head", "warehouse", "worker", "job");
    }

    @ParameterizedTest
    @MethodSource("roles")
    void shouldPlacePodsOfEachRoleAsTheClusterSays(String role) {
        PodSpec pod = pod(role, PLACED, "");

        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("pool", "mosaic", "disk", "hdd"));
        assertThat(own(pod))
                .extracting(
                        Toleration::getKey,
                        Toleration::getOperator,
                        Toleration::getValue,
                        Toleration::getEffect,
                        Toleration::getTolerationSeconds)
                .containsExactly(
                        tuple("team", "Equal", "brain", "NoSchedule", null),
                        tuple("spot", "Exists", null, "NoExecute", 300L));
        assertThat(pod.getAffinity().getNodeAffinity().getPreferredDuringSchedulingIgnoredDuringExecution())
                .hasSize(1);
        assertThat(pod.getPriorityClassName()).isEqualTo("usual");
    }

    /** Labels of nodes by their key, the role's win; tolerations joined, one for a taint; all else in place of the cluster's. */
    @ParameterizedTest
    @MethodSource("roles")
    void shouldJoinWhatARoleSaysWithWhatTheClusterSays(String role) {
        PodSpec pod = pod(role, PLACED, OTHERWISE);

        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("pool", "mosaic", "disk", "ssd"));
        assertThat(own(pod))
                .extracting(Toleration::getKey, Toleration::getTolerationSeconds)
                .containsExactly(tuple("gpu", null), tuple("spot", 5L), tuple("team", null));
        assertThat(pod.getAffinity().getNodeAffinity()).isNull();
        assertThat(pod.getAffinity().getPodAffinity()).isNotNull();
        assertThat(pod.getTopologySpreadConstraints())
                .singleElement()
                .satisfies(each -> assertThat(each.getTopologyKey()).isEqualTo("host"));
        assertThat(pod.getPriorityClassName()).isEqualTo("high");
    }

    /** Without a selector Kubernetes counts no pod at all. */
    @ParameterizedTest
    @MethodSource("roles")
    void shouldSpreadPodsAmongThoseOfTheSameRoleUnlessSaid(String role) {
        Map<String, String> alike = new LinkedHashMap<>(Map.of("mosaic.dev/cluster", "demo"));
        switch (role) {
            case "job" -> alike.put("mosaic.dev/job", "report");
            case "worker" -> alike.putAll(Map.of("mosaic.dev/role", role, "mosaic.dev/group", "one"));
            default -> alike.put("mosaic.dev/role", role);
        }
        assertThat(selected(pod(role, PLACED, ""))).isEqualTo(alike);
        assertThat(selected(pod(role, PLACED, OTHERWISE))).isEqualTo(Map.of("a", "b"));
    }

    private static Map<String, String> selected(PodSpec pod) {
        return pod.getTopologySpreadConstraints().getFirst().getLabelSelector().getMatchLabels();
    }

    @ParameterizedTest
    @MethodSource("roles")
    void shouldLetTheTemplateHaveTheLastWord(String role) {
        PodSpec pod = pod(
                role,
                PLACED,
                "{template: {spec: {priorityClassName: last, nodeSelector: {pool: other}, tolerations: [{key: mine}]}}}");

        assertThat(pod.getPriorityClassName()).isEqualTo("last");
        assertThat(pod.getNodeSelector()).isEqualTo(Map.of("pool", "other", "disk", "hdd"));
        assertThat(own(pod)).extracting(Toleration::getKey).containsExactly("mine");
    }

    /** Pods leave lost nodes after 30 s unless somebody says when; Kubernetes takes the shortest of several times. */
    @ParameterizedTest
    @ValueSource(strings = {"head", "warehouse"})
    void shouldLeaveALostNodeWhenTheUserSays(String role) {
        assertThat(seconds(pod(role, "", "")))
                .isEqualTo(Map.of("node.kubernetes.io/not-ready", 30L, "node.kubernetes.io/unreachable", 30L));
        assertThat(
                        seconds(
                                pod(
                                        role,
                                        "",
                                        "{tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 600}]}")))
                .isEqualTo(Map.of("node.kubernetes.io/not-ready", 30L, "node.kubernetes.io/unreachable", 600L));
    }

    /** By these a node takes pods that is not ready, and it keeps none for it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "head, operator: Exists, effect: NoSchedule",
                "warehouse, operator: Exists, effect: NoSchedule",
                "head, operator: Exists, effect: PreferNoSchedule",
                "head, operator: Equal, value: other, effect: NoExecute"
            })
    void shouldLeaveALostNodeInTimeWhereTheUserSaysOnlyWhatIsScheduled(String row) {
        String role = row.substring(0, row.indexOf(','));
        String toleration = "{key: node.kubernetes.io/unreachable" + row.substring(row.indexOf(',')) + "}";

        PodSpec pod = pod(role, "", "{tolerations: [" + toleration + "]}");

        assertThat(pod.getTolerations())
                .filteredOn(each -> Objects.equals(each.getTolerationSeconds(), 30L))
                .extracting(each -> each.getKey() + " " + each.getEffect())
                .containsExactly("node.kubernetes.io/not-ready NoExecute", "node.kubernetes.io/unreachable NoExecute");
    }

    @ParameterizedTest
    @ValueSource(strings = {"operator: Exists", "operator: Exists, effect: NoExecute", "effect: NoExecute"})
    void shouldStayOnALostNodeWhereTheUserSaysSo(String how) {
        PodSpec pod = pod("head", "", "{tolerations: [{key: node.kubernetes.io/unreachable, " + how + "}]}");

        assertThat(pod.getTolerations())
                .filteredOn(each -> "node.kubernetes.io/unreachable".equals(each.getKey()))
                .extracting(Toleration::getTolerationSeconds)
                .containsOnlyNulls();
    }

    private static Map<String, Long> seconds(PodSpec pod) {
        Map<String, Long> seconds = new LinkedHashMap<>();
        pod.getTolerations()
                .forEach(each -> assertThat(seconds.put(each.getKey(), each.getTolerationSeconds()))
                        .as("once")
                        .isNull());
        return seconds;
    }

    /** Fields that are absent are in no revision, so an operator that knows them restarts nothing. */
    @Test
    void shouldGiveTheRevisionsOfBeforeWhereNothingIsSaidOfNodes() {
        assertThat(revisions(""))
                .isEqualTo(
                        revisions(
                                "head: {nodeSelector: {}, tolerations: []}\nwarehouse: {topologySpreadConstraints: []}\ntolerations: []"));
        assertThat(List.copyOf(revisions("image: a:1").values()))
                .containsExactly("1cc9b74ea0", "b83f228498", "2732015259");
        assertThat(revisions(
                                "image: a:1\nworkerGroups: [{name: one, nodeSelector: {disk: ssd}, tolerations: [{key: gpu, operator: Exists}]}]")
                        .get("worker"))
                .isEqualTo("2bf9763522");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodeSelector: {disk: ssd}",
                "tolerations: [{key: gpu}]",
                "affinity: {podAffinity: {}}",
                "topologySpreadConstraints: [{topologyKey: zone}]",
                "priorityClassName: high",
            })
    void shouldReplacePodsWhereTheirNodesChange(String said) {
        Map<String, String> before = revisions("");
        Map<String, String> ofAll = revisions(said);

        assertThat(ofAll.get("head")).isNotEqualTo(before.get("head"));
        assertThat(ofAll.get("warehouse")).isNotEqualTo(before.get("warehouse"));
        assertThat(ofAll.get("worker")).isNotEqualTo(before.get("worker"));
        Map<String, String> ofHead = revisions("head: {" + said + "}");
        assertThat(ofHead.get("head")).isEqualTo(ofAll.get("head"));
        assertThat(ofHead.get("warehouse")).isEqualTo(before.get("warehouse"));
        assertThat(ofHead.get("worker")).isEqualTo(before.get("worker"));
    }

    /** A key of its own in place of the cluster's says the same: nothing is to be replaced. */
    @Test
    void shouldTakeForTheRevisionWhatComesOutOfBoth() {
        assertThat(revisions("priorityClassName: high").get("head"))
                .isEqualTo(revisions("priorityClassName: low\nhead: {priorityClassName: high}")
                        .get("head"));
    }

    @ParameterizedTest
    @MethodSource("roles")
    void shouldSayNoUserWhereThePlatformChooses(String role) {
        PodSecurityContext chosen = pod(role, new PodUser(false), "", "").getSecurityContext();

        assertThat(chosen.getRunAsUser()).isNull();
        assertThat(chosen.getRunAsGroup()).isNull();
        assertThat(chosen.getFsGroup()).isNull();
        assertThat(chosen.getRunAsNonRoot()).isTrue();
        assertThat(chosen.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        assertThat(pod(role, PodUser.FIXED, "", "").getSecurityContext().getRunAsUser())
                .isEqualTo(65_532);
    }

    /** Who sets the operator so does not restart what runs. */
    @Test
    void shouldHaveTheSameRevisionsWhoeverChoosesTheUser() {
        MosaicCluster cluster = cluster("", "");
        assertThat(Desired.of(declared(cluster, new PodUser(false)), Map.of()).revision())
                .isEqualTo(
                        Desired.of(declared(cluster, PodUser.FIXED), Map.of()).revision());
    }

    private static Map<String, String> revisions(String spec) {
        MosaicCluster cluster =
                Given.cluster(spec.contains("workerGroups") ? spec : spec + "\nworkerGroups: [{name: one}]");
        Declared declared = declared(cluster, PodUser.FIXED);
        Desired desired = Desired.of(declared, Map.of());
        Map<String, String> revisions = new LinkedHashMap<>();
        revisions.put("head", desired.head().getMetadata().getLabels().get(Labels.REVISION));
        revisions.put("warehouse", desired.warehouseRevision());
        revisions.put("worker", desired.revisions().get("one"));
        return revisions;
    }

    private static List<Toleration> own(PodSpec pod) {
        return pod.getTolerations().stream()
                .filter(each -> !each.getKey().startsWith("node.kubernetes.io/"))
                .toList();
    }

    private static PodSpec pod(String role, String ofCluster, String ofRole) {
        return pod(role, PodUser.FIXED, ofCluster, ofRole);
    }

    /** Of a role that says so, in a cluster that says so. */
    private static PodSpec pod(String role, PodUser user, String ofCluster, String ofRole) {
        String said = ofRole.isBlank() ? "{}" : ofRole;
        MosaicCluster cluster = cluster(
                ofCluster,
                switch (role) {
                    case "worker" ->
                        "workerGroups: ["
                                + said.replaceFirst("[{]", "{name: one, ").replace(", }", "}") + "]";
                    case "job" -> "";
                    default -> role + ": " + said;
                });
        Declared declared = declared(cluster, user);
        return switch (role) {
            case "head" -> Desired.of(declared, Map.of()).head().getSpec();
            case "warehouse" -> Desired.of(declared, Map.of()).warehouse().getSpec();
            case "worker" ->
                Workers.pod(declared, cluster.getSpec().workerGroups().getFirst(), "uid-of-group")
                        .getSpec();
            case "job" -> {
                Pod pod = Programs.pod(
                        new GivenJob("clusterRef: {name: demo}\nmain: "
                                        + said.replaceFirst("[{]", "{className: A, ")
                                                .replace(", }", "}"))
                                .job(),
                        1,
                        declared);
                yield pod.getSpec();
            }
            default -> throw new IllegalArgumentException(role);
        };
    }

    private static MosaicCluster cluster(String ofCluster, String more) {
        return Given.cluster(ofCluster + "\n" + more);
    }

    private static Declared declared(MosaicCluster cluster, PodUser user) {
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        return Declared.of(cluster, image, Declared.keysMark(""), user);
    }
}
