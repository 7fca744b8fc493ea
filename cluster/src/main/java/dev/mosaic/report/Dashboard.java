package dev.mosaic.report;

import dev.mosaic.dashboard.WebFiles;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.http.HttpApi;
import dev.mosaic.http.Request;
import dev.mosaic.http.Response;
import dev.mosaic.http.Route;
import dev.mosaic.http.Scope;
import dev.mosaic.http.Tokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A server on the loopback of this machine: the pages, and what they show, which it asks a cluster for.
 *
 * <p>Anybody on the machine may read the pages, which are the same for all. What they show needs the token of {@link #link}, which is behind
 * its {@code #}: browsers send that to nobody. Nothing can be changed.
 *
 * <p><b>Threading:</b> a virtual thread for each request. <b>Cost:</b> nothing while no page is open. <b>Failure:</b> an {@link IOException}
 * where the port is taken; where the cluster does not answer, the page says so and asks again.
 */
public final class Dashboard implements AutoCloseable {
    /** What may be asked: all that a head answers and that ends. */
    private static final List<String> PATHS = List.of(
            HeadHttp.STATUS,
            HeadHttp.TASKS,
            HeadHttp.INSTANCES,
            HeadHttp.OBJECTS,
            HeadHttp.EVENTS,
            HeadHttp.LOAD,
            HeadHttp.STACK,
            HeadHttp.LINES);

    private static final int PROFILE_SECONDS = 10;
    private static final int TOKEN_BYTES = 16;
    private static final String LOOPBACK = "127.0.0.1";

    /** Where the pages ask. */
    @FunctionalInterface
    public interface Cluster {
        /**
         * What its head answers to a {@code GET}.
         *
         * @param path with its query
         * @param work how long the head takes to find it out
         */
        Response get(String path, Duration work);
    }

    private final HttpApi server;
    private final String token;

    private Dashboard(HttpApi server, String token) {
        this.server = server;
        this.token = token;
    }

    /**
     * Listens.
     *
     * @param port 0 asks for any free one
     */
    public static Dashboard open(int port, Cluster cluster) throws IOException {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = HexFormat.of().formatHex(random);
        List<Route> routes = new ArrayList<>();
        for (String path : PATHS) {
            routes.add(new Route("GET", path, Scope.ADMIN, request -> cluster.get(asked(request), Duration.ZERO)));
        }
        routes.add(new Route("GET", HeadHttp.PROFILE, Scope.ADMIN, request -> profile(cluster, request)));
        InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(LOOPBACK), port);
        Tokens tokens = Tokens.of(() -> List.of(token));
        return new Dashboard(HttpApi.open(address, Optional.empty(), tokens, routes, Dashboard::file), token);
    }

    /** The file of the pages at that path, for any server that answers what a head does. */
    public static Optional<Response> file(String path) {
        return WebFiles.at(path)
                .map(file -> new Response(200, WebFiles.HEADERS, file.contentType(), new Response.Whole(file.text())));
    }

    private static Response profile(Cluster cluster, Request request) {
        try {
            int seconds = request.query("seconds").map(Integer::parseInt).orElse(PROFILE_SECONDS);
            return cluster.get(asked(request), Duration.ofSeconds(seconds));
        } catch (NumberFormatException e) {
            return Response.problem(400, "seconds is no number: " + e.getMessage());
        }
    }

    /** Its path as it came, with its query. */
    private static String asked(Request request) {
        Map<String, String> query = request.query();
        String text = query.entrySet().stream()
                .map(each -> form(each.getKey()) + "=" + form(each.getValue()))
                .collect(Collectors.joining("&"));
        return text.isEmpty() ? request.path() : request.path() + "?" + text;
    }

    private static String form(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** What to open in a browser. Whoever has it sees what the cluster does. */
    public URI link() {
        return URI.create("http://" + LOOPBACK + ":" + server.port() + "/#token=" + token);
    }

    @Override
    public void close() {
        server.close();
    }
}
