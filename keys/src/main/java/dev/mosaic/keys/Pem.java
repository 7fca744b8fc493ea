package dev.mosaic.keys;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Certificates and EC keys as text. */
final class Pem {
    private Pem() {}

    /** At least one, in the order of the text. */
    static List<X509Certificate> certificates(String name, byte[] text) throws GeneralSecurityException {
        Collection<? extends Certificate> found =
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(text));
        if (found.isEmpty()) {
            throw new GeneralSecurityException(name + " holds no certificate");
        }
        return found.stream().map(X509Certificate.class::cast).toList();
    }

    /** In PKCS#8. */
    static PrivateKey key(String name, byte[] text) throws GeneralSecurityException {
        String lines = new String(text, StandardCharsets.US_ASCII)
                .replaceAll("-----[A-Z ]+-----", "")
                .strip();
        try {
            byte[] der = Base64.getMimeDecoder().decode(lines);
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException(name + " is no PEM", e);
        }
    }

    static String text(List<X509Certificate> certificates) throws GeneralSecurityException {
        StringBuilder text = new StringBuilder();
        for (X509Certificate each : certificates) {
            text.append(text("CERTIFICATE", each.getEncoded()));
        }
        return text.toString();
    }

    static String text(PrivateKey key) {
        return text("PRIVATE KEY", key.getEncoded());
    }

    private static String text(String what, byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Stream.of("-----BEGIN " + what + "-----", lines, "-----END " + what + "-----", "")
                .collect(Collectors.joining("\n"));
    }
}
