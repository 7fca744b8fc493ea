package dev.mosaic.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which bodies have room beside others that are still being read. */
class BodyRoomTest {
    private static final int ROOM = 40 << 10;
    private static final int LIMIT = 1 << 20;

    /** What takes all room, once it has come. */
    private static final int FULL = BodyRoom.FREE_BYTES + ROOM;

    private final BodyRoom room = new BodyRoom(ROOM);

    @Test
    void shouldTakeABodyOf64KiBWhereOthersTakeAllRoomAndRefuseOneByteMore() throws IOException {
        List<Boolean> taken = new ArrayList<>();
        Optional<byte[]> slow = room.read(
                body(FULL, () -> {
                    taken.add(isTaken(1));
                    taken.add(isTaken(64 << 10));
                    taken.add(isTaken((64 << 10) + 1));
                }),
                LIMIT);
        assertThat(slow.orElseThrow()).hasSize(FULL);
        assertThat(taken).containsExactly(true, true, false);
        assertThat(isTaken(FULL)).as("once that has been read").isTrue();
    }

    @Test
    void shouldTakeSmallBodiesBesideOthersThatTogetherTakeAllRoom() throws IOException {
        List<Boolean> taken = new ArrayList<>();
        drip(8, taken);
        assertThat(taken).containsExactly(true);
    }

    /** So many bodies, each of which waits in its midst until the others have been read. */
    private void drip(int others, List<Boolean> taken) throws IOException {
        if (others == 0) {
            taken.add(isTaken(1_000));
            return;
        }
        assertThat(room.read(body(BodyRoom.FREE_BYTES + ROOM / 8, () -> drip(others - 1, taken)), LIMIT))
                .isPresent();
    }

    @Test
    void shouldHaveRoomForWhatIsCountedOfABodyAndRefuseOneByteMore() throws IOException {
        assertThat(isTaken(FULL)).isTrue();
        assertThat(isTaken(FULL + 1)).isFalse();
        assertThat(isTaken(FULL)).as("what was refused keeps nothing").isTrue();
    }

    @Test
    void shouldReadOneByteMoreThanAllowedAtMost() throws IOException {
        for (int limit : new int[] {0, 100, BodyRoom.FREE_BYTES - 1, BodyRoom.FREE_BYTES, BodyRoom.FREE_BYTES + 1}) {
            assertThat(room.read(new ByteArrayInputStream(new byte[limit]), limit)
                            .orElseThrow())
                    .hasSize(limit);
            assertThat(room.read(new ByteArrayInputStream(new byte[FULL]), limit)
                            .orElseThrow())
                    .hasSize(limit + 1);
        }
    }

    @Test
    void shouldHaveAnEighthOfTheHeapAnd32MiBAtLeast() throws IOException {
        for (long heap : new long[] {1, 256L << 20, 257L << 20, 512L << 20}) {
            int counted = (int) Math.max(32 << 20, heap / 8);
            BodyRoom own = BodyRoom.ofHeap(heap);
            int fits = BodyRoom.FREE_BYTES + counted;
            assertThat(own.read(body(fits, () -> {}), Integer.MAX_VALUE - 8)).isPresent();
            assertThat(own.read(body(fits + 1, () -> {}), Integer.MAX_VALUE - 8))
                    .isEmpty();
        }
    }

    private boolean isTaken(int bytes) throws IOException {
        return room.read(new ByteArrayInputStream(new byte[bytes]), LIMIT).isPresent();
    }

    private interface Meanwhile {
        void run() throws IOException;
    }

    /** So many bytes; where all have come and the end has not, something else happens. */
    private static InputStream body(int bytes, Meanwhile meanwhile) {
        return new InputStream() {
            private int left = bytes;
            private boolean waited;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : 0;
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                if (left == 0 && !waited) {
                    waited = true;
                    meanwhile.run();
                }
                if (left == 0) {
                    return -1;
                }
                int given = Math.min(length, left);
                left -= given;
                return given;
            }
        };
    }
}
