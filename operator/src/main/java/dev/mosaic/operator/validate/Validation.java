package dev.mosaic.operator.validate;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.CaBundleSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicClusterSpec;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.ObjectStoreSpec;
import dev.mosaic.crd.OverlayMetadata;
import dev.mosaic.crd.PodOverlay;
import dev.mosaic.crd.PodPlacement;
import dev.mosaic.crd.TesseraSpec;
import dev.mosaic.crd.Unreadable;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.desired.RuntimeImage;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stands against a spec: names that are the operator's, Secrets that are missing, no image. Nothing of it is made then. What
 * rests needs no Secrets.
 */
public final class Validation {
    private static final long MOST_ARGS = 64 << 10;
    private static final String TOKEN_SECRET = "spec.security.tokenSecretName";

    /** What cert-manager and the like make. */
    private static final List<String> CERTIFICATES = List.of("ca.crt", "tls.crt", "tls.key");

    private static final String TOKEN = "token";
    private static final int LEAST_TOKEN = 16;
    private static final int MOST_TOKEN = 1024;
    private static final String ONE_WORD = "[!-~]{" + LEAST_TOKEN + "," + MOST_TOKEN + "}";
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
        if (!Rest.rests(snapshot.cluster())) {
            problems.addAll(secrets(snapshot));
        }
        return problems;
    }

    /** What stands against pods of a cluster with that spec. */
    private static List<Problem> of(String where, MosaicClusterSpec spec) {
        List<Problem> problems = new ArrayList<>();
        problems.addAll(placement(where, spec.placement()));
        problems.addAll(placement(where + ".head", spec.head().placement()));
        problems.addAll(overlay(where + ".head.template", spec.head().template()));
        problems.addAll(placement(where + ".warehouse", spec.warehouse().placement()));
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

    /** What stands against pods of jobs on that cluster. */
    public static List<Problem> ofPrograms(MosaicCluster cluster) {
        return unreadable(cluster)
                .map(List::of)
                .orElseGet(() -> placement("spec", cluster.getSpec().placement()));
    }

    private static List<Problem> placement(String where, PodPlacement placement) {
        return placement.problem().map(words -> new Problem(Reason.UNREADABLE, where + "." + words)).stream()
                .toList();
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
        List<Problem> problems =
                new ArrayList<>(placement("spec.main", job.getSpec().main().placement()));
        problems.addAll(overlay("spec.main.template", template));
        if (template.problem().isEmpty()) {
            template.podSpec()
                    .ifPresent(spec -> problems.addAll(ReservedNames.ofPrograms("spec.main.template.spec", spec)));
        }
        problems.addAll(artifacts("spec.main", job.getSpec().main().artifacts()));
        MosaicClusterSpec own = job.getSpec().clusterTemplate();
        if (own != null) {
            problems.addAll(of("spec.clusterTemplate", own));
        }
        OverlayMetadata ofOwn = job.getSpec().clusterMetadata();
        if (ofOwn != null) {
            problems.addAll(ReservedNames.in("spec.clusterMetadata", ofOwn));
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
        problems.addAll(placement(where, group.placement()));
        problems.addAll(overlay(where + ".template", group.template()));
        return problems;
    }

    private static List<Problem> secrets(ClusterSnapshot snapshot) {
        MosaicClusterSpec spec = snapshot.cluster().getSpec();
        String keys = spec.security().keysSecretName();
        String token = spec.security().tokenSecretName();
        List<Problem> problems = new ArrayList<>();
        if (keys != null) {
            List<String> wanted = token == null ? Names.KEY_FILES : CERTIFICATES;
            problems.addAll(missing(snapshot.secrets(), "spec.security.keysSecretName", keys, wanted));
        }
        if (token != null) {
            problems.addAll(missing(snapshot.secrets(), TOKEN_SECRET, token, List.of(TOKEN)));
        }
        problems.addAll(ofStore(snapshot));
        return problems;
    }

    /** A ConfigMap is looked for by the kubelet, which says so of the pod. */
    private static List<Problem> ofStore(ClusterSnapshot snapshot) {
        ObjectStoreSpec store = snapshot.cluster().getSpec().warehouse().objectStore();
        if (store == null) {
            return List.of();
        }
        String where = "spec.warehouse.objectStore.";
        List<Problem> problems = new ArrayList<>();
        String credentials = store.credentialsSecretName();
        if (credentials != null) {
            problems.addAll(missing(snapshot.secrets(), where + "credentialsSecretName", credentials, CREDENTIALS));
        }
        CaBundleSpec bundle = store.caBundle();
        String authorities = bundle == null ? null : bundle.secretName();
        if (bundle != null && authorities != null) {
            problems.addAll(missing(
                    snapshot.secrets(), where + "caBundle.secretName", authorities, List.of(bundle.wholeKey())));
        }
        return problems;
    }

    /**
     * What stands against tokens that the user gives.
     *
     * @param given by the name of the file
     */
    public static List<Problem> ofTokens(String secret, Map<String, byte[]> given) {
        List<Problem> problems = new ArrayList<>();
        given.forEach((file, text) -> {
            boolean isOfUnits = file.equals(TOKEN);
            if (!isOfUnits && !Names.HTTP_TOKENS.contains(file)) {
                return;
            }
            // Whatever is no ASCII is no word either.
            List<String> lines = new String(text, StandardCharsets.ISO_8859_1)
                    .strip()
                    .lines()
                    .toList();
            boolean isGood = (lines.size() == 1 || (isOfUnits && !lines.isEmpty()))
                    && lines.stream().allMatch(line -> line.strip().matches(ONE_WORD));
            if (!isGood) {
                problems.add(new Problem(
                        Reason.UNREADABLE,
                        TOKEN_SECRET + ": " + file + " of Secret " + secret + " is not one word of " + LEAST_TOKEN
                                + " to " + MOST_TOKEN + " characters of ASCII" + (isOfUnits ? " a line" : "")));
            }
        });
        return problems;
    }

    private static List<Problem> missing(
            Map<String, List<String>> secrets, String where, String name, List<String> wanted) {
        List<String> there = secrets.get(name);
        if (there == null) {
            return List.of(new Problem(
                    Reason.SECRET_NOT_FOUND,
                    where + ": there is no Secret " + name + ": make one with " + String.join(", ", wanted)));
        }
        List<String> lacking =
                wanted.stream().filter(key -> !there.contains(key)).toList();
        return lacking.isEmpty()
                ? List.of()
                : List.of(new Problem(
                        Reason.SECRET_NOT_FOUND, where + ": Secret " + name + " lacks " + String.join(", ", lacking)));
    }
}
