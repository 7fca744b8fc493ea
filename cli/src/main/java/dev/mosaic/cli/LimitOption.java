package dev.mosaic.cli;

import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option {@code --limit} of verbs that list, and what they say of what is not shown. */
final class LimitOption {
    @Option(
            names = "--limit",
            paramLabel = "COUNT",
            description = "The largest number of lines; ${DEFAULT-VALUE} by default, 10000 at most.")
    private int limit = 100;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    LimitOption() {}

    /** The first part of the query of a path. */
    String query() {
        return "?limit=" + limit;
    }

    /** A further part; empty where it was not said. */
    static String part(String key, @Nullable String value) {
        return value == null ? "" : "&" + key + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /**
     * Says what the list does not show.
     *
     * @param options that show others
     * @param silent uids of units that did not answer
     * @param theirs what is missing of these
     * @param notes what else is to be said, between
     */
    void note(int shown, long matched, String options, List<String> silent, String theirs, List<String> notes) {
        PrintWriter errors = spec.commandLine().getErr();
        if (matched > shown) {
            errors.println(shown + " of " + matched + " are shown: --limit, " + options);
        }
        notes.forEach(errors::println);
        if (!silent.isEmpty()) {
            errors.println("no answer of " + String.join(", ", silent) + ": " + theirs + " not shown");
        }
        errors.flush();
    }
}
