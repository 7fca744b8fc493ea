package dev.mosaic.inspect;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.message.Id;
import dev.mosaic.unit.objects.ObjectView;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which objects somebody asks for.
 *
 * @param tier null for all
 * @param id null for all
 * @param limit of entries
 */
public record ObjectFilter(
        ObjectView.@Nullable Tier tier, @Nullable Id id, int limit) {
    private static final int MOST = 10_000;
    private static final int USUAL = 100;
    private static final String BY_BYTES = "bytes";

    /**
     * Of the query of a path; what is not said is all.
     *
     * @throws IllegalArgumentException where limit, tier, id or order is none
     */
    public static ObjectFilter of(Map<String, String> query) {
        String tier = query.getOrDefault("tier", "");
        String id = query.getOrDefault("id", "");
        String sort = query.getOrDefault("sort", BY_BYTES);
        if (!sort.equals(BY_BYTES)) {
            throw new IllegalArgumentException("sort=" + sort + " is not known, sort=bytes is");
        }
        int limit = Integer.parseInt(query.getOrDefault("limit", Integer.toString(USUAL)));
        return new ObjectFilter(
                tier.isEmpty() ? null : tier(tier),
                id.isEmpty() ? null : PageFilter.idOf(id),
                Math.clamp(limit, 0, MOST));
    }

    private static ObjectView.Tier tier(String name) {
        for (ObjectView.Tier each : ObjectView.Tier.values()) {
            if (each.name().equals(name.toUpperCase(Locale.ROOT))) {
                return each;
            }
        }
        throw new IllegalArgumentException("tier=" + name + " is none of memory, disk, bucket");
    }

    /** Of a path with its query. */
    public static ObjectFilter parse(String path) {
        return of(PageFilter.queryOf(path));
    }

    /** The same for sums alone. */
    public ObjectFilter sums() {
        return new ObjectFilter(null, null, 0);
    }

    /** With its query. */
    public String path() {
        return HeadHttp.OBJECTS + "?limit=" + limit
                + (tier == null ? "" : "&tier=" + tier)
                + (id == null ? "" : "&id=" + id);
    }
}
