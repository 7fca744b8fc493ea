package dev.mosaic.operator.apply;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;

/**
 * The leadership of an operator that ends: its Lease has no holder afterwards, so that the next operator acts at once and not after the 15 seconds
 * for which a Lease is valid. The Java Operator SDK ends without that.
 *
 * @param holder the operator, as the Lease names it
 */
public record Leadership(KubernetesClient client, String namespace, String lease, String holder) {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");
    private static final int TIMEOUT_MILLIS = 5_000;

    /** When nothing is reconciled any more. */
    public void giveBack() {
        try {
            Resource<Lease> there = client.newClient(new RequestConfigBuilder()
                            .withRequestRetryBackoffLimit(0)
                            .withRequestTimeout(TIMEOUT_MILLIS)
                            .build())
                    .adapt(KubernetesClient.class)
                    .leases()
                    .inNamespace(namespace)
                    .withName(lease);
            Lease now = there.get();
            if (now != null && holder.equals(now.getSpec().getHolderIdentity())) {
                there.edit(Leadership::released);
            }
        } catch (KubernetesClientException e) {
            LOG.log(System.Logger.Level.INFO, "the Lease is held for some more seconds: {0}", e.getMessage());
        }
    }

    private static Lease released(Lease held) {
        held.getSpec().setHolderIdentity("");
        return held;
    }
}
