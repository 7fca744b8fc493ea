package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a broken link means to two units that both live on, on every carrier that can part them. */
public abstract class CutSuite extends MeshFixture<CuttableCarrier> {
    @Test
    void shouldTellBothSidesOnceWhenALinkIsCut() {
        Unit a = unit("a");
        Unit b = unit("b");
        Unit c = unit("c");
        Peer peer = link(a, b);
        link(a, c);
        Peer back = b.known(a);

        carrier().cut("a", "b");

        until(
                "both are told",
                () -> a.inbox().losses().size() == 1 && b.inbox().losses().size() == 1);
        assertThat(peer.state()).isEqualTo(Peer.State.DIALLING);
        assertThat(back.state()).isEqualTo(Peer.State.GONE);
        assertThat(back.send(number(1))).isEqualTo(Outcome.GONE);
        a.known(c).send(number(1));
        until("others are not touched", () -> hasNumber(c, 1));
    }

    @Test
    void shouldDialAgainWhenALinkIsHealed() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        carrier().cut("a", "b");
        until(
                "both are told",
                () -> a.inbox().losses().size() == 1 && b.inbox().losses().size() == 1);
        assertThat(peer.send(number(1))).isEqualTo(Outcome.SENT);

        carrier().heal("a", "b");

        until("what was sent meanwhile is there", () -> hasNumber(b, 1));
        assertThat(b.inbox().connected()).hasSize(2);
        b.known(a).send(number(2));
        until("it goes both ways", () -> hasNumber(a, 2));
        assertThat(a.inbox().connected()).containsExactly(peer, peer);
    }

    @Test
    void shouldKeepOneLinkWhenBothDialAgain() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer toB = a.dial(b);
        Peer toA = b.dial(a);
        link(a, b);
        for (int round = 1; round <= 5; round++) {
            int links = round;
            carrier().cut("a", "b");
            until(
                    "both are told",
                    () -> a.inbox().losses().size() == links
                            && b.inbox().losses().size() == links);
            carrier().heal("a", "b");
            until(
                    "both are linked",
                    () -> a.inbox().links() == links + 1 && b.inbox().links() == links + 1);
            toB.send(number(round));
            toA.send(number(round));
            until("it goes both ways", () -> hasNumber(a, links) && hasNumber(b, links));
        }
    }

    @Test
    void shouldReleaseOnceWhatACutLeavesUndelivered() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        AtomicInteger released = new AtomicInteger();
        b.inbox().hold();
        for (int i = 0; i < 50; i++) {
            peer.send(new Message(List.of(numbered(i, BULK_BYTES)), released::incrementAndGet));
        }

        carrier().cut("a", "b");
        b.inbox().resume();

        until(
                "both are told",
                () -> a.inbox().losses().size() == 1 && b.inbox().losses().size() == 1);
        until("all are released", () -> released.get() == 50);
        assertThat(peer.queuedBytes()).isZero();
        List<Integer> arrived = numbers(b, "a");
        for (int i = 0; i < arrived.size(); i++) {
            assertThat(arrived.get(i)).as("what arrived has no gap").isEqualTo(i);
        }
    }

    @Test
    void shouldBeginWithAnEmptyQueueWhenACutEndedAFullOne() {
        long maxQueuedBytes = 256 << 10;
        Unit a = unit(MeshOptions.of("a").withLimits(Limits.DEFAULT.withMaxQueuedBytes(maxQueuedBytes)));
        Unit b = unit("b");
        Peer peer = link(a, b);
        b.inbox().hold();
        while (peer.send(numbered(0, 16 << 10).asByteBuffer()) == Outcome.SENT) {
            assertThat(peer.queuedBytes()).isLessThanOrEqualTo(maxQueuedBytes);
        }

        carrier().cut("a", "b");

        until("whoever waits is told", () -> a.inbox().losses().size() == 1);
        // Who writes at that moment gives back when it returns.
        until("the queue is empty", () -> peer.queuedBytes() == 0);
        assertThat(peer.send(number(1))).isEqualTo(Outcome.SENT);
        b.inbox().resume();
    }
}
