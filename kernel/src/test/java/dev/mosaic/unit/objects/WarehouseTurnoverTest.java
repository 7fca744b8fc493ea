package dev.mosaic.unit.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Id;
import dev.mosaic.testing.Elements;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A warehouse that lives for years while units and stores come and go: what it keeps of them is bounded. */
class WarehouseTurnoverTest {
    /** 100,000 units and stores, two in each round. */
    private static final int ROUNDS = 50_000;

    /** Of each unit, so that the half has as many as marks of dropped entries are kept. */
    private static final int ENTRIES = 4;

    private final StoreCluster cluster = new StoreCluster();

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldKeepNoMoreAfter100000JoinsAndDeathsThanAfter50000() {
        for (int round = 0; round < ROUNDS / 2; round++) {
            comeAndGo(round);
        }
        Map<String, Long> half = elements();
        for (int round = ROUNDS / 2; round < ROUNDS; round++) {
            comeAndGo(round);
        }

        assertThat(elements()).isEqualTo(half);
    }

    private Map<String, Long> elements() {
        return Elements.of(cluster.home().machine, cluster, cluster.home());
    }

    /** A unit that dies with entries that it holds and leases, and the store of a node. */
    private void comeAndGo(int round) {
        long unit = 10_000_001L + 10L * round;
        long store = unit + 1;
        cluster.connect(unit);
        cluster.home().links.connected(store);
        cluster.home().machine.storeJoined(cluster.now, store, false);
        cluster.home().machine.connected(cluster.now, store);
        for (int i = 0; i < ENTRIES; i++) {
            Id ref = cluster.put(unit, 30);
            cluster.acquire(unit, StoreCluster.HOME, ref);
        }
        cluster.kill(unit);
        cluster.home().links.lost(store);
        cluster.home().machine.lost(cluster.now, store);
        cluster.now += 40 * StoreCluster.SECOND;
        cluster.home().machine.tick(cluster.now);
        cluster.now += StoreCluster.SECOND;
        cluster.home().machine.tick(cluster.now);
        cluster.settle();
        cluster.toUnits.clear();
        cluster.delivered.clear();
        cluster.underWay.clear();
    }
}
