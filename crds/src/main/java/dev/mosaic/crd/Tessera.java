package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;
import org.jspecify.annotations.Nullable;

/** A declared tessera: an object of a user's class that a cluster keeps under a name and serves over http. Its state outlives workers. */
@Group(MosaicCluster.GROUP)
@JsonClassDescription(
        "An object of a class of yours that a MosaicCluster keeps under a name and serves over http. Its state outlives workers and new code.")
@Version(MosaicCluster.VERSION)
@Plural("tesserae")
@Singular("tessera")
@ShortNames("tess")
@Categories("mosaic")
@ValidationRule(
        value = "self.metadata.name.matches('^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$')",
        message =
                "metadata.name has at most 63 characters: small letters, digits and '-', the first a letter, the last no '-'; it is found by that name")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Ready",
        jsonPath = ".status.conditions[?(@.type==\"Ready\")].status",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Cluster",
        jsonPath = ".spec.clusterRef.name",
        type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Class", jsonPath = ".spec.className", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Pod", jsonPath = ".status.pod", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Restarts", jsonPath = ".status.restarts", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
        name = "Incarnation",
        jsonPath = ".status.incarnation",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(
        name = "Snapshot",
        jsonPath = ".status.lastSnapshot",
        type = AdditionalPrinterColumn.Type.DATE,
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
@JsonDeserialize(using = Tessera.Reader.class)
public final class Tessera extends CustomResource<TesseraSpec, TesseraStatus> implements Namespaced {
    private static final long serialVersionUID = 1;

    /** Creates a tessera without a name, a spec or a status. */
    public Tessera() {}

    @Override
    @SuppressWarnings("NullAway") // Fabric8 does not say what may be null. No tessera is without its class.
    protected @Nullable TesseraSpec initSpec() {
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // As above.
    protected @Nullable TesseraStatus initStatus() {
        return null;
    }

    static final class Reader extends KindReader<TesseraSpec, TesseraStatus, Tessera> {
        Reader() {
            super(Tessera::new, TesseraSpec.class, TesseraStatus.class, TesseraSpec::unreadable);
        }
    }
}
