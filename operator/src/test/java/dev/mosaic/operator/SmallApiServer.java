package dev.mosaic.operator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A small real http server that knows the kinds of Mosaic as an API server does: it says which there are, lists none of them, and has
 * watches that end when their kind is deleted.
 *
 * <p><b>Threading:</b> answers on virtual threads.
 */
final class SmallApiServer implements AutoCloseable {
    private static final String PATH = "/apis/mosaic.dev/v1alpha1";
    private static final Map<String, String> ALL = Map.of(
            "MosaicCluster", "mosaicclusters",
            "MosaicJob", "mosaicjobs",
            "MosaicWorkerGroup", "mosaicworkergroups",
            "Tessera", "tesserae");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> kinds = new ConcurrentSkipListMap<>(ALL);
    private final Set<String> ending = new ConcurrentSkipListSet<>();
    private final HttpServer server;
    private volatile boolean isAway;

    SmallApiServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** A client that does not try again. */
    KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
    }

    /** Its definition is gone, and its watches end. */
    void delete(String kind) {
        kinds.remove(kind);
        ending.remove(kind);
    }

    /** Its definition is being deleted, and waits for its objects. */
    void end(String kind) {
        ending.add(kind);
    }

    void install(String kind) {
        ending.remove(kind);
        kinds.put(kind, ALL.get(kind));
    }

    /** Answers with an error, or as before. */
    void away(boolean is) {
        isAway = is;
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String kind = kind(path);
        if (isAway) {
            say(exchange, 500, "{}");
        } else if (path.equals(PATH)) {
            say(exchange, kinds.isEmpty() ? 404 : 200, discovery());
        } else if (kind.isEmpty()) {
            say(exchange, 404, "{}");
        } else if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true")) {
            watch(exchange, kind);
        } else {
            say(exchange, 200, """
                    {"apiVersion": "mosaic.dev/v1alpha1", "kind": "%sList", "metadata": {"resourceVersion": "1"}, "items": []}
                    """.formatted(kind));
        }
    }

    private String kind(String path) {
        return kinds.entrySet().stream()
                .filter(each -> path.endsWith("/" + each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /** Nothing happens until the kind is gone. A web socket is not for this server; its client then reads the lines. */
    private void watch(HttpExchange exchange, String kind) throws IOException {
        if (exchange.getRequestHeaders().containsKey("Upgrade")) {
            say(exchange, 503, "{}");
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write("""
                {"type": "BOOKMARK", "object": {"apiVersion": "mosaic.dev/v1alpha1", "kind": "%s", "metadata": {"resourceVersion": "2"}}}
                """.formatted(kind).getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
        while (kinds.containsKey(kind) && !threads.isShutdown()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        exchange.close();
    }

    private String discovery() {
        List<String> resources = new TreeMap<>(kinds)
                .entrySet().stream()
                        .map(each -> """
                                {"name": "%1$s", "kind": "%2$s", "namespaced": true, "verbs": [%3$s]},
                                {"name": "%1$s/status", "kind": "%2$s", "namespaced": true, "verbs": ["get"]}
                                """.formatted(
                                        each.getValue(),
                                        each.getKey(),
                                        ending.contains(each.getKey()) ? "\"get\"" : "\"create\", \"get\""))
                        .toList();
        return "{\"kind\": \"APIResourceList\", \"apiVersion\": \"v1\", \"groupVersion\": \"mosaic.dev/v1alpha1\", \"resources\": ["
                + String.join(",", resources) + "]}";
    }

    private static void say(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        server.stop(0);
    }
}
