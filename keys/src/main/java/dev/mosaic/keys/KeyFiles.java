package dev.mosaic.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.stream.Stream;

/**
 * The folder with the keys of a cluster, and another for what stays where they are made: who has that can make members.
 *
 * <pre>
 *   ca.crt    the authorities that units trust, the newest last      for every unit
 *   tls.crt   the certificate that units show                        for every unit
 *   tls.key   its key                                                for every unit
 *   token     the word that units know, 32 hexadecimal digits        for every unit
 *   call.token, deploy.token, admin.token   what http clients show   for the head, each for those clients
 *
 *   ca.key    the key of the newest authority, in a folder beside it whose name ends with -authority, or in one that is said
 * </pre>
 *
 * <p><b>Threading:</b> one thread, one process. <b>Failure:</b> {@link KeyFilesException} says what to do; what was there is as
 * before. Files appear whole, readable for this user only.
 */
public final class KeyFiles {
    /** Beyond the life of what it signs, an authority is replaced by {@link #rotateAuthority} only. */
    private static final Duration AUTHORITY_LIFE = Duration.ofDays(3_650);

    private static final String AUTHORITY_KEY = "ca.key";

    /** Of a machine, for those who ask it from itself or through a tunnel. In each certificate. */
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "::1");

    private static final int DNS_NAME = 2;
    private static final int ADDRESS = 7;

    private final Path folder;
    private final Path authorities;
    private final Path authorityKey;
    private final Path certificate;
    private final Path key;

    /** The folder may be missing yet; what signs is beside it. */
    public KeyFiles(Path folder) {
        this(folder, beside(folder));
    }

    /**
     * Both may be missing yet.
     *
     * @param folder for units
     * @param authority for what signs
     */
    public KeyFiles(Path folder, Path authority) {
        this.folder = folder;
        this.authorities = folder.resolve("ca.crt");
        this.authorityKey = authority.resolve(AUTHORITY_KEY);
        this.certificate = folder.resolve("tls.crt");
        this.key = folder.resolve("tls.key");
    }

    private static Path beside(Path folder) {
        Path whole = folder.toAbsolutePath().normalize();
        Path name = whole.getFileName();
        return name == null ? whole.resolve("authority") : whole.resolveSibling(name + "-authority");
    }

    /** Where the key of the authority is, or will be. */
    public Path authorityKey() {
        return authorityKey;
    }

    /**
     * Makes what is missing: an authority, a certificate, tokens. Overwrites nothing.
     *
     * @param life of the certificate
     * @return until when the certificate is good
     */
    public Instant make(Duration life) throws KeyFilesException {
        return make(life, List.of());
    }

    /**
     * The same.
     *
     * @param hosts names and addresses at which http clients find the head, beside those of the loopback
     */
    public Instant make(Duration life, List<String> hosts) throws KeyFilesException {
        for (Path made : List.of(certificate, key)) {
            if (Files.exists(made)) {
                throw new KeyFilesException(made + " is there already: use --renew for a new certificate");
            }
        }
        return act(() -> {
            PrivateFile.folder(folder);
            Authority authority =
                    Files.exists(authorities) || Files.exists(authorityKey) ? authority() : newAuthority(List.of());
            missingTokens();
            return issue(authority, life, hosts);
        });
    }

    /**
     * Makes one token anew. Http clients with the one of before are refused as soon as the head has the new file; of another
     * {@link Token#MEMBER} units know the one before for ten minutes more, in which all have to get the new file.
     */
    public void renewToken(Token token) throws KeyFilesException {
        act(() -> {
            authority();
            PrivateFile.write(folder.resolve(token.file()), Token.make());
            return token;
        });
    }

    private void missingTokens() throws IOException {
        for (Token each : Token.values()) {
            Path file = folder.resolve(each.file());
            if (!Files.exists(file)) {
                PrivateFile.write(file, Token.make());
            }
        }
    }

    /** Makes a new certificate, of the newest authority, with the names of the one before. Units that run take it for their next links. */
    public Instant renew(Duration life) throws KeyFilesException {
        return renew(life, List.of());
    }

    /**
     * The same.
     *
     * @param hosts as for {@link #make(Duration, List)}; empty for those of the certificate before
     */
    public Instant renew(Duration life, List<String> hosts) throws KeyFilesException {
        return act(() -> issue(authority(), life, hosts.isEmpty() ? hosts() : hosts));
    }

    /** Of the certificate that is there. */
    private List<String> hosts() throws IOException, GeneralSecurityException {
        Collection<List<?>> names = certificates(certificate).getFirst().getSubjectAlternativeNames();
        return names == null
                ? List.of()
                : names.stream()
                        .filter(name -> name.contains(DNS_NAME) || name.contains(ADDRESS))
                        .map(name -> String.valueOf(name.get(1)))
                        .toList();
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
            PrivateFile.write(authorities, Pem.text(List.of(newest)));
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

    private Instant issue(Authority authority, Duration life, List<String> hosts)
            throws IOException, GeneralSecurityException {
        SequencedSet<String> names = new LinkedHashSet<>(LOOPBACK);
        hosts.stream()
                .filter(each -> !each.equals("0:0:0:0:0:0:0:1")) // as a certificate says one of these
                .forEach(names::add);
        Authority.Issued issued = authority.issue(Instant.now(), life, List.copyOf(names));
        PrivateFile.write(key, Pem.text(issued.key()));
        PrivateFile.write(certificate, Pem.text(List.of(issued.certificate())));
        return issued.certificate().getNotAfter().toInstant();
    }

    private Authority newAuthority(List<X509Certificate> before) throws IOException, GeneralSecurityException {
        Authority authority = Authority.create(Instant.now(), AUTHORITY_LIFE);
        PrivateFile.folder(Objects.requireNonNull(authorityKey.toAbsolutePath().getParent()));
        PrivateFile.write(authorityKey, Pem.text(authority.key()));
        PrivateFile.write(
                authorities,
                Pem.text(Stream.concat(before.stream(), Stream.of(authority.certificate()))
                        .toList()));
        return authority;
    }

    private Authority authority() throws IOException, GeneralSecurityException {
        return new Authority(trusted().getLast(), Pem.key(authorityKey.toString(), Files.readAllBytes(authorityKey)));
    }

    private List<X509Certificate> trusted() throws IOException, GeneralSecurityException {
        return certificates(authorities);
    }

    private static List<X509Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        return Pem.certificates(file.toString(), Files.readAllBytes(file));
    }
}
