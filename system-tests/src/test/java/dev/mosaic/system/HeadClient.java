package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Calls a tessera over http as a client that must not lose a call: with a key, until it is answered. */
final class HeadClient {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** What the documentation says may come. */
    private static final Set<Integer> DOCUMENTED = Set.of(502, 503, 504);

    private final HttpClient http;
    private final String base;
    private final String token;

    HeadClient(String base, String token) throws GeneralSecurityException {
        SSLContext tls = SSLContext.getInstance("TLSv1.3");
        tls.init(null, new TrustManager[] {new Anybody()}, null);
        this.http = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
        this.base = base;
        this.token = token;
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

    /** Who the head is, is no question of this test; that it knows the token is. */
    private static final class Anybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
