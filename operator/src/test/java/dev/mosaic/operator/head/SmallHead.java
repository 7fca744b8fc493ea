package dev.mosaic.operator.head;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.mosaic.keys.ClusterKeys;
import dev.mosaic.keys.KeyFilesException;
import dev.mosaic.operator.desired.Names;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A small real server with the keys of a cluster, in the place of a head. It wants the token.
 *
 * <p><b>Threading:</b> answers on virtual threads.
 */
public final class SmallHead implements AutoCloseable {
    private final ClusterKeys keys;
    private final HttpsServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** At that address, with keys of its own. */
    public SmallHead(String address) {
        try {
            keys = ClusterKeys.none().cared(Instant.now(), Duration.ofDays(1), Names.headHosts("lab", "demo"));
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName(address), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context()));
            server.setExecutor(threads);
            server.start();
        } catch (KeyFilesException e) {
            throw new IllegalStateException("no keys", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is answered to who has the token. */
    public void on(String path, HttpHandler handler) {
        server.createContext(path, exchange -> {
            if (token().equals(exchange.getRequestHeaders().getFirst("X-Mosaic-Token"))) {
                handler.handle(exchange);
            } else {
                answer(exchange, 403, "{}");
            }
        });
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Of its Secret. */
    public ClusterKeys keys() {
        return keys;
    }

    /** The admin's. */
    public String token() {
        return text("admin.token").strip();
    }

    public String authorities() {
        return text("ca.crt");
    }

    /** The operator's way to it, whatever cluster it asks for. */
    public HeadApi api() {
        return HeadApi.straight(cluster -> new Doors.Found(
                new Door("lab", "demo-head", server.getAddress().getHostString(), port(), authorities(), token())));
    }

    /** A whole answer. */
    public static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private String text(String file) {
        return new String(Objects.requireNonNull(keys.units().get(file)), StandardCharsets.US_ASCII);
    }

    SSLContext context() {
        try {
            Certificate certificate = CertificateFactory.getInstance("X.509")
                    .generateCertificate(
                            new ByteArrayInputStream(text("tls.crt").getBytes(StandardCharsets.US_ASCII)));
            byte[] key = Base64.getMimeDecoder()
                    .decode(text("tls.key").replaceAll("-----[A-Z ]+-----", "").strip());
            PrivateKey secret = KeyFactory.getInstance(
                            certificate.getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(key));
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("head", secret, new char[0], new Certificate[] {certificate});
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(factory.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("no TLS with these keys", e);
        }
    }
}
