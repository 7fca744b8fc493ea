package dev.mosaic.headapi;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A declared tessera as its head sees it. Texts that an older head does not say are empty, and a phase that is not known is {@link
 * Phase#Pending}.
 *
 * @param generation of the declaration that this is about
 * @param ready true where calls are answered at once, or wake it
 * @param reason one word for programs
 * @param message the same for people; empty where all is well
 * @param worker uid of the worker it lives in; empty for none
 * @param host address of that worker's node; empty for none
 * @param restarts how often it was made again since this head knows it
 * @param incarnation which life it has, counted by the warehouse; 0 where that is not known
 * @param lastSnapshot when its state was kept last, in ISO 8601; of a busy one up to 10 s ago, empty where that is not known, null of a
 *     head that does not say it
 * @param version of code and arguments; empty where that is not known yet
 * @param address where it is called
 */
public record TesseraState(
        String namespace,
        String name,
        long generation,
        Phase phase,
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
    public TesseraState {
        namespace = Objects.requireNonNullElse(namespace, "");
        name = Objects.requireNonNullElse(name, "");
        phase = Objects.requireNonNullElse(phase, Phase.Pending);
        reason = Objects.requireNonNullElse(reason, "");
        message = Objects.requireNonNullElse(message, "");
        worker = Objects.requireNonNullElse(worker, "");
        host = Objects.requireNonNullElse(host, "");
        version = Objects.requireNonNullElse(version, "");
        address = Objects.requireNonNullElse(address, "");
    }

    /** The same, about that declaration. */
    public TesseraState of(long declared) {
        return new TesseraState(
                namespace,
                name,
                declared,
                phase,
                ready,
                reason,
                message,
                worker,
                host,
                restarts,
                incarnation,
                lastSnapshot,
                version,
                address);
    }

    /** The same, with texts of at most that many characters: a tenant's program says them, and they have to fit into a status. */
    public TesseraState cut(int longest) {
        return new TesseraState(
                cut(namespace, longest),
                cut(name, longest),
                generation,
                phase,
                ready,
                cut(reason, longest),
                cut(message, longest),
                cut(worker, longest),
                cut(host, longest),
                restarts,
                incarnation,
                lastSnapshot == null ? null : cut(lastSnapshot, longest),
                cut(version, longest),
                cut(address, longest));
    }

    private static String cut(String text, int longest) {
        return text.substring(0, Math.min(text.length(), longest));
    }

    /** What it does, in a word. */
    public enum Phase {
        /** It is being made, or cannot be. */
        Pending,
        /** It is not in memory; a call brings it back. */
        Passive,
        Running,
        /** It is on its way to another worker. */
        Moving,
        /** It cannot be made as it is declared. */
        Failed,
        /** It is to be stopped. */
        Suspended
    }
}
