package dev.mosaic.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.Tessera;
import dev.mosaic.crd.TesseraPhase;
import dev.mosaic.crd.TesseraStatus;
import dev.mosaic.headapi.TesseraState;
import dev.mosaic.operator.GivenTessera;
import dev.mosaic.operator.snapshot.TesseraSnapshot;
import dev.mosaic.operator.validate.Validation;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TesseraStatusesTest {
    private final Tessera tessera = GivenTessera.tessera("");

    @ParameterizedTest
    @CsvSource({
        "Running,   true,  2, RUNNING,   True,  Running,   1",
        "Passive,   true,  2, PASSIVE,   True,  Passive,   0",
        "Moving,    false, 2, MOVING,    False, Moving,    0",
        "Failed,    false, 2, FAILED,    False, CannotRun, 0",
        "Suspended, false, 2, SUSPENDED, False, Stopped,   0",
        "Pending,   false, 2, PENDING,   False, Starting,  0",
        "Failed,    false, 1, PENDING,   False, CannotRun, 0",
        "Running,   true,  1, RUNNING,   True,  Running,   1",
    })
    void shouldSayWhatTheHeadSays(
            String said,
            boolean ready,
            long generation,
            TesseraPhase phase,
            String isReady,
            String reason,
            int replicas) {
        TesseraStatus status =
                TesseraStatuses.of(GivenTessera.said(tessera, said, ready, generation), List.of(), Optional.empty());

        assertThat(status.phase()).isEqualTo(phase);
        assertThat(status.replicas()).isEqualTo(replicas);
        assertThat(status.restarts()).isEqualTo(3);
        assertThat(status.incarnation()).isEqualTo(5);
        assertThat(status.lastSnapshot()).isEqualTo("2026-01-31T11:59:00Z");
        assertThat(status.pod()).isEqualTo(replicas == 1 ? "demo-cpu-1" : null);
        Condition condition = status.condition("Ready").orElseThrow();
        assertThat(condition.status().name()).isEqualToIgnoringCase(isReady);
        assertThat(condition.reason()).isEqualTo(reason);
        assertThat(status.condition("Accepted").orElseThrow().status()).isEqualTo(ConditionStatus.TRUE);
    }

    @Test
    void shouldSayThatTheHeadDoesNotAnswerWhateverItSaidBefore() {
        TesseraSnapshot known = GivenTessera.said(tessera, "Running", true, 2);
        TesseraStatus status = TesseraStatuses.of(
                new TesseraSnapshot(
                        tessera,
                        known.cluster(),
                        known.contents(),
                        Optional.of("no route"),
                        0,
                        known.said(),
                        known.pod(),
                        known.now()),
                List.of(),
                Optional.empty());

        assertThat(status.phase()).isEqualTo(TesseraPhase.PENDING);
        assertThat(status.condition("Ready").orElseThrow().message()).contains("no route");
    }

    /** A head that is new does not know them yet, one of an earlier release does not say them. */
    @ParameterizedTest
    @CsvSource({"''", ","})
    void shouldKeepWhatTheHeadDoesNotSay(@Nullable String lastSnapshot) {
        tessera.setStatus(
                TesseraStatuses.of(GivenTessera.said(tessera, "Passive", true, 2), List.of(), Optional.empty()));
        TesseraSnapshot known = GivenTessera.said(tessera, "Pending", false, 2);
        TesseraState said = new TesseraState(
                "default",
                "counter",
                2,
                TesseraState.Phase.Pending,
                false,
                "Declared",
                "",
                "",
                "",
                0,
                0,
                lastSnapshot,
                "",
                "/v1");
        TesseraStatus status = TesseraStatuses.of(
                new TesseraSnapshot(
                        tessera,
                        known.cluster(),
                        known.contents(),
                        known.head(),
                        known.epoch(),
                        Optional.of(said),
                        Optional.empty(),
                        known.now()),
                List.of(),
                Optional.empty());

        assertThat(status.incarnation()).isEqualTo(5);
        assertThat(status.lastSnapshot()).isEqualTo("2026-01-31T11:59:00Z");
    }

    /** Whoever asked for it: the user, or the time in which nobody used it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            spec: {suspend: true}                                                 | demo is suspended
            status: {suspension: {reason: Idle, since: "2026-01-31T11:00:00Z"}}   | demo sleeps, since nobody used it: the annotation mosaic.dev/resume wakes it
            """)
    void shouldRestWithItsCluster(String said, String words) {
        MosaicCluster cluster = Serialization.unmarshal("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: demo}
                """ + said, MosaicCluster.class);
        TesseraSnapshot known = GivenTessera.known(tessera);
        TesseraStatus status = TesseraStatuses.of(
                new TesseraSnapshot(
                        tessera,
                        Optional.of(cluster),
                        known.contents(),
                        Optional.of("no route"),
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        known.now()),
                List.of(),
                Optional.empty());

        assertThat(status.phase()).isEqualTo(TesseraPhase.SUSPENDED);
        assertThat(status.condition("Ready").orElseThrow().reason()).isEqualTo("Suspended");
        assertThat(status.condition("Ready").orElseThrow().message()).isEqualTo(words);
    }

    @Test
    void shouldSayThatADeletedOneWaitsForItsClusterToWake() {
        tessera.getMetadata().setDeletionTimestamp("2026-01-31T11:00:00Z");
        TesseraSnapshot asleep =
                in("spec: {suspend: true}", GivenTessera.known(tessera).withoutHead("no route"));

        assertThat(TesseraStatuses.of(asleep, List.of(), Optional.empty())
                        .condition("Ready")
                        .orElseThrow()
                        .message())
                .isEqualTo("demo is suspended; the tessera goes, with its state, when it is resumed or deleted");
    }

    /** The head fetches it, and may not. */
    @Test
    void shouldNameThePolicyThatMayKeepTheHeadFromAJar() {
        String strict = "spec: {security: {networkPolicy: {mode: Strict}}}";
        Tessera fetched = Serialization.unmarshal(
                Serialization.asYaml(tessera)
                        .replace("configmap://app/counter.jar", "https://jars.example/counter.jar"),
                Tessera.class);

        assertThat(ready(in(strict, GivenTessera.said(fetched, "Failed", false, 2))))
                .isEqualTo("words; networkPolicy is Strict: https:// needs a NetworkPolicy that lets the head out");
        assertThat(ready(in(strict, GivenTessera.said(fetched, "Running", true, 2))))
                .isEqualTo("words");
        assertThat(ready(in(strict, GivenTessera.said(tessera, "Failed", false, 2))))
                .isEqualTo("words");
        assertThat(ready(in("spec: {}", GivenTessera.said(fetched, "Failed", false, 2))))
                .isEqualTo("words");
    }

    private static String ready(TesseraSnapshot snapshot) {
        return TesseraStatuses.of(snapshot, List.of(), Optional.empty())
                .condition("Ready")
                .orElseThrow()
                .message();
    }

    private static TesseraSnapshot in(String cluster, TesseraSnapshot snapshot) {
        MosaicCluster demo = Serialization.unmarshal("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: demo}
                """ + cluster, MosaicCluster.class);
        return new TesseraSnapshot(
                snapshot.tessera(),
                Optional.of(demo),
                snapshot.contents(),
                snapshot.head(),
                snapshot.epoch(),
                snapshot.said(),
                snapshot.pod(),
                snapshot.now());
    }

    @Test
    void shouldSayWhatStandsAgainstTheSpec() {
        TesseraSnapshot known = GivenTessera.known(tessera);
        TesseraSnapshot without = new TesseraSnapshot(
                tessera, known.cluster(), Map.of(), known.head(), 7, known.said(), known.pod(), known.now());

        TesseraStatus status = TesseraStatuses.of(without, Validation.of(without), Optional.empty());

        assertThat(status.phase()).isEqualTo(TesseraPhase.FAILED);
        assertThat(status.condition("Accepted").orElseThrow().reason()).isEqualTo("ArtifactNotFound");
        assertThat(Validation.of(known)).isEmpty();
    }

    @Test
    void shouldSayWhatTheHeadHasAgainstIt() {
        TesseraStatus status =
                TesseraStatuses.of(GivenTessera.known(tessera), List.of(), Optional.of("name=counter is taken"));

        assertThat(status.condition("Accepted").orElseThrow().reason()).isEqualTo("RefusedByHead");
    }

    /** Its state is kept each 10 s: that alone is no status to write. */
    @Test
    void shouldNotSayEachSnapshotOfABusyTessera() {
        TesseraStatus before = TesseraStatuses.of(snapshotAt("12:00:00", "Running"), List.of(), Optional.empty());
        tessera.setStatus(before);

        assertThat(TesseraStatuses.of(snapshotAt("12:00:10", "Running"), List.of(), Optional.empty()))
                .isEqualTo(before);
        assertThat(TesseraStatuses.of(snapshotAt("12:04:59", "Running"), List.of(), Optional.empty()))
                .isEqualTo(before);
        assertThat(TesseraStatuses.of(snapshotAt("12:05:00", "Running"), List.of(), Optional.empty())
                        .lastSnapshot())
                .isEqualTo("2026-01-31T12:05:00Z");
        assertThat(TesseraStatuses.of(snapshotAt("12:00:10", "Passive"), List.of(), Optional.empty())
                        .lastSnapshot())
                .as("with what else is new")
                .isEqualTo("2026-01-31T12:00:10Z");
    }

    private TesseraSnapshot snapshotAt(String time, String phase) {
        TesseraSnapshot all = GivenTessera.said(tessera, phase, true, 2);
        TesseraState said = new TesseraState(
                "default",
                "counter",
                2,
                TesseraState.Phase.valueOf(phase),
                true,
                "Word",
                "words",
                "worker:1:0",
                "10.0.0.1",
                3,
                5,
                "2026-01-31T" + time + "Z",
                "v1",
                "/v1/tesserae/default/counter");
        return new TesseraSnapshot(
                tessera,
                all.cluster(),
                all.contents(),
                all.head(),
                all.epoch(),
                Optional.of(said),
                all.pod(),
                all.now());
    }

    @Test
    void shouldRefuseArgumentsThatAreTooLarge() {
        TesseraSnapshot large = GivenTessera.known(GivenTessera.tessera("args: [\"" + "x".repeat(70_000) + "\"]"));

        assertThat(Validation.of(large))
                .singleElement()
                .satisfies(each -> assertThat(each.message()).contains("65536"));
    }
}
