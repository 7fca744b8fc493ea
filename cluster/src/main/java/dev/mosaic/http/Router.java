package dev.mosaic.http;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The routes of a server: finds the one that answers a request.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> compares the path with each route.
 */
public final class Router {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.http");

    private final List<Route> routes;

    /** @param routes of several that fit a request the first */
    public Router(List<Route> routes) {
        this.routes = List.copyOf(routes);
    }

    /** What was found for a request. */
    sealed interface Finding {}

    /** @param variables of the path, by their names */
    record Found(Route route, Map<String, String> variables) implements Finding {
        Request request(String method, URI asked, Map<String, String> headers, String body) {
            return new Request(method, asked.getRawPath(), variables, query(asked), headers, body);
        }
    }

    record Missing(Response problem) implements Finding {}

    Finding find(String method, URI asked) {
        String path = asked.getRawPath() == null ? "" : asked.getRawPath();
        List<String> segments = Arrays.stream(path.replaceFirst("^/", "").split("/", -1))
                .map(Router::decoded)
                .toList();
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<Map<String, String>> variables = route.match(segments);
            if (variables.isPresent() && route.method().equals(method)) {
                return new Found(route, variables.get());
            }
            variables.ifPresent(any -> allowed.add(route.method()));
        }
        return new Missing(
                allowed.isEmpty()
                        ? Response.problem(404, "nothing is at path=" + path)
                        : Response.problem(
                                        405, "method=" + method + " is not for path=" + path + ", allowed=" + allowed)
                                .with("Allow", String.join(", ", allowed)));
    }

    /**
     * The answer to a {@code GET} of somebody who may do all: a unit of the cluster.
     *
     * @param asked a path with its query
     */
    public Response get(String asked) {
        try {
            URI uri = new URI(asked);
            return switch (find("GET", uri)) {
                case Missing(Response problem) -> problem;
                case Found found -> found.route().handler().handle(found.request("GET", uri, Map.of(), ""));
            };
        } catch (URISyntaxException e) {
            return Response.problem(400, "path=" + asked + " is none: " + e.getReason());
        } catch (Json.MalformedException e) {
            return Response.problem(400, e.detail());
        } catch (IOException | InterruptedException e) {
            return Response.problem(503, "path=" + asked + " cannot be answered: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "GET " + asked + " failed", e);
            return Response.problem(500, "the server failed; see its log");
        }
    }

    private static Map<String, String> query(URI asked) {
        Map<String, String> query = new HashMap<>();
        String raw = asked.getRawQuery();
        for (String each : raw == null ? new String[0] : raw.split("&", -1)) {
            int equals = each.indexOf('=');
            String name = equals < 0 ? each : each.substring(0, equals);
            query.put(form(name), equals < 0 ? "" : form(each.substring(equals + 1)));
        }
        return query;
    }

    private static String form(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** A plus is one in a path. */
    private static String decoded(String segment) {
        return form(segment.replace("+", "%2B"));
    }
}
