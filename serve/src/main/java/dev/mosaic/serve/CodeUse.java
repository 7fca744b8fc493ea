package dev.mosaic.serve;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who uses which code, by its hash, and what nobody has used for a minute. So long, answers that were given by the code before may still
 * be on their way.
 *
 * <p><b>Threading:</b> one thread at a time.
 */
final class CodeUse {
    static final long GRACE_NANOS = Duration.ofMinutes(1).toNanos();

    private final Map<String, Set<Object>> users = new HashMap<>();
    private final Map<String, Long> unusedSince = new HashMap<>();

    void begin(String hash, Object user) {
        users.computeIfAbsent(hash, _ -> new HashSet<>()).add(user);
        unusedSince.remove(hash);
    }

    /** From now on it uses nothing else. */
    void only(String hash, Object user, long nowNanos) {
        users.forEach((other, all) -> {
            if (!other.equals(hash) && all.remove(user) && all.isEmpty()) {
                unusedSince.put(other, nowNanos);
            }
        });
        users.values().removeIf(Set::isEmpty);
    }

    /** It uses nothing any more. */
    void end(Object user, long nowNanos) {
        only("", user, nowNanos); // no hash is empty
    }

    /** Told once. */
    List<String> over(long nowNanos) {
        List<String> over = unusedSince.entrySet().stream()
                .filter(each -> nowNanos - each.getValue() >= GRACE_NANOS)
                .map(Map.Entry::getKey)
                .toList();
        over.forEach(unusedSince::remove);
        return over;
    }
}
