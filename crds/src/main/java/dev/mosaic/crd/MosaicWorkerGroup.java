package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/**
 * A group of workers of a {@link MosaicCluster}, created and owned by the cluster. It has the scale subresource: an autoscaler changes the replicas
 * of the group, never the spec of the cluster.
 */
@Group(MosaicCluster.GROUP)
@JsonClassDescription(
        "A group of workers of a MosaicCluster, created and owned by the cluster. kubectl scale and autoscalers change its replicas.")
@Version(MosaicCluster.VERSION)
@ShortNames("mwg")
@Categories("mosaic")
@AdditionalPrinterColumn(name = "Cluster", jsonPath = ".spec.clusterName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Group", jsonPath = ".spec.groupName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Ready",
        jsonPath = ".status.readyReplicas",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Wanted", jsonPath = ".spec.replicas", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "GPUs", jsonPath = ".status.accelerators", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Message",
        jsonPath = ".status.conditions[?(@.type==\"Ready\")].message",
        type = AdditionalPrinterColumn.Type.STRING,
        priority = 1)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@JsonDeserialize(using = MosaicWorkerGroup.Reader.class)
public final class MosaicWorkerGroup extends CustomResource<MosaicWorkerGroupSpec, MosaicWorkerGroupStatus>
        implements Namespaced {
    private static final long serialVersionUID = 1;

    /** Creates a group without a name, a spec or a status. */
    public MosaicWorkerGroup() {}

    @Override
    @SuppressWarnings("NullAway") // Fabric8 does not say what may be null. No group is without its cluster's name.
    protected @Nullable MosaicWorkerGroupSpec initSpec() {
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // As above.
    protected @Nullable MosaicWorkerGroupStatus initStatus() {
        return null;
    }

    static final class Reader extends KindReader<MosaicWorkerGroupSpec, MosaicWorkerGroupStatus, MosaicWorkerGroup> {
        Reader() {
            super(
                    MosaicWorkerGroup::new,
                    MosaicWorkerGroupSpec.class,
                    MosaicWorkerGroupStatus.class,
                    new MosaicWorkerGroupSpec("", "", 0));
        }
    }
}
