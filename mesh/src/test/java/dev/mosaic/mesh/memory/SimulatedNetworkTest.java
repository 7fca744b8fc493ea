package dev.mosaic.mesh.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.testing.LogGuard;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a simulated network adds to the port: replay, bounded delays, cuts and kills at exact times. */
class SimulatedNetworkTest {
    static final Delays DELAYS =
            Delays.between(Duration.ofNanos(20_000), Duration.ofNanos(500_000)).withSlowLinks(0.1, 20);

    private static final Endpoint B_ENDPOINT = Endpoint.parse("inproc://b");

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @Test
    void shouldReplayASeed() {
        assertThat(new Turmoil(1).run()).isEqualTo(new Turmoil(1).run());
        assertThat(new Turmoil(1).run()).isNotEqualTo(new Turmoil(2).run());
    }

    @Test
    void shouldKeepOrderAndLoseNoMessageTwiceUnderAnySeed() {
        for (long seed = 0; seed < 200; seed++) {
            assertThat(new Turmoil(seed).run()).as("seed " + seed).isNotEmpty();
        }
    }

    @Test
    void shouldKeepDelaysWithinTheirBounds() {
        List<Long> delaysNanos = delaysOf(DELAYS.withSlowLinks(0, 1));
        assertThat(delaysNanos).allMatch(delay -> delay >= 20_000 && delay <= 500_000);
        assertThat(delaysNanos.stream().distinct().count())
                .as("different delays")
                .isGreaterThan(50);

        assertThat(delaysOf(DELAYS.withSlowLinks(1, 20)))
                .allMatch(delay -> delay >= 20 * 20_000 && delay <= 20 * 500_000)
                .anyMatch(delay -> delay > 500_000);
        assertThat(delaysOf(Delays.NONE)).containsOnly(0L);
    }

    @Test
    void shouldLetLanesOvertakeEachOther() {
        SimulatedNetwork network = MemoryNetwork.simulated(5, DELAYS);
        List<Long> arrived = new ArrayList<>();
        Peer peer = pair(network, (from, message) -> arrived.add(message.sizeBytes(0)));
        for (int i = 0; i < 50; i++) {
            peer.send(Message.of(MemorySegment.ofArray(new byte[100_000])));
            peer.send(ByteBuffer.allocate(1));
            network.advance(Duration.ofMillis(20));
        }
        List<Long> first = new ArrayList<>();
        for (int i = 0; i < arrived.size(); i += 2) {
            first.add(arrived.get(i));
        }
        assertThat(arrived).hasSize(100);
        assertThat(first).contains(1L, 100_000L);
    }

    @Test
    void shouldLoseWhatIsOnItsWayWhenALinkIsCut() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, DELAYS);
        List<Integer> arrived = new ArrayList<>();
        Peer peer =
                pair(network, (from, message) -> arrived.add(message.bytes(0).getInt()));
        peer.send(number(1));
        network.cut("b", "a");
        assertThat(peer.send(number(2))).as("this side has not seen it yet").isEqualTo(Outcome.SENT);
        network.advance(Duration.ofMillis(20));
        assertThat(peer.state()).isEqualTo(Peer.State.DIALLING);
        peer.send(number(3));
        network.advance(Duration.ofSeconds(1));
        assertThat(arrived).isEmpty();

        network.heal("a", "b");
        network.advance(Duration.ofSeconds(2));
        assertThat(arrived).containsExactly(3);
    }

    @Test
    void shouldGiveUpAtTheExactTime() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, Delays.NONE);
        Mesh mesh = network.join(options("a"), (from, message) -> {});
        Peer peer = mesh.peer("b", B_ENDPOINT);
        peer.send(number(1));
        network.advance(Duration.ofSeconds(10).minusNanos(1));
        assertThat(peer.state()).isEqualTo(Peer.State.DIALLING);
        network.advance(Duration.ofNanos(1));
        assertThat(peer.state()).isEqualTo(Peer.State.GONE);
        assertThat(network.step()).as("something is left to happen").isFalse();
    }

    @Test
    void shouldSilenceAUnitThatIsKilled() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, DELAYS);
        List<String> heard = new ArrayList<>();
        Peer peer = pair(network, (from, message) -> heard.add("b"));
        int[] released = {0};
        network.kill("b");
        peer.send(new Message(List.of(MemorySegment.ofArray(new byte[100_000])), () -> released[0]++));
        network.runUntilIdle();

        assertThat(heard).isEmpty();
        assertThat(released[0]).isEqualTo(1);
        assertThat(peer.state()).isEqualTo(Peer.State.GONE);
    }

    @Test
    void shouldRefuseAnInstanceThatWasReplaced() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, Delays.NONE);
        List<String> heard = new ArrayList<>();
        network.join(options("b"), new Receiver() {
                    @Override
                    public void received(Peer from, Incoming message) {}

                    @Override
                    public void connected(Peer peer) {
                        heard.add(peer.identity().toString());
                    }
                })
                .listen(B_ENDPOINT);
        Peer older = network.join(options("a"), (from, message) -> {}).peer("b", B_ENDPOINT);
        older.send(number(1));
        network.advance(Duration.ofSeconds(1));
        Peer newer = network.join(
                        options("a").withIdentity(new Identity("a", 2, MeshOptions.PROTOCOL)), (from, message) -> {})
                .peer("b", B_ENDPOINT);
        newer.send(number(2));
        network.runUntilIdle();

        assertThat(heard).containsExactly("a/1", "a/2");
        assertThat(newer.state()).isEqualTo(Peer.State.UP);
        assertThat(older.state()).isEqualTo(Peer.State.GONE);
        log.expect(1, "replaced");
    }

    @Test
    void shouldNotCarryWithinAReceiver() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, Delays.NONE);
        List<Throwable> thrown = new ArrayList<>();
        Peer peer = pair(network, (from, message) -> {
            try {
                network.step();
            } catch (IllegalStateException expected) {
                thrown.add(expected);
            }
        });
        peer.send(number(1));
        peer.send(number(2));
        network.runUntilIdle();
        assertThat(thrown).hasSize(1);
    }

    @Test
    void shouldLetFailedAssertionsOutOfReceivers() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, Delays.NONE);
        Peer peer = pair(network, (from, message) -> {
            throw new AssertionError("an invariant of the caller");
        });
        peer.send(number(1));
        assertThatThrownBy(network::runUntilIdle).hasMessage("an invariant of the caller");
    }

    @Test
    void shouldOverwriteBytesThatAReceiverKeeps() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, Delays.NONE);
        List<ByteBuffer> kept = new ArrayList<>();
        List<Incoming> keptWhole = new ArrayList<>();
        Peer peer = pair(network, (from, message) -> {
            kept.add(message.bytes(0));
            keptWhole.add(message);
        });
        peer.send(number(1));
        network.runUntilIdle();
        assertThat(kept.getFirst().getInt(0)).isNotEqualTo(1);
        assertThatThrownBy(() -> keptWhole.getFirst().bytes(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRunTimersOfTheCallerAmongTheEvents() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, Delays.NONE);
        List<Long> atNanos = new ArrayList<>();
        network.after(Duration.ofSeconds(2), () -> atNanos.add(network.nowNanos()));
        network.after(Duration.ofSeconds(1), () -> atNanos.add(network.nowNanos()));
        network.advance(Duration.ofSeconds(1));
        assertThat(atNanos).containsExactly(1_000_000_000L);
        assertThat(network.runUntilIdle()).isEqualTo(1);
        assertThat(atNanos).containsExactly(1_000_000_000L, 2_000_000_000L);
    }

    @Test
    void shouldTellOfNoPeerThatWasLostBeforeItWasKnown() {
        for (int steps = 0; steps < 6; steps++) {
            SimulatedNetwork network = MemoryNetwork.simulated(steps, DELAYS);
            List<String> heard = new ArrayList<>();
            Mesh mesh = network.join(options("b"), new Receiver() {
                @Override
                public void received(Peer from, Incoming message) {}

                @Override
                public void connected(Peer peer) {
                    heard.add("connected");
                }

                @Override
                public void disconnected(Peer peer, String reason) {
                    heard.add("disconnected");
                }
            });
            mesh.listen(B_ENDPOINT);
            network.join(options("a"), (from, message) -> {})
                    .peer("b", B_ENDPOINT)
                    .send(number(1));
            for (int step = 0; step < steps; step++) {
                network.step();
            }
            assertThat(mesh.find("a").isPresent())
                    .as("known after " + steps + " steps")
                    .isEqualTo(!heard.isEmpty());
            network.cut("a", "b");
            network.runUntilIdle();
            assertThat(heard).as("cut after " + steps + " steps").isIn(List.of(), List.of("connected", "disconnected"));
        }
    }

    @Test
    void shouldEndAClosedMeshAsSoonAsItsQueuesAreEmptyAndTellItNothing() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, DELAYS);
        List<String> heard = new ArrayList<>();
        Mesh b = network.join(options("b"), (from, message) -> heard.add("message"));
        b.listen(B_ENDPOINT);
        Mesh a = network.join(options("a"), new Receiver() {
            @Override
            public void received(Peer from, Incoming message) {}

            @Override
            public void disconnected(Peer peer, String reason) {
                heard.add("the closed mesh was told");
            }
        });
        Peer peer = a.peer("b", B_ENDPOINT);
        peer.send(number(1));
        network.advance(Duration.ofMillis(100));
        // This one has nothing queued, so that its link ends while the mesh still closes.
        network.join(options("c"), (from, message) -> {}).listen(Endpoint.parse("inproc://c"));
        a.peer("c", Endpoint.parse("inproc://c")).send(number(1));
        network.advance(Duration.ofMillis(100));
        peer.send(number(2));
        a.close();
        network.advance(Duration.ofMillis(100));
        assertThat(heard).containsExactly("message", "message");
        assertThat(b.peers()).as("peers long before the time to close is over").isEmpty();
    }

    @Test
    void shouldLetTimePassOnlyForWhatHappens() {
        SimulatedNetwork network = MemoryNetwork.simulated(1, Delays.NONE);
        Mesh mesh = network.join(options("a"), (from, message) -> {});
        assertThat(mesh.carry(() -> false, 5_000)).isFalse();
        assertThat(network.nowNanos()).isEqualTo(5_000);

        mesh.peer("b", B_ENDPOINT).send(number(1));
        network.step();
        network.kill("a");
        assertThat(network.step()).as("the dead unit dials again").isFalse();
        assertThat(network.nowNanos()).isEqualTo(5_000);
    }

    /** From a to b, linked. */
    private static Peer pair(SimulatedNetwork network, Receiver receiver) {
        network.join(options("b"), new Receiver() {
                    private boolean first = true;

                    @Override
                    public void received(Peer from, Incoming message) {
                        if (!first) {
                            receiver.received(from, message);
                        }
                        first = false;
                    }
                })
                .listen(B_ENDPOINT);
        Peer peer = network.join(options("a"), (from, message) -> {}).peer("b", B_ENDPOINT);
        peer.send(number(0));
        network.advance(Duration.ofMillis(100));
        assertThat(peer.state()).isEqualTo(Peer.State.UP);
        return peer;
    }

    private static List<Long> delaysOf(Delays delays) {
        SimulatedNetwork network = MemoryNetwork.simulated(3, delays);
        List<Long> arrivedNanos = new ArrayList<>();
        Peer peer = pair(network, (from, message) -> arrivedNanos.add(network.nowNanos()));
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long sentNanos = network.nowNanos();
            peer.send(number(i));
            network.advance(Duration.ofMillis(20));
            taken.add(arrivedNanos.get(i) - sentNanos);
        }
        return taken;
    }

    /** An instance that is the same in each run. */
    static MeshOptions options(String uid) {
        return MeshOptions.of(uid).withIdentity(new Identity(uid, 1, MeshOptions.PROTOCOL));
    }

    static ByteBuffer number(int number) {
        return ByteBuffer.allocate(4).putInt(0, number);
    }

    /** Five units that talk to each other at random while links are cut and healed and units die and come back. */
    private static final class Turmoil {
        private static final int UNITS = 5;

        private final SimulatedNetwork network;
        private final SplittableRandom random;
        private final List<String> trace = new ArrayList<>();
        private final Mesh[] meshes = new Mesh[UNITS];
        private final long[] instances = new long[UNITS];
        private int lent;
        private int released;

        Turmoil(long seed) {
            network = MemoryNetwork.simulated(seed, DELAYS);
            random = new SplittableRandom(seed + 1);
            for (int unit = 0; unit < UNITS; unit++) {
                join(unit);
            }
        }

        List<String> run() {
            for (int i = 0; i < 400; i++) {
                act(i);
                network.advance(Duration.ofNanos(random.nextLong(1_000_000)));
            }
            for (int unit = 0; unit < UNITS; unit++) {
                meshes[unit].close();
            }
            network.runUntilIdle();
            assertThat(released).as("messages released, of those lent").isEqualTo(lent);
            return trace;
        }

        private void act(int number) {
            int from = random.nextInt(UNITS);
            int to = (from + 1 + random.nextInt(UNITS - 1)) % UNITS;
            switch (random.nextInt(40)) {
                case 0 -> network.cut("u" + from, "u" + to);
                case 1, 2, 3 -> network.heal("u" + from, "u" + to);
                case 4 -> {
                    network.kill("u" + from);
                    join(from);
                }
                default -> send(from, to, number);
            }
        }

        private void send(int from, int to, int number) {
            Peer peer = meshes[from].peer("u" + to, endpoint(to));
            ByteBuffer bytes =
                    ByteBuffer.allocate(random.nextInt(10) == 0 ? 70_000 : 4).putInt(0, number);
            Message message = new Message(List.of(MemorySegment.ofBuffer(bytes)), () -> released++);
            lent += peer.send(message) == Outcome.SENT ? 1 : 0;
        }

        private void join(int unit) {
            long instance = ++instances[unit];
            MeshOptions options =
                    MeshOptions.of("u" + unit).withIdentity(new Identity("u" + unit, instance, MeshOptions.PROTOCOL));
            meshes[unit] = network.join(options, new Watch(options.identity()));
            meshes[unit].listen(endpoint(unit));
        }

        private static Endpoint endpoint(int unit) {
            return Endpoint.parse("inproc://u" + unit);
        }

        /** Writes the trace, and holds what it is told against the port. */
        private final class Watch implements Receiver {
            private final Identity owner;
            private final java.util.Map<String, Integer> last = new java.util.HashMap<>();
            private final java.util.Map<String, Identity> linked = new java.util.HashMap<>();

            private Watch(Identity owner) {
                this.owner = owner;
            }

            @Override
            public void received(Peer from, Incoming message) {
                Identity sender = from.identity();
                int number = message.segment(0).asByteBuffer().getInt();
                assertThat(linked.get(sender.uid())).as("link of " + sender).isEqualTo(sender);
                Integer before = last.put(sender + (message.isLanded(0) ? " bulk" : " control"), number);
                assertThat(before == null ? -1 : before).as("number before").isLessThan(number);
                note("received " + number + " from " + sender);
            }

            @Override
            public void connected(Peer peer) {
                assertThat(linked.put(peer.identity().uid(), peer.identity()))
                        .as("link before")
                        .isNull();
                note("connected " + peer.identity());
            }

            @Override
            public void disconnected(Peer peer, String reason) {
                Identity before = linked.remove(peer.identity().uid());
                assertThat(before != null || peer.state() == Peer.State.GONE)
                        .as("was linked, or is given up")
                        .isTrue();
                note("disconnected " + peer.identity() + ": " + reason);
            }

            private void note(String what) {
                trace.add(network.nowNanos() + " " + owner + " " + what);
            }
        }
    }
}
