package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/** Calls a tessera over http as a client that must not lose a call: with a key, until it is answered. */
final class HeadClient {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** What the documentation says may come. */
    private static final Set<Integer> DOCUMENTED = Set.of(502, 503, 504);

    private final HttpClient http;
    private final String base;
    private final String token;

    /** @param keys the Secret of the cluster: who may vouch for its head, and the token of callers */
    HeadClient(String base, Secret keys) throws GeneralSecurityException, IOException {
        SSLContext tls = SSLContext.getInstance("TLSv1.3");
        tls.init(null, new TrustManager[] {new OfCluster(file(keys, "ca.crt"))}, null);
        this.http = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.base = base;
        this.token = file(keys, "call.token").strip();
    }

    private static String file(Secret keys, String name) {
        return new String(Base64.getDecoder().decode(keys.getData().get(name)), StandardCharsets.US_ASCII);
    }

    int status(String method) throws IOException, InterruptedException {
        return http.send(request(method, "status"), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    /** Of a call that is answered at the first time of asking. */
    String answer(String method, String key) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request(method, key), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    private HttpRequest request(String method, String key) {
        return HttpRequest.newBuilder(URI.create(base + method))
                .timeout(Duration.ofSeconds(90))
                .header("X-Mosaic-Token", token)
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
    }

    String surely(String method, String key) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            String said;
            try {
                HttpResponse<String> answer = http.send(request(method, key), HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    return answer.body();
                }
                said = answer.statusCode() + " " + answer.body();
                assertThat(DOCUMENTED).as(said).contains(answer.statusCode());
            } catch (IOException refused) {
                said = refused.toString();
            }
            assertThat(System.nanoTime())
                    .as("call " + key + " is answered in time, last: " + said)
                    .isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    /** Heads of that cluster, and nobody else, whatever their address: units of a cluster all have the same name. */
    private static final class OfCluster extends X509ExtendedTrustManager {
        private final X509TrustManager authorities;

        private OfCluster(String pem) throws GeneralSecurityException, IOException {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate each : CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
                store.setCertificateEntry("authority-" + store.size(), each);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            authorities = (X509TrustManager) factory.getTrustManagers()[0];
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            authorities.checkServerTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            checkServerTrusted(chain, type);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            checkServerTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("nobody calls this client");
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            checkClientTrusted(chain, type);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            checkClientTrusted(chain, type);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return authorities.getAcceptedIssuers();
        }
    }
}
