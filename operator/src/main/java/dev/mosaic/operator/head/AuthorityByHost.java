package dev.mosaic.operator.head;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Who may vouch for which address: an authority for each cluster, so that no head can pass for that of another cluster, and one client
 * does for all. Names in certificates do not count: units of a cluster all have the same.
 *
 * <p><b>Threading:</b> any thread.
 */
final class AuthorityByHost extends X509ExtendedTrustManager {
    private final ConcurrentHashMap<String, X509TrustManager> authorities = new ConcurrentHashMap<>();

    /** Trusts by what is put here, also later. */
    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLSv1.3");
            context.init(null, new TrustManager[] {this}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no TLS 1.3", e);
        }
    }

    /** From now on these, as PEM, vouch for that address. */
    void put(String host, String pem) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int index = 0;
        for (Certificate each : CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
            store.setCertificateEntry("authority-" + index++, each);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        for (TrustManager each : factory.getTrustManagers()) {
            if (each instanceof X509TrustManager manager) {
                authorities.put(host, manager);
            }
        }
    }

    /** Nobody is trusted there any more. */
    void remove(String host) {
        authorities.remove(host);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain, type, engine.getPeerHost());
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(
                chain,
                type,
                socket instanceof SSLSocket tls ? tls.getHandshakeSession().getPeerHost() : null);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain, type, null);
    }

    private void check(X509Certificate[] chain, String type, @Nullable String host) throws CertificateException {
        X509TrustManager authority = host == null ? null : authorities.get(host);
        if (authority == null) {
            throw new CertificateException("no cluster's authority is known for " + host);
        }
        authority.checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("nobody calls the operator");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        checkClientTrusted(chain, type);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
