package dev.mosaic.operator.validate;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.CaBundleSpec;
import dev.mosaic.crd.MosaicClusterSpec;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.ObjectStoreSpec;
import dev.mosaic.crd.PodOverlay;
import dev.mosaic.crd.TesseraSpec;
import dev.mosaic.crd.Unreadable;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What stands against a spec: names that are the operator's, Secrets that are missing, no image. Nothing of it is made then. */
public final class Validation {
    private static final long MOST_ARGS = 64 << 10;
    private static final List<String> CREDENTIALS = List.of(ObjectStoreSpec.ACCESS_KEY, ObjectStoreSpec.SECRET_KEY);

    private Validation() {}

    /** In the order of the spec; empty where there is nothing. */
    public static List<Problem> of(ClusterSnapshot snapshot) {
        Optional<Problem> unreadable = unreadable(snapshot.cluster()).or(() -> unreadableStatus(snapshot.cluster()));
        if (unreadable.isPresent()) {
            return List.of(unreadable.get());
        }
        MosaicClusterSpec spec = snapshot.cluster().getSpec();
        List<Problem> problems = new ArrayList<>();
        if (RuntimeImage.of(spec, snapshot.operatorsImage()).isEmpty()) {
            problems.add(
                    new Problem(
                            Reason.IMAGE_UNKNOWN,
                            "the operator knows no runtime image: write spec.image, or set MOSAIC_RUNTIME_IMAGE of the operator"));
        }
        problems.addAll(of("spec", spec));
        problems.addAll(secrets(snapshot));
        return problems;
    }

    /** What stands against pods of a cluster with that spec. */
    private static List<Problem> of(String where, MosaicClusterSpec spec) {
        List<Problem> problems = new ArrayList<>();
        problems.addAll(overlay(where + ".head.template", spec.head().template()));
        problems.addAll(overlay(where + ".warehouse.template", spec.warehouse().template()));
        for (WorkerGroupSpec group : spec.workerGroups()) {
            problems.addAll(of(where, group));
        }
        return problems;
    }

    /** That a part of it cannot be read. */
    public static Optional<Problem> unreadable(HasMetadata object) {
        return Unreadable.SPEC.in(object).map(words -> new Problem(Reason.UNREADABLE, words));
    }

    /** That nobody knows what was said of it before. Nothing is done then that depends on it, and it is not written over. */
    public static Optional<Problem> unreadableStatus(HasMetadata object) {
        return Unreadable.STATUS.in(object).map(words -> new Problem(Reason.UNREADABLE, words));
    }

    private static List<Problem> overlay(String where, PodOverlay overlay) {
        return overlay.problem()
                .map(words -> List.of(new Problem(Reason.UNREADABLE, where + "." + words)))
                .orElseGet(() -> ReservedNames.in(where, overlay));
    }

    /** What stands against a tessera; whether its cluster is there is no question of its spec. */
    public static List<Problem> of(TesseraSnapshot snapshot) {
        Optional<Problem> unreadable = unreadable(snapshot.tessera());
        if (unreadable.isPresent()) {
            return List.of(unreadable.get());
        }
        TesseraSpec spec = snapshot.tessera().getSpec();
        List<Problem> problems =
                new ArrayList<>(artifacts("spec.code", spec.code().artifacts()));
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
        Optional<Problem> unreadable = unreadable(job).or(() -> unreadableStatus(job));
        if (unreadable.isPresent()) {
            return List.of(unreadable.get());
        }
        PodOverlay template = job.getSpec().main().template();
        List<Problem> problems = new ArrayList<>(overlay("spec.main.template", template));
        if (template.problem().isEmpty()) {
            template.podSpec()
                    .ifPresent(spec -> problems.addAll(ReservedNames.ofPrograms("spec.main.template.spec", spec)));
        }
        problems.addAll(artifacts("spec.main", job.getSpec().main().artifacts()));
        MosaicClusterSpec own = job.getSpec().clusterTemplate();
        if (own != null) {
            problems.addAll(of("spec.clusterTemplate", own));
        }
        return problems;
    }

    /** An address may look like one to the rules of the definition and be none. */
    private static List<Problem> artifacts(String where, List<ArtifactSpec> artifacts) {
        List<Problem> problems = new ArrayList<>();
        for (ArtifactSpec each : artifacts) {
            try {
                var _ = each.path();
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                problems.add(new Problem(
                        Reason.UNREADABLE, where + ".artifacts: " + each.uri() + " is no address: " + e.getMessage()));
            }
        }
        return problems;
    }

    private static List<Problem> of(String cluster, WorkerGroupSpec group) {
        String where = cluster + ".workerGroups[" + group.name() + "]";
        List<Problem> problems = new ArrayList<>();
        if (Names.GROUPS.contains(group.name())) {
            problems.add(new Problem(
                    Reason.RESERVED_NAME,
                    where + ": a group cannot be called " + group.name() + ": choose another name"));
        }
        problems.addAll(ReservedNames.labels(where + ".labels", group.labels().keySet()));
        problems.addAll(overlay(where + ".template", group.template()));
        return problems;
    }

    private static List<Problem> secrets(ClusterSnapshot snapshot) {
        MosaicClusterSpec spec = snapshot.cluster().getSpec();
        String keys = spec.security().keysSecretName();
        Stream<Problem> ofKeys = keys == null
                ? Stream.of()
                : missing(snapshot.secrets(), "spec.security.keysSecretName", keys, Names.KEY_FILES);
        return Stream.concat(ofKeys, ofStore(snapshot)).toList();
    }

    /** A ConfigMap is looked for by the kubelet, which says so of the pod. */
    private static Stream<Problem> ofStore(ClusterSnapshot snapshot) {
        ObjectStoreSpec store = snapshot.cluster().getSpec().warehouse().objectStore();
        if (store == null) {
            return Stream.of();
        }
        String where = "spec.warehouse.objectStore.";
        String credentials = store.credentialsSecretName();
        CaBundleSpec bundle = store.caBundle();
        String authorities = bundle == null ? null : bundle.secretName();
        return Stream.concat(
                credentials == null
                        ? Stream.of()
                        : missing(snapshot.secrets(), where + "credentialsSecretName", credentials, CREDENTIALS),
                authorities == null || bundle == null
                        ? Stream.of()
                        : missing(
                                snapshot.secrets(),
                                where + "caBundle.secretName",
                                authorities,
                                List.of(bundle.wholeKey())));
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
