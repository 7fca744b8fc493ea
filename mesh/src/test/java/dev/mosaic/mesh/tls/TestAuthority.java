package dev.mosaic.mesh.tls;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * An authority that makes certificates as a test wants them: expired, for other uses, with RSA keys. Written in DER by hand,
 * so that no library stands between the test and the bytes.
 */
public final class TestAuthority {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'");
    private static final AtomicLong SERIAL = new AtomicLong(1);

    private static final String COMMON_NAME = "2.5.4.3";
    private static final String BASIC_CONSTRAINTS = "2.5.29.19";
    private static final String KEY_USE = "2.5.29.37";
    private static final String SERVER = "1.3.6.1.5.5.7.3.1";
    private static final String CLIENT = "1.3.6.1.5.5.7.3.2";
    private static final String ECDSA_SHA256 = "1.2.840.10045.4.3.2";
    private static final String RSA_SHA256 = "1.2.840.113549.1.1.11";

    private final String name;
    private final KeyPair pair;
    private final String certificate;

    /** What a leaf is like. */
    public enum Leaf {
        GOOD,
        RSA,
        EXPIRED,
        NOT_YET,
        /** For three seconds. */
        BRIEF,
        SERVER_ONLY
    }

    /** A certificate and its key, in PEM. */
    public record Made(String certificate, String key) {}

    /** A new authority of that name. */
    public TestAuthority(String name) {
        this.name = name;
        this.pair = pair(false);
        this.certificate = pem(
                "CERTIFICATE",
                certificate(
                        name,
                        name,
                        pair,
                        pair.getPrivate(),
                        Instant.now().minus(Duration.ofDays(400)),
                        Instant.now().plus(Duration.ofDays(1)),
                        extension(BASIC_CONSTRAINTS, sequence(bytes(1, 1, 0xFF)))));
    }

    /** Its own certificate, in PEM. */
    public String certificate() {
        return certificate;
    }

    /** Makes a certificate. */
    public Made make(Leaf leaf) {
        KeyPair keys = pair(leaf == Leaf.RSA);
        Instant now = Instant.now();
        Instant from = leaf == Leaf.NOT_YET ? now.plus(Duration.ofHours(1)) : now.minus(Duration.ofHours(2));
        Instant to = switch (leaf) {
            case EXPIRED -> now.minus(Duration.ofHours(1));
            case BRIEF -> now.plus(Duration.ofSeconds(3));
            default -> now.plus(Duration.ofHours(2));
        };
        byte[] uses = leaf == Leaf.SERVER_ONLY ? sequence(oid(SERVER)) : sequence(oid(SERVER), oid(CLIENT));
        byte[] der = certificate("unit", name, keys, pair.getPrivate(), from, to, extension(KEY_USE, uses));
        return new Made(
                pem("CERTIFICATE", der), pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    }

    /** Writes the three files of a unit. */
    public Path write(Path folder, Leaf leaf) {
        return write(folder, certificate, make(leaf));
    }

    /** Writes three files as they are given. */
    public static Path write(Path folder, String authorities, Made unit) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("ca.crt"), authorities);
            Files.writeString(folder.resolve("tls.crt"), unit.certificate());
            Files.writeString(folder.resolve("tls.key"), unit.key());
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For a peer that shows that certificate, or none, and trusts everybody. */
    public static SSLContext context(Made shown) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            if (shown != null) {
                byte[] der = Base64.getMimeDecoder()
                        .decode(shown.key().replaceAll("-----[A-Z ]+-----", "").strip());
                Certificate certificate = CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(shown.certificate().getBytes(StandardCharsets.US_ASCII)));
                PrivateKey key = KeyFactory.getInstance(
                                certificate.getPublicKey().getAlgorithm())
                        .generatePrivate(new PKCS8EncodedKeySpec(der));
                store.setKeyEntry("unit", key, new char[0], new Certificate[] {certificate});
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), new TrustManager[] {new Trusting()}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Trusts everybody. */
    private static final class Trusting extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }

    private static KeyPair pair(boolean rsa) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(rsa ? "RSA" : "EC");
            generator.initialize(rsa ? 2048 : 256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** RFC 5280, version 3. */
    private static byte[] certificate(
            String subject,
            String issuer,
            KeyPair keys,
            PrivateKey signer,
            Instant from,
            Instant to,
            byte[] extension) {
        boolean rsa = signer.getAlgorithm().equals("RSA");
        byte[] algorithm = rsa ? sequence(oid(RSA_SHA256), bytes(5, 0)) : sequence(oid(ECDSA_SHA256));
        byte[] toBeSigned = sequence(
                tagged(0xA0, bytes(2, 1, 2)),
                integer(SERIAL.getAndIncrement()),
                algorithm,
                name(issuer),
                sequence(time(from), time(to)),
                name(subject),
                keys.getPublic().getEncoded(),
                tagged(0xA3, sequence(extension)));
        try {
            Signature signature = Signature.getInstance(rsa ? "SHA256withRSA" : "SHA256withECDSA");
            signature.initSign(signer);
            signature.update(toBeSigned);
            return sequence(toBeSigned, algorithm, tagged(3, bytes(0), signature.sign()));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] extension(String id, byte[] value) {
        return sequence(oid(id), tagged(4, value));
    }

    private static byte[] name(String common) {
        return sequence(tagged(0x31, sequence(oid(COMMON_NAME), tagged(12, common.getBytes(StandardCharsets.UTF_8)))));
    }

    private static byte[] time(Instant at) {
        return tagged(24, UTC.format(at.atOffset(ZoneOffset.UTC)).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] integer(long value) {
        return tagged(2, BigInteger.valueOf(value).toByteArray());
    }

    private static byte[] oid(String dotted) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<Long> arcs = new ArrayList<>();
        for (String arc : dotted.split("\\.", -1)) {
            arcs.add(Long.parseLong(arc));
        }
        out.write((int) (arcs.get(0) * 40 + arcs.get(1)));
        for (long arc : arcs.subList(2, arcs.size())) {
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >>> shift != 0) {
                    out.write((int) (((arc >>> shift) & 0x7F) | 0x80));
                }
            }
            out.write((int) (arc & 0x7F));
        }
        return tagged(6, out.toByteArray());
    }

    private static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    private static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            body.writeBytes(part);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = body.size();
        if (length >= 0x80) {
            byte[] digits = BigInteger.valueOf(length).toByteArray();
            int from = digits[0] == 0 ? 1 : 0;
            out.write(0x80 | (digits.length - from));
            out.write(digits, from, digits.length - from);
        } else {
            out.write(length);
        }
        out.writeBytes(body.toByteArray());
        return out.toByteArray();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static String pem(String what, byte[] der) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + what + "-----\n";
    }
}
