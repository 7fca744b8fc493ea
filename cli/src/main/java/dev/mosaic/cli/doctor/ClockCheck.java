package dev.mosaic.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * This machine's clock against the {@code Date} of an http server. Messages between units tell no time of day. That header has whole
 * seconds, so the difference is good to one.
 */
final class ClockCheck {
    private static final Duration MOST = Duration.ofSeconds(5);

    /** S3 refuses what was signed at another time than that. */
    private static final Duration MOST_S3 = Duration.ofMinutes(15);

    private static final int PATIENCE_MILLIS = 5_000;

    private ClockCheck() {}

    /**
     * Asks that server.
     *
     * @param authorities who vouch for it; empty for those of Java
     * @param isS3 else it is a head, whose certificate may not name the host
     */
    static Finding of(URI url, Optional<Path> authorities, boolean isS3) {
        String check = "clock";
        try {
            HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
            if (connection instanceof HttpsURLConnection https && authorities.isPresent()) {
                https.setSSLSocketFactory(trusting(authorities.get()).getSocketFactory());
                if (!isS3) {
                    https.setHostnameVerifier((host, session) -> true);
                }
            }
            connection.setRequestMethod("HEAD");
            connection.setInstanceFollowRedirects(false);
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            Instant asked = Instant.now();
            int status = connection.getResponseCode();
            Instant answered = Instant.now();
            long date = connection.getDate();
            connection.disconnect();
            return date == 0
                    ? Finding.warn(
                            check, url + " answers status=" + status + " without its time", "compare with: date -u")
                    : difference(
                            url.toString(),
                            Duration.between(
                                    Instant.ofEpochMilli(date).plusMillis(500),
                                    asked.plus(Duration.between(asked, answered).dividedBy(2))),
                            isS3);
        } catch (IOException | GeneralSecurityException e) {
            return Finding.warn(check, url + " does not tell its time: " + e, "check that it answers: curl -I " + url);
        }
    }

    /** @param ahead how much later it is here */
    static Finding difference(String url, Duration ahead, boolean isS3) {
        double seconds = Math.round(ahead.toMillis() / 100.0) / 10.0;
        String found = Math.abs(seconds) + " s " + (ahead.isNegative() ? "behind " : "ahead of ") + url;
        String remedy = "set the clock: timedatectl set-ntp true, there too";
        if (isS3 && ahead.abs().compareTo(MOST_S3) > 0) {
            return Finding.fail("clock", found + ", which refuses signatures of such a time", remedy);
        }
        return ahead.abs().compareTo(MOST) > 0 ? Finding.warn("clock", found, remedy) : Finding.ok("clock", found);
    }

    private static SSLContext trusting(Path authorities) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(authorities)) {
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("authority-" + trusted.size(), each);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
