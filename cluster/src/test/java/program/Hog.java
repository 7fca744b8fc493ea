package program;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Takes memory outside of the heap. */
public final class Hog {
    private static final long STEP = 4 << 20;

    /** At most 500 MiB a second: what fills the last 8 % in less time than a node needs to see it cannot be caught. */
    private static final long PACE_NANOS = 8_000_000;

    private final List<MemorySegment> held = new ArrayList<>();

    public Hog() {}

    /** So much more, every page of it; how much it has then. */
    public long take(long bytes) {
        for (long taken = 0; taken < bytes; taken += STEP) {
            held.add(Arena.global().allocate(STEP).fill((byte) 1));
            LockSupport.parkNanos(PACE_NANOS);
        }
        return held.size() * STEP;
    }

    /** The first time all there is, the second time none. */
    public static String onceTooMuch(String mark) throws IOException {
        Path file = Path.of(mark);
        if (Files.exists(file)) {
            return "enough";
        }
        Files.createFile(file);
        return "took " + new Hog().take(1L << 40);
    }
}
