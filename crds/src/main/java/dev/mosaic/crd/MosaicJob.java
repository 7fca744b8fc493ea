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

/** A job: a program that runs to its end on a {@link MosaicCluster}. Its main runs in a separate pod. */
@Group(MosaicCluster.GROUP)
@JsonClassDescription(
        "A program that runs to its end on a MosaicCluster; its main runs in a separate pod. The job has succeeded when main has ended with exit code 0.")
@Version(MosaicCluster.VERSION)
@ShortNames("mj")
@Categories("mosaic")
@ValidationRule(
        value = "self.metadata.name.matches('" + Patterns.JOB_NAME + "')",
        message =
                "metadata.name has at most 36 characters: small letters, digits and '-', the first a letter, the last no '-'; the names of its pods and of its cluster begin with it")
@AdditionalPrinterColumn(name = "Phase", jsonPath = ".status.phase", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(name = "Cluster", jsonPath = ".status.clusterName", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Attempts",
        jsonPath = ".status.attemptCount",
        type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Failures", jsonPath = ".status.failures", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Main", jsonPath = ".spec.main.className", type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
        name = "Message",
        jsonPath = ".status.conditions[?(@.type==\"Started\")].message",
        type = AdditionalPrinterColumn.Type.STRING,
        priority = 1)
@AdditionalPrinterColumn(name = "Ended", jsonPath = ".status.completionTime", type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@JsonDeserialize(using = MosaicJob.Reader.class)
public final class MosaicJob extends CustomResource<MosaicJobSpec, MosaicJobStatus> implements Namespaced {
    private static final long serialVersionUID = 1;

    /** Creates a job without a name, a spec or a status. */
    public MosaicJob() {}

    @Override
    @SuppressWarnings("NullAway") // Fabric8 does not say what may be null. No job is without its main.
    protected @Nullable MosaicJobSpec initSpec() {
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // As above.
    protected @Nullable MosaicJobStatus initStatus() {
        return null;
    }

    static final class Reader extends KindReader<MosaicJobSpec, MosaicJobStatus, MosaicJob> {
        Reader() {
            super(MosaicJob::new, MosaicJobSpec.class, MosaicJobStatus.class, MosaicJobSpec.UNREADABLE);
        }
    }
}
