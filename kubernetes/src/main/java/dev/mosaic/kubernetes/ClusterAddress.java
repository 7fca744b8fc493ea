package dev.mosaic.kubernetes;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.process.Passage;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which cluster is meant.
 *
 * <pre>
 *   kubernetes://[namespace/]name[?context=context]
 * </pre>
 *
 * @param namespace empty for that of the kubeconfig's context
 * @param context empty for the kubeconfig's current one
 */
record ClusterAddress(Optional<String> namespace, String name, Optional<String> context) {
    private static final String CONTEXT = "?context=";
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern FORM = Pattern.compile(
            Pattern.quote(Passage.KUBERNETES) + "(?:([^/?]+)/)?([^/?]+)/?(?:" + Pattern.quote(CONTEXT) + "(.+))?");

    ClusterAddress {
        namespace.ifPresent(each -> check("namespace", each));
        check("name", name);
    }

    private static void check(String what, String label) {
        if (!LABEL.matcher(label).matches()) {
            throw new InvalidOptionException(
                    what + "=" + label + " is no name of Kubernetes",
                    "give small letters, digits and hyphens, as kubectl shows it");
        }
    }

    static ClusterAddress parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new InvalidOptionException(
                    "address=" + text + " is none", "give kubernetes://namespace/name, or that with ?context=name");
        }
        @Nullable String context = form.group(3);
        return new ClusterAddress(
                Optional.ofNullable(form.group(1)),
                form.group(2),
                Optional.ofNullable(context).map(each -> URLDecoder.decode(each, StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return Passage.KUBERNETES
                + namespace.map(each -> each + "/").orElse("")
                + name
                + context.map(each -> CONTEXT + URLEncoder.encode(each, StandardCharsets.UTF_8))
                        .orElse("");
    }
}
