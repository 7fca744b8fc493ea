package dev.mosaic.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A spec in, Kubernetes objects out. */
class DesiredTest {
    private static final String WITH_BUCKET = """
            warehouse:
              objectStore: {endpoint: 'http://minio:9000', bucket: entries, credentialsSecretName: s3}
            workerGroups: [{name: gpu, replicas: 2}]
            """;

    @Test
    void shouldMakePodsThatPassRestricted() {
        for (PodSpec pod : pods(WITH_BUCKET)) {
            Container container = pod.getContainers().getFirst();
            assertThat(container.getName()).isEqualTo("mosaic");
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getSecurityContext().getRunAsUser()).isEqualTo(65_532);
            assertThat(pod.getSecurityContext().getFsGroup()).isEqualTo(65_532);
            assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
            assertThat(container.getSecurityContext().getAllowPrivilegeEscalation())
                    .isFalse();
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(container.getSecurityContext().getCapabilities().getDrop())
                    .containsExactly("ALL");
            assertThat(pod.getVolumes()).allMatch(each -> each.getHostPath() == null);
        }
    }

    @Test
    void shouldGivePodsNoRightsInKubernetes() {
        for (PodSpec pod : pods(WITH_BUCKET)) {
            assertThat(pod.getAutomountServiceAccountToken()).isFalse();
            assertThat(pod.getServiceAccountName()).isEqualTo("demo-runtime");
        }
        assertThat(settings(WITH_BUCKET, ServiceAccount.class))
                .singleElement()
                .satisfies(each ->
                        assertThat(each.getAutomountServiceAccountToken()).isFalse());
    }

    @Test
    void shouldShowTheBucketsCredentialsToTheWarehouseOnly() {
        Desired desired = desired(WITH_BUCKET);
        PodSpec warehouse = desired.warehouse().getSpec();

        assertThat(json(warehouse)).contains("\"secretName\":\"s3\"").doesNotContain("secretKeyRef");
        assertThat(env(warehouse, "MOSAIC_S3_PREFIX").orElseThrow().getValue()).isEqualTo("lab/demo");
        assertThat(Stream.of(desired.head().getSpec(), worker(WITH_BUCKET)))
                .allSatisfy(pod -> assertThat(json(pod)).doesNotContain("MOSAIC_S3", "\"s3\""));
    }

    @Test
    void shouldMountTheBucketsKeysInTheWarehouseOnlySoThatItReadsThemAgain() {
        PodSpec warehouse = desired(WITH_BUCKET).warehouse().getSpec();
        assertThat(env(warehouse, "MOSAIC_S3_KEY_FOLDER").orElseThrow().getValue())
                .isEqualTo("/etc/mosaic/s3-keys");
        assertThat(json(warehouse))
                .contains("{\"mountPath\":\"/etc/mosaic/s3-keys\",\"name\":\"mosaic-s3-keys\",\"readOnly\":true}")
                .contains("{\"key\":\"accessKey\",\"path\":\"accessKey\"}");
    }

    @Test
    void shouldTellTheWarehouseOfABucketWhereItIsWithoutReplacingIt() {
        MosaicCluster cluster = Given.cluster(WITH_BUCKET);
        Desired desired = Desired.of(declared(cluster, "").at("uid-of-lab"), Map.of());
        PodSpec warehouse = desired.warehouse().getSpec();
        assertThat(env(warehouse, "MOSAIC_S3_SITE").orElseThrow().getValue()).isEqualTo("uid-of-lab");
        assertThat(desired.warehouse().getMetadata().getAnnotations())
                .isEqualTo(desired(WITH_BUCKET).warehouse().getMetadata().getAnnotations());
    }

    @Test
    void shouldAskWithTheIdentityOfThePodWhereNoSecretIsSaid() {
        String spec = """
                warehouse:
                  serviceAccountName: entries
                  objectStore: {endpoint: 'https://s3.eu-central-1.amazonaws.com', bucket: entries}
                security: {networkPolicy: {mode: Strict}}
                """;
        PodSpec warehouse = desired(spec).warehouse().getSpec();
        assertThat(warehouse.getServiceAccountName()).isEqualTo("entries");
        assertThat(env(warehouse, "MOSAIC_S3_IDENTITY").orElseThrow().getValue())
                .isEqualTo("true");
        assertThat(json(warehouse)).doesNotContain("secretKeyRef", "MOSAIC_S3_KEY_FOLDER", "mosaic-s3-keys");
        assertThat(desired(spec).head().getSpec().getServiceAccountName()).isEqualTo("demo-runtime");
        assertThat(worker(spec + "workerGroups: [{name: one}]\n").getServiceAccountName())
                .as("users' code has not that identity")
                .isEqualTo("demo-runtime");
        assertThat(json(settings(spec, NetworkPolicy.class).getLast().getSpec().getEgress()))
                .isEqualTo("""
                [{"ports":[{"port":443,"protocol":"TCP"}]},{"ports":[{"port":443,"protocol":"TCP"}]},\
                {"ports":[{"port":80,"protocol":"TCP"}],"to":[{"ipBlock":{"cidr":"169.254.0.0/16"}}]}]""");
    }

    @ParameterizedTest
    @CsvSource({
        "configMapName, '\"configMap\":{\"items\":[{\"key\":\"ca.crt\",\"path\":\"ca.crt\"}],\"name\":\"own\"}'",
        "secretName, '\"secretName\":\"own\"'"
    })
    void shouldTrustAuthoritiesOfAConfigMapOrSecretInTheWarehouseOnly(String field, String expected) {
        String spec = "warehouse: {objectStore: {endpoint: 'https://minio', bucket: entries, caBundle: {" + field
                + ": own}}}\n";
        PodSpec warehouse = desired(spec).warehouse().getSpec();
        assertThat(env(warehouse, "MOSAIC_S3_CA").orElseThrow().getValue()).isEqualTo("/etc/mosaic/s3-ca/ca.crt");
        assertThat(json(warehouse)).contains(expected);
        assertThat(json(desired(spec).head())).doesNotContain("s3-ca");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "warehouse: {serviceAccountName: entries}",
                "warehouse: {disk: {size: 20Gi}}",
                "warehouse: {objectStore: {endpoint: 'https://minio', bucket: entries}}",
            })
    void shouldReplaceTheWarehouseWhenWhatItIsMadeFromChanges(String spec) {
        assertThat(desired(spec).warehouseRevision()).isNotEqualTo(desired("").warehouseRevision());
    }

    @Test
    void shouldNotReplaceTheWarehouseWhenOnlyItsVolumesEndChanges() {
        String volume = "warehouse: {disk: {type: PersistentVolume%s}}";
        Desired kept = desired(volume.formatted(", deletionPolicy: Retain"));
        assertThat(kept.warehouseRevision())
                .isEqualTo(desired(volume.formatted("")).warehouseRevision());
        assertThat(kept.claim().orElseThrow().getMetadata().getOwnerReferences())
                .as("it does not go with its cluster")
                .isEmpty();
    }

    @Test
    void shouldMountTheKeysInAllPodsAndTheAuthorityInNone() {
        for (PodSpec pod : pods(WITH_BUCKET)) {
            assertThat(json(pod)).contains("demo-keys", "/etc/mosaic/keys").doesNotContain("demo-authority");
        }
        for (PodSpec pod : pods("security: {keysSecretName: own}")) {
            assertThat(json(pod)).contains("\"own\"").doesNotContain("demo-keys");
        }
    }

    /** Users' code runs there. */
    @Test
    void shouldNotMountTheTokensOfHttpClientsWhereWorkersAre() {
        assertThat(pods("").getFirst().getVolumes().getFirst().getSecret().getItems())
                .as("the head has all")
                .isEmpty();
        assertThat(pods("").getLast().getVolumes().getFirst().getSecret().getItems())
                .extracting(KeyToPath::getKey)
                .containsExactly("ca.crt", "tls.crt", "tls.key", "token");
    }

    @Test
    void shouldRunTheHeadOnceAndTheOthersAlways() {
        Desired desired = desired(WITH_BUCKET);

        assertThat(desired.head().getSpec().getRestartPolicy()).isEqualTo("Never");
        assertThat(desired.head().getMetadata().getGenerateName()).isEqualTo("demo-head-");
        assertThat(arguments(desired.head().getSpec()))
                .containsExactly(
                        "head",
                        "--no-warehouse",
                        "--listen",
                        "0.0.0.0:7600",
                        "--host",
                        "$(POD_IP)",
                        "--gateway",
                        "0.0.0.0:7601",
                        "--health",
                        "0.0.0.0:7680");
        assertThat(desired.head().getSpec().getContainers().getFirst().getEnv())
                .as("what is new comes so that heads of earlier versions start too")
                .contains(
                        new EnvVar("MOSAIC_HEAD_HTTP", "0.0.0.0:7681", null),
                        new EnvVar("MOSAIC_HEAD_ELASTIC", "true", null));
        assertThat(desired.warehouse().getSpec().getRestartPolicy()).isEqualTo("Always");
    }

    @ParameterizedTest
    @CsvSource({
        "'{type: EmptyDir, size: 2Gi}',         2147483648, true,  false",
        "'{type: PersistentVolume, size: 2Gi}', 2040109458, true,  true",
        "'{type: None}',                        0,          false, false",
    })
    void shouldGiveTheWarehouseTheDiskThatItIsTold(String disk, long bytes, boolean folder, boolean claim) {
        Desired desired = desired("warehouse: {memory: 256Mi, disk: " + disk + "}");
        PodSpec pod = desired.warehouse().getSpec();

        assertThat(arguments(pod))
                .containsSequence("--join", "demo-head.lab.svc:7600")
                .containsSequence("--memory", "268435456", "--disk", Long.toString(bytes));
        assertThat(arguments(pod).contains("/var/lib/mosaic")).isEqualTo(folder);
        assertThat(pod.getContainers().getFirst().getVolumeMounts().stream()
                        .anyMatch(each -> each.getMountPath().equals("/var/lib/mosaic")))
                .isEqualTo(folder);
        assertThat(pod.getVolumes())
                .filteredOn(each -> each.getName().equals("shm"))
                .singleElement()
                .satisfies(each -> assertThat(each.getEmptyDir().getMedium()).isEqualTo("Memory"));
        assertThat(desired.claim().isPresent()).isEqualTo(claim);
        desired.claim()
                .ifPresent(each -> assertThat(each.getMetadata().getOwnerReferences())
                        .as("it goes with its cluster")
                        .hasSize(1));
    }

    @Test
    void shouldMakeWorkersAsTheirGroupSays() {
        PodSpec pod = worker("""
                workerGroups:
                - name: gpu
                  workersPerPod: 2
                  resources: {requests: {cpu: 50m, memory: 1Gi}}
                  capacity: {cpu: 500m, memory: 1Gi, fpga: 4}
                  accelerator: {count: 2}
                  jvmArguments: [-Xmx64m, -XX:+UseSerialGC]
                  drainTimeout: 1m30s
                  nodeSelector: {disk: ssd}
                  tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]
                """);

        assertThat(arguments(pod))
                .containsExactly(
                        "node",
                        "--join",
                        "demo-head.lab.svc:7600",
                        "--host",
                        "$(POD_IP)",
                        "--workers",
                        "2",
                        "--drain",
                        "90",
                        "--cpus",
                        "0.5",
                        "--resource-memory",
                        "1073741824",
                        "--resource",
                        "fpga=4",
                        "--jvm=-Xmx64m",
                        "--jvm=-XX:+UseSerialGC",
                        "--health",
                        "0.0.0.0:7680");
        assertThat(pod.getTerminationGracePeriodSeconds()).isEqualTo(105);
        assertThat(pod.getContainers().getFirst().getResources().getLimits())
                .containsEntry("nvidia.com/gpu", new Quantity("2"))
                .containsEntry("memory", new Quantity("1Gi"));
        assertThat(pod.getNodeSelector()).containsEntry("disk", "ssd");
        assertThat(pod.getTolerations().getFirst().getEffect()).isEqualTo("NoSchedule");
    }

    /** Disk of a node is shared by pods that know nothing of each other. */
    @ParameterizedTest
    @CsvSource({
        "'{type: EmptyDir, size: 2Gi}',         4300Mi",
        "'{type: PersistentVolume, size: 2Gi}', 2048Mi",
        "'{type: None}',                        2048Mi",
    })
    void shouldLimitTheDiskOfNodesThatAWarehouseTakes(String disk, String limit) {
        PodSpec pod = desired("warehouse: {memory: 256Mi, disk: " + disk + "}")
                .warehouse()
                .getSpec();

        ResourceRequirements resources = pod.getContainers().getFirst().getResources();
        BigDecimal most = resources.getLimits().get("ephemeral-storage").getNumericalAmount();
        assertThat(most.longValue() >> 20)
                .isEqualTo(new Quantity(limit.replace("Mi", ""))
                        .getNumericalAmount()
                        .longValue());
        assertThat(resources.getRequests().get("ephemeral-storage").getNumericalAmount())
                .as("less is kept free than may be taken")
                .isLessThan(most);
        assertThat(pod.getVolumes())
                .filteredOn(
                        each -> each.getEmptyDir() != null && each.getEmptyDir().getMedium() == null)
                .allSatisfy(
                        each -> assertThat(each.getEmptyDir().getSizeLimit()).isNotNull());
        assertThat(pod.getSecurityContext().getFsGroupChangePolicy()).isEqualTo("OnRootMismatch");
    }

    @Test
    void shouldLeaveDiskToWhoSaysIt() {
        PodSpec pod = worker("workerGroups: [{name: one, resources: {limits: {ephemeral-storage: 50Gi}}}]");
        assertThat(pod.getContainers().getFirst().getResources().getLimits())
                .containsEntry("ephemeral-storage", new Quantity("50Gi"));
        assertThat(pod.getContainers().getFirst().getResources().getRequests()).doesNotContainKey("ephemeral-storage");
        assertThat(pod.getVolumes())
                .filteredOn(each -> each.getName().equals("tmp"))
                .singleElement()
                .satisfies(each -> assertThat(each.getEmptyDir().getSizeLimit()).isNull());
    }

    /** A limit below a request is refused by the API server. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            resources: {requests: {ephemeral-storage: 50Gi}};                                                            50Gi;
            template: {spec: {containers: [{name: mosaic, resources: {requests: {ephemeral-storage: 20Gi}}}]}};          20Gi;
            template: {spec: {containers: [{name: mosaic, resources: {limits: {ephemeral-storage: 1Gi}}}]}};             ; 1Gi
            template: {spec: {containers: [{name: mosaic, resources: {limits: {ephemeral-storage: 90Gi}}}]}};            ; 90Gi
            """)
    void shouldAddNothingToTheDiskThatTheUserSays(String said, @Nullable String request, @Nullable String limit) {
        for (PodSpec pod :
                pods("head: {%s}\nwarehouse: {%s}\nworkerGroups: [{name: one, %s}]".formatted(said, said, said))) {
            ResourceRequirements resources = pod.getContainers().getFirst().getResources();
            assertThat(disk(resources.getRequests())).isEqualTo(request);
            assertThat(disk(resources.getLimits())).isEqualTo(limit);
            assertThat(pod.getVolumes())
                    .filteredOn(each -> each.getName().equals("tmp"))
                    .singleElement()
                    .satisfies(each ->
                            assertThat(each.getEmptyDir().getSizeLimit()).isNull());
        }
    }

    private static @Nullable String disk(Map<String, Quantity> amounts) {
        Quantity disk = amounts.get("ephemeral-storage");
        return disk == null ? null : disk.toString();
    }

    @Test
    void shouldPassAClaimForDevicesThrough() {
        PodSpec pod = worker("workerGroups: [{name: dra, accelerator: {claimTemplateName: one-gpu}}]");

        assertThat(pod.getResourceClaims().getFirst().getResourceClaimTemplateName())
                .isEqualTo("one-gpu");
        assertThat(pod.getContainers()
                        .getFirst()
                        .getResources()
                        .getClaims()
                        .getFirst()
                        .getName())
                .isEqualTo(pod.getResourceClaims().getFirst().getName());
        assertThat(pod.getContainers().getFirst().getResources().getLimits()).doesNotContainKey("nvidia.com/gpu");
    }

    @Test
    void shouldTellANodeHowManyDevicesItsPodAsksForAndOfWhichKind() {
        assertThat(devices("{count: 2}")).isEqualTo("nvidia=2");
        assertThat(devices("{resourceName: nvidia.com/mig-1g.5gb}")).isEqualTo("nvidia=1");
        assertThat(devices("{resourceName: amd.com/gpu, count: 8}")).isEqualTo("amd=8");
        assertThat(devices("{resourceName: gpu.intel.com/i915}")).isEqualTo("intel=1");
        assertThat(devices("{resourceName: lab.example/fpga}")).isEqualTo("1");
        assertThat(devices("{claimTemplateName: gpus, count: 3}")).isEqualTo("3");
        assertThat(worker("workerGroups: [{name: plain}]")
                        .getContainers()
                        .getFirst()
                        .getEnv())
                .extracting(EnvVar::getName)
                .doesNotContain("MOSAIC_GPUS");
    }

    private static String devices(String accelerator) {
        return worker("workerGroups: [{name: gpu, accelerator: " + accelerator + "}]")
                .getContainers()
                .getFirst()
                .getEnv()
                .stream()
                .filter(each -> each.getName().equals("MOSAIC_GPUS"))
                .map(EnvVar::getValue)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldLayTheOverlayOverThePod() {
        MosaicCluster cluster = Given.cluster("""
                head:
                  template:
                    metadata:
                      labels: {team: brain}
                    spec:
                      priorityClassName: high
                      volumes: [{name: more, emptyDir: {}}]
                      containers:
                      - name: mosaic
                        env: [{name: TZ, value: UTC}]
                        volumeMounts: [{name: more, mountPath: /more}]
                      - name: side
                        image: side:1
                """);
        Desired desired = desired(cluster, "");

        PodSpec pod = desired.head().getSpec();
        assertThat(desired.head().getMetadata().getLabels())
                .containsEntry("team", "brain")
                .containsEntry("mosaic.dev/role", "head");
        assertThat(pod.getPriorityClassName()).isEqualTo("high");
        assertThat(pod.getVolumes()).extracting(Volume::getName).containsExactly("keys", "tmp", "more");
        assertThat(pod.getContainers()).extracting(Container::getName).containsExactly("mosaic", "side");
        assertThat(env(pod, "TZ")).isPresent();
        assertThat(env(pod, "MOSAIC_KEYS")).isPresent();
        assertThat(pod.getContainers().getFirst().getSecurityContext().getReadOnlyRootFilesystem())
                .isTrue();
    }

    /** Whatever is written, what it says is what makes a pod another one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "image: other:1",
                "imagePullPolicy: Never",
                "imagePullSecrets: [{name: registry}]",
                "head: {resources: {requests: {cpu: 2}}}",
                "head: {template: {metadata: {labels: {team: brain}}}}",
                "security: {keysSecretName: own}",
            })
    void shouldReplaceTheHeadWhenWhatItIsMadeFromChanges(String spec) {
        assertThat(revision(spec)).isNotEqualTo(revision(""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "workerGroups: [{name: one}]",
                "warehouse: {memory: 2Gi}",
                "head: {service: {type: NodePort}}",
                "disruption: {podDisruptionBudget: false}",
                "security: {networkPolicy: {mode: Strict}}",
                "head: {resources: {requests: {cpu: 500m, memory: 1Gi}, limits: {memory: 1Gi}}}",
            })
    void shouldLeaveTheHeadAloneWhenOtherThingsChange(String spec) {
        assertThat(revision(spec)).isEqualTo(revision(""));
    }

    /** As it was when this was written: a version of the operator that changes it restarts all pods of all clusters. */
    @Test
    void shouldGiveTheSameRevisionsForever() {
        Desired desired = desired(WITH_BUCKET);
        MosaicCluster cluster = Given.cluster(WITH_BUCKET);
        Pod worker = Workers.pod(
                declared(cluster, ""), cluster.getSpec().workerGroups().getFirst(), "uid");

        assertThat(List.of(
                        desired.head().getMetadata().getLabels().get(Labels.REVISION),
                        desired.warehouseRevision(),
                        worker.getMetadata().getLabels().get(Labels.REVISION)))
                .containsExactly("90fdd2e256", "9f7517fff3", "0036e288ba");
    }

    @Test
    void shouldNotReplacePodsForAnOperatorWithANewerImage() {
        MosaicCluster cluster = Given.cluster("");
        RuntimeImage newer = RuntimeImage.of(cluster.getSpec(), Optional.of("registry.example/mosaic/runtime:0.2.0"))
                .orElseThrow();
        Desired after = Desired.of(Declared.of(cluster, newer, Declared.keysMark(""), PodUser.FIXED), Map.of());
        Desired before = desired("");

        assertThat(after.head().getMetadata().getLabels())
                .isEqualTo(before.head().getMetadata().getLabels());
        assertThat(after.warehouse().getMetadata()).isEqualTo(before.warehouse().getMetadata());
        assertThat(after.head().getSpec().getContainers().getFirst().getImage()).endsWith(":0.2.0");
    }

    @Test
    void shouldReplacePodsThatStartedWithAnotherToken() {
        MosaicCluster cluster = Given.cluster("");

        assertThat(desired(cluster, "one").head().getMetadata().getLabels())
                .isNotEqualTo(desired(cluster, "other").head().getMetadata().getLabels());
    }

    @ParameterizedTest
    @CsvSource({
        "'',                          registry.example:5000/mosaic/runtime:0.1.0, 0.1.0",
        "'version: 0.2.0',            registry.example:5000/mosaic/runtime:0.2.0, 0.2.0",
        "'image: other/runtime:7',    other/runtime:7,                            7",
        "'image: other:5000/runtime', other:5000/runtime,                         ''",
    })
    void shouldChooseTheImage(String spec, String image, String version) {
        RuntimeImage chosen = RuntimeImage.of(
                        Given.cluster(spec).getSpec(), Optional.of("registry.example:5000/mosaic/runtime:0.1.0"))
                .orElseThrow();

        assertThat(chosen.name()).isEqualTo(image);
        assertThat(RuntimeImage.version(chosen.name())).isEqualTo(version);
        assertThat(chosen.said()).isEqualTo(!spec.isEmpty());
    }

    @Test
    void shouldPutAServiceBeforeTheHeadThatAnswersBeforeItIsReady() {
        assertThat(settings("head: {service: {type: LoadBalancer, annotations: {a: b}}}", Service.class))
                .filteredOn(each -> each.getMetadata().getName().equals("demo-head"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.getSpec().getType()).isEqualTo("LoadBalancer");
                    assertThat(each.getSpec().getPublishNotReadyAddresses()).isTrue();
                    assertThat(each.getMetadata().getAnnotations()).containsEntry("a", "b");
                    assertThat(each.getSpec().getSelector())
                            .containsEntry("mosaic.dev/cluster", "demo")
                            .containsEntry("mosaic.dev/role", "head");
                    assertThat(each.getSpec().getPorts())
                            .extracting(port -> port.getName() + " " + port.getPort())
                            .containsExactly("mesh 7600", "gateway 7601", "http 7680", "api 7681");
                });
    }

    @Test
    void shouldGuardPodsAgainstThoseWhoEmptyNodes() {
        assertThat(settings("workerGroups: [{name: gpu}]", PodDisruptionBudget.class))
                .extracting(each -> each.getMetadata().getName() + " "
                        + number(each.getSpec().getMinAvailable()) + " "
                        + number(each.getSpec().getMaxUnavailable()))
                .as("head and warehouse may be evicted: their nodes can be emptied")
                .containsExactly("demo-gpu - 1");
        assertThat(settings("disruption: {podDisruptionBudget: false}", PodDisruptionBudget.class))
                .isEmpty();
    }

    /** Kubernetes asks the group for its replicas, and would take that for the number of pods. */
    @Test
    void shouldCountThePodsOfReplicasThatAreSeveral() {
        MosaicCluster cluster = Given.cluster("workerGroups: [{name: gang, replicas: 2, hostsPerReplica: 4}]");
        assertThat(budget(cluster, Map.of())).isEqualTo("7 -");
        assertThat(budget(cluster, Map.of("gang", 3))).as("scaled").isEqualTo("11 -");
        assertThat(budget(cluster, Map.of("gang", 0))).isEqualTo("0 -");
    }

    private static String budget(MosaicCluster cluster, Map<String, Integer> replicas) {
        return Desired.of(declared(cluster, ""), replicas).settings().stream()
                .filter(PodDisruptionBudget.class::isInstance)
                .map(PodDisruptionBudget.class::cast)
                .filter(each -> each.getMetadata().getName().equals("demo-gang"))
                .map(each -> number(each.getSpec().getMinAvailable()) + " "
                        + number(each.getSpec().getMaxUnavailable()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldLetInTheMeshFromTheClusterAndProgramsFromEverywhere() {
        assertThat(settings("", NetworkPolicy.class)).singleElement().satisfies(policy -> {
            assertThat(policy.getMetadata().getName()).isEqualTo("demo");
            assertThat(json(policy.getSpec())).isEqualTo("""
                    {"ingress":[{"from":[{"podSelector":{"matchLabels":{"mosaic.dev/cluster":"demo"}}}]},\
                    {"ports":[{"port":7601,"protocol":"TCP"},{"port":7680,"protocol":"TCP"},{"port":7681,"protocol":"TCP"}]}],\
                    "podSelector":{"matchLabels":{"mosaic.dev/cluster":"demo"}},"policyTypes":["Ingress"]}""");
        });
        assertThat(settings("security: {networkPolicy: {mode: Disabled}}", NetworkPolicy.class))
                .isEmpty();
    }

    @Test
    void shouldLetOutOnlyTheMeshDnsAndTheObjectStoreWhereStrict() {
        List<NetworkPolicy> policies =
                settings(WITH_BUCKET + "security: {networkPolicy: {mode: Strict}}\n", NetworkPolicy.class);

        assertThat(policies).hasSize(2);
        assertThat(json(policies.getFirst().getSpec().getEgress())).isEqualTo("""
                [{"to":[{"podSelector":{"matchLabels":{"mosaic.dev/cluster":"demo"}}}]},\
                {"ports":[{"port":53,"protocol":"UDP"},{"port":53,"protocol":"TCP"}]}]""");
        assertThat(json(policies.getLast().getSpec())).isEqualTo("""
                {"egress":[{"ports":[{"port":9000,"protocol":"TCP"}]}],\
                "podSelector":{"matchLabels":{"mosaic.dev/cluster":"demo","mosaic.dev/role":"warehouse"}},\
                "policyTypes":["Egress"]}""");
    }

    @Test
    void shouldLeaveALostNodeWithHeadAndWarehouseAfterHalfAMinute() {
        Desired desired = desired("warehouse: {template: {spec: {tolerations: [{key: own, operator: Exists}]}}}");
        assertThat(Stream.of(desired.head().getSpec(), desired.warehouse().getSpec()))
                .allSatisfy(spec -> assertThat(spec.getTolerations())
                        .filteredOn(each -> Objects.equals(each.getTolerationSeconds(), 30L))
                        .extracting(each -> each.getKey() + " " + each.getEffect())
                        .containsExactly(
                                "node.kubernetes.io/not-ready NoExecute", "node.kubernetes.io/unreachable NoExecute"));
        assertThat(desired.warehouse().getSpec().getTolerations())
                .extracting(each -> each.getKey())
                .startsWith("own");
    }

    @Test
    void shouldKeepAutoscalersOfNodesFromBusyPodsOfGroupsThatItScales() {
        String evict = "cluster-autoscaler.kubernetes.io/safe-to-evict";
        assertThat(podOf("{name: gpu, maxReplicas: 3}").getMetadata().getAnnotations())
                .containsEntry(evict, "false")
                .containsEntry("karpenter.sh/do-not-disrupt", "true");
        assertThat(podOf("{name: gpu}").getMetadata().getAnnotations())
                .doesNotContainKeys(evict, "karpenter.sh/do-not-disrupt");
        assertThat(podOf("{name: gpu, maxReplicas: 3, template: {metadata: {annotations: {" + evict + ": 'true'}}}}")
                        .getMetadata()
                        .getAnnotations())
                .as("the user's word is the last")
                .containsEntry(evict, "true");
    }

    /** So one operator acts on a cluster and its groups; pods know nothing of it, and are not made anew for another one. */
    @Test
    void shouldGiveGroupsTheClassOfTheirCluster() {
        MosaicCluster cluster = Given.cluster("workerGroups: [{name: one}]");
        Desired without = desired(cluster, "");
        cluster.getMetadata().setLabels(Map.of("mosaic.dev/operator-class", "canary", "team", "a"));
        Desired with = desired(cluster, "");

        assertThat(with.groups().getFirst().getMetadata().getLabels())
                .containsEntry("mosaic.dev/operator-class", "canary")
                .doesNotContainKey("team");
        assertThat(without.groups().getFirst().getMetadata().getLabels())
                .doesNotContainKey("mosaic.dev/operator-class");
        assertThat(json(with.head())).isEqualTo(json(without.head()));
        assertThat(json(with.warehouse())).isEqualTo(json(without.warehouse()));
        assertThat(json(with.settings())).isEqualTo(json(without.settings()));
        assertThat(with.revision()).isEqualTo(without.revision());
    }

    private static Pod podOf(String group) {
        MosaicCluster cluster = Given.cluster("workerGroups: [" + group + "]");
        return Workers.pod(
                Declared.of(
                        cluster,
                        RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE))
                                .orElseThrow(),
                        "mark",
                        PodUser.FIXED),
                cluster.getSpec().workerGroups().getFirst(),
                "uid-of-group");
    }

    /** Pods are not made anew when the line of the token before is written, nor when it is taken out. */
    @ParameterizedTest
    @CsvSource({"new, new|old", "new|, new|old|", "new|, new|old|older|"})
    void shouldTakeTheFirstOfSeveralTokensForTheMark(String one, String several) {
        assertThat(mark(several)).isEqualTo(mark(one)).isNotEqualTo(mark("old"));
    }

    private static String mark(String tokens) {
        return KeySecrets.mark(new SecretBuilder()
                .addToData(
                        "token",
                        Base64.getEncoder()
                                .encodeToString(tokens.replace('|', '\n').getBytes(StandardCharsets.US_ASCII)))
                .build());
    }

    @Test
    void shouldOwnAndMarkAllThatItMakes() {
        Desired desired = desired(WITH_BUCKET);
        Stream<HasMetadata> all = Stream.of(
                        desired.settings().stream(),
                        Stream.of(desired.warehouse(), desired.head()),
                        desired.groups().stream())
                .flatMap(each -> each);

        assertThat(all).allSatisfy(each -> {
            assertThat(each.getMetadata().getOwnerReferences().getFirst().getUid())
                    .isEqualTo("uid-of-demo");
            assertThat(each.getMetadata().getLabels())
                    .containsEntry("app.kubernetes.io/managed-by", "mosaic-operator")
                    .containsEntry("app.kubernetes.io/instance", "demo")
                    .containsEntry("mosaic.dev/cluster", "demo");
            assertThat(each.getMetadata().getNamespace()).isEqualTo("lab");
        });
        assertThat(desired.groups())
                .extracting(MosaicWorkerGroup::getSpec)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.clusterName()).isEqualTo("demo");
                    assertThat(each.replicas()).isEqualTo(2);
                });
    }

    private static Desired desired(String spec) {
        return desired(Given.cluster(spec), "");
    }

    private static Desired desired(MosaicCluster cluster, String token) {
        return Desired.of(declared(cluster, token), Map.of());
    }

    private static Declared declared(MosaicCluster cluster, String token) {
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        return Declared.of(cluster, image, Declared.keysMark(token), PodUser.FIXED);
    }

    private static PodSpec worker(String spec) {
        MosaicCluster cluster = Given.cluster(spec);
        return Workers.pod(
                        declared(cluster, ""), cluster.getSpec().workerGroups().getFirst(), "uid-of-group")
                .getSpec();
    }

    private static List<PodSpec> pods(String spec) {
        Desired desired = desired(spec);
        PodSpec worker = worker(spec.contains("workerGroups") ? spec : spec + "\nworkerGroups: [{name: one}]\n");
        return List.of(desired.head().getSpec(), desired.warehouse().getSpec(), worker);
    }

    private static <T extends HasMetadata> List<T> settings(String spec, Class<T> kind) {
        return desired(spec).settings().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    private static String revision(String spec) {
        return desired(spec).head().getMetadata().getLabels().get(Labels.REVISION);
    }

    private static List<String> arguments(PodSpec pod) {
        return pod.getContainers().getFirst().getArgs();
    }

    private static Optional<EnvVar> env(PodSpec pod, String name) {
        return pod.getContainers().getFirst().getEnv().stream()
                .filter(each -> each.getName().equals(name))
                .findFirst();
    }

    private static String number(@Nullable IntOrString value) {
        return value == null ? "-" : value.getIntVal().toString();
    }

    private static String json(Object value) {
        return new KubernetesSerialization().asJson(value);
    }
}
