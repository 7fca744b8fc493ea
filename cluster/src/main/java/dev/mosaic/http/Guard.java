package dev.mosaic.http;

import dev.mosaic.headapi.HeadHttp;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who may ask, and for what. Without tokens whoever is on this machine may do all, but for pages in its browser: these come with the name of
 * a host, or say where they are from.
 */
final class Guard {
    private static final String OWN_HEADER = "x-mosaic-token";
    private static final String BEARER = "Bearer ";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Tokens tokens;

    Guard(Tokens tokens) {
        this.tokens = tokens;
    }

    /** What came of looking at who asks. */
    sealed interface Verdict {}

    /** May do what needs this scope. */
    record Admitted(Scope scope) implements Verdict {
        /** The answer to who asks for more. */
        Optional<Response> refusal(Scope needed) {
            return scope.includes(needed)
                    ? Optional.empty()
                    : Optional.of(Response.problem(
                            403, "that is " + scope.file() + ", and this needs " + needed.file() + " or a larger one"));
        }
    }

    record Refused(Response response) implements Verdict {}

    /** @param headers by their names in lower case */
    Verdict verdict(Map<String, String> headers) {
        if (tokens.isEmpty()) {
            return isLocal(headers)
                    ? new Admitted(Scope.ADMIN)
                    : new Refused(Response.problem(403, "without a token only programs on this machine are served"));
        }
        String shown = shown(headers);
        if (shown.isEmpty()) {
            return new Refused(Response.problem(
                            401,
                            "show the cluster's token as Authorization: Bearer TOKEN or " + HeadHttp.TOKEN + ": TOKEN")
                    .with("WWW-Authenticate", "Bearer"));
        }
        return tokens.scope(shown)
                .<Verdict>map(Admitted::new)
                .orElseGet(
                        () -> new Refused(
                                Response.problem(
                                        403,
                                        "that is not the token of this cluster: show call.token, deploy.token or admin.token of its keys")));
    }

    private static String shown(Map<String, String> headers) {
        String own = headers.getOrDefault(OWN_HEADER, "");
        String bearer = headers.getOrDefault("authorization", "");
        return own.isEmpty() && bearer.startsWith(BEARER) ? bearer.substring(BEARER.length()) : own;
    }

    private static boolean isLocal(Map<String, String> headers) {
        String host = headers.getOrDefault("host", "");
        return !headers.containsKey("origin") && isLoopback(host);
    }

    private static boolean isLoopback(String host) {
        try {
            String name = URI.create("http://" + host).getHost();
            return name != null && LOOPBACK.contains(name);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
