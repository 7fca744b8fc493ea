package dev.mosaic.mesh;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bounds on everything a peer could make large.
 *
 * @param bulkBytes messages of this size and more take the bulk lane, parts of this size and more are never copied; 1 KiB
 *     to 1 MiB
 * @param maxPartBytes a larger part is not sent, and ends the link that announces it
 * @param maxParts of one message; more are not sent, and end the link
 * @param maxQueuedBytes waiting to be written to one peer on one lane, small messages up to a sixteenth of it
 *     and 256 KiB; a message alone in its queue may be larger
 * @param maxLinks at once; a connection beyond is closed unanswered
 * @param maxHandshakeBytes of one command before the link is up
 */
public record Limits(
        int bulkBytes, long maxPartBytes, int maxParts, long maxQueuedBytes, int maxLinks, int maxHandshakeBytes) {
    /**
     * 64 KiB; 2,147,483,639 bytes, the longest array; 131,072 parts; 64 MiB; 4,096 links; 8 KiB. What one unit may send others must take,
     * so all of a cluster have the same.
     */
    public static final Limits DEFAULT =
            new Limits(64 << 10, Integer.MAX_VALUE - 8, 1 << 17, 64L << 20, 4_096, 8 << 10);

    public Limits {
        require(bulkBytes >= 1 << 10 && bulkBytes <= 1 << 20, "bulkBytes", bulkBytes, "1 KiB to 1 MiB");
        require(maxPartBytes >= bulkBytes, "maxPartBytes", maxPartBytes, "at least bulkBytes");
        require(maxParts >= 1, "maxParts", maxParts, "at least 1");
        require(maxQueuedBytes >= bulkBytes, "maxQueuedBytes", maxQueuedBytes, "at least bulkBytes");
        require(maxLinks >= 1, "maxLinks", maxLinks, "at least 1");
        require(maxHandshakeBytes >= 512, "maxHandshakeBytes", maxHandshakeBytes, "at least 512");
    }

    public Limits withMaxPartBytes(long bytes) {
        return new Limits(bulkBytes, bytes, maxParts, maxQueuedBytes, maxLinks, maxHandshakeBytes);
    }

    public Limits withMaxParts(int parts) {
        return new Limits(bulkBytes, maxPartBytes, parts, maxQueuedBytes, maxLinks, maxHandshakeBytes);
    }

    public Limits withMaxQueuedBytes(long bytes) {
        return new Limits(bulkBytes, maxPartBytes, maxParts, bytes, maxLinks, maxHandshakeBytes);
    }

    public Limits withMaxLinks(int links) {
        return new Limits(bulkBytes, maxPartBytes, maxParts, maxQueuedBytes, links, maxHandshakeBytes);
    }

    /**
     * Why a message cannot be sent, naming the limit and what is above it; null where it can.
     *
     * @param firstBytes of the first part
     */
    public @Nullable String refusal(long firstBytes, List<MemorySegment> further) {
        if (further.size() >= maxParts) {
            return "parts=" + (1 + further.size()) + " is above maxParts=" + maxParts;
        }
        long largest = firstBytes;
        for (int i = 0; i < further.size(); i++) {
            largest = Math.max(largest, further.get(i).byteSize());
        }
        return largest > maxPartBytes ? "sizeBytes=" + largest + " is above maxPartBytes=" + maxPartBytes : null;
    }

    private static void require(boolean holds, String name, long value, String range) {
        if (!holds) {
            throw new MeshException(MeshException.Code.OPTION, name + "=" + value + " must be " + range);
        }
    }
}
