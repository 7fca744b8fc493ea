package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How links come and go, on every carrier: dialling, refusing, breaking, dialling again, giving up, closing. */
public abstract class LinkSuite extends MeshFixture<Carrier> {
    private static final String WARNED = "WARNING";

    @RepeatedTest(10)
    void shouldKeepOneLinkWhereBothDialAtOnce() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer toB = a.dial(b);
        Peer toA = b.dial(a);

        for (int i = 0; i < 500; i++) {
            assertThat(toB.send(number(i))).isEqualTo(Outcome.SENT);
            assertThat(toA.send(number(i))).isEqualTo(Outcome.SENT);
        }

        until("all are there", () -> a.inbox().count() == 500 && b.inbox().count() == 500);
        until("both are up", () -> toB.state() == Peer.State.UP && toA.state() == Peer.State.UP);
        List<Integer> all = IntStream.range(0, 500).boxed().toList();
        assertThat(numbers(a, "b")).isEqualTo(all);
        assertThat(numbers(b, "a")).isEqualTo(all);
        assertThat(a.inbox().connected()).containsExactly(toB);
        assertThat(b.inbox().connected()).containsExactly(toA);
        assertThat(a.inbox().losses()).isEmpty();
        assertThat(b.inbox().losses()).isEmpty();
    }

    @Test
    void shouldTellOnceThatAPeerDied() {
        Unit a = unit("a");
        Unit b = unit("b");
        Unit c = unit("c");
        link(a, b);
        link(c, b);
        Peer dead = b.known(a);

        a.mesh().close();

        until("it is told", () -> !b.inbox().losses().isEmpty());
        Inbox.Loss loss = b.inbox().losses().getFirst();
        assertThat(loss.peer()).isSameAs(dead);
        assertThat(loss.reason()).isNotBlank();
        assertThat(loss.state()).as("state of a peer that cannot be dialled").isEqualTo(Peer.State.GONE);
        assertThat(dead.send(number(1))).isEqualTo(Outcome.GONE);
        b.known(c).send(number(1));
        until("others are not touched", () -> c.inbox().count() == 1);
        assertThat(b.inbox().losses()).hasSize(1);
        assertThat(b.mesh().peers()).containsExactly(b.known(c));
    }

    @Test
    void shouldDialAgainWhenTheListenerComesBack() {
        Unit a = unit("a");
        Unit before = unit("b");
        Peer peer = link(a, before);

        before.mesh().close();
        until("the break is told", () -> a.inbox().losses().size() == 1);
        assertThat(a.inbox().losses().getFirst().state()).isEqualTo(Peer.State.DIALLING);
        assertThat(peer.send(number(1))).as("it can be dialled").isEqualTo(Outcome.SENT);
        Unit after = unitAt(MeshOptions.of("b"), before.endpoint());

        until("what was sent meanwhile is there", () -> after.inbox().count() == 1);
        assertThat(numbers(after, "a")).containsExactly(1);
        until("the peer is up", () -> peer.state() == Peer.State.UP);
        assertThat(peer.identity()).isEqualTo(after.mesh().identity());
        assertThat(a.inbox().connected()).containsExactly(peer, peer);
        assertThat(a.inbox().losses()).hasSize(1);
    }

    @Test
    void shouldGiveUpAPeerThatCannotBeDialled() {
        MeshOptions options = MeshOptions.of("a");
        Unit a = unit(options.withTiming(options.timing().withGiveUp(Duration.ofMillis(300))));
        Endpoint nowhere = carrier().endpoint();
        Peer peer = a.mesh().peer("b", nowhere);
        AtomicInteger released = new AtomicInteger();
        assertThat(peer.send(new Message(List.of(pattern(BULK_BYTES)), released::incrementAndGet)))
                .isEqualTo(Outcome.SENT);
        assertThat(peer.state()).isEqualTo(Peer.State.DIALLING);

        until("it is told", () -> a.inbox().losses().size() == 1);

        assertThat(a.inbox().losses().getFirst().state()).isEqualTo(Peer.State.GONE);
        assertThat(peer.send(number(1))).isEqualTo(Outcome.GONE);
        until("what was queued is released", () -> released.get() == 1);
        assertThat(peer.queuedBytes()).isZero();
        assertThat(a.mesh().peers()).isEmpty();

        Unit b = unitAt(MeshOptions.of("b"), nowhere);
        Peer anew = a.mesh().peer("b", nowhere);
        assertThat(anew.send(number(2))).as("named again it starts anew").isEqualTo(Outcome.SENT);
        until("it is there", () -> b.inbox().count() == 1);
        assertThat(a.inbox().losses()).hasSize(1);
    }

    @Test
    void shouldReplaceAPeerByItsNewerInstance() {
        Unit b = unit("b");
        Unit older = unit("a");
        Peer peer = link(b, older);
        Unit newer = unit("a");

        // The older one knows no endpoint of b, so that it does not come back.
        newer.dial(b).send(number(1));

        until("the newer one is there", () -> b.inbox().links() == 2 && hasNumber(b, 1));
        assertThat(b.inbox().story())
                .containsExactly(
                        "connected " + older.mesh().identity(),
                        "disconnected a",
                        "connected " + newer.mesh().identity(),
                        "message a");
        until("the older one is told", () -> older.inbox().losses().size() == 1);
        assertThat(b.known(newer).identity()).isEqualTo(newer.mesh().identity());
        b.known(newer).send(number(2));
        until("the newer one is reached", () -> hasNumber(newer, 2));
        assertThat(hasNumber(older, 2)).isFalse();
        assertThat(peer.identity().uid()).isEqualTo("a");
    }

    @Test
    void shouldRefuseAUnitWithAnotherToken() {
        Unit listener = unit(MeshOptions.of("b").withToken("right"));
        Unit stranger = unit(MeshOptions.of("a").withToken("wrong"));
        Unit friend = unit(MeshOptions.of("c").withToken("right"));
        assertRefused(stranger, listener, "token");

        link(friend, listener);
        assertThat(listener.inbox().connected()).hasSize(1);
    }

    @Test
    void shouldRefuseAUnitWithoutAToken() {
        Unit listener = unit(MeshOptions.of("b").withToken("right"));
        assertRefused(unit("a"), listener, "token");
    }

    @ParameterizedTest
    @ValueSource(ints = {MeshOptions.PROTOCOL - 1, MeshOptions.PROTOCOL + 1})
    void shouldRefuseAnotherProtocol(int protocol) {
        Unit listener = unit("b");
        Unit stranger = unit(MeshOptions.of("a").withIdentity(new Identity("a", 1, protocol)));
        assertRefused(stranger, listener, "protocol");
    }

    @Test
    void shouldNotTakeAnotherUnitForTheOneItDials() {
        MeshOptions options = MeshOptions.of("a");
        Unit a = unit(options.withTiming(options.timing().withGiveUp(Duration.ofMillis(300))));
        Unit other = unit("other");

        Peer peer = a.mesh().peer("b", other.endpoint());
        peer.send(number(1));

        until("it is given up", () -> peer.state() == Peer.State.GONE);
        assertThat(a.inbox().connected()).isEmpty();
        assertThat(other.inbox().messages()).isEmpty();
    }

    @Test
    void shouldEndTheLinkOfATooLargePart() {
        Unit a = unit("a");
        Unit b = unit(MeshOptions.of("b").withLimits(Limits.DEFAULT.withMaxPartBytes(BULK_BYTES)));
        assertEndsLink(a, b, Message.of(pattern(BULK_BYTES + 1)), "maxPartBytes");
    }

    @Test
    void shouldEndTheLinkOfTooManyParts() {
        Unit a = unit("a");
        Unit b = unit(MeshOptions.of("b").withLimits(Limits.DEFAULT.withMaxParts(4)));
        assertEndsLink(a, b, Message.of(Collections.nCopies(5, pattern(1)).toArray(MemorySegment[]::new)), "maxParts");
    }

    @Test
    void shouldEndTheLinkWhenTheReceiverThrows() {
        Unit a = unit("a");
        Unit b = unit("b");
        b.inbox().then((from, message) -> {
            if (message.sizeBytes(0) == 7) {
                throw new IllegalStateException("seven");
            }
        });
        assertEndsLink(a, b, Message.of(pattern(7)), "seven");
    }

    @Test
    void shouldEndTheLinkWhenTheLandingRefusesAndGiveBackWhatLanded() {
        List<MemorySegment> landed = Collections.synchronizedList(new ArrayList<>());
        List<MemorySegment> abandoned = Collections.synchronizedList(new ArrayList<>());
        Landing landing = new Landing() {
            @Override
            public MemorySegment land(Identity from, long sizeBytes) {
                if (sizeBytes > BULK_BYTES) {
                    return null;
                }
                MemorySegment place = MemorySegment.ofArray(new byte[BULK_BYTES]);
                landed.add(place);
                return place;
            }

            @Override
            public void abandoned(MemorySegment segment) {
                abandoned.add(segment);
            }
        };
        Unit a = unit("a");
        Unit b = unit(MeshOptions.of("b").withLanding(landing));

        assertEndsLink(a, b, Message.of(pattern(BULK_BYTES), pattern(BULK_BYTES + 1)), "landing");
        assertThat(landed).hasSize(1);
        until("what landed is given back", () -> !abandoned.isEmpty());
        assertThat(abandoned).containsExactlyElementsOf(landed);
    }

    @Test
    void shouldLeaveALinkBeyondMaxLinksUnanswered() {
        Unit b = unit(MeshOptions.of("b").withLimits(Limits.DEFAULT.withMaxLinks(1)));
        Unit a = unit("a");
        Unit c = unit("c");
        link(a, b);

        Peer peer = c.dial(b);
        peer.send(number(1));
        carrier().within(Duration.ofMillis(100), () -> b.inbox().links() > 1);
        assertThat(b.inbox().links()).isEqualTo(1);
        a.mesh().close();

        until("there is room", () -> hasNumber(b, 1));
        assertThat(b.inbox().connected()).hasSize(2);
    }

    @Test
    void shouldFindPeersThatWereNamedOrCame() {
        Unit a = unit("a");
        Unit b = unit("b");
        assertThat(a.mesh().find("b")).isEmpty();

        Peer named = a.dial(b);
        assertThat(a.mesh().find("b")).containsSame(named);
        assertThat(a.dial(b)).as("named twice").isSameAs(named);
        assertThat(b.mesh().find("a")).isEmpty();
        link(a, b);

        assertThat(b.mesh().peers()).containsExactly(b.known(a));
        assertThat(b.inbox().connected()).containsExactly(b.known(a));
        assertThat(a.mesh().peers()).containsExactly(named);
    }

    @Test
    void shouldLearnTheEndpointOfAPeerThatCameByItself() {
        Unit a = unit("a");
        Unit b = unit("b");
        link(a, b);
        Peer peer = b.known(a);

        assertThat(b.dial(a)).isSameAs(peer);
        a.mesh().close();
        until("the break is told", () -> b.inbox().losses().size() == 1);
        assertThat(peer.state()).as("it can be dialled now").isEqualTo(Peer.State.DIALLING);
        peer.send(number(1));
        Unit back = unitAt(MeshOptions.of("a"), a.endpoint());

        until("the message is there", () -> hasNumber(back, 1));
    }

    @Test
    void shouldTellBothSidesThatAPeerWasClosed() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        for (int i = 0; i < 100; i++) {
            peer.send(number(i));
        }

        peer.close();
        peer.close();

        assertThat(peer.state()).isEqualTo(Peer.State.GONE);
        assertThat(peer.send(number(100))).isEqualTo(Outcome.GONE);
        until("what was queued is there", () -> numbers(b, "a").size() == 100);
        until("the other side is told", () -> b.inbox().losses().size() == 1);
        until("this side is told", () -> a.inbox().losses().size() == 1);
    }

    @Test
    void shouldDeliverWhatWasQueuedWhenAMeshCloses() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        AtomicInteger released = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            peer.send(number(i));
            peer.send(new Message(List.of(numbered(i, 1 << 20)), released::incrementAndGet));
        }

        a.mesh().close();

        until("all are there", () -> numbers(b, "a").size() == 20);
        until("all are released", () -> released.get() == 10);
        assertThat(released).hasValue(10);
    }

    /** Who sends the next message when the last is released must find room for it. */
    @Test
    void shouldNotCountWhatItReleases() {
        // Heartbeats are counted, too.
        Timing noHeartbeats = Timing.DEFAULT.withHeartbeat(Duration.ofMinutes(1), Duration.ofMinutes(2));
        Unit a = unit(MeshOptions.of("a").withTiming(noHeartbeats));
        Unit b = unit(MeshOptions.of("b").withTiming(noHeartbeats));
        Peer peer = link(a, b);
        until("all before is written", () -> peer.queuedBytes() == 0);
        List<Long> counted = new CopyOnWriteArrayList<>();

        for (int i = 0; i < 10; i++) {
            int sent = i + 1;
            peer.send(new Message(List.of(numbered(i, 1 << 20)), () -> counted.add(peer.queuedBytes())));
            until("it is released", () -> counted.size() == sent);
        }

        assertThat(counted).hasSize(10).containsOnly(0L);
    }

    @Test
    void shouldReleaseWhatItCannotDeliverWhenAMeshCloses() {
        MeshOptions options = MeshOptions.of("a");
        Unit a = unit(options);
        Peer peer = a.mesh().peer("b", carrier().endpoint());
        AtomicInteger released = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            assertThat(peer.send(new Message(List.of(numbered(i, BULK_BYTES)), released::incrementAndGet)))
                    .isEqualTo(Outcome.SENT);
        }

        a.mesh().close();

        until("all are released", () -> released.get() == 10);
        assertThat(peer.queuedBytes()).isZero();
    }

    @Test
    void shouldDoNothingOnceClosed() {
        Unit a = unit("a");
        Unit b = unit("b");
        Peer peer = link(a, b);
        AtomicInteger released = new AtomicInteger();

        a.mesh().close();
        a.mesh().close();

        assertThat(peer.send(number(1))).isEqualTo(Outcome.GONE);
        assertThat(peer.send(new Message(List.of(pattern(BULK_BYTES)), released::incrementAndGet)))
                .isEqualTo(Outcome.GONE);
        assertThat(peer.state()).isEqualTo(Peer.State.GONE);
        assertThat(a.mesh().peers()).isEmpty();
        assertThat(released).hasValue(0);
        assertThatThrownBy(() -> a.mesh().listen(carrier().endpoint()))
                .isInstanceOfSatisfying(
                        MeshException.class, thrown -> assertThat(thrown.code()).isEqualTo(MeshException.Code.CLOSED));
        assertThatThrownBy(() -> a.dial(b))
                .isInstanceOfSatisfying(
                        MeshException.class, thrown -> assertThat(thrown.code()).isEqualTo(MeshException.Code.CLOSED));
    }

    @Test
    void shouldNotListenWhereAnotherListens() {
        Unit a = unit("a");
        Unit b = unit("b");
        assertThatThrownBy(() -> b.mesh().listen(a.endpoint()))
                .isInstanceOfSatisfying(
                        MeshException.class, thrown -> assertThat(thrown.code()).isEqualTo(MeshException.Code.LISTEN));
        link(b, a);
    }

    @Test
    void shouldCarryUntilDoneOrUntilTheTimeIsOver() {
        Unit a = unit("a");
        Unit b = unit("b");
        b.inbox().then((from, message) -> from.send(message.bytes(0)));
        Peer peer = link(a, b);

        assertThat(a.mesh().carry(() -> true, 0)).isTrue();
        assertThat(a.mesh().carry(() -> false, 0)).isFalse();
        assertThat(a.mesh().carry(() -> false, TimeUnit.MILLISECONDS.toNanos(20)))
                .isFalse();
        peer.send(number(1));
        assertThat(a.mesh().carry(() -> hasNumber(a, 1), TimeUnit.SECONDS.toNanos(10)))
                .isTrue();
    }

    protected void assertRefused(Unit stranger, Unit listener, String why) {
        Peer peer = stranger.dial(listener);
        AtomicInteger released = new AtomicInteger();
        Outcome outcome = peer.send(new Message(List.of(pattern(BULK_BYTES)), released::incrementAndGet));

        until("it is refused", () -> peer.state() == Peer.State.GONE);
        until("a line was logged", () -> log.count(WARNED) > 0);
        // It may be refused before anything was queued.
        int queued = outcome == Outcome.GONE ? 0 : 1;
        until("what was queued is released", () -> released.get() == queued);
        assertThat(stranger.inbox().connected()).isEmpty();
        assertThat(listener.inbox().connected()).isEmpty();
        assertThat(listener.mesh().find(stranger.uid())).isEmpty();
        log.expect(1, why);
    }

    /** The message ends the link, once and with one line; the mesh lives on, and so does the pair over a new link. */
    private void assertEndsLink(Unit from, Unit to, Message message, String why) {
        Unit other = unit("other");
        link(other, to);
        Peer peer = link(from, to);

        assertThat(peer.send(message)).isEqualTo(Outcome.SENT);

        until("the receiver is told", () -> to.inbox().losses().size() == 1);
        until("the sender is told", () -> from.inbox().losses().size() == 1);
        log.expect(1, why);
        assertThat(to.inbox().losses().getFirst().peer().identity().uid()).isEqualTo(from.uid());
        other.mesh().peer(to.uid(), to.endpoint()).send(number(1));
        until("others are heard", () -> hasNumber(to, 1));
        until("it is linked anew", () -> from.inbox().links() == 2);
        peer.send(number(2));
        until("it is heard again", () -> hasNumber(to, 2));
        assertThat(other.inbox().losses()).isEmpty();
    }
}
