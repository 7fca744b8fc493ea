package dev.mosaic.mesh.zmtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Any bytes at all, as a peer might send them: a session refuses them by {@link ZmtpException} or understands them, needs
 * no more memory than they have, and does not care how they are cut into pieces.
 *
 * <pre>
 *  input:  1 byte: how  | 1 byte: how it is cut | what the peer sends
 *          bit 0: this side dials;  bit 1: a right greeting goes before;  bit 2: a right READY too
 * </pre>
 */
class ZmtpSessionFuzzTest {
    private static final int DIALS = 1;
    private static final int GREETED = 2;
    private static final int READY = 4;
    private static final int LAND_BYTES = 1_024;
    private static final ZmtpLimits LIMITS = new ZmtpLimits(LAND_BYTES, 1L << 40, 4, 512);

    /** For classes that are loaded and for its own records. Announced sizes may be far larger. */
    private static final long SPARE_BYTES = 64L << 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** How many bytes come next. */
    private interface Cut {
        int next(int left);
    }

    /** What a session told, in order. */
    private static final class Story implements ZmtpEvents {
        private final List<String> events = new ArrayList<>();
        private final boolean nativeMemory;
        private final Arena arena;
        private int frames;

        Story(boolean nativeMemory, Arena arena) {
            this.nativeMemory = nativeMemory;
            this.arena = arena;
        }

        @Override
        public void reply(ByteBuffer bytes) {
            events.add("reply " + text(bytes));
        }

        @Override
        public @Nullable String introduced(Metadata peer) {
            events.add("introduced " + peer.text(Metadata.SOCKET_TYPE) + peer.text(Metadata.IDENTITY));
            return peer.text("X-Refuse").orElse(null);
        }

        @Override
        public void established(boolean pings) {
            events.add("established " + pings);
        }

        @Override
        public void part(ByteBuffer body, boolean more) {
            assertThat(body.remaining()).as("size of a part that is not landed").isLessThan(LAND_BYTES);
            events.add("part " + text(body) + more);
        }

        /** After each third frame, where parts are read straight into memory. */
        @Override
        public boolean pauses() {
            return nativeMemory && ++frames % 3 == 0;
        }

        @Override
        public @Nullable MemorySegment land(long sizeBytes) {
            events.add("land " + sizeBytes);
            if (sizeBytes > 8 << 10) {
                return null;
            }
            return nativeMemory ? arena.allocate(sizeBytes) : MemorySegment.ofArray(new byte[(int) sizeBytes]);
        }

        @Override
        public void landed(MemorySegment segment, long sizeBytes, boolean more) {
            events.add("landed " + text(segment.asSlice(0, sizeBytes).asByteBuffer()) + more);
        }

        private static String text(ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(bytes.position(), copy);
            return copy.length + ":" + Arrays.hashCode(copy) + " ";
        }
    }

    @FuzzTest(maxDuration = "2m")
    void shouldRefuseOrUnderstandWhateverComesInWhateverPieces(byte[] input) {
        if (input.length < 2) {
            return;
        }
        byte[] sent = sent(input);
        long before = THREADS.getCurrentThreadAllocatedBytes();

        List<String> whole = told(input[0], sent, left -> left, false);

        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                .as("bytes allocated for %s bytes of input", sent.length)
                .isLessThan(SPARE_BYTES + 100L * sent.length);
        assertThat(told(input[0], sent, left -> 1, false))
                .as("one byte at a time")
                .isEqualTo(whole);
        int seed = input[1] & 0xFF;
        assertThat(told(input[0], sent, varied(seed), false)).as("in pieces").isEqualTo(whole);
        assertThat(told(input[0], sent, varied(seed), true))
                .as("in pieces, with pauses, read straight into memory")
                .isEqualTo(whole);
    }

    private static byte[] sent(byte[] input) {
        ByteBuffer sent = ByteBuffer.allocate(input.length + 512);
        if ((input[0] & (GREETED | READY)) != 0) {
            new Greeting(3, 1, "NULL").put(sent);
        }
        if ((input[0] & READY) != 0) {
            sent.put(Command.ready(
                    new Metadata().with(Metadata.SOCKET_TYPE, "ROUTER").with(Metadata.IDENTITY, "peer")));
        }
        sent.put(input, 2, input.length - 2);
        return Arrays.copyOf(sent.array(), sent.position());
    }

    /** Pieces of sizes around those that matter. */
    private static Cut varied(int seed) {
        int[] sizes = {1 + seed % 13, 2, 64, 1 + seed, 9, 3, 1_000, 1};
        int[] at = {seed};
        return left -> sizes[at[0]++ % sizes.length];
    }

    /** Feeds a session as a link does: what it leaves comes again, in front of more. Each buffer ends where its bytes end. */
    private static List<String> told(int how, byte[] sent, Cut cut, boolean straight) {
        try (Arena arena = Arena.ofConfined()) {
            Story story = new Story(straight, arena);
            Metadata self = new Metadata().with(Metadata.IDENTITY, "self");
            ZmtpSession session = (how & DIALS) != 0
                    ? ZmtpSession.dialling(self, LIMITS, story)
                    : ZmtpSession.listening(self, LIMITS, story);
            story.reply(session.start());
            try {
                feed(session, sent, cut);
            } catch (ZmtpException refusal) {
                story.events.add("refused " + refusal.reason() + " " + refusal.why());
            }
            story.events.add("left " + (session.abandon() != null));
            return story.events;
        }
    }

    private static void feed(ZmtpSession session, byte[] sent, Cut cut) {
        byte[] leftover = new byte[0];
        int at = 0;
        while (at < sent.length) {
            int bytes = Math.min(cut.next(sent.length - at), sent.length - at);
            ByteBuffer landing = session.landing();
            if (landing != null) {
                assertThat(leftover).as("bytes left while a part is landing").isEmpty();
                int landed = Math.min(bytes, landing.remaining());
                landing.put(sent, at, landed);
                session.landed(landed);
                at += landed;
                continue;
            }
            byte[] piece = Arrays.copyOf(leftover, leftover.length + bytes);
            System.arraycopy(sent, at, piece, leftover.length, bytes);
            ByteBuffer in = ByteBuffer.wrap(piece);
            do {
                session.receive(in);
            } while (session.isPaused());
            assertThat(in.limit()).as("limit of the input").isEqualTo(piece.length);
            leftover = Arrays.copyOfRange(piece, in.position(), piece.length);
            assertThat(leftover.length)
                    .as("bytes that a session leaves")
                    .isLessThan(LAND_BYTES + Frame.MAX_HEADER_BYTES);
            at += bytes;
        }
    }
}
