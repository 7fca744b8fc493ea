package dev.mosaic.operator.snapshot;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.jspecify.annotations.Nullable;

/**
 * A tessera as its head sees it, by the head's API.
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
        String address) {}
