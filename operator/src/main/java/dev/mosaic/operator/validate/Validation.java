package dev.mosaic.operator.validate;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.MosaicClusterSpec;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.ObjectStoreSpec;
import dev.mosaic.crd.PodOverlay;
import dev.mosaic.crd.TesseraSpec;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What stands against a spec: names that are the operator's, Secrets that are missing, no image. Nothing of it is made then. */
public final class Validation {
    private static final long MOST_ARGS = 64 << 10;
    private static final List<String> KEY_FILES = List.of("ca.crt", "tls.crt", "tls.key", "token");
    private static final List<String> CREDENTIALS = List.of(ObjectStoreSpec.ACCESS_KEY, ObjectStoreSpec.SECRET_KEY);

    private Validation() {}

    /** In the order of the spec; empty where there is nothing. */
    public static List<Problem> of(ClusterSnapshot snapshot) {
        MosaicClusterSpec spec = snapshot.cluster().getSpec();
        List<Problem> problems = new ArrayList<>();
        if (RuntimeImage.of(spec, snapshot.operatorsImage()).isEmpty()) {
            problems.add(
                    new Problem(
                            Reason.IMAGE_UNKNOWN,
                            "the operator knows no runtime image: write spec.image, or set MOSAIC_RUNTIME_IMAGE of the operator"));
        }
        problems.addAll(ReservedNames.in("spec.head.template", spec.head().template()));
        problems.addAll(
                ReservedNames.in("spec.warehouse.template", spec.warehouse().template()));
        for (WorkerGroupSpec group : spec.workerGroups()) {
            problems.addAll(of(group));
        }
        problems.addAll(secrets(snapshot));
        return problems;
    }

    /** What stands against a tessera; whether its cluster is there is no question of its spec. */
    public static List<Problem> of(TesseraSnapshot snapshot) {
        TesseraSpec spec = snapshot.tessera().getSpec();
        List<Problem> problems = new ArrayList<>();
        long args = spec.args().stream()
                .mapToLong(each -> each.toString().length() + 1L)
                .sum();
        if (args > MOST_ARGS) {
            problems.add(new Problem(
                    Reason.ARGS_TOO_LARGE, "spec.args has " + args + " characters as JSON: 65536 are the most"));
        }
        for (ArtifactSpec each : spec.code().artifacts()) {
            if (each.scheme() == ArtifactSpec.Scheme.CONFIGMAP
                    && !snapshot.contents().containsKey(each.uri())) {
                problems.add(new Problem(
                        Reason.ARTIFACT_NOT_FOUND,
                        "spec.code.artifacts: there is no ConfigMap " + each.place() + " with the key " + each.path()));
            }
        }
        return problems;
    }

    /** What stands against a job; whether its cluster is there is no question of its spec. */
    public static List<Problem> of(MosaicJob job) {
        PodOverlay template = job.getSpec().main().template();
        List<Problem> problems = new ArrayList<>(ReservedNames.in("spec.main.template", template));
        if (template.spec() != null) {
            problems.addAll(ReservedNames.ofPrograms("spec.main.template.spec", template.spec()));
        }
        return problems;
    }

    private static List<Problem> of(WorkerGroupSpec group) {
        String where = "spec.workerGroups[" + group.name() + "]";
        List<Problem> problems = new ArrayList<>();
        if (Names.GROUPS.contains(group.name())) {
            problems.add(new Problem(
                    Reason.RESERVED_NAME,
                    where + ": a group cannot be called " + group.name() + ": choose another name"));
        }
        problems.addAll(ReservedNames.labels(where + ".labels", group.labels().keySet()));
        problems.addAll(ReservedNames.in(where + ".template", group.template()));
        return problems;
    }

    private static List<Problem> secrets(ClusterSnapshot snapshot) {
        MosaicClusterSpec spec = snapshot.cluster().getSpec();
        String keys = spec.security().keysSecretName();
        ObjectStoreSpec store = spec.warehouse().objectStore();
        return Stream.concat(
                        keys == null
                                ? Stream.of()
                                : missing(snapshot.secrets(), "spec.security.keysSecretName", keys, KEY_FILES),
                        store == null
                                ? Stream.of()
                                : missing(
                                        snapshot.secrets(),
                                        "spec.warehouse.objectStore.credentialsSecretName",
                                        store.credentialsSecretName(),
                                        CREDENTIALS))
                .toList();
    }

    private static Stream<Problem> missing(
            Map<String, List<String>> secrets, String where, String name, List<String> wanted) {
        List<String> there = secrets.get(name);
        if (there == null) {
            return Stream.of(new Problem(
                    Reason.SECRET_NOT_FOUND,
                    where + ": there is no Secret " + name + ": make one with " + String.join(", ", wanted)));
        }
        List<String> lacking =
                wanted.stream().filter(key -> !there.contains(key)).toList();
        return lacking.isEmpty()
                ? Stream.of()
                : Stream.of(new Problem(
                        Reason.SECRET_NOT_FOUND, where + ": Secret " + name + " lacks " + String.join(", ", lacking)));
    }
}
