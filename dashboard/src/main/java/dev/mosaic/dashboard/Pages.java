package dev.mosaic.dashboard;

import dev.mosaic.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The files that the pages consist of, as the jar has them. */
final class Pages {
    /** They run no code but their own, ask nobody but their server, and are in no other page. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private Pages() {}

    /** By their paths. */
    static Map<String, Response> all() {
        return Map.of(
                "/", page("index.html", "text/html; charset=utf-8"),
                "/app.js", page("app.js", "text/javascript; charset=utf-8"),
                "/style.css", page("style.css", "text/css; charset=utf-8"),
                "/icon.svg", page("icon.svg", "image/svg+xml"),
                "/licenses.txt", page("licenses.txt", "text/plain; charset=utf-8"));
    }

    private static Response page(String name, String type) {
        return Response.whole(200, type, text(name))
                .with("Content-Security-Policy", POLICY)
                .with("X-Content-Type-Options", "nosniff")
                .with("Referrer-Policy", "no-referrer")
                .with("Cache-Control", "no-cache");
    }

    static String text(String name) {
        try (InputStream in = Pages.class.getResourceAsStream("web/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar has no file=" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
