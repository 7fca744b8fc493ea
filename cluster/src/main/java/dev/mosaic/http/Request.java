package dev.mosaic.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a client asks for.
 *
 * @param method such as {@code GET}
 * @param path decoded, with a slash at its beginning
 * @param variables what stands in the path for the names in braces of its {@link Route}
 * @param query what stands behind the question mark; of several of one name the last
 * @param headers by their names in lower case
 * @param body all of it, as UTF-8
 */
public record Request(
        String method,
        String path,
        Map<String, String> variables,
        Map<String, String> query,
        Map<String, String> headers,
        String body) {
    /** Of the path; the route has that name in braces. */
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalArgumentException("name=" + name + " is not in the route's path");
        }
        return value;
    }

    public Optional<String> query(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /**
     * One header; of several of one name the last.
     *
     * @param name in any case
     */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(java.util.Locale.ROOT)));
    }

    /** The body as JSON; a handler may let the exception go, which answers 400. */
    public <T> T json(Class<T> type) throws Json.MalformedException {
        return Json.read(body, type);
    }

    /** The body as an array of JSON; a handler may let the exception go, which answers 400. */
    public <T> List<T> jsonList(Class<T> type) throws Json.MalformedException {
        return Json.readList(body, type);
    }
}
