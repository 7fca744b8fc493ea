package dev.mosaic.keys;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a cluster in memory, for two Secrets: what each unit gets, and what stays with whoever makes keys. Names and
 * contents are those of {@link KeyFiles}.
 *
 * <p><b>Threading:</b> immutable; the bytes are not to be written. <b>Cost:</b> a new certificate takes some milliseconds.
 *
 * @param units {@code ca.crt}, {@code tls.crt}, {@code tls.key}, and each {@link Token}; those of {@link Token#SCOPES} are here only,
 *     so one that is taken away here is made anew. Where somebody writes another {@code token}, the one before becomes its second line, so
 *     that units with the one and units with the other let each other in
 * @param authority {@code ca.crt}, {@code ca.key}, and {@code token}, so that units' keys that got lost are made again with the
 *     same one, and another one is seen
 */
public record ClusterKeys(Map<String, byte[]> units, Map<String, byte[]> authority) {
    /** Beyond the life of all that it signs. */
    private static final Duration AUTHORITY_LIFE = Duration.ofDays(3_650);

    private static final String AUTHORITIES = "ca.crt";
    private static final String AUTHORITY_KEY = "ca.key";
    private static final String CERTIFICATE = "tls.crt";
    private static final String KEY = "tls.key";
    private static final String TOKEN = Token.MEMBER.file();

    /** Copies the maps. */
    public ClusterKeys {
        units = Map.copyOf(units);
        authority = Map.copyOf(authority);
    }

    /** Nothing is there yet. */
    public static ClusterKeys none() {
        return new ClusterKeys(Map.of(), Map.of());
    }

    /** As below; a new certificate names no host. */
    public ClusterKeys cared(Instant now, Duration life) throws KeyFilesException {
        return cared(now, life, List.of());
    }

    /**
     * These keys with all done that is due: made, renewed, rotated; the same object where nothing is. That a certificate has other names
     * does not make it due.
     *
     * @param life of a new certificate
     * @param hosts in a new certificate, for http clients that look at the name: those of one unit, though all units show it
     * @throws KeyFilesException where what is there cannot be read
     */
    public ClusterKeys cared(Instant now, Duration life, List<String> hosts) throws KeyFilesException {
        try {
            ClusterKeys keys = this;
            KeyCare.Step step = keys.due(now);
            while (step != KeyCare.Step.KEEP) {
                keys = keys.done(step, now, life, hosts);
                step = keys.due(now);
            }
            return keys.withScopes().withTokenBefore();
        } catch (GeneralSecurityException e) {
            throw new KeyFilesException("the keys of the cluster cannot be made: " + e.getMessage(), e);
        }
    }

    /**
     * The same with tokens that somebody gives; {@link #cared} and {@link #withCertificates} do what follows from another one. What is given
     * of {@code token} is there, the newest first; a line that is there and not given stays until it is taken out here, unless the newest
     * changes.
     *
     * @param given {@code token}, and others of {@link Token} that are not to be made, by file; all else in it is passed over
     */
    public ClusterKeys withTokens(Map<String, byte[]> given) {
        Map<String, byte[]> forUnits = new TreeMap<>(units);
        List<String> wanted = lines(given.get(TOKEN));
        List<String> shown = lines(units.get(TOKEN));
        boolean isNew =
                !wanted.isEmpty() && (shown.isEmpty() || !wanted.getFirst().equals(shown.getFirst()));
        boolean isAnother = isNew || !shown.containsAll(wanted);
        if (isAnother) {
            List<String> all = new ArrayList<>(wanted);
            if (!isNew) {
                shown.stream().filter(each -> !wanted.contains(each)).forEach(all::add);
            }
            forUnits.put(TOKEN, ascii(String.join("\n", all) + "\n"));
        }
        for (Token each : Token.SCOPES) {
            byte[] text = given.get(each.file());
            if (text != null && !Arrays.equals(text, forUnits.put(each.file(), text))) {
                isAnother = true;
            }
        }
        return isAnother ? new ClusterKeys(forUnits, authority) : this;
    }

    /**
     * The same with certificates that somebody else makes and renews, and with what is due of tokens; nothing is signed here.
     *
     * @param given {@code ca.crt}, {@code tls.crt}, {@code tls.key}; all else in it is passed over
     */
    public ClusterKeys withCertificates(Map<String, byte[]> given) {
        Map<String, byte[]> forUnits = new TreeMap<>(units);
        boolean isAnother = false;
        for (String each : List.of(AUTHORITIES, CERTIFICATE, KEY)) {
            byte[] text = given.get(each);
            if (text != null && !Arrays.equals(text, forUnits.put(each, text))) {
                isAnother = true;
            }
        }
        Map<String, byte[]> kept = new TreeMap<>(authority);
        byte[] token = units.get(TOKEN);
        if (token != null && !kept.containsKey(TOKEN)) {
            kept.put(TOKEN, token);
            isAnother = true;
        }
        ClusterKeys keys = isAnother ? new ClusterKeys(forUnits, kept) : this;
        return keys.withScopes().withTokenBefore();
    }

    /** When {@link #cared} has something to do again; not before it was called once. */
    public Instant next() throws KeyFilesException {
        try {
            return KeyCare.next(life(trusted().getLast()), life(certificate().orElseThrow(() -> missing(CERTIFICATE))));
        } catch (GeneralSecurityException e) {
            throw new KeyFilesException("the keys of the cluster cannot be read: " + e.getMessage(), e);
        }
    }

    /** What has to be done first. */
    private KeyCare.Step due(Instant now) throws GeneralSecurityException {
        List<X509Certificate> trusted = trusted();
        Optional<KeyCare.Life> newest = trusted.isEmpty() ? Optional.empty() : Optional.of(life(trusted.getLast()));
        boolean whole = units.containsKey(AUTHORITIES) && units.containsKey(KEY) && units.containsKey(TOKEN);
        return KeyCare.due(
                newest,
                authority.containsKey(AUTHORITY_KEY),
                whole ? certificate().map(ClusterKeys::life) : Optional.empty(),
                now);
    }

    private ClusterKeys done(KeyCare.Step step, Instant now, Duration life, List<String> hosts)
            throws GeneralSecurityException {
        return switch (step) {
            case KEEP -> this;
            case MAKE, ROTATE -> newAuthority(now);
            case RENEW -> newCertificate(now, life, hosts);
        };
    }

    private ClusterKeys newAuthority(Instant now) throws GeneralSecurityException {
        Authority made = Authority.create(now, AUTHORITY_LIFE);
        List<X509Certificate> trusted = new ArrayList<>(trusted());
        trusted.removeIf(each -> each.getNotAfter().toInstant().isBefore(now));
        trusted.add(made.certificate());
        byte[] authorities = ascii(Pem.text(trusted));
        byte[] token = token();
        Map<String, byte[]> forUnits = new TreeMap<>(units);
        forUnits.put(AUTHORITIES, authorities);
        forUnits.put(TOKEN, token);
        // Which token units had before is known here alone.
        byte[] known = authority.getOrDefault(TOKEN, token);
        return new ClusterKeys(
                forUnits, Map.of(AUTHORITIES, authorities, AUTHORITY_KEY, ascii(Pem.text(made.key())), TOKEN, known));
    }

    /** With the tokens of http clients that are missing, since they are new or somebody took them out. */
    private ClusterKeys withScopes() {
        Map<String, byte[]> more = new TreeMap<>(units);
        for (Token each : Token.SCOPES) {
            more.computeIfAbsent(each.file(), _ -> ascii(Token.make()));
        }
        return more.size() == units.size() ? this : new ClusterKeys(more, authority);
    }

    /** With the token before, where somebody has written another one alone. */
    private ClusterKeys withTokenBefore() {
        List<String> shown = lines(units.get(TOKEN));
        List<String> kept = lines(authority.get(TOKEN));
        if (shown.isEmpty() || kept.isEmpty() || shown.getFirst().equals(kept.getFirst())) {
            return this;
        }
        Map<String, byte[]> forUnits = new TreeMap<>(units);
        if (shown.size() == 1) {
            // It ends as it ended: what becomes of it when the second line is taken out again is the same.
            byte[] text = Objects.requireNonNull(forUnits.get(TOKEN));
            boolean hasEnd = text[text.length - 1] == '\n';
            forUnits.put(TOKEN, ascii(shown.getFirst() + "\n" + kept.getFirst() + (hasEnd ? "\n" : "")));
        }
        Map<String, byte[]> forAuthority = new TreeMap<>(authority);
        forAuthority.put(TOKEN, ascii(shown.getFirst() + "\n"));
        return new ClusterKeys(forUnits, forAuthority);
    }

    private static List<String> lines(byte @Nullable [] token) {
        return token == null
                ? List.of()
                : new String(token, StandardCharsets.US_ASCII)
                        .lines()
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .toList();
    }

    private ClusterKeys newCertificate(Instant now, Duration life, List<String> hosts) throws GeneralSecurityException {
        List<X509Certificate> trusted = trusted();
        PrivateKey signs = Pem.key(AUTHORITY_KEY, authority.getOrDefault(AUTHORITY_KEY, new byte[0]));
        Authority.Issued issued = new Authority(trusted.getLast(), signs).issue(now, life, hosts);
        Map<String, byte[]> forUnits = new TreeMap<>();
        for (Token each : Token.SCOPES) {
            byte[] known = units.get(each.file());
            if (known != null) {
                forUnits.put(each.file(), known);
            }
        }
        forUnits.put(AUTHORITIES, ascii(Pem.text(trusted)));
        forUnits.put(CERTIFICATE, ascii(Pem.text(List.of(issued.certificate()))));
        forUnits.put(KEY, ascii(Pem.text(issued.key())));
        forUnits.put(TOKEN, token());
        return new ClusterKeys(forUnits, authority);
    }

    /** The newest last; what is with the authority's key counts first. */
    private List<X509Certificate> trusted() throws GeneralSecurityException {
        byte[] text = authority.containsKey(AUTHORITY_KEY) ? authority.get(AUTHORITIES) : units.get(AUTHORITIES);
        return text == null ? List.of() : Pem.certificates(AUTHORITIES, text);
    }

    private Optional<X509Certificate> certificate() throws GeneralSecurityException {
        byte[] text = units.get(CERTIFICATE);
        return text == null
                ? Optional.empty()
                : Optional.of(Pem.certificates(CERTIFICATE, text).getFirst());
    }

    /** What is there, with the units or with the authority; else a new one. */
    private byte[] token() {
        byte[] known = units.get(TOKEN);
        if (known != null) {
            return known;
        }
        byte[] kept = authority.get(TOKEN);
        return kept != null ? kept : ascii(Token.make());
    }

    private static KeyCare.Life life(X509Certificate certificate) {
        return new KeyCare.Life(
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
    }

    private static GeneralSecurityException missing(String name) {
        return new GeneralSecurityException(name + " is missing");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
