package dev.mosaic.operator.desired;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.OverlayMetadata;
import dev.mosaic.crd.ProgramSpec;
import dev.mosaic.headapi.Ports;
import dev.mosaic.headapi.Variables;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The pod in which a job's main runs, and the job's own cluster.
 *
 * <p>The pod joins the cluster as a program: with its address and keys, as its user without rights, and not as one of its roles.
 * Artifacts that are fetched come by a container that runs before, and only that one knows the store's keys.
 *
 * <pre>
 *   /opt/mosaic/program/0/app.jar     of a ConfigMap, each a volume of its own
 *   /opt/mosaic/artifacts/2-app.jar   fetched
 * </pre>
 */
public final class Programs {
    /** To write down what has to be, and to leave the cluster. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private static final String FETCHED = "artifacts";
    private static final String FETCHED_FOLDER = "/opt/mosaic/artifacts";
    private static final String MOUNTED_FOLDER = "/opt/mosaic/program";

    private Programs() {}

    /** The pod of that attempt on that cluster. It has a name of its own, so that there are never two. */
    public static Pod pod(MosaicJob job, int attempt, Declared cluster) {
        ProgramSpec program = job.getSpec().main();
        PodTemplateSpecBuilder pod = RuntimePod.sharingMemory(new RuntimePod(
                        cluster,
                        Role.WORKER,
                        Labels.ofJob(cluster.name(), name(job)),
                        Json.hash(program),
                        arguments(program),
                        environment(job, attempt, cluster),
                        resources(program),
                        Scratch.OF_PROGRAMS,
                        program.placement())
                .template("Never", GRACE));
        Container main = new ContainerBuilder(pod.buildSpec().getContainers().getFirst())
                .withPorts()
                .withStartupProbe(null)
                .withLivenessProbe(null)
                .withReadinessProbe(null)
                .addAllToVolumeMounts(mounts(program))
                .build();
        List<String> fetched = fetched(program);
        pod.editSpec()
                .withContainers(main)
                .addAllToVolumes(volumes(program))
                .withInitContainers(fetched.isEmpty() ? List.of() : List.of(fetching(main, program, fetched)))
                .endSpec();
        if (program.serviceAccountName() != null) {
            pod.editSpec().withServiceAccountName(program.serviceAccountName()).endSpec();
        }
        PodTemplateSpec template = Overlay.over(pod.build(), program.template());
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .editMetadata()
                .withNamespace(cluster.namespace())
                .withName(podName(job, attempt))
                .addToAnnotations(Labels.ATTEMPT, Integer.toString(attempt))
                .withOwnerReferences(owner(job))
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    /** The cluster that is made for that attempt, and those after it. */
    public static MosaicCluster cluster(MosaicJob job, int attempt) {
        String name = clusterName(job, attempt);
        OverlayMetadata theirs = Objects.requireNonNullElse(job.getSpec().clusterMetadata(), OverlayMetadata.NONE);
        MosaicCluster cluster = new MosaicCluster();
        cluster.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                .withNamespace(job.getMetadata().getNamespace())
                .withLabels(joined(theirs.labels(), ownLabels(job)))
                .withAnnotations(theirs.annotations())
                .addToAnnotations(Labels.ATTEMPT, Integer.toString(attempt))
                .withOwnerReferences(owner(job))
                .build());
        cluster.setSpec(Objects.requireNonNull(job.getSpec().clusterTemplate()));
        return cluster;
    }

    /** How the cluster that is made for that attempt is called. */
    public static String clusterName(MosaicJob job, int attempt) {
        return name(job) + "-" + attempt;
    }

    private static String podName(MosaicJob job, int attempt) {
        return name(job) + "-run-" + attempt;
    }

    private static String name(MosaicJob job) {
        return job.getMetadata().getName();
    }

    private static OwnerReference owner(MosaicJob job) {
        return Declared.owner(
                MosaicJob.class.getSimpleName(), name(job), job.getMetadata().getUid());
    }

    /** The operator's own win. */
    private static Map<String, String> joined(Map<String, String> theirs, Map<String, String> ours) {
        Map<String, String> all = new LinkedHashMap<>(theirs);
        all.putAll(ours);
        return all;
    }

    private static Map<String, String> ownLabels(MosaicJob job) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("app.kubernetes.io/name", "mosaic");
        labels.put(Labels.MANAGED_BY, Labels.OPERATOR);
        labels.put(Labels.JOB, name(job));
        labels.putAll(Labels.classOf(job));
        return labels;
    }

    // ---- what it runs

    private static List<String> arguments(ProgramSpec program) {
        List<String> arguments = new ArrayList<>(List.of("run", classPath(program)));
        arguments.addAll(program.jvmArguments());
        arguments.add(program.className());
        arguments.addAll(program.args());
        return arguments;
    }

    private static String classPath(ProgramSpec program) {
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < program.artifacts().size(); i++) {
            ArtifactSpec artifact = program.artifacts().get(i);
            entries.add(
                    switch (artifact.scheme()) {
                        case IMAGE -> artifact.path();
                        case CONFIGMAP -> MOUNTED_FOLDER + "/" + i + "/" + artifact.path();
                        case S3, HTTPS -> FETCHED_FOLDER + "/" + file(i, artifact);
                    });
        }
        return String.join(":", entries);
    }

    private static List<EnvVar> environment(MosaicJob job, int attempt, Declared cluster) {
        List<EnvVar> environment = new ArrayList<>();
        environment.add(RuntimePod.env(
                Variables.ADDRESS,
                "tcp://" + Names.headHost(cluster.namespace(), cluster.name()) + ":" + Ports.MONITOR));
        environment.add(RuntimePod.env("MOSAIC_JOB", name(job)));
        environment.add(RuntimePod.env("MOSAIC_JOB_ATTEMPT", Integer.toString(attempt)));
        job.getSpec().main().env().forEach((key, value) -> environment.add(RuntimePod.env(key, value)));
        return environment;
    }

    // ---- where it has its artifacts from

    private static List<VolumeMount> mounts(ProgramSpec program) {
        List<VolumeMount> mounts = new ArrayList<>();
        for (int i = 0; i < program.artifacts().size(); i++) {
            if (program.artifacts().get(i).scheme() == ArtifactSpec.Scheme.CONFIGMAP) {
                mounts.add(readOnly("artifact-" + i, MOUNTED_FOLDER + "/" + i));
            }
        }
        if (!fetched(program).isEmpty()) {
            mounts.add(readOnly(FETCHED, FETCHED_FOLDER));
        }
        return mounts;
    }

    private static VolumeMount readOnly(String volume, String folder) {
        return new VolumeMountBuilder(RuntimePod.mount(volume, folder))
                .withReadOnly(true)
                .build();
    }

    private static List<Volume> volumes(ProgramSpec program) {
        List<Volume> volumes = new ArrayList<>();
        for (int i = 0; i < program.artifacts().size(); i++) {
            ArtifactSpec artifact = program.artifacts().get(i);
            if (artifact.scheme() == ArtifactSpec.Scheme.CONFIGMAP) {
                volumes.add(new VolumeBuilder()
                        .withName("artifact-" + i)
                        .withNewConfigMap()
                        .withName(artifact.place())
                        .addNewItem(artifact.path(), null, artifact.path())
                        .endConfigMap()
                        .build());
            }
        }
        if (!fetched(program).isEmpty()) {
            volumes.add(new VolumeBuilder()
                    .withName(FETCHED)
                    .withEmptyDir(Scratch.OF_PROGRAMS.tmp(resources(program)))
                    .build());
            volumes.addAll(BucketAccess.ofFetch(program.artifactStore()).volumes());
        }
        return volumes;
    }

    private static ResourceRequirements resources(ProgramSpec program) {
        return Scratch.said(program.wholeResources().toKubernetes(), program.template());
    }

    /** What the verb fetch is told: FILE=URI, and FILE=SHA256 behind --sha256. */
    private static List<String> fetched(ProgramSpec program) {
        List<String> fetched = new ArrayList<>();
        for (int i = 0; i < program.artifacts().size(); i++) {
            ArtifactSpec artifact = program.artifacts().get(i);
            if (artifact.scheme() == ArtifactSpec.Scheme.S3 || artifact.scheme() == ArtifactSpec.Scheme.HTTPS) {
                fetched.add(file(i, artifact) + "=" + artifact.uri());
                if (artifact.sha256() != null) {
                    fetched.add("--sha256=" + file(i, artifact) + "=" + artifact.sha256());
                }
            }
        }
        return fetched;
    }

    private static String file(int number, ArtifactSpec artifact) {
        String path = artifact.path();
        String last = path.substring(path.lastIndexOf('/') + 1).replaceAll("[^A-Za-z0-9._-]", "-");
        return number + "-" + (last.isEmpty() ? "artifact.jar" : last);
    }

    private static Container fetching(Container main, ProgramSpec program, List<String> fetched) {
        List<String> arguments = new ArrayList<>(List.of("fetch", FETCHED_FOLDER));
        arguments.addAll(fetched);
        BucketAccess bucket = BucketAccess.ofFetch(program.artifactStore());
        return new ContainerBuilder()
                .withName("fetch")
                .withImage(main.getImage())
                .withImagePullPolicy(main.getImagePullPolicy())
                .withArgs(arguments)
                .withEnv(bucket.environment())
                .withResources(main.getResources())
                .withSecurityContext(main.getSecurityContext())
                .withTerminationMessagePolicy("FallbackToLogsOnError")
                .withVolumeMounts(RuntimePod.mount("tmp", "/tmp"), RuntimePod.mount(FETCHED, FETCHED_FOLDER))
                .addAllToVolumeMounts(bucket.mounts())
                .build();
    }
}
