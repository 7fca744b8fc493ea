package dev.mosaic.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.mosaic.http.RequestThreads;
import dev.mosaic.process.ListenAddress;
import dev.mosaic.service.Health;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Says over http how a process is:
 *
 * <pre>
 *   GET /livez    200, or 503 where another process should take its place
 *   GET /readyz   200, or 503 where nobody should rely on it now; /health is the same
 *
 *   {"status":"up"}     {"status":"starting","reason":"..."}     {"status":"stuck","reason":"..."}
 * </pre>
 *
 * <p><b>Threading:</b> a virtual thread for each request. <b>Cost:</b> one listening thread. <b>Failure:</b> an {@link IOException}
 * where the port is taken; a client that is slow or wrong costs only itself.
 */
public final class HealthServer implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final RequestThreads requests;

    private HealthServer(HttpServer server, RequestThreads requests) {
        this.server = server;
        this.requests = requests;
    }

    /**
     * Listens.
     *
     * @param address where; port 0 asks for any free one
     * @param health asked for each request
     */
    public static HealthServer open(ListenAddress address, Health health) throws IOException {
        HttpServer server = HttpServer.create(address.socket(), 0);
        RequestThreads requests = new RequestThreads();
        server.setExecutor(requests);
        answers(server, "/livez", "stuck", health::stuck);
        answers(server, "/readyz", "starting", health::unready);
        answers(server, "/health", "starting", health::unready);
        server.start();
        return new HealthServer(server, requests);
    }

    /** On this machine only. */
    public static HealthServer openLocally(int port, Health health) throws IOException {
        return open(new ListenAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)), health);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private static void answers(HttpServer server, String path, String status, Supplier<Optional<String>> problem) {
        server.createContext(path, exchange -> answer(exchange, path, status, problem));
    }

    private static void answer(HttpExchange exchange, String path, String status, Supplier<Optional<String>> problem)
            throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!exchange.getRequestURI().getPath().equals(path)) {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
                return;
            }
            if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.sendResponseHeaders(NOT_ALLOWED, -1);
                return;
            }
            Optional<String> reason = problem.get();
            byte[] body = reason.map(why -> "{\"status\":\"" + status + "\",\"reason\":\"" + escaped(why) + "\"}\n")
                    .orElse("{\"status\":\"up\"}\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            boolean hasBody = method.equals("GET");
            exchange.sendResponseHeaders(reason.isPresent() ? UNAVAILABLE : OK, hasBody ? body.length : -1);
            if (hasBody) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    /** As JSON writes what stands between quotes. */
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                out.append('\\').append(each);
            } else if (each < ' ') {
                out.append("\\u").append(HexFormat.of().toHexDigits(each));
            } else {
                out.append(each);
            }
        }
        return out.toString();
    }

    @Override
    public void close() {
        server.stop(0);
        requests.close();
    }
}
