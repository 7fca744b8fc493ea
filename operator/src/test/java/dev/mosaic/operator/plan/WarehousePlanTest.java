package dev.mosaic.operator.plan;

import static dev.mosaic.operator.plan.ClusterPlanTest.claim;
import static dev.mosaic.operator.plan.ClusterPlanTest.desired;
import static dev.mosaic.operator.plan.ClusterPlanTest.made;
import static dev.mosaic.operator.plan.ClusterPlanTest.plan;
import static dev.mosaic.operator.plan.ClusterPlanTest.ready;
import static dev.mosaic.operator.plan.ClusterPlanTest.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.Given;
import dev.mosaic.operator.plan.Action.Apply;
import dev.mosaic.operator.plan.Action.Patch;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.status.VolumeWords;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of a warehouse whose volume is not as its spec says, and of a volume that somebody protects. */
class WarehousePlanTest {
    private static final String TWO = "workerGroups: [{name: one, replicas: 2}]\n";
    private static final String ASKS = "~PersistentVolumeClaim entries-demo-warehouse-0 asks for 20Gi instead of 10Gi";
    private static final String HAS_10 = "capacity: {storage: 10Gi}";

    private static String disk(String size, String more) {
        return "warehouse: {disk: {type: PersistentVolume, size: " + size + more + "}}";
    }

    private static final String SMALL = disk("10Gi", "");
    private static final String LARGE = disk("20Gi", "");
    private static final String LARGE_RETAINED = disk("20Gi", ", deletionPolicy: Retain");

    private static ClusterSnapshot withClaim(ClusterSnapshot snapshot, String asks, String status) {
        return snapshot.withVolume(Optional.of(claim(asks, status)));
    }

    private static Plan resting(String spec, ClusterSnapshot snapshot, int workers) {
        snapshot.cluster().setSpec(Given.cluster(spec).getSpec());
        return ClusterPlan.ofResting(desired(spec), snapshot, workers);
    }

    private static StatefulSet patched(Plan plan) {
        return plan.actions().stream()
                .filter(each -> each instanceof Patch patch && patch.fields() instanceof StatefulSet)
                .map(each -> (StatefulSet) ((Patch) each).fields())
                .findFirst()
                .orElseThrow();
    }

    // ---- a claim that may not grow

    /** Kubernetes refuses that each time, as where its StorageClass does not let it grow. */
    @Test
    void shouldSuspendAndResumeWhileAClaimIsAskedToGrow() {
        ClusterSnapshot runs = withClaim(made(SMALL, 0), "10Gi", HAS_10);
        assertThat(words(resting(LARGE, runs, 0))).startsWith("~StatefulSet demo-warehouse: spec.replicas", ASKS);

        ClusterSnapshot rests = withClaim(made(SMALL, 0), "10Gi", HAS_10);
        rests.warehouse().orElseThrow().getSpec().setReplicas(0);
        assertThat(words(plan(LARGE, rests))).containsExactly("~StatefulSet demo-warehouse: spec.replicas", ASKS);
        assertThat(patched(plan(LARGE, rests)).getSpec().getReplicas()).isOne();
    }

    @Test
    void shouldRetainAVolumeThatIsAskedToGrow() {
        ClusterSnapshot before = withClaim(made(SMALL, 0), "10Gi", HAS_10);
        Plan plan = plan(LARGE_RETAINED, before);
        assertThat(words(plan)).containsExactly("~StatefulSet demo-warehouse: deletionPolicy is Retain", ASKS);
        assertThat(patched(plan)
                        .getSpec()
                        .getPersistentVolumeClaimRetentionPolicy()
                        .getWhenDeleted())
                .isEqualTo("Retain");
    }

    // ---- while groups are tried first

    /** Its groups have pods of another revision, and its warehouse is ready. */
    private static ClusterSnapshot trying(String spec) {
        return ready(made(TWO + spec, 2), "old", 2);
    }

    @Test
    void shouldAskAClaimToGrowWhateverItsGroupsDo() {
        ClusterSnapshot before = withClaim(trying(SMALL), "10Gi", HAS_10);
        assertThat(words(plan(TWO + LARGE, before))).contains(ASKS);
    }

    @Test
    void shouldNotLookAgainForAWarehouseThatWaitsForItsGroups() {
        ClusterSnapshot grown = withClaim(trying(SMALL), "20Gi", "capacity: {storage: 20Gi}");
        Plan plan = plan(TWO + LARGE, grown);
        assertThat(words(plan)).noneMatch(each -> each.startsWith("^"));
        assertThat(plan.lookAgain()).as("the end of that is news of the group").isEmpty();
    }

    /** The groups may never get ready, and the cluster may be deleted meanwhile. */
    @Test
    void shouldRetainAVolumeWhateverItsGroupsDo() {
        assertThat(words(plan(TWO + disk("10Gi", ", deletionPolicy: Retain") + "\nimage: other:1", trying(SMALL))))
                .contains("~StatefulSet demo-warehouse: deletionPolicy is Retain");
        assertThat(words(resting(TWO + disk("10Gi", ", deletionPolicy: Retain"), made(TWO + SMALL, 2), 2)))
                .as("workers end slowly, or never")
                .containsExactly("~StatefulSet demo-warehouse: deletionPolicy is Retain");
    }

    // ---- a claim that is there before its StatefulSet

    private static Plan adopting(String asks, String status) {
        return plan(LARGE, withClaim(Given.fresh(Given.cluster(LARGE)), asks, status));
    }

    private static boolean makesTheWarehouse(Plan plan) {
        return words(plan).contains("=StatefulSet/demo-warehouse");
    }

    /** A warehouse would fill a disk that it has not got, and nobody looks at the claim any more once it is there. */
    @Test
    void shouldLetAClaimGrowThatAClusterOfThatNameLeft() {
        Plan small = adopting("10Gi", HAS_10);
        assertThat(words(small)).contains(ASKS);
        assertThat(makesTheWarehouse(small)).isFalse();
        assertThat(small.lookAgain()).isPresent();

        Plan grows = adopting("20Gi", HAS_10);
        assertThat(words(grows)).noneMatch(each -> each.startsWith("~"));
        assertThat(makesTheWarehouse(grows)).isFalse();
        assertThat(grows.lookAgain()).isPresent();
        assertThat(VolumeWords.of(
                        desired(LARGE).warehouse(), withClaim(Given.fresh(Given.cluster(LARGE)), "20Gi", HAS_10)))
                .hasValueSatisfying(refusal -> {
                    assertThat(refusal.reason()).isEqualTo(Reason.VOLUME_NOT_GROWN);
                    assertThat(refusal.message())
                            .isEqualTo("PersistentVolumeClaim entries-demo-warehouse-0 has 10Gi of 20Gi: the warehouse "
                                    + "is made when it has grown");
                });
    }

    @Test
    void shouldMakeAWarehouseWithAClaimThatIsLargeEnoughOrGrowsWithItsPod() {
        assertThat(makesTheWarehouse(adopting("20Gi", "capacity: {storage: 20Gi}")))
                .isTrue();
        assertThat(makesTheWarehouse(adopting("50Gi", "capacity: {storage: 50Gi}")))
                .as("it is larger")
                .isTrue();
        assertThat(makesTheWarehouse(
                        adopting("20Gi", HAS_10 + ", conditions: [{type: FileSystemResizePending, status: 'True'}]")))
                .as("the file system grows when a pod starts with it")
                .isTrue();
        assertThat(makesTheWarehouse(adopting("20Gi", "phase: Pending")))
                .as("there is a volume when there is a pod")
                .isTrue();
        assertThat(makesTheWarehouse(plan(LARGE, Given.fresh(Given.cluster(LARGE)))))
                .as("there is no claim")
                .isTrue();
    }

    // ---- sizes that are no whole number of bytes

    @Test
    void shouldTakeASizeThatIsNoWholeNumberOfBytesAsItWasWritten() {
        String odd = disk("100.1Gi", "");
        ClusterSnapshot small = made(SMALL, 0);
        Plan asked = plan(odd, withClaim(small, "10Gi", HAS_10));
        Patch patch = (Patch) asked.actions().getFirst();
        String asks = ((PersistentVolumeClaim) patch.fields())
                .getSpec()
                .getResources()
                .getRequests()
                .get("storage")
                .toString();
        assertThat(asks).isEqualTo("107481556582");
        assertThat(words(plan(odd, withClaim(made(SMALL, 0), asks, HAS_10)))).isEmpty();
        assertThat(words(plan(odd, withClaim(made(SMALL, 0), asks, "capacity: {storage: 107481556582}"))))
                .first()
                .asString()
                .startsWith("^");

        ClusterSnapshot verbatim = made(odd, 0);
        size(verbatim, "100.1Gi");
        assertThat(words(plan(odd, verbatim)))
                .as("Kubernetes has the size as somebody wrote it")
                .isEmpty();
        assertThat(VolumeWords.of(desired(odd).warehouse(), verbatim)).isEmpty();
        assertThat(words(plan(odd, withClaim(made(SMALL, 0), "100.1Gi", HAS_10))))
                .as("the claim does")
                .isEmpty();
    }

    private static void size(ClusterSnapshot snapshot, String size) {
        snapshot.warehouse()
                .orElseThrow()
                .getSpec()
                .getVolumeClaimTemplates()
                .getFirst()
                .getSpec()
                .getResources()
                .setRequests(Map.of("storage", new Quantity(size)));
    }

    // ---- what somebody wrote into the StatefulSet

    private static ClusterSnapshot retainedByHand(String spec) {
        ClusterSnapshot snapshot = made(spec, 0);
        snapshot.warehouse()
                .orElseThrow()
                .getSpec()
                .getPersistentVolumeClaimRetentionPolicy()
                .setWhenDeleted("Retain");
        return snapshot;
    }

    /** Who says nothing of it in the spec may have protected it before the spec could say it. */
    @Test
    void shouldLeaveAVolumeThatSomebodyProtectedWhereTheSpecSaysNothing() {
        assertThat(words(plan(SMALL, retainedByHand(SMALL)))).isEmpty();

        ClusterSnapshot scaled = retainedByHand(SMALL);
        scaled.warehouse().orElseThrow().getSpec().setReplicas(0);
        assertThat(patched(plan(SMALL, scaled)).getSpec().getPersistentVolumeClaimRetentionPolicy())
                .as("what else is taken back")
                .isNull();

        Apply written = (Apply) plan(SMALL + "\nimage: other:1", retainedByHand(SMALL)).actions().stream()
                .filter(each -> each instanceof Apply apply && apply.object() instanceof StatefulSet)
                .findFirst()
                .orElseThrow();
        assertThat(((StatefulSet) written.object()).getSpec().getPersistentVolumeClaimRetentionPolicy())
                .as("a later image")
                .isNull();
    }

    @Test
    void shouldTakeBackWhatSomebodyWroteWhereTheSpecSaysWhatBecomesOfAVolume() {
        assertThat(words(plan(disk("10Gi", ", deletionPolicy: Delete"), retainedByHand(SMALL))))
                .containsExactly("~StatefulSet demo-warehouse: deletionPolicy is Delete");
    }

    /** Then it is the operator who holds it. */
    @Test
    void shouldDeleteAVolumeAgainWhereTheSpecSaysNothingAnyMore() {
        ClusterSnapshot before = made(disk("10Gi", ", deletionPolicy: Retain"), 0);
        before.warehouse()
                .orElseThrow()
                .getMetadata()
                .setManagedFields(List.of(Given.read("""
                        manager: mosaic-operator
                        operation: Apply
                        fieldsV1: {'f:spec': {'f:persistentVolumeClaimRetentionPolicy': {'f:whenDeleted': {}}}}
                        """, ManagedFieldsEntry.class)));
        assertThat(words(plan(SMALL, before))).containsExactly("~StatefulSet demo-warehouse: deletionPolicy is Delete");
    }

    // ---- and the StatefulSet is made anew, since its volume has grown

    private static final String GROWN = "capacity: {storage: 20Gi}";
    private static final String RENEWED = "^StatefulSet demo-warehouse, for a volume of 20Gi";

    private static PersistentVolumeClaim marked(String uid) {
        PersistentVolumeClaim claim = claim("20Gi", GROWN);
        claim.getMetadata().setAnnotations(Map.of("mosaic.dev/retained-for", uid));
        return claim;
    }

    /** Of the StatefulSet that is made where there is none. */
    private static boolean saysWhatBecomesOfItsVolume(String spec, PersistentVolumeClaim claim) {
        ClusterSnapshot empty = Given.fresh(Given.cluster(spec)).withVolume(Optional.of(claim));
        return plan(spec, empty).actions().stream()
                .filter(each -> each instanceof Apply apply && apply.object() instanceof StatefulSet)
                .map(each -> (StatefulSet) ((Apply) each).object())
                .anyMatch(each -> each.getSpec().getPersistentVolumeClaimRetentionPolicy() != null);
    }

    @Test
    void shouldKeepAVolumeProtectedThatSomebodyProtectedBeforeItGrew() {
        Plan noted = plan(LARGE, withClaim(retainedByHand(SMALL), "20Gi", GROWN));
        assertThat(words(noted))
                .containsExactly(
                        "~PersistentVolumeClaim entries-demo-warehouse-0 stays, as somebody wrote into StatefulSet demo-warehouse");
        assertThat(((Patch) noted.actions().getFirst()).fields().getMetadata().getAnnotations())
                .isEqualTo(Map.of("mosaic.dev/retained-for", "uid-of-demo"));
        assertThat(words(plan(LARGE, retainedByHand(SMALL).withVolume(Optional.of(marked("uid-of-demo"))))))
                .containsExactly(RENEWED);

        assertThat(saysWhatBecomesOfItsVolume(LARGE, marked("uid-of-demo")))
                .as("then Kubernetes keeps the claim")
                .isFalse();
        assertThat(saysWhatBecomesOfItsVolume(LARGE, marked("uid-of-another")))
                .as("another cluster of that name")
                .isTrue();
        assertThat(saysWhatBecomesOfItsVolume(disk("20Gi", ", deletionPolicy: Delete"), marked("uid-of-demo")))
                .as("the spec says it")
                .isTrue();
    }

    @Test
    void shouldForgetThatSomebodyProtectedAVolumeWhoTookItBack() {
        assertThat(words(plan(LARGE, made(SMALL, 0).withVolume(Optional.of(marked("uid-of-demo"))))))
                .containsExactly(
                        "~PersistentVolumeClaim entries-demo-warehouse-0 goes with StatefulSet demo-warehouse");
        assertThat(words(plan(LARGE, made(SMALL, 0).withVolume(Optional.of(marked(""))))))
                .containsExactly(RENEWED);
    }
}
