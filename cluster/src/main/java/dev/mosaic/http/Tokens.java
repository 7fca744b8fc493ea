package dev.mosaic.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which token opens which {@link Scope}.
 *
 * <p>A scope has its token in the file {@link Scope#file} of the folder with the keys. Where there is no such file, as in a Secret of one's
 * own, a token of the units opens it, of which there may be several while it changes; from the moment that the file was
 * seen, none of them does any more. A scope whose file has no word in it, or is gone, is opened by nobody.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> reads the three files at most once in 2 s, when somebody asks. <b>Failure:</b> a file that
 * is there and cannot be read any more leaves what was read before, with one warning.
 */
public final class Tokens {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.http");
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final @Nullable Path folder;
    private final Supplier<List<String>> member;
    private final Map<Scope, String> own = new EnumMap<>(Scope.class);
    private long lookedNanos;
    private boolean isBroken;

    private Tokens(@Nullable Path folder, Supplier<List<String>> member) {
        this.folder = folder;
        this.member = member;
    }

    /**
     * One for all scopes.
     *
     * @param member those of the units, asked for each request; empty where none is wanted
     */
    public static Tokens of(Supplier<List<String>> member) {
        return new Tokens(null, member);
    }

    /**
     * Those of a folder that {@code mosaic keys} made, or that a Secret is mounted at.
     *
     * @param member the tokens of the units, asked for each request
     * @throws IOException where a file is there and cannot be read
     */
    public static Tokens in(Path folder, Supplier<List<String>> member) throws IOException {
        Tokens tokens = new Tokens(folder, member);
        tokens.read(folder);
        return tokens;
    }

    /** Whether none is wanted. */
    synchronized boolean isEmpty() {
        return own.isEmpty() && member.get().isEmpty();
    }

    /** The largest scope that this one opens; empty for none. Takes as long for a token that is nearly right. */
    synchronized Optional<Scope> scope(String shown) {
        look();
        byte[] bytes = shown.getBytes(StandardCharsets.UTF_8);
        List<String> units = member.get();
        Optional<Scope> opened = Optional.empty();
        for (Scope each : Scope.values()) {
            String token = own.get(each);
            for (String opens : token == null ? units : List.of(token)) {
                boolean isIt = MessageDigest.isEqual(bytes, opens.getBytes(StandardCharsets.UTF_8));
                opened = isIt && !opens.isEmpty() ? Optional.of(each) : opened;
            }
        }
        return opened;
    }

    private void look() {
        Path from = folder;
        if (from == null || System.nanoTime() - lookedNanos < LOOK_NANOS) {
            return;
        }
        try {
            read(from);
            isBroken = false;
        } catch (IOException e) {
            if (!isBroken) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "the tokens in {0} cannot be read; the old ones stay in use: {1}",
                        from,
                        e);
            }
            isBroken = true;
        }
    }

    private void read(Path from) throws IOException {
        lookedNanos = System.nanoTime();
        for (Scope each : Scope.values()) {
            try {
                own.put(each, Files.readString(from.resolve(each.file())).strip());
            } catch (NoSuchFileException none) {
                if (own.replace(each, "") != null) {
                    LOG.log(System.Logger.Level.DEBUG, "{0} is gone", none.getMessage());
                }
            }
        }
    }

    /** Without them. */
    @Override
    public synchronized String toString() {
        return "Tokens[" + own.keySet() + ", member=" + (member.get().isEmpty() ? "none" : "set") + "]";
    }
}
