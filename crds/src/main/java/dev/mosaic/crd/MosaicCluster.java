package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A cluster of Mosaic: a head, a warehouse and groups of workers. */
@Group(MosaicCluster.GROUP)
@JsonClassDescription(
        "A cluster of Mosaic: one head, one warehouse, and groups of workers. The operator creates its pods and reports its state in status.")
@Version(MosaicCluster.VERSION)
@ShortNames("mc")
@Categories("mosaic")
@ValidationRule(
        value = "self.metadata.name.matches('^[a-z]([-a-z0-9]{0,38}[a-z0-9])?$')",
        message =
                "metadata.name has at most 40 characters: small letters, digits and '-', the first a letter, the last no '-'; names of pods and Services begin with it")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Head",
        jsonPath = ".status.conditions[?(@.type==\"HeadReady\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Workers",
        jsonPath = ".status.workers.ready",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Wanted",
        jsonPath = ".status.workers.desired",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "GPUs",
        jsonPath = ".status.workers.accelerators",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Version", jsonPath = ".status.version", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Endpoint",
        jsonPath = ".status.endpoints.gateway",
        type = AdditionalPrinterColumn.Type.STRING,
        priority = 1)
@AdditionalPrinterColumn(
        name = "Message",
        jsonPath = ".status.conditions[?(@.type==\"Ready\")].message",
        type = AdditionalPrinterColumn.Type.STRING,
        priority = 1)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@JsonDeserialize(using = MosaicCluster.Reader.class)
public final class MosaicCluster extends CustomResource<MosaicClusterSpec, MosaicClusterStatus> implements Namespaced {
    public static final String GROUP = "mosaic.dev";
    public static final String VERSION = "v1alpha1";

    private static final long serialVersionUID = 1;

    /** Creates a cluster without a name. Its spec has only a head and a warehouse. */
    public MosaicCluster() {}

    @Override
    protected MosaicClusterSpec initSpec() {
        return MosaicClusterSpec.DEFAULT;
    }

    /** There is none before the operator has seen it. */
    @Override
    @SuppressWarnings("NullAway") // Fabric8 does not say what may be null.
    protected @Nullable MosaicClusterStatus initStatus() {
        return null;
    }

    static final class Reader extends KindReader<MosaicClusterSpec, MosaicClusterStatus, MosaicCluster> {
        Reader() {
            super(MosaicCluster::new, MosaicClusterSpec.class, MosaicClusterStatus.class, MosaicClusterSpec.DEFAULT);
        }
    }
}
