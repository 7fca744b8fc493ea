package dev.mosaic.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** S7.3: who may be the home of a folder, or a part of a bucket. */
class OwnerTest {
    private static final Owner HERE = Owner.self("warehouse:0", "tcp://head.here:7600", "one");
    private static final Owner STRANGER = Owner.self("warehouse:0", "tcp://head.there:7600", "two");

    /** The same cluster after its token was replaced. */
    private static final Owner ANEW = Owner.self("warehouse:0", "tcp://head.here:7600", "another token");

    /** As it was, on a machine of which nothing can be told. */
    private static Owner elsewhere(Owner owner) {
        return new Owner(
                owner.id(),
                owner.identity(),
                owner.folderId(),
                owner.site(),
                owner.cluster(),
                owner.uid(),
                "elsewhere",
                "other-boot/pid:[1]",
                1,
                1,
                Instant.EPOCH,
                5,
                6,
                owner.released());
    }

    @Test
    void shouldSayAllThatItIs_S7_3() {
        assertThat(Owner.read(HERE.bytes())).contains(HERE);
        assertThat(new String(HERE.bytes(), StandardCharsets.UTF_8)).doesNotContain("one\n");
        assertThat(Owner.read(new byte[0])).isEmpty();
        assertThat(Owner.read("mosaic-owner-1\nid=7\n".getBytes(StandardCharsets.UTF_8)))
                .as("torn")
                .isEmpty();
    }

    @Test
    void shouldGiveWayToAHomeOfItsOwnClusterAtOnce_S7_3() {
        Owner next = Owner.self("warehouse:0", "tcp://head.here:7600", "one");
        assertThat(HERE.isSame(next)).isFalse();
        assertThat(HERE.refusal(next, false, true)).isEmpty();
    }

    @Test
    void shouldNeverGiveEntriesToAStranger_S7_3() {
        Owner owner = elsewhere(HERE);
        assertThat(owner.refusal(STRANGER, false, true).orElseThrow()).contains("which is there", "head.here", "pid=1");
        assertThat(owner.refusal(STRANGER, false, false).orElseThrow()).contains("which is there");
        assertThat(owner.refusal(STRANGER, true, true).orElseThrow()).contains("has entries of another cluster");
        assertThat(owner.refusal(STRANGER, true, false)).isEmpty();
        assertThat(owner.thatEnds().refusal(STRANGER, false, true).orElseThrow())
                .contains("has entries");
        assertThat(owner.thatEnds().refusal(STRANGER, false, false)).isEmpty();
    }

    @Test
    void shouldHandOverToAClusterMadeAnewInItsPlaceWhereItEndedInOrder_S7_3() {
        assertThat(elsewhere(HERE).thatEnds().refusal(ANEW, false, true)).isEmpty();
        assertThat(elsewhere(HERE).refusal(ANEW, true, true)).isPresent();
    }

    /** One name in two Kubernetes with one bucket, and a token that was copied. */
    @Test
    void shouldTellClustersOfOneNameApartByWhereTheyAre_S7_3() {
        Owner one = elsewhere(HERE.at("one"));
        Owner twin = Owner.self("warehouse:0", "tcp://head.here:7600", "one").at("two");
        assertThat(Owner.read(one.bytes())).contains(one);
        assertThat(one.refusal(twin, false, true).orElseThrow()).contains("which is there", "namespace-uid=one");
        assertThat(one.thatEnds().refusal(twin, false, true).orElseThrow()).contains("has entries of another cluster");
        assertThat(one.thatEnds().refusal(ANEW.at("two"), false, true)).isPresent();
        assertThat(one.thatEnds().refusal(twin, false, false)).isEmpty();
        assertThat(one.refusal(twin.at("one"), false, true))
                .as("its own next home")
                .isEmpty();
        assertThat(one.refusal(twin.at(""), false, true)).as("it is not known").isEmpty();
        assertThat(elsewhere(HERE).refusal(twin, false, true))
                .as("nor of that one")
                .isEmpty();
    }

    @Test
    void shouldTellLoopbacksOfDifferentSecretsApart_S7_3() {
        Owner one = Owner.self("warehouse:0", "tcp://127.0.0.1:7600", "");
        assertThat(one.identity())
                .isEqualTo(Owner.self("warehouse:0", "tcp://127.0.0.1:7600", "").identity());
        assertThat(one.identity())
                .isNotEqualTo(
                        Owner.self("warehouse:0", "tcp://127.0.0.1:7601", "").identity());
        assertThat(one.isDead()).as("this process").isFalse();
    }

    /** Of a file that a process on that host wrote. */
    private static Owner onLoopback(String token, String host) {
        Owner self = Owner.self("warehouse:0", "tcp://127.0.0.1:7600", token);
        String text = new String(self.bytes(), StandardCharsets.UTF_8)
                .replace("@" + self.host(), "@" + host)
                .replace("host=" + self.host(), "host=" + host)
                .replace("machine=" + self.machine(), "machine=other-boot/pid:[1]");
        return Owner.read(text.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    /** A disk, or a bucket, that two machines share. */
    @Test
    void shouldTellLoopbacksOfDifferentMachinesApart_S7_3() {
        Owner next = Owner.self("warehouse:0", "tcp://127.0.0.1:7600", "new token");
        Owner there = onLoopback("old token", "elsewhere");
        assertThat(there.refusalOfFolder(next, true).orElseThrow()).contains("has entries of another cluster");
        assertThat(there.thatEnds().refusal(next, false, true).orElseThrow())
                .contains("has entries of another cluster");
        assertThat(there.refusalOfFolder(next, false)).as("nothing is lost").isEmpty();
        assertThat(next.inFolderOf(there).folderId()).isEqualTo(next.folderId());
        Owner here = onLoopback("old token", next.host());
        assertThat(here.refusalOfFolder(next, true)).as("its own head, again").isEmpty();
        assertThat(here.thatEnds().refusal(next, false, true)).isEmpty();
        assertThat(next.inFolderOf(here).folderId()).isEqualTo(here.folderId());
    }

    @Test
    void shouldKnowADeadProcessOfItsMachine_S7_3() throws Exception {
        Process process = new ProcessBuilder("true").start();
        long pid = process.pid();
        process.waitFor();
        Owner dead = new Owner(
                "7",
                HERE.identity(),
                HERE.folderId(),
                HERE.site(),
                HERE.cluster(),
                HERE.uid(),
                HERE.host(),
                HERE.machine(),
                pid,
                1,
                Instant.EPOCH,
                1,
                1,
                false);
        assertThat(dead.isDead()).isTrue();
        assertThat(dead.refusal(STRANGER, false, false)).isEmpty();
        assertThat(dead.refusal(ANEW, false, true))
                .as("of the same cluster, whose token was replaced")
                .isEmpty();
        assertThat(dead.refusal(STRANGER, false, true)).isPresent();
    }

    @Test
    void shouldKnowAHomeWithANewTokenByItsFolder_S7_3() {
        Owner killed = elsewhere(HERE);
        Owner next = ANEW.inFolderOf(killed);
        assertThat(next.folderId()).isEqualTo(killed.folderId()).isNotEmpty();
        assertThat(killed.refusalOfFolder(ANEW, true)).as("its folder").isEmpty();
        assertThat(killed.refusal(next, true, true))
                .as("its part of the bucket")
                .isEmpty();
        assertThat(killed.refusal(next, false, true).orElseThrow()).contains("which is there");
        assertThat(killed.refusal(ANEW, true, true).orElseThrow())
                .as("without its folder")
                .contains("has entries of another cluster");
        assertThat(STRANGER.inFolderOf(killed).folderId()).isEqualTo(STRANGER.folderId());
        assertThat(killed.refusalOfFolder(STRANGER, true)).isPresent();
    }
}
