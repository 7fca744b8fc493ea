package dev.mosaic.unit.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handles of proxies, and the refs, that the calling thread has written into a payload, so that they stay reachable until the kernel
 * holds the tesserae for that payload.
 *
 * <p><b>Threading:</b> each thread has its own.
 */
final class Mentions {
    @SuppressWarnings("ThreadLocalUsage") // one for each unit: several live in one JVM
    private final ThreadLocal<@Nullable List<Object>> mentioned = new ThreadLocal<>();

    void add(Object handle) {
        List<Object> handles = mentioned.get();
        if (handles == null) {
            handles = new ArrayList<>();
            mentioned.set(handles);
        }
        handles.add(handle);
    }

    /** All since the last time; null for none. */
    @Nullable Object take() {
        List<Object> handles = mentioned.get();
        if (handles != null) {
            mentioned.remove();
        }
        return handles;
    }
}
