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
import java.util.stream.Stream;

/**
 * A small real http server that knows the kinds of Mosaic as an API server does: it says which there are, lists no objects, has watches that
 * end when their kind is deleted, and may refuse namespaces.
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

    /** Those of Kubernetes that the operator watches. */
    private static final Map<String, String> OWN = Map.of(
            "Pod", "pods",
            "Secret", "secrets",
            "Service", "services",
            "ServiceAccount", "serviceaccounts",
            "PersistentVolumeClaim", "persistentvolumeclaims",
            "PodDisruptionBudget", "poddisruptionbudgets",
            "NetworkPolicy", "networkpolicies");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> kinds = new ConcurrentSkipListMap<>(ALL);
    private final Set<String> refused = new ConcurrentSkipListSet<>();
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
    }

    /** The client has no rights in that namespace any more, and its watches end. */
    void refuse(String namespace) {
        refused.add(namespace);
    }

    void allow(String namespace) {
        refused.remove(namespace);
    }

    void install(String kind) {
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
        } else if (isRefused(path)) {
            say(exchange, 403, """
                    {"apiVersion": "v1", "kind": "Status", "status": "Failure", "code": 403, "reason": "Forbidden", "message": "forbidden: %s"}
                    """.formatted(path));
        } else if (String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=true")) {
            watch(exchange, path);
        } else {
            say(exchange, 200, """
                    {"apiVersion": "mosaic.dev/v1alpha1", "kind": "%sList", "metadata": {"resourceVersion": "1"}, "items": []}
                    """.formatted(kind));
        }
    }

    private boolean isRefused(String path) {
        return refused.stream().anyMatch(each -> path.contains("/namespaces/" + each + "/"));
    }

    private String kind(String path) {
        return Stream.concat(kinds.entrySet().stream(), OWN.entrySet().stream())
                .filter(each -> path.endsWith("/" + each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /** Nothing happens until the kind or the right is gone. A web socket is not for this server; its client then reads the lines. */
    private void watch(HttpExchange exchange, String path) throws IOException {
        if (exchange.getRequestHeaders().containsKey("Upgrade")) {
            say(exchange, 503, "{}");
            return;
        }
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().write("""
                {"type": "BOOKMARK", "object": {"apiVersion": "mosaic.dev/v1alpha1", "kind": "%s", "metadata": {"resourceVersion": "2"}}}
                """.formatted(kind(path)).getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
        while (!kind(path).isEmpty() && !isRefused(path) && !threads.isShutdown()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        exchange.close();
    }

    private String discovery() {
        List<String> resources = new TreeMap<>(kinds)
                .entrySet().stream()
                        .map(each -> """
                                {"name": "%1$s", "kind": "%2$s", "namespaced": true, "verbs": ["create", "get"]},
                                {"name": "%1$s/status", "kind": "%2$s", "namespaced": true, "verbs": ["get"]}
                                """.formatted(each.getValue(), each.getKey()))
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
