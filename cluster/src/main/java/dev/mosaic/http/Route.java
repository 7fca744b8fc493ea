package dev.mosaic.http;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who answers for a method and a path.
 *
 * @param path such as {@code /v1/nodes/{host}/drain}: what stands in braces is any one segment
 * @param scope what a client's token has to open; a smaller one is refused with 403
 * @param bodyBytes what is longer is refused with 413
 */
public record Route(String method, String path, Scope scope, int bodyBytes, Handler handler) {
    private static final int BODY_BYTES = 1 << 20;

    /**
     * Answers.
     *
     * <p><b>Threading:</b> a virtual thread for each request; it may block, and is interrupted when the server closes. <b>Failure:</b>
     * {@link Json.MalformedException} answers 400; any other exception 500 with a log line, and is a defect.
     */
    @FunctionalInterface
    public interface Handler {
        Response handle(Request request) throws Json.MalformedException, IOException, InterruptedException;
    }

    /** With bodies of up to a MiB. */
    public Route(String method, String path, Scope scope, Handler handler) {
        this(method, path, scope, BODY_BYTES, handler);
    }

    /** The variables of a path, by their names; empty where it is another one. */
    Optional<Map<String, String>> match(List<String> segments) {
        String[] wanted = path.substring(1).split("/", -1);
        if (wanted.length != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < wanted.length; i++) {
            String segment = segments.get(i);
            if (wanted[i].startsWith("{")) {
                variables.put(wanted[i].substring(1, wanted[i].length() - 1), segment);
            } else if (!wanted[i].equals(segment)) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }
}
