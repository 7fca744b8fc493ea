package dev.mosaic.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder with the keys of a cluster.
 *
 * <pre>
 *   ca.crt    the authorities that units trust, the newest last      for every unit
 *   tls.crt   the certificate that units show                        for every unit
 *   tls.key   its key                                                for every unit
 *   token     the word that units know, 32 hexadecimal digits        for every unit
 *   ca.key    the key of the newest authority                        stays where keys are made
 * </pre>
 *
 * <p><b>Threading:</b> one thread, one process. <b>Failure:</b> {@link KeyFilesException} says what to do; what was there is as
 * before. Files appear whole, readable for this user only.
 */
public final class KeyFiles {
    /** Beyond the life of what it signs, an authority is replaced by {@link #rotateAuthority} only. */
    private static final Duration AUTHORITY_LIFE = Duration.ofDays(3_650);

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final int TOKEN_BYTES = 16;

    private final Path folder;
    private final Path authorities;
    private final Path authorityKey;
    private final Path certificate;
    private final Path key;
    private final Path token;

    /** The folder may be missing yet. */
    public KeyFiles(Path folder) {
        this.folder = folder;
        this.authorities = folder.resolve("ca.crt");
        this.authorityKey = folder.resolve("ca.key");
        this.certificate = folder.resolve("tls.crt");
        this.key = folder.resolve("tls.key");
        this.token = folder.resolve("token");
    }

    /**
     * Makes what is missing: an authority, a certificate, a token. Overwrites nothing.
     *
     * @param life of the certificate
     * @return until when the certificate is good
     */
    public Instant make(Duration life) throws KeyFilesException {
        for (Path made : List.of(certificate, key)) {
            if (Files.exists(made)) {
                throw new KeyFilesException(made + " is there already: use --renew for a new certificate");
            }
        }
        return act(() -> {
            PrivateFile.folder(folder);
            Authority authority =
                    Files.exists(authorities) || Files.exists(authorityKey) ? authority() : newAuthority(List.of());
            if (!Files.exists(token)) {
                byte[] random = new byte[TOKEN_BYTES];
                new SecureRandom().nextBytes(random);
                PrivateFile.write(token, HexFormat.of().formatHex(random) + "\n");
            }
            return issue(authority, life);
        });
    }

    /** Makes a new certificate, of the newest authority. Units that run take it for their next links. */
    public Instant renew(Duration life) throws KeyFilesException {
        return act(() -> issue(authority(), life));
    }

    /**
     * Makes a new authority, to be trusted beside those of before. What units show stays as it is: all of them must trust the new
     * one before the first shows a certificate of it, which {@link #renew} makes then.
     *
     * @return until when it is good
     */
    public Instant rotateAuthority() throws KeyFilesException {
        return act(() -> {
            authority();
            return newAuthority(trusted()).certificate().getNotAfter().toInstant();
        });
    }

    /**
     * Has units trust the newest authority only.
     *
     * @return how many authorities are trusted no more
     */
    public int retireAuthorities() throws KeyFilesException {
        return act(() -> {
            List<X509Certificate> before = trusted();
            X509Certificate newest = authority().certificate();
            for (X509Certificate shown : certificates(certificate)) {
                shown.verify(newest.getPublicKey());
            }
            PrivateFile.write(authorities, pem(List.of(newest)));
            return before.size() - 1;
        });
    }

    private interface Action<T> {
        T run() throws IOException, GeneralSecurityException, KeyFilesException;
    }

    private <T> T act(Action<T> action) throws KeyFilesException {
        try {
            return action.run();
        } catch (NoSuchFileException e) {
            throw new KeyFilesException(e.getFile() + " is missing: make keys first, with: mosaic keys " + folder, e);
        } catch (SignatureException | InvalidKeyException e) {
            throw new KeyFilesException(
                    certificate + " is not of the newest authority yet: use --renew first, and give it to all units",
                    e);
        } catch (IOException | GeneralSecurityException e) {
            throw new KeyFilesException("keys in " + folder + " cannot be made: " + e.getMessage(), e);
        }
    }

    private Instant issue(Authority authority, Duration life) throws IOException, GeneralSecurityException {
        Authority.Issued issued = authority.issue(Instant.now(), life);
        PrivateFile.write(key, pem(issued.key()));
        PrivateFile.write(certificate, pem(List.of(issued.certificate())));
        return issued.certificate().getNotAfter().toInstant();
    }

    private Authority newAuthority(List<X509Certificate> before) throws IOException, GeneralSecurityException {
        Authority authority = Authority.create(Instant.now(), AUTHORITY_LIFE);
        PrivateFile.write(authorityKey, pem(authority.key()));
        PrivateFile.write(
                authorities,
                pem(Stream.concat(before.stream(), Stream.of(authority.certificate()))
                        .toList()));
        return authority;
    }

    private Authority authority() throws IOException, GeneralSecurityException {
        X509Certificate newest = trusted().getLast();
        String text = Files.readString(authorityKey, StandardCharsets.US_ASCII);
        byte[] der = Base64.getMimeDecoder()
                .decode(text.replaceAll("-----[A-Z ]+-----", "").strip());
        PrivateKey signs = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
        return new Authority(newest, signs);
    }

    private List<X509Certificate> trusted() throws IOException, GeneralSecurityException {
        return certificates(authorities);
    }

    private static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        Collection<? extends Certificate> found = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)));
        if (found.isEmpty()) {
            throw new GeneralSecurityException(file + " holds no certificate");
        }
        return found.stream().map(X509Certificate.class::cast).toList();
    }

    private static String pem(List<X509Certificate> certificates) throws GeneralSecurityException {
        StringBuilder text = new StringBuilder();
        for (X509Certificate each : certificates) {
            text.append(pem(CERTIFICATE, each.getEncoded()));
        }
        return text.toString();
    }

    private static String pem(PrivateKey key) {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    private static String pem(String what, byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Stream.of("-----BEGIN " + what + "-----", lines, "-----END " + what + "-----", "")
                .collect(Collectors.joining("\n"));
    }
}
