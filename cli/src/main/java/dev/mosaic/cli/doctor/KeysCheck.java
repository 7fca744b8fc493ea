package dev.mosaic.cli.doctor;

import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.tls.KeyFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A folder of keys: what is in it, how long it is good, and who may read it. */
final class KeysCheck {
    static final String AUTHORITIES = "ca.crt";
    private static final String CERTIFICATE = "tls.crt";
    private static final List<String> NEEDED = List.of(AUTHORITIES, CERTIFICATE, "tls.key", "token");
    private static final long LEAST_DAYS = 30;
    private static final Set<PosixFilePermission> OPEN =
            Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    private KeysCheck() {}

    static List<Finding> of(Path folder, Instant now) {
        List<String> missing = NEEDED.stream()
                .filter(name -> !Files.isReadable(folder.resolve(name)))
                .toList();
        if (!missing.isEmpty()) {
            return List.of(Finding.fail(
                    "keys",
                    folder + " has no " + String.join(", no ", missing) + " that this user can read",
                    "copy the folder that mosaic keys made, as the user who runs Mosaic; in a new cluster make it: mosaic keys "
                            + folder));
        }
        List<Finding> all = new ArrayList<>();
        try {
            all.add(closed(folder));
            all.add(days("certificate", chain(folder.resolve(CERTIFICATE)).getFirst(), now, "--renew " + folder));
            all.add(days(
                    "authority", chain(folder.resolve(AUTHORITIES)).getLast(), now, "--rotate-authority " + folder));
            if (all.stream().noneMatch(each -> each.verdict() == Finding.Verdict.FAIL)) {
                var _ = KeyFolder.open(folder);
                all.addFirst(Finding.ok("keys", folder + " has all that a unit needs"));
            }
        } catch (MeshException | IOException | CertificateException e) {
            all.addFirst(
                    Finding.fail("keys", String.valueOf(e.getMessage()), "copy the folder of keys from the head anew"));
        }
        return all;
    }

    private static List<X509Certificate> chain(Path file) throws IOException, CertificateException {
        try (InputStream in = Files.newInputStream(file)) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty()) {
                throw new CertificateException(file + " has no certificate");
            }
            return chain;
        }
    }

    private static Finding days(String check, X509Certificate certificate, Instant now, String renewal) {
        Instant end = certificate.getNotAfter().toInstant();
        String found = "good until " + end + ", days left="
                + Math.max(0, Duration.between(now, end).toDays());
        String remedy = "where ca.key is: mosaic keys " + renewal + ", then copy the folder to all machines";
        if (now.isBefore(certificate.getNotBefore().toInstant())) {
            return Finding.fail(
                    check,
                    "good from " + certificate.getNotBefore().toInstant() + " on, by the clock of this machine not yet",
                    "set the clock: timedatectl set-ntp true");
        }
        if (now.isAfter(end)) {
            return Finding.fail(check, "was good until " + end, remedy);
        }
        return Duration.between(now, end).toDays() < LEAST_DAYS
                ? Finding.warn(check, found, remedy)
                : Finding.ok(check, found);
    }

    /** Where the files are another user's, as in a pod, this one reads them by its group. */
    private static Finding closed(Path folder) throws IOException {
        List<Path> secrets;
        try (Stream<Path> files = Files.list(folder)) {
            secrets = files.filter(file -> file.toString().matches(".*(key|token)"))
                    .sorted()
                    .toList();
        }
        String user = System.getProperty("user.name", "");
        List<String> shared = new ArrayList<>();
        List<String> open = new ArrayList<>();
        for (Path file : secrets) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (OPEN.stream().anyMatch(permissions::contains)) {
                open.add(String.valueOf(file.getFileName()));
            } else if (permissions.contains(PosixFilePermission.GROUP_READ)
                    && Files.getOwner(file).getName().equals(user)) {
                shared.add(String.valueOf(file.getFileName()));
            }
        }
        String remedy = "chmod -R go-rwx " + folder + "; where others were on this machine, make new keys";
        if (!open.isEmpty()) {
            return Finding.fail("key files", String.join(", ", open) + ": open to other users", remedy);
        }
        return shared.isEmpty()
                ? Finding.ok("key files", "are closed to other users")
                : Finding.warn("key files", String.join(", ", shared) + ": open to their group", remedy);
    }
}
