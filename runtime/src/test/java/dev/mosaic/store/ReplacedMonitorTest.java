package dev.mosaic.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Message;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Member;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.message.MessageReader;
import dev.mosaic.message.MessageWriter;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.testing.Eventually;
import dev.mosaic.unit.objects.ObjectSettings;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S7.2: a home whose link with a monitor that was replaced, and lives, comes up after that with the next one. */
class ReplacedMonitorTest {
    private static final long HOME = 0x101;
    private static final Id TESSERA = new Id(1, 5).withLives();
    private static final Member FIRST = worker("worker:0:0", 11);
    private static final Member SECOND = worker("worker:0:1", 12);

    @TempDir
    Path folder;

    private final Line before = new Line(Member.MONITOR, 21);
    private final Line monitor = new Line(Member.MONITOR, 22);
    private final Line first = new Line(FIRST.uid(), FIRST.instance());
    private final Line second = new Line(SECOND.uid(), SECOND.instance());

    private static Member worker(String uid, long instance) {
        return new Member(uid, instance, Member.Kind.WORKER, "", "node:0", 1);
    }

    private static ClusterMessage.Members members(long epoch, List<Member> joined, List<ClusterMessage.Loss> lost) {
        return new ClusterMessage.Members(epoch, joined, lost);
    }

    private static StreamMessage.Create create() {
        return new StreamMessage.Create(
                new Id(1, 4),
                TESSERA,
                1,
                -1,
                "Solver",
                7,
                0,
                1,
                "",
                List.of(),
                Payload.EMPTY,
                Claim.NONE,
                new LifeTerms(3, true, 0));
    }

    @Test
    void shouldBeginALifeWhereTheMonitorSaysThatIsHeeded_S7_2() {
        Lines lines = new Lines();
        StoreOptions options = new StoreOptions(
                "warehouse:0",
                HOME,
                "node:0",
                List.of(new Endpoint.Tcp("127.0.0.1", 1)),
                new Endpoint.Tcp("127.0.0.1", 2),
                "",
                ObjectSettings.DEFAULT.withMemoryBytes(1 << 20).withDiskBytes(0),
                folder);
        try (StoreShell home = StoreShell.open(options, lines::open)) {
            lines.connected(first, second, before);
            lines.say(before, members(10, List.of(FIRST, SECOND), List.of()));
            lines.connected(monitor);
            lines.say(monitor, members(20, List.of(FIRST, SECOND), List.of()));
            lines.say(first, new LifeMessage.Describe(TESSERA, 1, 0, 0, create()));
            lines.say(monitor, members(20, List.of(), List.of(new ClusterMessage.Loss(FIRST.instance(), "killed"))));
            Eventually.holds("a place is asked for", () -> monitor.heard(ClusterMessage.Replace.class) > 0);

            lines.connected(before);
            lines.say(before, new ClusterMessage.Placed(TESSERA, SECOND.instance()));
            assertThat(home.usedBytes()).as("it has come to that").hasSize(2);
            assertThat(second.heard(LifeMessage.Raise.class)).isZero();

            lines.connected(monitor);
            lines.say(monitor, new ClusterMessage.Placed(TESSERA, SECOND.instance()));
            Eventually.holds("it begins", () -> second.heard(LifeMessage.Raise.class) > 0);
        }
    }

    /** A mesh of which the test says what comes. */
    private static final class Lines implements Mesh {
        private final Line mute = new Line("mute", 0);
        private Identity self = new Identity("nobody", 0, 1);
        private Receiver receiver = (_, _) -> {};

        Mesh open(MeshOptions options, Receiver given) {
            self = options.identity();
            receiver = given;
            return this;
        }

        void connected(Line... lines) {
            for (Line line : lines) {
                receiver.connected(line);
            }
        }

        void say(Line from, UnitMessage message) {
            receiver.received(from, new Arrived(new MessageWriter().write(message)));
        }

        @Override
        public Identity identity() {
            return self;
        }

        @Override
        public Endpoint listen(Endpoint endpoint) {
            return endpoint;
        }

        @Override
        public Peer peer(String uid, Endpoint endpoint) {
            return mute;
        }

        @Override
        public Optional<Peer> find(String uid) {
            return Optional.empty();
        }

        @Override
        public Collection<Peer> peers() {
            return List.of();
        }

        @Override
        public boolean carry(BooleanSupplier done, long timeoutNanos) {
            return done.getAsBoolean();
        }

        @Override
        public void close() {}
    }

    /** A message of one part. */
    private record Arrived(ByteBuffer first) implements Incoming {
        @Override
        public int parts() {
            return 1;
        }

        @Override
        public long sizeBytes(int part) {
            return first.remaining();
        }

        @Override
        public boolean isLanded(int part) {
            return false;
        }

        @Override
        public ByteBuffer bytes(int part) {
            return first;
        }

        @Override
        public MemorySegment segment(int part) {
            return MemorySegment.ofBuffer(first);
        }
    }

    /** The link with a unit, and what that heard. */
    private static final class Line implements Peer {
        private final Identity identity;
        private final List<UnitMessage> heard = new CopyOnWriteArrayList<>();

        Line(String uid, long instance) {
            this.identity = new Identity(uid, instance, MeshOptions.PROTOCOL);
        }

        long heard(Class<? extends UnitMessage> type) {
            return heard.stream().filter(type::isInstance).count();
        }

        @Override
        public Identity identity() {
            return identity;
        }

        @Override
        public State state() {
            return State.UP;
        }

        @Override
        public Outcome send(ByteBuffer part) {
            return hear(part, List.of());
        }

        @Override
        public Outcome send(Message message) {
            List<MemorySegment> parts = message.parts();
            return hear(parts.getFirst().asByteBuffer(), parts.subList(1, parts.size()));
        }

        private Outcome hear(ByteBuffer first, List<MemorySegment> further) {
            try {
                heard.add(new MessageReader().read(first.duplicate(), further));
            } catch (MessageFormatException unreadable) {
                throw new AssertionError(unreadable);
            }
            return Outcome.SENT;
        }

        @Override
        public long queuedBytes() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
