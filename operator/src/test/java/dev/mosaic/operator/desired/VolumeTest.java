package dev.mosaic.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.DiskSpec;
import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a claim is asked for, and what a warehouse is told of its disk. */
class VolumeTest {
    private static final String OWNER =
            "ownerReferences: [{apiVersion: mosaic.dev/v1alpha1, kind: MosaicCluster, name: demo, uid: u, controller: true}]";
    private static final String HAS_10 = "capacity: {storage: 10Gi}";
    private static final String PENDS = ", conditions: [{type: FileSystemResizePending, status: 'True'}]";

    private static PersistentVolumeClaim claim(String asks, String status) {
        return claim(asks, status, OWNER);
    }

    private static PersistentVolumeClaim claim(String asks, String status, String meta) {
        return Given.read("""
                metadata: {name: entries-demo-warehouse-0, namespace: lab, %s}
                spec: {resources: {requests: {storage: %s}}}
                status: {%s}
                """.formatted(meta, asks, status), PersistentVolumeClaim.class);
    }

    private static Volume volume(String wanted, PersistentVolumeClaim live) {
        return new Volume(Optional.of(claim(wanted, "")), Optional.of(live));
    }

    private static String asked(Volume volume) {
        return volume.otherwiseSized().isPresent() ? volume.words() : "";
    }

    @Test
    void shouldAskForMoreAndForLessThatItDidNotGet() {
        assertThat(asked(volume("20Gi", claim("10Gi", HAS_10))))
                .isEqualTo("PersistentVolumeClaim entries-demo-warehouse-0 asks for 20Gi instead of 10Gi");
        assertThat(asked(volume("20Gi", claim("10Gi", "phase: Pending"))))
                .as("there is no volume yet")
                .contains("asks for 20Gi");
        assertThat(asked(volume("20Gi", claim("20Gi", HAS_10)))).isEmpty();
        assertThat(asked(volume("20Gi", claim("500Gi", HAS_10)))).contains("asks for 20Gi instead of 500Gi");
    }

    @Test
    void shouldNotShrink() {
        Volume volume = volume("5Gi", claim("10Gi", HAS_10));
        assertThat(asked(volume)).isEmpty();
        assertThat(volume.cannotShrink())
                .hasValueSatisfying(
                        words -> assertThat(words).contains("5Gi is less than the 10Gi", "write 10Gi or more"));
        assertThat(volume("5Gi", claim("10Gi", "phase: Pending")).cannotShrink())
                .isPresent();
        assertThat(volume("10Gi", claim("10Gi", "capacity: {storage: 12Gi}")).cannotShrink())
                .as("its storage gives whole tens")
                .isEmpty();
        assertThat(volume("20Gi", claim("500Gi", HAS_10)).cannotShrink()).isEmpty();
    }

    @Test
    void shouldSayWhyItDoesNotGrow() {
        String trouble =
                HAS_10 + ", conditions: [{type: ControllerResizeError, status: 'True', message: out of disks}]";
        assertThat(volume("20Gi", claim("20Gi", trouble)).trouble())
                .contains("PersistentVolumeClaim entries-demo-warehouse-0 has 10Gi of 20Gi: out of disks");
    }

    /** With the size that it has, since Kubernetes may refuse another. */
    @Test
    void shouldChangeItsOwnerApartFromItsSize() {
        Volume volume = new Volume(Optional.of(claim("20Gi", "", "labels: {}")), Optional.of(claim("10Gi", HAS_10)));
        assertThat(volume.otherwiseOwned()).hasValueSatisfying(claim -> {
            assertThat(claim.getMetadata().getOwnerReferences()).isEmpty();
            assertThat(claim.getSpec()
                            .getResources()
                            .getRequests()
                            .get("storage")
                            .getNumericalAmount())
                    .isEqualByComparingTo(Long.toString(10L << 30));
        });
        assertThat(volume("20Gi", claim("10Gi", HAS_10)).otherwiseOwned()).isEmpty();
    }

    @Test
    void shouldWaitForAClaimThatGoes() {
        Volume volume = volume("20Gi", claim("10Gi", HAS_10, "deletionTimestamp: '2026-11-22T06:00:00Z'"));
        assertThat(volume.isThere()).isFalse();
        assertThat(volume.otherwiseOwned()).isEmpty();
        assertThat(volume.otherwiseSized()).isEmpty();
        assertThat(new Volume(Optional.empty(), Optional.empty()).isThere())
                .as("none is wanted")
                .isTrue();
    }

    private static long told(String said, PersistentVolumeClaim claim) {
        DiskSpec disk = Given.cluster("warehouse: {disk: {type: PersistentVolume, size: " + said + "}}")
                .getSpec()
                .warehouse()
                .disk();
        return Volume.told(disk, claim).sizeBytes() >> 30;
    }

    @Test
    void shouldTellTheWarehouseOfWhatTheVolumeHas() {
        assertThat(told("20Gi", claim("20Gi", "phase: Pending"))).isEqualTo(20);
        assertThat(told("20Gi", claim("10Gi", "phase: Pending")))
                .as("a claim without a volume cannot grow")
                .isEqualTo(10);
        assertThat(told("20Gi", claim("10Gi", HAS_10))).as("before it is asked").isEqualTo(10);
        assertThat(told("20Gi", claim("20Gi", HAS_10))).as("while it grows").isEqualTo(10);
        assertThat(told("20Gi", claim("20Gi", HAS_10 + PENDS)))
                .as("it grows with its pod")
                .isEqualTo(20);
        assertThat(told("20Gi", claim("20Gi", "capacity: {storage: 20Gi}"))).isEqualTo(20);
        assertThat(told("10Gi", claim("10Gi", "capacity: {storage: 12Gi}")))
                .as("more than anybody asked for")
                .isEqualTo(10);
        assertThat(told("5Gi", claim("10Gi", HAS_10))).as("it does not shrink").isEqualTo(10);
    }

    @Test
    void shouldTakeASizeThatIsNoWholeNumberOfBytesAsItWasWritten() {
        DiskSpec odd = Given.cluster("warehouse: {disk: {type: PersistentVolume, size: 100.1Gi}}")
                .getSpec()
                .warehouse()
                .disk();
        assertThat(Volume.told(odd, claim("107481556582", "capacity: {storage: 107481556582}")))
                .isSameAs(odd);
        assertThat(asked(volume("107481556582", claim("100.1Gi", HAS_10)))).isEmpty();
    }
}
