package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the suites of the mesh stand on: units on a carrier, closed after each test, and a log that must stay quiet. */
public abstract class MeshFixture<C extends Carrier> {

    protected static final int BULK_BYTES = Limits.DEFAULT.bulkBytes();

    /** A mesh with its owner, and where it listens. */
    public record Unit(Mesh mesh, Inbox inbox, Endpoint endpoint) {
        public String uid() {
            return mesh.identity().uid();
        }

        /** The other unit, to be dialled at its endpoint. */
        public Peer dial(Unit other) {
            return mesh.peer(other.uid(), other.endpoint);
        }

        /** The other unit as it is known here. */
        public Peer known(Unit other) {
            return mesh.find(other.uid()).orElseThrow();
        }
    }

    @RegisterExtension
    protected final LogGuard log = new LogGuard();

    private final List<Unit> units = new ArrayList<>();
    private C carrier;

    /** The carrier of one test. */
    protected abstract C newCarrier();

    @BeforeEach
    void openCarrier() {
        carrier = newCarrier();
    }

    @AfterEach
    void closeUnits() {
        units.forEach(unit -> unit.inbox.resume());
        units.forEach(unit -> unit.mesh.close());
        carrier.close();
        assertThat(units)
                .as("units in which small messages were received at the same time")
                .filteredOn(unit -> unit.inbox.overlaps() > 0)
                .isEmpty();
    }

    protected C carrier() {
        return carrier;
    }

    /** A unit that listens on an endpoint of its own. */
    protected Unit unit(String uid) {
        return unit(MeshOptions.of(uid));
    }

    protected Unit unit(MeshOptions options) {
        return unitAt(options, carrier.endpoint());
    }

    protected Unit unitAt(MeshOptions options, Endpoint endpoint) {
        Unit silent = silent(options);
        Unit unit = new Unit(silent.mesh, silent.inbox, silent.mesh.listen(endpoint));
        units.set(units.indexOf(silent), unit);
        return unit;
    }

    /** A unit that does not listen, at an endpoint that nobody listens on. */
    protected Unit silent(MeshOptions options) {
        Inbox inbox = new Inbox();
        Unit unit = new Unit(carrier.open(options, inbox), inbox, carrier.endpoint());
        units.add(unit);
        return unit;
    }

    /** Lets things happen until the condition holds. */
    protected void until(String what, BooleanSupplier condition) {
        assertThat(carrier.within(Eventually.PATIENCE, condition))
                .as("within %s: %s", Eventually.PATIENCE, what)
                .isTrue();
    }

    /** Has the first dial the second, until both were told. */
    protected Peer link(Unit from, Unit to) {
        int before = to.inbox.links();
        Peer peer = from.dial(to);
        assertThat(peer.send(number(-1))).isEqualTo(Outcome.SENT);
        until(
                from.uid() + " and " + to.uid() + " are linked",
                () -> peer.state() == Peer.State.UP && to.inbox.links() > before && hasNumber(to, -1));
        return peer;
    }

    /** Whether a message that begins with this number arrived. */
    protected static boolean hasNumber(Unit unit, int number) {
        return unit.inbox.messages().stream()
                .anyMatch(message -> message.parts().getFirst().byteSize() >= 4 && message.number() == number);
    }

    /** The numbers at the head of all messages from that unit, in order, without the -1 of {@link #link}. */
    protected static List<Integer> numbers(Unit unit, String from) {
        return unit.inbox.messages().stream()
                .filter(message -> message.from().uid().equals(from))
                .map(Inbox.Received::number)
                .filter(number -> number >= 0)
                .toList();
    }

    protected static ByteBuffer number(int number) {
        return ByteBuffer.allocate(4).putInt(0, number);
    }

    /** Bytes that no other size has. */
    protected static MemorySegment pattern(long sizeBytes) {
        byte[] bytes = new byte[Math.toIntExact(sizeBytes)];
        new SplittableRandom(sizeBytes).nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }

    /** A part of that size that begins with a number. */
    protected static MemorySegment numbered(int number, int sizeBytes) {
        MemorySegment part = pattern(sizeBytes);
        part.set(ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN), 0, number);
        return part;
    }

    protected static void assertSameBytes(List<MemorySegment> actual, List<MemorySegment> expected) {
        assertThat(actual).as("parts").hasSameSizeAs(expected);
        for (int part = 0; part < expected.size(); part++) {
            assertThat(actual.get(part).byteSize())
                    .as("size of part " + part)
                    .isEqualTo(expected.get(part).byteSize());
            assertThat(actual.get(part).mismatch(expected.get(part)))
                    .as("first wrong byte of part " + part)
                    .isEqualTo(-1);
        }
    }
}
