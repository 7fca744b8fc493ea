package dev.mosaic.mesh.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Keys that were read once and found to belong together.
 *
 * <p>Sessions are never resumed: each link shows and checks certificates, so that an expired one opens no new link. Host names
 * are not compared: who has a certificate of the cluster's own authority is a unit of it, wherever it is.
 */
final class KeySet {
    static final String AUTHORITIES = "ca.crt";
    static final String CERTIFICATE = "tls.crt";
    static final String KEY = "tls.key";

    private static final String SERVER_USE = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT_USE = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_USE = "2.5.29.37.0";
    private static final String PROTOCOL = "TLSv1.3";
    private static final String[] CIPHERS = {"TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256"};
    private static final byte[] PROBE = {1, 2, 3};

    private final SSLContext context;

    private KeySet(SSLContext context) {
        this.context = context;
    }

    /** Reads and checks the files of that folder. */
    static KeySet read(Path folder) throws IOException, KeysException {
        List<X509Certificate> authorities = Pem.certificates(folder.resolve(AUTHORITIES));
        List<X509Certificate> chain = Pem.certificates(folder.resolve(CERTIFICATE));
        X509Certificate own = chain.getFirst();
        Path keyFile = folder.resolve(KEY);
        PrivateKey key = Pem.privateKey(keyFile, own.getPublicKey().getAlgorithm());
        try {
            if (!belongTogether(key, own)) {
                throw new KeysException(keyFile + " is not the key of the certificate in " + CERTIFICATE);
            }
            checkDates(own);
            if (!isFor(own, SERVER_USE) || !isFor(own, CLIENT_USE)) {
                throw new KeysException("the certificate in " + CERTIFICATE + " must be for TLS servers and clients");
            }
            TrustManager[] trust = trust(authorities);
            checkAuthority(chain, trust);
            KeySet keys = new KeySet(context(chain, key, trust));
            new Rehearsal().run(keys.engine(true), keys.engine(false));
            return keys;
        } catch (GeneralSecurityException e) {
            throw new KeysException("the keys cannot be used: " + e.getMessage(), e);
        }
    }

    /** One side of a new link. It does not know with whom, so that nothing is kept for a next time. */
    SSLEngine engine(boolean dials) {
        SSLEngine engine = context.createSSLEngine();
        SSLParameters parameters = new SSLParameters(CIPHERS.clone(), new String[] {PROTOCOL});
        engine.setUseClientMode(dials);
        if (!dials) {
            parameters.setNeedClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    private static TrustManager[] trust(List<X509Certificate> authorities)
            throws GeneralSecurityException, IOException {
        KeyStore trusted = empty();
        for (int i = 0; i < authorities.size(); i++) {
            trusted.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        return factory.getTrustManagers();
    }

    private static SSLContext context(List<X509Certificate> chain, PrivateKey key, TrustManager[] trust)
            throws GeneralSecurityException, IOException {
        KeyStore shown = empty();
        shown.setKeyEntry("unit", key, new char[0], chain.toArray(X509Certificate[]::new));
        KeyManagerFactory show = KeyManagerFactory.getInstance("PKIX");
        show.init(shown, new char[0]);
        SSLContext context = SSLContext.getInstance(PROTOCOL);
        context.init(show.getKeyManagers(), trust, null);
        return context;
    }

    private static void checkAuthority(List<X509Certificate> chain, TrustManager[] trust) throws KeysException {
        X509Certificate[] shown = chain.toArray(X509Certificate[]::new);
        try {
            for (TrustManager each : trust) {
                if (each instanceof X509TrustManager authority) {
                    authority.checkServerTrusted(shown, "UNKNOWN");
                }
            }
        } catch (CertificateException e) {
            throw new KeysException(
                    "the certificate in " + CERTIFICATE + " is not from an authority in " + AUTHORITIES, e);
        }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> key.getAlgorithm();
        };
        Signature signing = Signature.getInstance(algorithm);
        signing.initSign(key);
        signing.update(PROBE);
        byte[] signed = signing.sign();
        Signature checking = Signature.getInstance(algorithm);
        checking.initVerify(certificate.getPublicKey());
        checking.update(PROBE);
        return checking.verify(signed);
    }

    private static void checkDates(X509Certificate certificate) throws KeysException {
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            throw new KeysException(
                    "the certificate in " + CERTIFICATE + " expired on "
                            + certificate.getNotAfter().toInstant() + "; renew it with: mosaic keys FOLDER --renew",
                    e);
        } catch (CertificateNotYetValidException e) {
            throw new KeysException(
                    "the certificate in " + CERTIFICATE + " is not valid before "
                            + certificate.getNotBefore().toInstant(),
                    e);
        }
    }

    private static boolean isFor(X509Certificate certificate, String use) throws GeneralSecurityException {
        List<String> uses = certificate.getExtendedKeyUsage();
        return uses == null || uses.contains(use) || uses.contains(ANY_USE);
    }
}
