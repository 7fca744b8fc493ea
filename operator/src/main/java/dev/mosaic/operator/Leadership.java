package dev.mosaic.operator;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.javaoperatorsdk.operator.api.config.LeaderElectionConfiguration;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

/**
 * The end of this operator's leadership: its Lease has no holder after it has ended, so that the next operator acts at once and not after the
 * 15 seconds for which a Lease is valid. The Java Operator SDK ends without that.
 */
@Singleton
final class Leadership {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");
    private static final int TIMEOUT_MILLIS = 5_000;

    private final KubernetesClient client;
    private final LeaderElectionConfiguration election;

    Leadership(KubernetesClient client, LeaderElectionConfiguration election) {
        this.client = client;
        this.election = election;
    }

    /** After {@link OperatorStart#end}, when nothing is reconciled any more. */
    void end(@Observes @Priority(Integer.MAX_VALUE) ShutdownEvent event) {
        try {
            client.newClient(new RequestConfigBuilder()
                            .withRequestRetryBackoffLimit(0)
                            .withRequestTimeout(TIMEOUT_MILLIS)
                            .build())
                    .adapt(KubernetesClient.class)
                    .leases()
                    .inNamespace(election.getLeaseNamespace().orElseThrow())
                    .withName(election.getLeaseName())
                    .edit(this::released);
        } catch (KubernetesClientException e) {
            LOG.log(System.Logger.Level.INFO, "the Lease is held for some more seconds: {0}", e.getMessage());
        }
    }

    private Lease released(Lease lease) {
        String holder = lease.getSpec().getHolderIdentity();
        if (election.getIdentity().filter(each -> each.equals(holder)).isPresent()) {
            lease.getSpec().setHolderIdentity("");
        }
        return lease;
    }
}
