package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.observe.KeptGroups;
import org.junit.jupiter.api.Test;

/** Of the groups in the cache the autoscaler has to know who has set their replicas. */
class OwnershipTest {
    @Test
    void shouldFindAForeignOwnerInTheCache() {
        MosaicWorkerGroup group = Given.read("""
                metadata:
                  name: demo-pool
                  annotations: {mosaic.dev/take-replicas: "", example.com/other: long}
                  managedFields:
                  - {manager: mosaic-operator, operation: Apply, fieldsV1: {"f:spec": {"f:replicas": {}}}}
                  - {manager: kubectl-label, operation: Update, fieldsV1: {"f:metadata": {"f:labels": {}}}}
                  - {manager: kubectl, operation: Update, subresource: scale, fieldsV1: {"f:spec": {"f:replicas": {}}, "f:status": {}}}
                spec: {clusterName: demo, groupName: pool, replicas: 2}
                """, MosaicWorkerGroup.class);
        KeptGroups cache = new KeptGroups();
        cache.put("demo-pool", group);

        MosaicWorkerGroup kept = cache.get("demo-pool");
        assertThat(Ownership.foreign(kept)).contains("kubectl");
        assertThat(Ownership.isToBeTaken(kept)).isTrue();
        assertThat(kept.getMetadata().getManagedFields())
                .as("of others nothing is kept")
                .hasSize(2);
    }
}
