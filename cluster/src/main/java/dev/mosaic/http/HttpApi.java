package dev.mosaic.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import dev.mosaic.mesh.Keys;
import dev.mosaic.mesh.LineLimit;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Serves {@link Route}s: over TLS with the cluster's certificate, as it is at that time, to those who show a token that opens their
 * {@link Scope}.
 *
 * <p>The token comes as {@code Authorization: Bearer TOKEN}, or as {@code X-Mosaic-Token: TOKEN}, since proxies such as Kubernetes' API
 * server keep the first for themselves. What is wrong is said as {@code application/problem+json}: 401 without a token, 403 with another
 * one or one of a smaller scope, 404, 405, 413, 429 where the bodies of others take all room there is, and what
 * handlers answer.
 *
 * <p><b>Threading:</b> a virtual thread for each request. <b>Cost:</b> one listening thread; nothing while nobody asks. <b>Failure:</b> an
 * {@link IOException} where the port is taken, or where others than this machine could come without keys; a client that is slow or wrong
 * costs only itself, and is cut off where its request takes longer than 30 s to come.
 */
public final class HttpApi implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.http");

    private static final int LINES_A_MINUTE = 20;

    private final LineLimit lines = new LineLimit(LINES_A_MINUTE, Duration.ofMinutes(1));
    private final HttpServer server;
    private final RequestThreads threads;
    private final Guard guard;
    private final Router router;
    private final Function<String, Optional<Response>> files;
    private final BodyRoom bodies;

    private HttpApi(
            HttpServer server,
            RequestThreads threads,
            Guard guard,
            Router router,
            Function<String, Optional<Response>> files,
            BodyRoom bodies) {
        this.server = server;
        this.threads = threads;
        this.guard = guard;
        this.router = router;
        this.files = files;
        this.bodies = bodies;
    }

    /**
     * Listens.
     *
     * @param address where; port 0 asks for any free one
     * @param keys what it shows; empty for plain http, on loopback addresses only
     * @param tokens what clients show; empty for none, on loopback addresses only
     * @param routes of several that fit a request the first
     */
    public static HttpApi open(InetSocketAddress address, Optional<Keys> keys, Tokens tokens, List<Route> routes)
            throws IOException {
        return open(address, keys, tokens, routes, _ -> Optional.empty());
    }

    /**
     * Listens.
     *
     * @param files what is at a path for anybody who reaches the server, without a token
     */
    public static HttpApi open(
            InetSocketAddress address,
            Optional<Keys> keys,
            Tokens tokens,
            List<Route> routes,
            Function<String, Optional<Response>> files)
            throws IOException {
        return open(address, keys, tokens, routes, files, BodyRoom.ofThisHeap(), new RequestThreads());
    }

    static HttpApi open(
            InetSocketAddress address,
            Optional<Keys> keys,
            Tokens tokens,
            List<Route> routes,
            Function<String, Optional<Response>> files,
            BodyRoom bodies,
            RequestThreads threads)
            throws IOException {
        boolean isLoopback =
                address.getAddress() != null && address.getAddress().isLoopbackAddress();
        if (!isLoopback && (keys.isEmpty() || tokens.isEmpty())) {
            throw new IOException(
                    address.getHostString() + " is no loopback address, and without keys only those are served");
        }
        HttpServer server = keys.isEmpty() ? HttpServer.create() : HttpsServer.create();
        if (server instanceof HttpsServer https) {
            https.setHttpsConfigurator(new OwnCertificate(keys.orElseThrow()));
        }
        server.bind(address, 0);
        server.setExecutor(threads);
        HttpApi api = new HttpApi(server, threads, new Guard(tokens), new Router(routes), files, bodies);
        server.createContext("/", api::serve);
        startAsDaemon(server);
        return api;
    }

    /** Its thread is a daemon where the one that starts it is: no program goes on for it alone. */
    private static void startAsDaemon(HttpServer server) {
        CompletableFuture.runAsync(server::start, Thread::startVirtualThread).join();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Response response;
            try {
                response = answer(exchange);
            } catch (Json.MalformedException e) {
                response = Response.problem(400, e.detail());
            } catch (InterruptedException e) {
                response = Response.problem(503, "the server is about to end");
            } catch (RuntimeException e) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        exchange.getRequestMethod() + " "
                                + exchange.getRequestURI().getPath() + " failed",
                        e);
                response = Response.problem(500, "the server failed; see its log");
            }
            write(exchange, response);
        }
    }

    private Response answer(HttpExchange exchange) throws Json.MalformedException, IOException, InterruptedException {
        if (exchange.getRequestMethod().equals("GET")) {
            Optional<Response> file = files.apply(exchange.getRequestURI().getPath());
            if (file.isPresent()) {
                return file.get();
            }
        }
        Map<String, String> headers = headers(exchange);
        return switch (guard.verdict(headers)) {
            case Guard.Refused(Response refusal) -> logged(exchange, refusal);
            case Guard.Admitted admitted -> admitted(exchange, headers, admitted);
        };
    }

    private Response logged(HttpExchange exchange, Response refusal) {
        lines.line(
                        System.nanoTime(),
                        "refused request of " + exchange.getRemoteAddress() + " with status " + refusal.status())
                .ifPresent(line -> LOG.log(System.Logger.Level.INFO, line));
        return refusal;
    }

    private Response admitted(HttpExchange exchange, Map<String, String> headers, Guard.Admitted client)
            throws Json.MalformedException, IOException, InterruptedException {
        String method = exchange.getRequestMethod();
        URI asked = exchange.getRequestURI();
        switch (router.find(method, asked)) {
            case Router.Missing(Response problem) -> {
                return problem;
            }
            case Router.Found found -> {
                Route route = found.route();
                Optional<Response> refusal = client.refusal(route.scope());
                if (refusal.isPresent()) {
                    return logged(exchange, refusal.get());
                }
                Optional<byte[]> body = body(exchange, route.bodyBytes());
                if (body.isEmpty()) {
                    return Response.problem(429, "the bodies of other requests take all room there is; ask again later")
                            .with("Retry-After", "1");
                }
                return body.get().length > route.bodyBytes()
                        ? Response.problem(413, "the body is longer than limitBytes=" + route.bodyBytes())
                        : route.handler()
                                .handle(found.request(
                                        method, asked, headers, new String(body.get(), StandardCharsets.UTF_8)));
            }
        }
    }

    private static Map<String, String> headers(HttpExchange exchange) {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getLast()));
        return headers;
    }

    private Optional<byte[]> body(HttpExchange exchange, int limitBytes) throws IOException {
        try (InputStream in = exchange.getRequestBody()) {
            return bodies.read(in, limitBytes);
        } finally {
            RequestThreads.requestIsThere();
        }
    }

    private void write(HttpExchange exchange, Response response) throws IOException {
        List<Map.Entry<String, String>> headers =
                new ArrayList<>(response.headers().entrySet());
        if (!response.contentType().isEmpty()) {
            headers.add(Map.entry("Content-Type", response.contentType()));
        }
        headers.forEach(each -> exchange.getResponseHeaders().set(each.getKey(), each.getValue()));
        switch (response.body()) {
            case Response.Whole whole -> {
                byte[] bytes = whole.text().getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
            case Response.Streamed streamed -> {
                exchange.sendResponseHeaders(response.status(), 0);
                OutputStream out = exchange.getResponseBody();
                try {
                    streamed.stream().writeTo(text -> {
                        out.write(text.getBytes(StandardCharsets.UTF_8));
                        out.flush();
                    });
                } catch (InterruptedException e) {
                    LOG.log(System.Logger.Level.DEBUG, "a stream ends with its server");
                }
            }
        }
    }

    /** Streams end where they are. */
    @Override
    public void close() {
        threads.interrupt();
        server.stop(0);
        threads.close();
    }
}
