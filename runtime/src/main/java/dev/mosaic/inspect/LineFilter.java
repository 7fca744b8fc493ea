package dev.mosaic.inspect;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.message.Id;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which lines of a unit somebody asks for.
 *
 * @param task null for all
 * @param tessera null for all
 * @param after the first ones behind that number; negative for the last ones there are
 * @param limit of lines
 */
public record LineFilter(@Nullable Id task, @Nullable Id tessera, long after, int limit) {
    private static final int MOST = 10_000;
    private static final int USUAL = 1_000;

    /**
     * Of the query of a path; what is not said is all.
     *
     * @throws IllegalArgumentException where a number or an id is none
     */
    public static LineFilter of(Map<String, String> query) {
        return new LineFilter(
                id(query.getOrDefault("task", "")),
                id(query.getOrDefault("tessera", "")),
                Long.parseLong(query.getOrDefault("after", "-1")),
                Math.clamp(Integer.parseInt(query.getOrDefault("limit", Integer.toString(USUAL))), 0, MOST));
    }

    private static @Nullable Id id(String uid) {
        return uid.isEmpty() ? null : PageFilter.idOf(uid);
    }

    /** Whether that path asks that unit for lines. */
    public static boolean isAsked(String uid, String path) {
        return path.startsWith(HeadHttp.LINES.replace("{uid}", uid));
    }

    /** Of a path with its query. */
    public static LineFilter parse(String path) {
        return of(PageFilter.queryOf(path));
    }

    /** With its query. */
    public String path(String uid) {
        return HeadHttp.LINES.replace("{uid}", uid) + "?limit=" + limit
                + (task == null ? "" : "&task=" + task)
                + (tessera == null ? "" : "&tessera=" + tessera)
                + (isOfLast() ? "" : "&after=" + after);
    }

    boolean isOfLast() {
        return after < 0;
    }

    /** @param printedIn the tessera; null of a stateless task */
    boolean takes(Id printedBy, @Nullable Id printedIn) {
        return (task == null || task.equals(printedBy)) && (tessera == null || tessera.equals(printedIn));
    }
}
