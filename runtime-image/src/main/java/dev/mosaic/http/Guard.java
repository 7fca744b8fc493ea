package dev.mosaic.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who may ask. Without a token whoever is on this machine may, but for pages in its browser: these come with the name of a host, or say
 * where they are from.
 */
final class Guard {
    private static final String OWN_HEADER = "x-mosaic-token";
    private static final String BEARER = "Bearer ";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final byte[] token;

    Guard(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    /** @param headers by their names in lower case */
    Optional<Response> refusal(Map<String, String> headers) {
        if (token.length == 0) {
            return isLocal(headers)
                    ? Optional.empty()
                    : Optional.of(Response.problem(403, "without a token only programs on this machine are served"));
        }
        String shown = shown(headers);
        if (shown.isEmpty()) {
            return Optional.of(Response.problem(
                            401, "show the cluster's token as Authorization: Bearer TOKEN or X-Mosaic-Token: TOKEN")
                    .with("WWW-Authenticate", "Bearer"));
        }
        // Takes as long for a token that is nearly right.
        return MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), token)
                ? Optional.empty()
                : Optional.of(Response.problem(403, "that is not the token of this cluster"));
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
