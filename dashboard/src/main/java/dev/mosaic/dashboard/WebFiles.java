package dev.mosaic.dashboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The files that the pages consist of, as the jar has them.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a file is read from the jar each time.
 */
public final class WebFiles {
    /** They run no code but their own, ask nobody but their server, and are in no other page. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** Headers that a server sends with each file. */
    public static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", POLICY,
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-cache");

    private static final Map<String, Known> BY_PATH = Map.of(
            "/", new Known("index.html", "text/html; charset=utf-8"),
            "/app.js", new Known("app.js", "text/javascript; charset=utf-8"),
            "/style.css", new Known("style.css", "text/css; charset=utf-8"),
            "/icon.svg", new Known("icon.svg", "image/svg+xml"),
            "/licenses.txt", new Known("licenses.txt", "text/plain; charset=utf-8"));

    private WebFiles() {}

    /** A file as a browser gets it. */
    public record WebFile(String contentType, String text) {}

    private record Known(String name, String contentType) {}

    /**
     * What is at that path; empty for nothing.
     *
     * @param path of the address, without its query
     */
    public static Optional<WebFile> at(String path) {
        return Optional.ofNullable(BY_PATH.get(path))
                .map(known -> new WebFile(known.contentType(), text(known.name())));
    }

    static String text(String name) {
        try (InputStream in = WebFiles.class.getResourceAsStream("web/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no file=" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
