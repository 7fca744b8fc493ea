package dev.mosaic.operator;

import dev.mosaic.crd.Cluster;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operator as a process of its own, as it was packed, for one namespace.
 *
 * <p><b>Threading:</b> one thread.
 */
final class RunningOperator implements AutoCloseable {
    private static final Path PACKED = Path.of("target", "quarkus-app", "quarkus-run.jar");
    /** As the image has it; the heap is that of a container with the memory of the chart. */
    private static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseCompactObjectHeaders",
            "-XX:MinHeapFreeRatio=20",
            "-XX:MaxHeapFreeRatio=40");

    private static final Pattern LISTENS = Pattern.compile("Listening on: http://0\\.0\\.0\\.0:(\\d+)");

    /** Closing one may take as long as the other side likes. */
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Process process;
    private final Path log;
    private final int port;

    private RunningOperator(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.port = Eventually.present("the operator listens", () -> port(log));
    }

    /** Of that namespace, and of another one in which nothing is, with an image that no node has. */
    static RunningOperator start(Cluster cluster, String namespace, Path log) {
        return start(cluster, namespace, log, Map.of());
    }

    /**
     * The same with other settings.
     *
     * @param environment variables of its process
     */
    static RunningOperator start(Cluster cluster, String namespace, Path log, Map<String, String> environment) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JVM);
        Pattern.compile(" ")
                .splitAsStream(System.getProperty("mosaic.operator.jvm", "-Xms8m -Xmx300m"))
                .forEach(command::add);
        command.addAll(List.of("-jar", PACKED.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("KUBECONFIG", cluster.kubeconfig().toString());
        builder.environment().put("MOSAIC_NAMESPACE", namespace);
        builder.environment().put("MOSAIC_WATCH_NAMESPACES", namespace + ",default"); // informers of more than one
        builder.environment().put("MOSAIC_RUNTIME_IMAGE", "mosaic/no-such-image:0.1.0");
        builder.environment().put("MOSAIC_HTTP_PORT", "0");
        builder.environment().put("MALLOC_ARENA_MAX", "2");
        builder.environment().putAll(environment);
        try {
            return new RunningOperator(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it answers; empty where it does not answer with 200. */
    String get(String path) {
        return answer(path)
                .filter(each -> each.statusCode() == 200)
                .map(HttpResponse::body)
                .orElse("");
    }

    /** What it answers, whatever the status; empty where it does not answer. */
    String said(String path) {
        return answer(path).map(HttpResponse::body).orElse("");
    }

    private Optional<HttpResponse<String>> answer(String path) {
        try {
            return Optional.of(HTTP.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .timeout(Duration.ofSeconds(10))
                            .build(),
                    HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** How many reconciliations of a controller went well. */
    int reconciled(String controller) {
        Matcher figure = Pattern.compile(
                        "reconciliations_success_total\\{controller_name=\"" + controller + "\".*} (\\d+)")
                .matcher(get("/q/metrics"));
        int sum = 0;
        while (figure.find()) {
            sum += Integer.parseInt(figure.group(1));
        }
        return sum;
    }

    /** Processor time it has taken. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElseThrow();
    }

    /** Memory it has, of all kinds. */
    long residentMiB() {
        return lines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                        .filter(line -> line.startsWith("VmRSS:"))
                        .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .findFirst()
                        .orElseThrow()
                / 1024;
    }

    /**
     * Lines that warn or complain. Two are no fault of the operator: on a loaded machine Vert.x takes a thread that gets no processor for one
     * that is blocked, and the API server may close an idle connection in the moment it is used, after which the operator tries again.
     */
    List<String> complaints() {
        return lines(log).stream()
                .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                .filter(line -> !line.contains("BlockedThreadChecker"))
                .filter(line -> !line.endsWith("KubernetesClientException: Connection was closed"))
                .toList();
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    /** As Kubernetes ends it. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the operator does not end: " + lines(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }

    private static Optional<Integer> port(Path log) {
        return lines(log).stream()
                .map(LISTENS::matcher)
                .filter(Matcher::find)
                .map(found -> Integer.parseInt(found.group(1)))
                .findFirst();
    }

    private static List<String> lines(Path log) {
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
