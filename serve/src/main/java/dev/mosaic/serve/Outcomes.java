package dev.mosaic.serve;

import dev.mosaic.serve.call.Reply;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Replies of calls that nobody waited for: each for 10 minutes, unless there are too many or they are too large. Then the oldest go first.
 *
 * <p><b>Threading:</b> one thread at a time; the time is an argument. <b>Cost:</b> no more than {@value #MOST} replies and
 * {@value #MOST_BYTES} bytes of them.
 */
final class Outcomes {
    static final int MOST = 4_096;
    static final long MOST_BYTES = 64L << 20;
    static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** Null while the call runs. */
    private record Known(@Nullable Reply reply, long sinceNanos) {
        long sizeBytes() {
            return reply == null ? 0 : 2L * reply.body().length();
        }
    }

    /** The oldest first. */
    private final Map<String, Known> known = new LinkedHashMap<>();

    private long bytes;

    /** A call that begins; empty where there are too many. */
    Optional<String> begin(long nowNanos) {
        forget(nowNanos);
        if (known.size() >= MOST) {
            return Optional.empty();
        }
        String id = UUID.randomUUID().toString();
        known.put(id, new Known(null, nowNanos));
        return Optional.of(id);
    }

    /** A call has ended. */
    void end(String id, Reply reply, long nowNanos) {
        if (known.remove(id) != null) {
            Known ended = new Known(reply, nowNanos);
            known.put(id, ended);
            bytes += ended.sizeBytes();
            forget(nowNanos);
        }
    }

    /** How it is with a call. */
    sealed interface Look {}

    record Runs() implements Look {}

    record Ended(Reply reply) implements Look {}

    /** Empty where it is not known, or any more. */
    Optional<Look> find(String id, long nowNanos) {
        forget(nowNanos);
        Known found = known.get(id);
        if (found == null) {
            return Optional.empty();
        }
        Reply reply = found.reply();
        return Optional.of(reply == null ? new Runs() : new Ended(reply));
    }

    void clear() {
        known.clear();
        bytes = 0;
    }

    private void forget(long nowNanos) {
        Iterator<Known> oldest = known.values().iterator();
        while (oldest.hasNext()) {
            Known each = oldest.next();
            if (each.reply() != null && (bytes > MOST_BYTES || nowNanos - each.sinceNanos() > KEPT_NANOS)) {
                bytes -= each.sizeBytes();
                oldest.remove();
            }
        }
    }
}
