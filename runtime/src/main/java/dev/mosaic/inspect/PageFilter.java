package dev.mosaic.inspect;

import dev.mosaic.message.Id;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks or tesserae somebody asks for.
 *
 * @param state in capitals; empty for all
 * @param name a part of it; empty for all
 * @param id null for all
 * @param tessera of a task; null for all
 * @param sinceMicros of tasks: those that ended then or later, and those that have not; since the epoch, {@link Long#MIN_VALUE} for all
 * @param beforeMicros of tasks: those that ended before; since the epoch, {@link Long#MAX_VALUE} for all
 * @param limit of entries
 */
public record PageFilter(
        String state,
        String name,
        @Nullable Id id,
        @Nullable Id tessera,
        long sinceMicros,
        long beforeMicros,
        int limit) {
    private static final int MOST = 10_000;
    private static final int USUAL = 100;

    /**
     * Of the query of a path; what is not said is all.
     *
     * @throws IllegalArgumentException where limit, a time or an id is none
     */
    public static PageFilter of(Map<String, String> query) {
        return new PageFilter(
                query.getOrDefault("state", "").toUpperCase(Locale.ROOT),
                query.getOrDefault("name", ""),
                id("id", query),
                id("tessera", query),
                micros("since", query, Long.MIN_VALUE),
                micros("before", query, Long.MAX_VALUE),
                Math.clamp(Integer.parseInt(query.getOrDefault("limit", Integer.toString(USUAL))), 0, MOST));
    }

    private static @Nullable Id id(String key, Map<String, String> query) {
        String uid = query.getOrDefault(key, "");
        return uid.isEmpty() ? null : idOf(uid);
    }

    private static long micros(String key, Map<String, String> query, long otherwise) {
        String time = query.getOrDefault(key, "");
        try {
            return time.isEmpty() ? otherwise : micros(time);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(key + "=" + time + " is no time such as 2026-11-27T18:49:13Z", e);
        }
    }

    /** Of a time in ISO 8601, since the epoch. */
    public static long micros(String time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(time));
    }

    private static String time(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString();
    }

    /**
     * The id at the end of a uid.
     *
     * @throws IllegalArgumentException where none is there
     */
    public static Id idOf(String uid) {
        boolean hasLives = uid.endsWith("r");
        String[] parts = (hasLives ? uid.substring(0, uid.length() - 1) : uid).split("-", -1);
        if (parts.length < 2) {
            throw new IllegalArgumentException("id=" + uid + " is none: it ends with two numbers");
        }
        Id id = new Id(
                Long.parseUnsignedLong(parts[parts.length - 2], 16), Long.parseLong(parts[parts.length - 1], 16));
        return hasLives ? id.withLives() : id;
    }

    /** Of a path with its query. */
    public static PageFilter parse(String path) {
        return of(queryOf(path));
    }

    static Map<String, String> queryOf(String path) {
        Map<String, String> query = new HashMap<>();
        for (String each : path.substring(path.indexOf('?') + 1).split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                query.put(
                        each.substring(0, equals),
                        URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return query;
    }

    /** Behind a path. */
    public String query() {
        return "?limit=" + limit
                + (state.isEmpty() ? "" : "&state=" + URLEncoder.encode(state, StandardCharsets.UTF_8))
                + (name.isEmpty() ? "" : "&name=" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                + (id == null ? "" : "&id=" + id)
                + (tessera == null ? "" : "&tessera=" + tessera)
                + (sinceMicros == Long.MIN_VALUE ? "" : "&since=" + time(sinceMicros))
                + (beforeMicros == Long.MAX_VALUE ? "" : "&before=" + time(beforeMicros));
    }

    /**
     * Of a task.
     *
     * @param endedMicros since the epoch; 0 of one that has not ended
     */
    public boolean takes(long endedMicros) {
        return endedMicros == 0
                ? beforeMicros == Long.MAX_VALUE
                : endedMicros >= sinceMicros && endedMicros < beforeMicros;
    }

    /**
     * The first of these, as many as the limit, and those after them that ended when the last of them did: what is before that is the next
     * page.
     *
     * @param ended since the epoch; 0 of one that has not ended
     */
    public <T> List<T> page(List<T> sorted, ToLongFunction<T> ended) {
        int end = Math.min(sorted.size(), limit);
        long last = end == 0 ? 0 : ended.applyAsLong(sorted.get(end - 1));
        while (last != 0 && end < sorted.size() && ended.applyAsLong(sorted.get(end)) == last) {
            end++;
        }
        return List.copyOf(sorted.subList(0, end));
    }

    public boolean takes(Enum<?> found) {
        return state.isEmpty() || state.equals(found.name());
    }

    public boolean takes(Id found) {
        return id == null || id.equals(found);
    }

    public boolean takesTessera(@Nullable Id found) {
        return tessera == null || tessera.equals(found);
    }

    public boolean hasName() {
        return !name.isEmpty();
    }

    public boolean takesName(String found) {
        return name.isEmpty() || found.contains(name);
    }
}
