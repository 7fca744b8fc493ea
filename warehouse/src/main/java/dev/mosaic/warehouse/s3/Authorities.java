package dev.mosaic.warehouse.s3;

import dev.mosaic.StartException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities of a file beside those of Java, for the connections of one client. The file is read again where it was written.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a look at the file for each new connection. <b>Failure:</b> {@link StartException} where the
 * file has no certificate at the start; later the authorities before stay, and a warning says so, once for each change of the file.
 */
final class Authorities extends X509ExtendedTrustManager {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.warehouse");

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private X509ExtendedTrustManager trusted;
    private @Nullable FileTime written;

    /** What was said last of the file that cannot be read; empty where it can. */
    private String said = "";

    Authorities(Path file) {
        this.file = file;
        try {
            written = Files.getLastModifiedTime(file);
            trusted = read(file);
        } catch (IOException | GeneralSecurityException e) {
            throw new StartException(
                    "the authorities of the object store, file=" + file + ", cannot be read: " + e,
                    "write their certificates there as PEM",
                    e);
        }
    }

    SSLSocketFactory sockets() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {this}, null);
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("each Java has TLS", e);
        }
    }

    private static X509ExtendedTrustManager read(Path file) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int number = 0;
        for (X509Certificate each : manager(null).getAcceptedIssuers()) {
            store.setCertificateEntry("java-" + number++, each);
        }
        Collection<? extends Certificate> own;
        try (InputStream in = Files.newInputStream(file)) {
            own = CertificateFactory.getInstance("X.509").generateCertificates(in);
        }
        if (own.isEmpty()) {
            throw new CertificateException("it has no certificate");
        }
        for (Certificate each : own) {
            store.setCertificateEntry("own-" + number++, each);
        }
        return manager(store);
    }

    private static X509ExtendedTrustManager manager(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private X509ExtendedTrustManager current() {
        lock.lock();
        try {
            FileTime now = Files.getLastModifiedTime(file);
            if (!now.equals(written)) {
                readAgain(now);
            } else {
                said = "";
            }
        } catch (IOException gone) {
            stay("", gone);
        } finally {
            lock.unlock();
        }
        return trusted;
    }

    private void readAgain(FileTime now) {
        try {
            trusted = read(file);
            written = now;
            said = "";
        } catch (IOException | GeneralSecurityException wrong) {
            stay(now.toString(), wrong);
        }
    }

    private void stay(String version, Exception why) {
        String words = version + why;
        if (!words.equals(said)) {
            said = words;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "file={0} cannot be read; the old authorities stay in use: {1}",
                    file,
                    why);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        X509TrustManager now = current();
        now.checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        current().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        current().checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw noServer();
    }

    private static CertificateException noServer() {
        return new CertificateException("nobody is served here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return current().getAcceptedIssuers();
    }
}
