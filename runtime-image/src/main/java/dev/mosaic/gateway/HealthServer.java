package dev.mosaic.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;

/**
 * Says over http whether the cluster is up: {@code GET /health} is 200 with {@code {"status":"up"}}, or 503 with {@code
 * {"status":"starting"}}.
 *
 * <p><b>Threading:</b> a virtual thread for each request. <b>Cost:</b> one listening thread. <b>Failure:</b> an {@link IOException}
 * where the port is taken; a client that is slow or wrong costs only itself.
 */
public final class HealthServer implements AutoCloseable {
    private static final int OK = 200;
    private static final int NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final ExecutorService requests;
    private final BooleanSupplier up;

    private HealthServer(HttpServer server, ExecutorService requests, BooleanSupplier up) {
        this.server = server;
        this.requests = requests;
        this.up = up;
    }

    /**
     * Listens.
     *
     * @param address where; port 0 asks for any free one
     * @param up true once the cluster is up; asked for each request
     */
    public static HealthServer open(InetSocketAddress address, BooleanSupplier up) throws IOException {
        HttpServer server = HttpServer.create(address, 0);
        ExecutorService requests = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("mosaic-http").factory());
        HealthServer health = new HealthServer(server, requests, up);
        server.setExecutor(requests);
        server.createContext("/health", health::answer);
        server.start();
        return health;
    }

    /** On this machine only. */
    public static HealthServer openLocally(int port, BooleanSupplier up) throws IOException {
        return open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), up);
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.sendResponseHeaders(NOT_ALLOWED, -1);
                return;
            }
            boolean isUp = up.getAsBoolean();
            byte[] body = ("{\"status\":\"" + (isUp ? "up" : "starting") + "\"}\n").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            boolean hasBody = method.equals("GET");
            exchange.sendResponseHeaders(isUp ? OK : UNAVAILABLE, hasBody ? body.length : -1);
            if (hasBody) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        requests.close();
    }
}
