package dev.mosaic.unit.objects;

import static dev.mosaic.unit.objects.StoreCluster.HOME;
import static dev.mosaic.unit.objects.StoreCluster.SECOND;
import static dev.mosaic.unit.objects.StoreCluster.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Many small entries. An event that looks at all of them takes milliseconds, and as many events take a quarter of an hour: no test here
 * ends within its limit of time then.
 */
class StoreFloodTest {
    private static final long A = 1;
    private static final int MANY = 66_000;

    @Test
    @DisplayName("S4.4 a flood of releases while somebody waits for memory")
    void shouldNotLookAtAllEntriesForEachRelease() {
        StoreCluster cluster = new StoreCluster(SETTINGS.withMemoryBytes(MANY).withDiskBytes(0), A);
        List<Id> refs = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            refs.add(cluster.asksToPut(A, HOME, 0, 1));
        }
        cluster.take(A, ObjectMessage.Stored.class);
        Id used = refs.removeFirst();
        Id lease = cluster.acquire(A, HOME, used);

        cluster.asksToPut(A, HOME, 0, refs.size());
        refs.forEach(ref -> cluster.hold(A, ref, false));

        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).hasSize(1);
        assertThat(cluster.home().machine.usedBytes()).isEqualTo(MANY);
        cluster.assertReads(HOME, lease, used);
    }

    @Test
    @DisplayName("S4.4 many small entries that go to a full disk, and from there to S3")
    void shouldNotLookAtAllEntriesForEachFile() {
        StoreCluster cluster = new StoreCluster(
                SETTINGS.withMemoryBytes(1_000).withDiskBytes(100_000).withBucketNanos(30 * SECOND), A);
        List<Id> refs = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            refs.add(cluster.asksToPut(A, HOME, 0, 100));
            cluster.home().runDisk();
        }
        cluster.settle();
        assertThat(cluster.take(A, ObjectMessage.Stored.class)).hasSize(MANY);
        cluster.assertCanRead(A, HOME, refs.getFirst());
    }
}
