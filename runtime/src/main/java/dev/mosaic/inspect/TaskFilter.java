package dev.mosaic.inspect;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks somebody asks for.
 *
 * @param state null for all
 * @param name a part of it; empty for all
 * @param id null for all
 * @param limit of entries
 */
public record TaskFilter(
        CallView.@Nullable State state,
        String name,
        @Nullable Id id,
        int limit) {
    private static final int MOST = 10_000;
    private static final int USUAL = 100;

    /**
     * Of the query of a path; what is not said is all.
     *
     * @throws IllegalArgumentException where limit, state or id is none
     */
    public static TaskFilter of(Map<String, String> query) {
        String state = query.getOrDefault("state", "");
        String id = query.getOrDefault("id", "");
        int limit = Integer.parseInt(query.getOrDefault("limit", Integer.toString(USUAL)));
        return new TaskFilter(
                state.isEmpty() ? null : CallView.State.valueOf(state.toUpperCase(Locale.ROOT)),
                query.getOrDefault("name", ""),
                id.isEmpty() ? null : id(id),
                Math.clamp(limit, 0, MOST));
    }

    /** The last two numbers of a uid. */
    private static Id id(String uid) {
        String[] parts = uid.split("-", -1);
        if (parts.length < 2) {
            throw new IllegalArgumentException("id=" + uid + " is none of a task");
        }
        return new Id(Long.parseUnsignedLong(parts[parts.length - 2], 16), Long.parseLong(parts[parts.length - 1], 16));
    }

    /** Of a path with its query. */
    public static TaskFilter parse(String path) {
        Map<String, String> query = new HashMap<>();
        for (String each : path.substring(path.indexOf('?') + 1).split("&", -1)) {
            int equals = each.indexOf('=');
            if (equals > 0) {
                query.put(
                        each.substring(0, equals),
                        URLDecoder.decode(each.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return of(query);
    }

    /** With its query. */
    public String path() {
        return HeadHttp.TASKS + "?limit=" + limit
                + (state == null ? "" : "&state=" + state)
                + (name.isEmpty() ? "" : "&name=" + URLEncoder.encode(name, StandardCharsets.UTF_8))
                + (id == null ? "" : "&id=" + id);
    }

    public boolean takes(CallView.State found) {
        return state == null || state == found;
    }

    public boolean takes(Id task) {
        return id == null || id.equals(task);
    }

    public boolean hasName() {
        return !name.isEmpty();
    }

    public boolean takesName(String found) {
        return name.isEmpty() || found.contains(name);
    }
}
