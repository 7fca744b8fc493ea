package dev.mosaic.operator.desired;

import dev.mosaic.crd.NetworkPolicyMode;
import dev.mosaic.crd.ObjectStoreSpec;
import dev.mosaic.headapi.Ports;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRuleBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPort;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPortBuilder;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which traffic is let through, where the network enforces policies.
 *
 * <p>In: everything from pods of the cluster; gateway and http from everywhere. Out, in mode Strict: to pods of the cluster, DNS, and
 * from the warehouse to the port of the object store, at any address, since policies know no names. Where its keys are not in a Secret, also
 * to https, and to http at link-local addresses: such keys come from there.
 */
final class Policies {
    private static final int DNS_PORT = 53;
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;
    private static final String LINK_LOCAL = "169.254.0.0/16";

    private Policies() {}

    static List<HasMetadata> all(Declared declared) {
        NetworkPolicyMode mode = declared.spec().security().networkPolicy().mode();
        if (mode == NetworkPolicyMode.DISABLED) {
            return List.of();
        }
        boolean strict = mode == NetworkPolicyMode.STRICT;
        List<HasMetadata> all = new ArrayList<>();
        all.add(cluster(declared, strict));
        ObjectStoreSpec store = declared.spec().warehouse().objectStore();
        if (strict && store != null) {
            all.add(warehouse(declared, store));
        }
        return all;
    }

    private static NetworkPolicy cluster(Declared declared, boolean strict) {
        NetworkPolicyPeer ofCluster = new NetworkPolicyPeerBuilder()
                .withNewPodSelector()
                .addToMatchLabels(Labels.CLUSTER, declared.name())
                .endPodSelector()
                .build();
        NetworkPolicyIngressRule mesh =
                new NetworkPolicyIngressRuleBuilder().withFrom(ofCluster).build();
        NetworkPolicyIngressRule open = new NetworkPolicyIngressRuleBuilder()
                .withPorts(port("TCP", Ports.GATEWAY), port("TCP", Ports.HEALTH), port("TCP", Ports.HTTP))
                .build();
        NetworkPolicyBuilder policy = new NetworkPolicyBuilder()
                .withMetadata(declared.metadata(declared.name(), Labels.of(declared.name())))
                .withNewSpec()
                .withNewPodSelector()
                .addToMatchLabels(Labels.CLUSTER, declared.name())
                .endPodSelector()
                .withPolicyTypes(strict ? List.of("Ingress", "Egress") : List.of("Ingress"))
                .withIngress(mesh, open)
                .endSpec();
        if (strict) {
            NetworkPolicyEgressRule within =
                    new NetworkPolicyEgressRuleBuilder().withTo(ofCluster).build();
            NetworkPolicyEgressRule dns = new NetworkPolicyEgressRuleBuilder()
                    .withPorts(port("UDP", DNS_PORT), port("TCP", DNS_PORT))
                    .build();
            policy.editSpec().withEgress(within, dns).endSpec();
        }
        return policy.build();
    }

    private static NetworkPolicy warehouse(Declared declared, ObjectStoreSpec store) {
        return new NetworkPolicyBuilder()
                .withMetadata(
                        declared.metadata(Names.warehouse(declared.name()), Labels.of(declared.name(), Role.WAREHOUSE)))
                .withNewSpec()
                .withNewPodSelector()
                .withMatchLabels(Labels.selecting(declared.name(), Role.WAREHOUSE))
                .endPodSelector()
                .withPolicyTypes("Egress")
                .withEgress(egress(store))
                .endSpec()
                .build();
    }

    /** Without keys in a Secret they come from a service of the cloud, by https, or from a server of the node, at an address of its own. */
    private static List<NetworkPolicyEgressRule> egress(ObjectStoreSpec store) {
        List<NetworkPolicyEgressRule> rules = new ArrayList<>();
        rules.add(new NetworkPolicyEgressRuleBuilder()
                .withPorts(port("TCP", port(URI.create(store.endpoint()))))
                .build());
        if (store.credentialsSecretName() == null) {
            rules.add(new NetworkPolicyEgressRuleBuilder()
                    .withPorts(port("TCP", HTTPS_PORT))
                    .build());
            rules.add(new NetworkPolicyEgressRuleBuilder()
                    .withTo(new NetworkPolicyPeerBuilder()
                            .withNewIpBlock()
                            .withCidr(LINK_LOCAL)
                            .endIpBlock()
                            .build())
                    .withPorts(port("TCP", HTTP_PORT))
                    .build());
        }
        return rules;
    }

    private static int port(URI endpoint) {
        if (endpoint.getPort() > 0) {
            return endpoint.getPort();
        }
        return endpoint.getScheme().toLowerCase(Locale.ROOT).equals("https") ? HTTPS_PORT : HTTP_PORT;
    }

    private static NetworkPolicyPort port(String protocol, int number) {
        return new NetworkPolicyPortBuilder()
                .withProtocol(protocol)
                .withPort(new IntOrString(number))
                .build();
    }
}
