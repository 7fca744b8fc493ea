package dev.mosaic.store;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Who owns a folder, or a part of a bucket: the one home that writes and erases there. Kept beside the entries, as lines of {@code key=value}
 * that a human can read.
 *
 * <p><b>Threading:</b> immutable.
 *
 * @param id of this process's ownership; another one each time a home opens
 * @param identity of the cluster: the same for each home of one cluster, until its token is replaced
 * @param folderId of the folder that the home has: the same for each home that has that folder, whatever its token
 * @param site where clusters are that cannot tell themselves apart by their addresses: of a namespace of Kubernetes its uid; empty where
 *     that is not known
 * @param cluster where the cluster's monitor listens, and on which machine that is where it is a loopback address
 * @param uid of the home
 * @param host its machine, for humans
 * @param machine this boot of the machine, and what numbers its processes; empty where it cannot be told
 * @param pid its process there
 * @param startedMillis when that process began, so that another one with its number is not taken for it
 * @param since when it became the owner
 * @param fence more than that of each owner before
 * @param renewal how often it has said so
 * @param released true where it has ended in order
 */
record Owner(
        String id,
        String identity,
        String folderId,
        String site,
        String cluster,
        String uid,
        String host,
        String machine,
        long pid,
        long startedMillis,
        Instant since,
        long fence,
        long renewal,
        boolean released) {
    private static final int ID_BYTES = 8;
    private static final String FORM = "mosaic-owner-1";

    /**
     * This process.
     *
     * @param cluster where others find the monitor
     * @param token the cluster's secret; of it only a hash is kept
     */
    static Owner self(String uid, String cluster, String token) {
        String host = hostName();
        String place = place(cluster, host);
        ProcessHandle process = ProcessHandle.current();
        return new Owner(
                random(),
                hash("mosaic owner " + token + " " + place),
                random(),
                "",
                place,
                uid,
                host,
                thisMachine(),
                process.pid(),
                started(process),
                Instant.now(),
                1,
                0,
                false);
    }

    private static String random() {
        byte[] bytes = new byte[ID_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** With the host where it is a loopback address, which is the same on each machine. */
    private static String place(String cluster, String host) {
        boolean isLoopback =
                cluster.contains("//127.") || cluster.contains("//localhost") || cluster.contains("//[::1]");
        return isLoopback ? cluster + "@" + host : cluster;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "unknown";
        }
    }

    private static String thisMachine() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip() + "/"
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException unknown) {
            return "";
        }
    }

    private static long started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String hash(String text) {
        try {
            byte[] sum = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(sum, 0, 2 * ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java has SHA-256", e);
        }
    }

    /** The same, at that site. */
    Owner at(String newSite) {
        return with(folderId, newSite, fence, renewal, released);
    }

    /** The same, after that one. */
    Owner after(Optional<Owner> before) {
        return with(folderId, site, before.map(each -> each.fence + 1).orElse(1L), renewal, released);
    }

    /** The same, in a folder of which that one was the owner: where it was a home of the same cluster, it is known by that from now on. */
    Owner inFolderOf(Owner before) {
        boolean isSameCluster = identity.equals(before.identity) || cluster.equals(before.cluster);
        return isSameCluster ? with(before.folderId, site, fence, renewal, released) : this;
    }

    /** It says again that it is there. */
    Owner renewed() {
        return with(folderId, site, fence, renewal + 1, released);
    }

    /** It ends in order. */
    Owner thatEnds() {
        return with(folderId, site, fence, renewal + 1, true);
    }

    private Owner with(String folder, String newSite, long newFence, long newRenewal, boolean ends) {
        return new Owner(
                id,
                identity,
                folder,
                newSite,
                cluster,
                uid,
                host,
                machine,
                pid,
                startedMillis,
                since,
                newFence,
                newRenewal,
                ends);
    }

    /** As it is kept. */
    byte[] bytes() {
        return String.join(
                        "\n",
                        FORM,
                        "id=" + id,
                        "identity=" + identity,
                        "folderId=" + folderId,
                        "site=" + site,
                        "cluster=" + cluster,
                        "uid=" + uid,
                        "host=" + host,
                        "machine=" + machine,
                        "pid=" + pid,
                        "startedMillis=" + startedMillis,
                        "since=" + since,
                        "fence=" + fence,
                        "renewal=" + renewal,
                        "released=" + released,
                        "")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** What was kept; empty where these are not the bytes of one, such as of a process that was killed while it wrote. */
    static Optional<Owner> read(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        Map<String, String> said = new HashMap<>();
        for (String line : lines) {
            int at = line.indexOf('=');
            if (at > 0) {
                said.put(line.substring(0, at), line.substring(at + 1));
            }
        }
        if (!lines[0].equals(FORM) || !said.containsKey("released")) {
            return Optional.empty();
        }
        String host = said.getOrDefault("host", "");
        try {
            return Optional.of(new Owner(
                    said.getOrDefault("id", ""),
                    said.getOrDefault("identity", ""),
                    said.getOrDefault("folderId", ""),
                    said.getOrDefault("site", ""),
                    said.getOrDefault("cluster", ""),
                    said.getOrDefault("uid", ""),
                    host,
                    said.getOrDefault("machine", ""),
                    Long.parseLong(said.getOrDefault("pid", "0")),
                    Long.parseLong(said.getOrDefault("startedMillis", "0")),
                    Instant.parse(said.getOrDefault("since", "")),
                    Long.parseLong(said.getOrDefault("fence", "0")),
                    Long.parseLong(said.getOrDefault("renewal", "0")),
                    Boolean.parseBoolean(said.get("released"))));
        } catch (NumberFormatException | java.time.format.DateTimeParseException damaged) {
            return Optional.empty();
        }
    }

    /** The same ownership, whatever it said last. */
    boolean isSame(Owner other) {
        return id.equals(other.id);
    }

    /** Its process was on this machine, and is there no more. */
    boolean isDead() {
        return !machine.isEmpty()
                && machine.equals(thisMachine())
                && ProcessHandle.of(pid)
                        .filter(process -> started(process) == startedMillis)
                        .isEmpty();
    }

    /**
     * Why that one may not be the owner after this one; empty where it may.
     *
     * @param isSilent this one has not said for the time that an owner may be silent that it is there
     * @param hasEntries there is something that may be lost
     */
    Optional<String> refusal(Owner next, boolean isSilent, boolean hasEntries) {
        boolean isOver = released || isSilent || isDead();
        // Two clusters of one name in two Kubernetes have one address, and may have one token.
        boolean isElsewhere = !site.isEmpty() && !next.site.isEmpty() && !site.equals(next.site);
        if (!isElsewhere && identity.equals(next.identity)) {
            return Optional.empty(); // a home of the same cluster, which the older one learns from the fence
        }
        if (!isOver) {
            return Optional.of("belongs to " + words() + ", which is there");
        }
        // The token may have been replaced meanwhile, which changes the identity.
        boolean hasItsFolder = folderId.equals(next.folderId);
        boolean isHandedOver = hasItsFolder || (!isElsewhere && (released || isDead()) && cluster.equals(next.cluster));
        return hasEntries && !isHandedOver
                ? Optional.of("has entries of another cluster: it belonged to " + words())
                : Optional.empty();
    }

    /** The same, for a folder of which the owner has no lock any more: its process has ended, in order or not. */
    Optional<String> refusalOfFolder(Owner next, boolean hasEntries) {
        return cluster.equals(next.cluster) ? Optional.empty() : refusal(next, true, hasEntries);
    }

    /** For errors. */
    String words() {
        return uid + " of the cluster at " + cluster + " (host=" + host + " pid=" + pid + " since=" + since
                + (site.isEmpty() ? "" : " namespace-uid=" + site) + ")";
    }
}
