package dev.mosaic.mesh.tls;

import dev.mosaic.mesh.UnitTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The tokens in a file, one a line, the newest first. A token that is not in the file any more is known for {@link #OVERLAP} more, counted
 * from the change of the file: other machines may see the new file later.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> reads the file at most every {@value #LOOK_SECONDS} s, when somebody asks. <b>Failure:</b>
 * {@link IOException} when it is opened; a file that cannot be read later, or is empty, leaves what was read before, with one warning.
 */
public final class TokenFile implements UnitTokens {
    /** Kubernetes brings a changed Secret into pods within two minutes. */
    public static final Duration OVERLAP = Duration.ofMinutes(10);

    private static final System.Logger LOG = System.getLogger("dev.mosaic.mesh");
    private static final long LOOK_SECONDS = 2;
    private static final long LOOK_NANOS = Duration.ofSeconds(LOOK_SECONDS).toNanos();

    private final Path file;
    private final LongSupplier clockNanos;
    private final Age age;

    /** Tokens of before, and when each was replaced. */
    private final Map<String, Long> before = new LinkedHashMap<>();

    private List<String> known;
    private long lookedNanos;

    /** When the tokens that are known were in the file for the last time. */
    private long knownNanos;

    private boolean isBroken;

    TokenFile(Path file, LongSupplier clockNanos, Age age) throws IOException {
        this.file = file;
        this.clockNanos = clockNanos;
        this.age = age;
        this.lookedNanos = clockNanos.getAsLong();
        this.knownNanos = lookedNanos;
        this.known = read(file);
    }

    /** Reads it. */
    public static TokenFile open(Path file) throws IOException {
        return new TokenFile(file, System::nanoTime, Age::ofFile);
    }

    @Override
    public synchronized List<String> now() {
        long now = clockNanos.getAsLong();
        if (now - lookedNanos >= LOOK_NANOS) {
            lookedNanos = now;
            look(now);
        }
        before.values().removeIf(replacedNanos -> now - replacedNanos > OVERLAP.toNanos());
        List<String> all = new ArrayList<>(known);
        before.keySet().stream().filter(each -> !all.contains(each)).forEach(all::add);
        return List.copyOf(all);
    }

    private void look(long now) {
        try {
            List<String> read = read(file);
            if (!read.equals(known)) {
                long replaced = replacedNanos(now);
                known.forEach(each -> before.put(each, replaced));
                read.forEach(before::remove);
                known = read;
                LOG.log(System.Logger.Level.INFO, "another token from {0}", file);
            }
            knownNanos = now;
            isBroken = false;
        } catch (IOException e) {
            if (!isBroken) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the token in {0} is not valid; the old one stays in use: {1}",
                        file,
                        e);
            }
            isBroken = true;
        }
    }

    /** Nobody may have asked for long after the file changed; but then it held what was read before. */
    private long replacedNanos(long now) throws IOException {
        long unseenNanos = now - knownNanos;
        return now - Math.clamp(age.nanos(file), 0, unseenNanos);
    }

    private static List<String> read(Path file) throws IOException {
        List<String> tokens = Files.readString(file)
                .lines()
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .distinct()
                .toList();
        if (tokens.isEmpty()) {
            throw new IOException(file + " is empty");
        }
        return tokens;
    }

    /** How long ago a file became what it is. */
    @FunctionalInterface
    interface Age {
        long nanos(Path file) throws IOException;

        /** By when it came here, where the machine knows that: a copy may have the time of its original. */
        static long ofFile(Path file) throws IOException {
            FileTime changed =
                    file.getFileSystem().supportedFileAttributeViews().contains("unix")
                            ? (FileTime) Files.getAttribute(file, "unix:ctime")
                            : Files.getLastModifiedTime(file);
            return TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis() - changed.toMillis());
        }
    }

    /** Without them. */
    @Override
    public String toString() {
        return "TokenFile[" + file + "]";
    }
}
