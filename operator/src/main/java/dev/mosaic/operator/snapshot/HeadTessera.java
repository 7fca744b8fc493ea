package dev.mosaic.operator.snapshot;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * A tessera as its head sees it, by the head's API. Texts are cut at 1,024 characters; those that are not said are empty.
 *
 * @param generation of the declaration that this is about
 * @param phase a word that a newer head may have made
 * @param incarnation 0 where the head does not know it, or is of an earlier release
 * @param lastSnapshot when its state was kept; empty where the head does not know it, null of an earlier release
 * @param host address of the node of its worker; empty for none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record HeadTessera(
        String namespace,
        String name,
        long generation,
        String phase,
        boolean ready,
        String reason,
        String message,
        String worker,
        String host,
        int restarts,
        long incarnation,
        @Nullable String lastSnapshot,
        String version,
        String address) {
    private static final int LONGEST = 1_024;

    public HeadTessera {
        namespace = text(namespace);
        name = text(name);
        phase = text(phase);
        reason = text(reason);
        message = text(message);
        worker = text(worker);
        host = text(host);
        lastSnapshot = lastSnapshot == null ? null : text(lastSnapshot);
        version = text(version);
        address = text(address);
    }

    /** What goes into a status is said by a tenant's program, and has to fit there. */
    private static String text(@Nullable String said) {
        return said == null ? "" : said.substring(0, Math.min(said.length(), LONGEST));
    }
}
