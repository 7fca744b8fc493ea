package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.operator.Given;
import org.junit.jupiter.api.Test;

/** The autoscaler has to know who has set their replicas. */
class OwnershipTest {
    @Test
    void shouldFindAForeignOwner() {
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
        assertThat(Ownership.foreign(group)).contains("kubectl");
        assertThat(Ownership.isToBeTaken(group)).isTrue();
    }
}
