package dev.mosaic.system;

import dev.mosaic.crd.Cluster;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many requests of the operator the API server has taken. {@code apiserver_request_total} does not say whose they are. The API server's
 * own sharing of its time does: the operator's account has a FlowSchema here for each kind of request, and {@code
 * apiserver_flowcontrol_dispatched_requests_total} counts by FlowSchema.
 */
final class OperatorRequests implements AutoCloseable {
    private static final String NAME = "mosaic-test-operator-";
    private static final Pattern COUNTED = Pattern.compile(
            "apiserver_flowcontrol_dispatched_requests_total\\{[^}]*flow_schema=\"" + NAME + "(\\w+)\"[^}]*} (\\S+)");

    /** Ahead of those that Kubernetes has for accounts, and for leader election. */
    private static final int FIRST = 40;

    private final Product product;

    private OperatorRequests(Product product) {
        this.product = product;
    }

    /** From now on; it takes the API server some seconds to know it. */
    static OperatorRequests count(Product product) {
        Pod operator = product.operator();
        String account = operator.getSpec().getServiceAccountName();
        String namespace = operator.getMetadata().getNamespace();
        // The first that matches counts: those of leader election, watches as they are opened, what is read, events,
        // other writes, paths.
        product.apply(namespace, schema(0, "lease", account, namespace, "coordination.k8s.io", "leases", "\"*\""));
        product.apply(namespace, schema(1, "watch", account, namespace, "*", "*", "\"watch\""));
        product.apply(namespace, schema(2, "read", account, namespace, "*", "*", "\"get\", \"list\""));
        product.apply(namespace, schema(3, "event", account, namespace, "*", "events", "\"*\""));
        product.apply(namespace, schema(4, "write", account, namespace, "*", "*", "\"*\""));
        product.apply(namespace, paths(5, account, namespace));
        LockSupport.parkNanos(Duration.ofSeconds(5).toNanos());
        return new OperatorRequests(product);
    }

    private static String schema(
            int order, String name, String account, String namespace, String group, String resource, String verbs) {
        return schema(order, name, account, namespace, """
                "resourceRules": [{"apiGroups": ["%s"], "resources": ["%s"], "verbs": [%s], "clusterScope": true, "namespaces": ["*"]}]
                """.formatted(group, resource, verbs));
    }

    /** What is asked of the API server beside objects, such as its version. */
    private static String paths(int order, String account, String namespace) {
        return schema(order, "path", account, namespace, """
                "nonResourceRules": [{"verbs": ["*"], "nonResourceURLs": ["*"]}]
                """);
    }

    private static String schema(int order, String name, String account, String namespace, String rules) {
        return """
                {"apiVersion": "flowcontrol.apiserver.k8s.io/v1", "kind": "FlowSchema", "metadata": {"name": "%s%s"},
                 "spec": {"matchingPrecedence": %d, "priorityLevelConfiguration": {"name": "workload-high"},
                  "distinguisherMethod": {"type": "ByUser"},
                  "rules": [{"subjects": [{"kind": "ServiceAccount", "serviceAccount": {"name": "%s", "namespace": "%s"}}], %s}]}}
                """.formatted(NAME, name, FIRST + order, account, namespace, rules);
    }

    /** Until now, by kind; a kind of which there was none may be missing. */
    Counts now() {
        String metrics = Objects.requireNonNull(Cluster.any().client().raw("/metrics"));
        Map<String, Long> counts = new TreeMap<>();
        Matcher lines = COUNTED.matcher(metrics);
        while (lines.find()) {
            counts.merge(lines.group(1), (long) Double.parseDouble(lines.group(2)), Long::sum);
        }
        return new Counts(counts);
    }

    /** Waits until nothing was read or written for so long; the counts of then. */
    Counts awaitQuiet(Duration quiet, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        Counts before = now();
        while (true) {
            LockSupport.parkNanos(quiet.toNanos());
            Counts after = now();
            if (after.since(before).work() == 0) {
                return after;
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("the operator is not quiet within " + limit.toSeconds() + " s: in the last "
                        + quiet.toSeconds() + " s it made " + after.since(before));
            }
            before = after;
        }
    }

    @Override
    public void close() {
        for (String each : new String[] {"lease", "watch", "read", "event", "write", "path"}) {
            product.kubectl("delete", "flowschema", NAME + each, "--ignore-not-found");
        }
    }

    /** By kind of request: lease, watch, read (get and list), event, write (of all else), path (what is no object). */
    record Counts(Map<String, Long> byKind) {
        Counts since(Counts before) {
            Map<String, Long> more = new TreeMap<>();
            byKind.forEach((kind, count) -> more.put(kind, count - before.of(kind)));
            return new Counts(more);
        }

        long of(String kind) {
            return byKind.getOrDefault(kind, 0L);
        }

        /** But for those of leader election, and watches that are opened again when their time is over. */
        long work() {
            return of("read") + of("event") + of("write") + of("path");
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d reads, %d events, %d other writes, %d paths; %d watches, %d of leader election",
                    of("read"),
                    of("event"),
                    of("write"),
                    of("path"),
                    of("watch"),
                    of("lease"));
        }
    }
}
