package dev.mosaic.crd;

import static org.junit.jupiter.api.Assumptions.abort;

import java.util.Map;

/** What tests need and do not find: they are skipped with the reason, but where {@code CI} is set they fail. */
final class Missing {
    private Missing() {}

    static AssertionError skip(Map<String, String> environment, String reason) {
        if (environment.getOrDefault("CI", "").isEmpty()) {
            abort(reason);
        }
        throw new AssertionError(reason + "; where CI is set this is a failure");
    }
}
