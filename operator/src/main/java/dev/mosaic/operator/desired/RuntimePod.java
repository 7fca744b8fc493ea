package dev.mosaic.operator.desired;

import dev.mosaic.crd.PodPlacement;
import dev.mosaic.crd.SecretReference;
import dev.mosaic.headapi.Ports;
import dev.mosaic.headapi.Variables;
import dev.mosaic.operator.snapshot.Pods;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecretVolumeSource;
import io.fabric8.kubernetes.api.model.SecretVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the pods of all roles have in common: no rights at all, no root, nothing writable but volumes, keys, probes.
 *
 * @param arguments of Mosaic's command line
 * @param environment beside what all have
 * @param scratch disk of the node that it takes
 * @param placement what its role says of nodes, without what the cluster says
 */
record RuntimePod(
        Declared declared,
        Role role,
        Map<String, String> labels,
        String revision,
        List<String> arguments,
        List<EnvVar> environment,
        ResourceRequirements resources,
        Scratch scratch,
        PodPlacement placement) {

    private static final long LOST_NODE_SECONDS = 30;
    private static final String NO_EXECUTE = "NoExecute";

    /** What pods have in common that are there for the same. */
    private static final Set<String> ALIKE = Set.of(Labels.CLUSTER, Labels.ROLE, Labels.GROUP, Labels.JOB);

    static VolumeMount mount(String volume, String folder) {
        return new VolumeMountBuilder().withName(volume).withMountPath(folder).build();
    }

    static EnvVar env(String name, String value) {
        return new EnvVarBuilder().withName(name).withValue(value).build();
    }

    /** Of a Secret in the namespace. */
    static EnvVar secret(String name, String secret, String key) {
        return new EnvVarBuilder()
                .withName(name)
                .withNewValueFrom()
                .withNewSecretKeyRef()
                .withName(secret)
                .withKey(key)
                .endSecretKeyRef()
                .endValueFrom()
                .build();
    }

    /** With memory that processes share, which counts as the pod's own. */
    static PodTemplateSpecBuilder sharingMemory(PodTemplateSpecBuilder pod) {
        return pod.editSpec()
                .editFirstContainer()
                .addToVolumeMounts(mount("shm", "/dev/shm"))
                .endContainer()
                .addNewVolume()
                .withName("shm")
                .withNewEmptyDir()
                .withMedium("Memory")
                .endEmptyDir()
                .endVolume()
                .endSpec();
    }

    /** Without what is the role's own, and without the user's overlay. */
    PodTemplateSpecBuilder template(String restartPolicy, Duration grace) {
        return new PodTemplateSpecBuilder()
                .withNewMetadata()
                .withLabels(allLabels())
                .withAnnotations(Map.of())
                .endMetadata()
                .withSpec(spec(restartPolicy, grace));
    }

    private Map<String, String> allLabels() {
        Map<String, String> all = new LinkedHashMap<>(labels);
        all.put(Labels.REVISION, revision);
        return all;
    }

    /**
     * With a node that is lost they go sooner than after the five minutes of Kubernetes, unless the user says when. A toleration of one of
     * the two taints says it only where it is for NoExecute: Kubernetes has taints of these names with NoSchedule too, by which nothing goes.
     */
    static PodTemplateSpec leavingLostNodes(PodTemplateSpec template) {
        List<Toleration> tolerations = new ArrayList<>(template.getSpec().getTolerations());
        Stream.of("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")
                .filter(taint -> tolerations.stream().noneMatch(each -> saysWhen(each, taint)))
                .toList()
                .forEach(taint -> tolerations.add(lost(taint)));
        return new PodTemplateSpecBuilder(template)
                .editSpec()
                .withTolerations(tolerations)
                .endSpec()
                .build();
    }

    /** Without an effect it is for all of them; these taints have no value. */
    private static boolean saysWhen(Toleration toleration, String taint) {
        boolean isForNoExecute = isEmpty(toleration.getEffect()) || NO_EXECUTE.equals(toleration.getEffect());
        boolean isForNoValue = "Exists".equals(toleration.getOperator()) || isEmpty(toleration.getValue());
        return taint.equals(toleration.getKey()) && isForNoExecute && isForNoValue;
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isEmpty();
    }

    private static Toleration lost(String taint) {
        return new TolerationBuilder()
                .withKey(taint)
                .withOperator("Exists")
                .withEffect(NO_EXECUTE)
                .withTolerationSeconds(LOST_NODE_SECONDS)
                .build();
    }

    private PodSpec spec(String restartPolicy, Duration grace) {
        PodSpec anywhere = new PodSpecBuilder()
                .withServiceAccountName(Names.serviceAccount(declared.name()))
                .withAutomountServiceAccountToken(false)
                .withEnableServiceLinks(false)
                .withRestartPolicy(restartPolicy)
                .withTerminationGracePeriodSeconds(grace.toSeconds())
                .withSecurityContext(user())
                .withImagePullSecrets(declared.spec().imagePullSecrets().stream()
                        .map(SecretReference::name)
                        .map(LocalObjectReference::new)
                        .toList())
                .withContainers(container())
                .withVolumes(allVolumes())
                .build();
        Map<String, String> alike = new TreeMap<>(labels);
        alike.keySet().retainAll(ALIKE);
        return Placing.on(anywhere, placement.orElse(declared.spec().placement()), alike);
    }

    /** Never root. */
    private PodSecurityContext user() {
        PodSecurityContextBuilder user = new PodSecurityContextBuilder()
                .withRunAsNonRoot(true)
                .withFsGroupChangePolicy("OnRootMismatch")
                .withNewSeccompProfile()
                .withType("RuntimeDefault")
                .endSeccompProfile();
        return declared.user().isFixed()
                ? user.withRunAsUser(PodUser.ID)
                        .withRunAsGroup(PodUser.ID)
                        .withFsGroup(PodUser.ID)
                        .build()
                : user.build();
    }

    private Container container() {
        List<EnvVar> env = new ArrayList<>();
        env.add(env(Variables.KEYS, Names.KEYS_FOLDER));
        env.add(new EnvVarBuilder()
                .withName("POD_IP")
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("status.podIP")
                .endFieldRef()
                .endValueFrom()
                .build());
        env.addAll(environment);
        List<VolumeMount> folders = new ArrayList<>();
        folders.add(new VolumeMountBuilder(mount(Pods.KEYS_VOLUME, Names.KEYS_FOLDER))
                .withReadOnly(true)
                .build());
        folders.add(mount("tmp", "/tmp"));
        return new ContainerBuilder()
                .withName(Names.CONTAINER)
                .withImage(declared.image().name())
                .withImagePullPolicy(pullPolicy())
                .withArgs(arguments)
                .withEnv(env)
                .withPorts(ports())
                .withResources(scratch.in(resources))
                .withVolumeMounts(folders)
                .withSecurityContext(nothingAllowed())
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withStartupProbe(probe("/livez", 2, 90))
                .withLivenessProbe(probe("/livez", 10, 3))
                .withReadinessProbe(probe("/readyz", 1, 3))
                .build();
    }

    private List<Volume> allVolumes() {
        List<Volume> all = new ArrayList<>();
        all.add(new VolumeBuilder()
                .withName(Pods.KEYS_VOLUME)
                .withSecret(keys())
                .build());
        all.add(new VolumeBuilder()
                .withName("tmp")
                .withEmptyDir(scratch.tmp(resources))
                .build());
        return all;
    }

    /** The head looks at the tokens of its clients; where users' code runs they are not. */
    private SecretVolumeSource keys() {
        SecretVolumeSourceBuilder keys = new SecretVolumeSourceBuilder()
                .withSecretName(declared.keysSecret())
                .withDefaultMode(0440);
        if (role == Role.WORKER) {
            keys.withItems(Names.KEY_FILES.stream()
                    .map(each ->
                            new KeyToPathBuilder().withKey(each).withPath(each).build())
                    .toList());
        }
        return keys.build();
    }

    private List<ContainerPort> ports() {
        ContainerPort http = port("http", Ports.HEALTH);
        return role == Role.HEAD
                ? List.of(port("mesh", Ports.MONITOR), port("gateway", Ports.GATEWAY), http, port("api", Ports.HTTP))
                : List.of(http);
    }

    private static ContainerPort port(String name, int number) {
        return new ContainerPortBuilder()
                .withName(name)
                .withContainerPort(number)
                .withProtocol("TCP")
                .build();
    }

    private String pullPolicy() {
        return switch (declared.spec().imagePullPolicy()) {
            case ALWAYS -> "Always";
            case IF_NOT_PRESENT -> "IfNotPresent";
            case NEVER -> "Never";
        };
    }

    private static SecurityContext nothingAllowed() {
        return new SecurityContextBuilder()
                .withAllowPrivilegeEscalation(false)
                .withReadOnlyRootFilesystem(true)
                .withNewCapabilities()
                .withDrop("ALL")
                .endCapabilities()
                .build();
    }

    private static Probe probe(String path, int everySeconds, int failures) {
        return new ProbeBuilder()
                .withNewHttpGet()
                .withPath(path)
                .withPort(new IntOrString(Ports.HEALTH))
                .endHttpGet()
                .withPeriodSeconds(everySeconds)
                .withTimeoutSeconds(5)
                .withFailureThreshold(failures)
                .build();
    }
}
