package dev.mosaic.operator.desired;

import dev.mosaic.crd.AcceleratorSpec;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.MosaicWorkerGroupSpec;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.headapi.Ports;
import dev.mosaic.headapi.Variables;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpecBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceClaimBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pods of a group, and the group itself. */
public final class Workers {
    /** Beyond the time to drain, to end the processes. */
    private static final Duration BEYOND_DRAIN = Duration.ofSeconds(15);

    private static final String CLAIM = "accelerator";

    /** Keeps the autoscalers of nodes from moving busy pods: idle ones of these groups are removed anyway. */
    private static final Map<String, String> STAYS = Map.of(
            "cluster-autoscaler.kubernetes.io/safe-to-evict", "false",
            "karpenter.sh/do-not-disrupt", "true");

    private Workers() {}

    /** One pod of the group, without a name: the API server gives it one. Owned by the group. */
    public static Pod pod(Declared declared, WorkerGroupSpec group, String groupUid) {
        PodTemplateSpec template = template(declared, group);
        String name = Names.group(declared.name(), group.name());
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .editMetadata()
                .withNamespace(declared.namespace())
                .withGenerateName(name + "-")
                .withOwnerReferences(Declared.owner(MosaicWorkerGroup.class.getSimpleName(), name, groupUid))
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    /** The group as its cluster declares it, with that many replicas. */
    static MosaicWorkerGroup group(Declared declared, WorkerGroupSpec spec) {
        MosaicWorkerGroup group = new MosaicWorkerGroup();
        group.setMetadata(new ObjectMetaBuilder(declared.metadata(
                        Names.group(declared.name(), spec.name()), Labels.ofGroup(declared.name(), spec.name())))
                .addToLabels(declared.classLabel())
                .addToAnnotations(
                        Labels.PASSED_REPLICAS,
                        spec.autoscales() ? Labels.AUTOSCALED : Integer.toString(spec.replicas()))
                .build());
        group.setSpec(new MosaicWorkerGroupSpec(declared.name(), spec.name(), spec.replicas()));
        return group;
    }

    private static PodTemplateSpec template(Declared declared, WorkerGroupSpec group) {
        Map<String, String> labels = new LinkedHashMap<>(group.labels());
        labels.putAll(Labels.ofGroup(declared.name(), group.name()));
        PodTemplateSpecBuilder pod = RuntimePod.sharingMemory(new RuntimePod(
                        declared,
                        Role.WORKER,
                        labels,
                        Revision.ofWorkers(declared, group),
                        arguments(declared, group),
                        devices(group),
                        Scratch.said(resources(group), group.template()),
                        Scratch.OF_PROGRAMS,
                        group.placement())
                .template("Always", group.drain().plus(BEYOND_DRAIN)));
        AcceleratorSpec accelerator = group.accelerator();
        String claim = accelerator == null ? null : accelerator.claimTemplateName();
        if (claim != null) {
            pod.editSpec()
                    .addNewResourceClaim()
                    .withName(CLAIM)
                    .withResourceClaimTemplateName(claim)
                    .endResourceClaim()
                    .endSpec();
        }
        PodTemplateSpec whole = Overlay.over(pod.build(), group.template());
        return group.autoscales() ? staying(whole) : whole;
    }

    /** Unless the user says something else. */
    private static PodTemplateSpec staying(PodTemplateSpec pod) {
        Map<String, String> annotations = new LinkedHashMap<>(STAYS);
        if (pod.getMetadata().getAnnotations() != null) {
            annotations.putAll(pod.getMetadata().getAnnotations());
        }
        return new PodTemplateSpecBuilder(pod)
                .editMetadata()
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    /** How many its pod asks for and of which kind, so that the node does not guess. */
    private static List<EnvVar> devices(WorkerGroupSpec group) {
        AcceleratorSpec accelerator = group.accelerator();
        return accelerator == null ? List.of() : List.of(RuntimePod.env(Variables.GPUS, accelerator.kindAndCount()));
    }

    private static List<String> arguments(Declared declared, WorkerGroupSpec group) {
        List<String> arguments = new ArrayList<>(List.of(
                "node",
                "--join",
                Names.headHost(declared.namespace(), declared.name()) + ":" + Ports.MONITOR,
                "--host",
                "$(POD_IP)",
                "--workers",
                Integer.toString(group.workersPerPod()),
                "--drain",
                Long.toString(group.drain().toSeconds())));
        group.capacity().forEach((label, amount) -> {
            switch (label) {
                case "cpu" -> arguments.addAll(List.of("--cpus", number(amount)));
                case "memory" ->
                    arguments.addAll(List.of(
                            "--resource-memory",
                            Long.toString(amount.getNumericalAmount().longValue())));
                default -> arguments.addAll(List.of("--resource", label + "=" + number(amount)));
            }
        });
        for (String argument : group.jvmArguments()) {
            arguments.add("--jvm=" + argument);
        }
        arguments.addAll(List.of("--health", "0.0.0.0:" + Ports.HEALTH));
        return arguments;
    }

    private static String number(Quantity amount) {
        return amount.getNumericalAmount().stripTrailingZeros().toPlainString();
    }

    private static ResourceRequirements resources(WorkerGroupSpec group) {
        ResourceRequirements said = group.wholeResources().toKubernetes();
        AcceleratorSpec accelerator = group.accelerator();
        if (accelerator == null) {
            return said;
        }
        ResourceRequirementsBuilder builder = new ResourceRequirementsBuilder(said);
        accelerator
                .plugin()
                .ifPresentOrElse(
                        name -> builder.addToLimits(name, new Quantity(Integer.toString(accelerator.count()))),
                        () -> builder.withClaims(
                                new ResourceClaimBuilder().withName(CLAIM).build()));
        return builder.build();
    }
}
