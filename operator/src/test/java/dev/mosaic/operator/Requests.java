package dev.mosaic.operator;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the API server has answered until now.
 *
 * @param applies server-side applies, which only the operator does
 * @param pods that were created
 * @param reads single objects, and lists of pods, as far as only the operator asks for such
 */
record Requests(long applies, long pods, long reads) {
    private static final Pattern COUNTED = Pattern.compile(
            "apiserver_request_total\\{.*?resource=\"(\\w+)\",scope=\"(\\w+)\",subresource=\"(\\w*)\",verb=\"(\\w+)\".*?} (\\S+)");

    private static final Set<String> KINDS = Set.of("secrets", "services", "networkpolicies", "persistentvolumeclaims");

    static Requests of(KubernetesClient client) {
        String metrics = Objects.requireNonNull(client.raw("/metrics"));
        return new Requests(
                sum(metrics, each -> each.group(4).equals("APPLY")),
                sum(
                        metrics,
                        each -> each.group(4).equals("POST")
                                && each.group(1).equals("pods")
                                && each.group(3).isEmpty()),
                sum(metrics, Requests::isRead));
    }

    private static boolean isRead(Matcher each) {
        boolean isOurs = KINDS.contains(each.group(1)) && each.group(4).equals("GET");
        boolean isPods = each.group(1).equals("pods") && each.group(4).equals("LIST");
        return isOurs || isPods;
    }

    private static long sum(String metrics, Predicate<Matcher> which) {
        return metrics.lines()
                .filter(line -> line.startsWith("apiserver_request_total{"))
                .map(COUNTED::matcher)
                .filter(Matcher::find)
                .filter(which)
                .mapToLong(each -> (long) Double.parseDouble(each.group(5)))
                .sum();
    }

    Requests since(Requests before) {
        return new Requests(applies - before.applies, pods - before.pods, reads - before.reads);
    }
}
