package dev.mosaic.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The names in certificates of a folder, for http clients that look at them. S7.5. */
class KeyFilesTest {
    private static final Duration LIFE = Duration.ofDays(1);

    @TempDir
    Path folder;

    private X509Certificate certificate(String file) throws Exception {
        return Pem.certificates(file, Files.readAllBytes(folder.resolve(file))).getFirst();
    }

    private List<Object> names() throws Exception {
        return certificate("tls.crt").getSubjectAlternativeNames().stream()
                .<Object>map(name -> name.get(1))
                .toList();
    }

    private SSLContext context() throws Exception {
        KeyStore own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        X509Certificate[] chain = {certificate("tls.crt")};
        own.setKeyEntry("unit", Pem.key("tls.key", Files.readAllBytes(folder.resolve("tls.key"))), new char[0], chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(own, new char[0]);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", certificate("ca.crt"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** As an http client does, which looks for the name that it asked for. */
    private void handshake(String host) throws Exception {
        SSLContext context = context();
        try (SSLServerSocket server =
                (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0)) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (SSLSocket accepted = (SSLSocket) server.accept()) {
                    accepted.startHandshake();
                } catch (Exception refused) {
                    // the client says why
                }
            });
            try (SSLSocket client = (SSLSocket) context.getSocketFactory().createSocket(host, server.getLocalPort())) {
                SSLParameters parameters = client.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                client.setSSLParameters(parameters);
                client.startHandshake();
            } finally {
                served.join();
            }
        }
    }

    @Test
    void shouldMakeACertificateThatHttpClientsOfTheMachineTake_S7_5() throws Exception {
        var _ = new KeyFiles(folder).make(LIFE);

        handshake("localhost");
        handshake("127.0.0.1");
        assertThatThrownBy(() -> handshake("127.0.0.2"))
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessageContaining("127.0.0.2");
    }

    @Test
    void shouldKeepTheNamesThatWereAskedForUntilOthersAre_S7_5() throws Exception {
        KeyFiles files = new KeyFiles(folder);
        var _ = files.make(LIFE, List.of("head.lab.example", "10.0.0.7", "localhost"));
        assertThat(names())
                .containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "head.lab.example", "10.0.0.7");

        var _ = files.renew(LIFE);
        assertThat(names()).hasSize(5).contains("head.lab.example", "10.0.0.7");

        var _ = files.renew(LIFE, List.of("other.lab.example"));
        assertThat(names()).hasSize(4).contains("other.lab.example");
    }
}
