package dev.mosaic.mesh.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** PEM files (RFC 7468): certificates and private keys in base 64 between two lines that say what they are. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\\s]*+)-----END \\1-----");

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String PRIVATE_KEY = "PRIVATE KEY";

    private Pem() {}

    /** All certificates of a file, in order; at least one. */
    static List<X509Certificate> certificates(Path file) throws IOException, KeysException {
        List<X509Certificate> found = new ArrayList<>();
        Matcher block = blocks(file);
        while (block.find()) {
            if (block.group(1).equals(CERTIFICATE)) {
                found.add(certificate(file, decode(file, block.group(2))));
            }
        }
        if (found.isEmpty()) {
            throw new KeysException(file + " holds no whole certificate in PEM");
        }
        return found;
    }

    /** The private key of a file, for a certificate of that algorithm. */
    static PrivateKey privateKey(Path file, String algorithm) throws IOException, KeysException {
        Matcher block = blocks(file);
        while (block.find()) {
            String what = block.group(1);
            if (what.equals(PRIVATE_KEY)) {
                return privateKey(file, algorithm, decode(file, block.group(2)));
            }
            if (what.endsWith(PRIVATE_KEY)) {
                throw new KeysException(file + " is a " + what
                        + ", not in plain PKCS#8; turn it into one with: openssl pkcs8 -topk8 -nocrypt");
            }
        }
        throw new KeysException(file + " holds no whole private key in PEM");
    }

    private static Matcher blocks(Path file) throws IOException {
        return BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    }

    private static byte[] decode(Path file, String base64) throws KeysException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new KeysException(file + " is not in base 64 where it should be", e);
        }
    }

    private static X509Certificate certificate(Path file, byte[] der) throws KeysException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new KeysException(file + " holds a certificate that cannot be read", e);
        }
    }

    private static PrivateKey privateKey(Path file, String algorithm, byte[] der) throws KeysException {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException e) {
            throw new KeysException(file + " is no private key of kind " + algorithm + ", as the certificate has", e);
        }
    }
}
