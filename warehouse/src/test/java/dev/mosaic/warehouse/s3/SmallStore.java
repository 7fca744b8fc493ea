package dev.mosaic.warehouse.s3;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A small server of S3, of STS, and of the keys of a pod, for what MinIO cannot show: which keys each request came with, keys that are
 * taken back, and a certificate of its own. It puts and reads small objects. It looks at the name of the key, not at signatures.
 */
final class SmallStore implements AutoCloseable {
    private static final String PASSWORD = "changeit";

    /** The access key that is let in now. */
    volatile String accessKey;

    /** The access key of each request for an object, with the token of a session behind it. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    /** What STS was asked for. */
    final List<Map<String, String>> roles = new CopyOnWriteArrayList<>();

    /** The access keys that STS and the pod's server give out, the last one for ever, and how long they last. */
    final List<String> given = new CopyOnWriteArrayList<>();

    volatile long secondsGiven = 3_600;

    /** How other keys are refused. */
    volatile int statusOfOthers = 403;

    volatile String codeOfOthers = "InvalidAccessKeyId";

    /** Who may write, and not look whether an object is there: the answer to HEAD is 403, as of S3 without the right to list. */
    volatile boolean mayOnlyWrite;

    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    private final HttpServer server;
    private final String scheme;

    private SmallStore(HttpServer server, String scheme, String accessKey) {
        this.server = server;
        this.scheme = scheme;
        this.accessKey = accessKey;
        server.createContext("/", this::answer);
        server.start();
    }

    static SmallStore open(String accessKey) throws IOException {
        return new SmallStore(HttpServer.create(anyPort(), 0), "http", accessKey);
    }

    /** With the certificate that {@link #certificate} made in that folder. */
    static SmallStore openWithTls(String accessKey, Path folder) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("server.p12"))) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(anyPort(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new SmallStore(server, "https", accessKey);
    }

    /** A key of a server on this machine and its certificate, which nobody but itself has signed. */
    static Path certificate(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        keytool(folder, "-genkeypair", "-keyalg", "EC", "-dname", "CN=store", "-ext", "san=ip:127.0.0.1");
        keytool(folder, "-exportcert", "-rfc", "-file", "ca.crt");
        return folder.resolve("ca.crt");
    }

    private static void keytool(Path folder, String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-alias", "store", "-keystore", "server.p12", "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(said);
        }
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    String endpoint() {
        return scheme + "://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            Map<String, String> query = fields(exchange.getRequestURI().getRawQuery());
            query.putAll(fields(new String(body, StandardCharsets.ISO_8859_1)));
            if ("AssumeRoleWithWebIdentity".equals(query.get("Action"))) {
                roles.add(query);
                send(exchange, 200, role());
            } else if (path.equals("/pod-keys")) {
                roles.add(Map.of(
                        "token", String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"))));
                send(exchange, 200, podKeys());
            } else {
                object(exchange, path, body);
            }
        }
    }

    private static Map<String, String> fields(String encoded) {
        Map<String, String> fields = new HashMap<>();
        for (String each : encoded == null ? new String[0] : encoded.split("&")) {
            int at = each.indexOf('=');
            if (at > 0) {
                fields.put(each.substring(0, at), URLDecoder.decode(each.substring(at + 1), StandardCharsets.UTF_8));
            }
        }
        return fields;
    }

    private String next() {
        return given.size() > 1 ? given.removeFirst() : given.getFirst();
    }

    private String expiration() {
        return Instant.ofEpochSecond(Instant.now().getEpochSecond() + secondsGiven)
                .toString();
    }

    private String role() {
        String key = next();
        return """
                <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
                <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>%s</AccessKeyId>
                <SecretAccessKey>secret</SecretAccessKey><SessionToken>session-of-%s</SessionToken>
                <Expiration>%s</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
                </AssumeRoleWithWebIdentityResponse>""".formatted(key, key, expiration());
    }

    private String podKeys() {
        String key = next();
        return "{\"AccessKeyId\":\"%s\",\"SecretAccessKey\":\"secret\",\"Token\":\"session-of-%s\",\"Expiration\":\"%s\"}"
                .formatted(key, key, expiration());
    }

    private void object(HttpExchange exchange, String path, byte[] body) throws IOException {
        String signed = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        String key = signed.replaceAll("(?s).*Credential=([^/]*)/.*", "$1");
        String session = exchange.getRequestHeaders().getFirst("X-Amz-Security-Token");
        asked.add(key + (session == null ? "" : " " + session));
        if (!key.equals(accessKey)) {
            refuse(exchange, statusOfOthers, codeOfOthers);
            return;
        }
        if (mayOnlyWrite && !exchange.getRequestMethod().equals("PUT")) {
            refuse(exchange, 403, "AccessDenied");
            return;
        }
        exchange.getResponseHeaders().set("ETag", "\"tag\"");
        exchange.getResponseHeaders().set("Last-Modified", "Sun, 22 Nov 2026 06:00:00 GMT");
        boolean isBucket = path.chars().filter(each -> each == '/').count() < 2;
        switch (exchange.getRequestMethod()) {
            case "PUT" -> {
                objects.put(path, body);
                send(exchange, 200, "");
            }
            case "HEAD" -> send(exchange, isBucket || objects.containsKey(path) ? 200 : 404, "");
            default -> {
                byte[] there = objects.get(path);
                send(exchange, there == null ? 404 : 200, there == null ? new byte[0] : there);
            }
        }
    }

    /** Says why; not to HEAD. */
    private static void refuse(HttpExchange exchange, int status, String code) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/xml");
        send(exchange, status, "<Error><Code>" + code + "</Code><Message>refused</Message></Error>");
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean isEmpty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, isEmpty ? -1 : body.length);
        if (!isEmpty) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
