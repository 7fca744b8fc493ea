package dev.mosaic.operator.status;

import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.NetworkPolicyMode;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraPhase;
import dev.mosaic.crd.TesseraStatus;
import dev.mosaic.headapi.TesseraState;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Rest;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import dev.mosaic.operator.validate.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a tessera says about itself. */
public final class TesseraStatuses {
    /** While nothing else changes, the time of the last snapshot is said as seldom. */
    private static final Duration SNAPSHOTS_SAID = Duration.ofMinutes(5);

    private TesseraStatuses() {}

    /**
     * Its status.
     *
     * @param problems of its spec
     * @param refusal what the head said against it; empty for nothing
     */
    public static TesseraStatus of(TesseraSnapshot snapshot, List<Problem> problems, Optional<String> refusal) {
        Tessera tessera = snapshot.tessera();
        TesseraStatus before = tessera.getStatus();
        long generation = Objects.requireNonNullElse(tessera.getMetadata().getGeneration(), 0L);
        Conditions conditions =
                new Conditions(before == null ? List.of() : before.conditions(), generation, snapshot.now());
        if (!problems.isEmpty()) {
            conditions.say(
                    "Accepted",
                    false,
                    problems.getFirst().reason(),
                    problems.getFirst().message());
        } else if (refusal.isPresent()) {
            conditions.say("Accepted", false, Reason.REFUSED_BY_HEAD, refusal.get());
        } else {
            conditions.say("Accepted", true, Reason.VALID, "");
        }
        boolean isAccepted = problems.isEmpty() && refusal.isEmpty();
        Optional<TesseraState> said =
                snapshot.said().filter(each -> snapshot.head().isEmpty());
        TesseraPhase phase = said.map(each -> phase(each, generation)).orElse(absent(snapshot, isAccepted));
        ready(conditions, snapshot, isAccepted, said);
        boolean isThere = said.filter(each -> !each.worker().isEmpty()).isPresent();
        TesseraStatus after = new TesseraStatus(
                generation,
                phase,
                isThere ? 1 : 0,
                said.map(TesseraState::worker).filter(each -> !each.isEmpty()).orElse(null),
                isThere ? snapshot.pod().orElse(null) : null,
                said.map(TesseraState::restarts).orElse(before == null ? 0 : before.restarts()),
                said.map(TesseraState::incarnation)
                        .filter(each -> each > 0)
                        .orElse(before == null ? null : before.incarnation()),
                said.map(TesseraState::lastSnapshot)
                        .filter(each -> !each.isEmpty())
                        .orElse(before == null ? null : before.lastSnapshot()),
                version(before, said),
                said.map(TesseraState::address).orElse(before == null ? null : before.address()),
                conditions.all());
        return before != null && saysLittleNew(before, after) ? before : after;
    }

    /** A busy tessera's state is kept each 10 s; that alone is not worth a write each time. */
    private static boolean saysLittleNew(TesseraStatus before, TesseraStatus after) {
        Optional<Instant> kept = instant(before.lastSnapshot());
        Optional<Instant> keptNow = instant(after.lastSnapshot());
        return kept.isPresent()
                && keptNow.isPresent()
                && keptNow.get().isBefore(kept.get().plus(SNAPSHOTS_SAID))
                && after.withLastSnapshot(before.lastSnapshot()).equals(before);
    }

    private static Optional<Instant> instant(@Nullable String text) {
        try {
            return Optional.ofNullable(text).map(Instant::parse);
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** Where reconciling it failed: as it was, and why nothing gets on. */
    public static TesseraStatus failed(Tessera tessera, Refusal why, Instant now) {
        TesseraStatus before = tessera.getStatus();
        List<Condition> known = before == null ? List.of() : before.conditions();
        List<Condition> conditions = Conditions.failed(known, "Ready", tessera, why, now);
        return before == null
                ? new TesseraStatus(null, TesseraPhase.PENDING, 0, null, null, 0, null, null, null, null, conditions)
                : new TesseraStatus(
                        before.observedGeneration(),
                        before.phase(),
                        before.replicas(),
                        before.worker(),
                        before.pod(),
                        before.restarts(),
                        before.incarnation(),
                        before.lastSnapshot(),
                        before.version(),
                        before.address(),
                        conditions);
    }

    /** While nothing is known of it. A cluster that rests does not wake for it. */
    private static TesseraPhase absent(TesseraSnapshot snapshot, boolean isAccepted) {
        if (!isAccepted) {
            return TesseraPhase.FAILED;
        }
        return rests(snapshot) ? TesseraPhase.SUSPENDED : TesseraPhase.PENDING;
    }

    private static boolean rests(TesseraSnapshot snapshot) {
        return snapshot.cluster().filter(Rest::rests).isPresent();
    }

    private static String sleeps(TesseraSnapshot snapshot) {
        return snapshot.cluster().filter(each -> each.getSpec().suspend()).isPresent()
                ? " is suspended"
                : " sleeps, since nobody used it: the annotation " + Labels.RESUME + " wakes it";
    }

    private static @Nullable String version(@Nullable TesseraStatus before, Optional<TesseraState> said) {
        return said.map(TesseraState::version)
                .filter(each -> !each.isEmpty())
                .orElse(before == null ? null : before.version());
    }

    /** What it says about an older spec is not the last word. */
    private static TesseraPhase phase(TesseraState said, long generation) {
        if (said.generation() < generation && said.phase() != TesseraState.Phase.Running) {
            return TesseraPhase.PENDING;
        }
        return switch (said.phase()) {
            case Running -> TesseraPhase.RUNNING;
            case Passive -> TesseraPhase.PASSIVE;
            case Moving -> TesseraPhase.MOVING;
            case Failed -> TesseraPhase.FAILED;
            case Suspended -> TesseraPhase.SUSPENDED;
            case Pending -> TesseraPhase.PENDING;
        };
    }

    private static void ready(
            Conditions conditions, TesseraSnapshot snapshot, boolean isAccepted, Optional<TesseraState> said) {
        String cluster = snapshot.tessera().getSpec().clusterRef().name();
        if (!isAccepted) {
            conditions.say("Ready", false, Reason.NOT_ACCEPTED, "");
        } else if (snapshot.cluster().isEmpty()) {
            conditions.say("Ready", false, Reason.CLUSTER_NOT_FOUND, "there is no MosaicCluster " + cluster);
        } else if (snapshot.head().isPresent() && rests(snapshot)) {
            boolean isDeleted = snapshot.tessera().getMetadata().getDeletionTimestamp() != null;
            conditions.say(
                    "Ready",
                    false,
                    Reason.SUSPENDED,
                    cluster
                            + sleeps(snapshot)
                            + (isDeleted ? "; the tessera goes, with its state, when it is resumed or deleted" : ""));
        } else if (snapshot.head().isPresent()) {
            conditions.say(
                    "Ready",
                    false,
                    Reason.HEAD_NOT_READY,
                    "the head of " + cluster + " does not answer: "
                            + snapshot.head().get());
        } else if (said.isEmpty()) {
            conditions.say("Ready", false, Reason.STARTING, "the head is told");
        } else {
            TesseraState known = said.get();
            conditions.say("Ready", known.ready(), reason(known), known.message() + hint(snapshot, known));
        }
    }

    /** What stands behind a jar that cannot be had, where that may be it. */
    private static String hint(TesseraSnapshot snapshot, TesseraState said) {
        boolean isShut = snapshot.cluster()
                .filter(each -> each.getSpec().security().networkPolicy().mode() == NetworkPolicyMode.STRICT)
                .isPresent();
        boolean isFetched = snapshot.tessera().getSpec().code().artifacts().stream()
                .anyMatch(each -> each.scheme() == ArtifactSpec.Scheme.HTTPS);
        return isShut && isFetched && !said.ready()
                ? "; networkPolicy is Strict: https:// needs a NetworkPolicy that lets the head out"
                : "";
    }

    private static Reason reason(TesseraState said) {
        return switch (said.phase()) {
            case Running -> Reason.RUNNING;
            case Passive -> Reason.PASSIVE;
            case Moving -> Reason.MOVING;
            case Failed -> Reason.CANNOT_RUN;
            case Suspended -> Reason.STOPPED;
            case Pending -> Reason.STARTING;
        };
    }
}
