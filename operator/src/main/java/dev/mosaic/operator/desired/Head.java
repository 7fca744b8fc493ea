package dev.mosaic.operator.desired;

import dev.mosaic.headapi.Ports;
import dev.mosaic.headapi.Variables;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.time.Duration;
import java.util.List;

/** The head's pod and the Service in front of it. */
final class Head {
    /** It holds nothing that has to be written, so it ends fast. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private static final List<String> ARGUMENTS = List.of(
            "head",
            "--no-warehouse",
            "--listen",
            "0.0.0.0:" + Ports.MONITOR,
            "--host",
            "$(POD_IP)",
            "--gateway",
            "0.0.0.0:" + Ports.GATEWAY,
            "--health",
            "0.0.0.0:" + Ports.HEALTH);

    private static final List<EnvVar> ENVIRONMENT = List.of(
            RuntimePod.env(Variables.HEAD_HTTP, "0.0.0.0:" + Ports.HTTP),
            RuntimePod.env(Variables.HEAD_ELASTIC, "true"));

    private Head() {}

    /** Without a name: the API server gives it one. */
    static Pod pod(Declared declared) {
        PodTemplateSpec ours = new RuntimePod(
                        declared,
                        Role.HEAD,
                        Labels.of(declared.name(), Role.HEAD),
                        Revision.ofHead(declared),
                        ARGUMENTS,
                        ENVIRONMENT,
                        Scratch.said(
                                declared.spec().head().wholeResources().toKubernetes(),
                                declared.spec().head().template()),
                        Scratch.SMALL,
                        declared.spec().head().placement())
                .template("Never", GRACE)
                .build();
        PodTemplateSpec template = RuntimePod.leavingLostNodes(
                Overlay.over(ours, declared.spec().head().template()));
        return new PodBuilder()
                .withMetadata(template.getMetadata())
                .editMetadata()
                .withNamespace(declared.namespace())
                .withGenerateName(Names.head(declared.name()) + "-")
                .withOwnerReferences(declared.owner())
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
    }

    static Service service(Declared declared) {
        return new ServiceBuilder()
                .withMetadata(declared.metadata(Names.head(declared.name()), Labels.of(declared.name(), Role.HEAD)))
                .editMetadata()
                .withAnnotations(declared.spec().head().service().annotations())
                .endMetadata()
                .withNewSpec()
                .withType(
                        switch (declared.spec().head().service().type()) {
                            case CLUSTER_IP -> "ClusterIP";
                            case NODE_PORT -> "NodePort";
                            case LOAD_BALANCER -> "LoadBalancer";
                        })
                .withSelector(Labels.selecting(declared.name(), Role.HEAD))
                .withPublishNotReadyAddresses(true)
                .withPorts(
                        port("mesh", Ports.MONITOR),
                        port("gateway", Ports.GATEWAY),
                        port("http", Ports.HEALTH),
                        port("api", Ports.HTTP))
                .endSpec()
                .build();
    }

    private static ServicePort port(String name, int number) {
        return new ServicePortBuilder()
                .withName(name)
                .withPort(number)
                .withTargetPort(new IntOrString(number))
                .withProtocol("TCP")
                .build();
    }
}
