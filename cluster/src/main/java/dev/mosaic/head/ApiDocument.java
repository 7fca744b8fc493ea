package dev.mosaic.head;

import dev.mosaic.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The document of OpenAPI 3.1 of a head's http: {@code docs/openapi.json}, which the build puts beside this class. */
final class ApiDocument {
    private static final String FILE = "openapi.json";

    private ApiDocument() {}

    /** It is read for each who asks: few do. */
    static Response response() {
        try (InputStream file = Objects.requireNonNull(ApiDocument.class.getResourceAsStream(FILE), FILE)) {
            return Response.whole(200, "application/json", new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " cannot be read from the jar", e);
        }
    }
}
