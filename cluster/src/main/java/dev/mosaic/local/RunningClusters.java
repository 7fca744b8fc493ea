package dev.mosaic.local;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.LocalFolder;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * The list of {@link RunningCluster}s: a file of properties for each, of mode 0600, in {@code ${MOSAIC_HOME}/local/clusters}.
 *
 * <p>A home may be shared by machines, so a file names its host, and only those of this host are listed. The file of a process that was
 * killed is deleted by who lists next.
 *
 * <p><b>Threading:</b> any thread, any number of processes. <b>Cost:</b> a file for each cluster. <b>Failure:</b> a cluster whose file cannot
 * be written is not listed, and runs.
 */
public final class RunningClusters {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.local");
    private static final String FOLDER = "clusters";
    private static final String SUFFIX = ".properties";
    private static final AtomicInteger IN_THIS_PROCESS = new AtomicInteger();

    private final LocalFolder folder;
    private final String host;

    RunningClusters(LocalFolder folder, String host) {
        this.folder = folder;
        this.host = host;
    }

    /**
     * Those of this user.
     *
     * @throws StartException where the user has no folder
     */
    public static RunningClusters own() {
        return new RunningClusters(LocalFolder.own(), hostName());
    }

    /**
     * Lists a cluster of this process until the returned entry is closed. The file is written by another thread, and whoever closes waits
     * for that.
     *
     * @param monitor where its monitor listens
     * @param keys the folder with its keys; empty for none
     * @param token its secret, where that is neither in the keys nor in this user's folder; else empty
     */
    public static Entry list(RunningCluster.Kind kind, Endpoint monitor, String keys, String token) {
        CompletableFuture<Optional<Path>> file = new CompletableFuture<>();
        Thread.ofVirtual().name("mosaic-local").start(() -> {
            try {
                file.complete(Optional.of(own().write(kind, monitor, keys, token)));
            } catch (IOException | StartException | UnsupportedOperationException e) {
                LOG.log(Level.DEBUG, "this cluster is not listed: {0}", e.toString());
                file.complete(Optional.empty());
            }
        });
        return () -> file.join().ifPresent(RunningClusters::delete);
    }

    /** A cluster in the list. */
    public interface Entry extends AutoCloseable {
        /** Takes it out. */
        @Override
        void close();
    }

    Path write(RunningCluster.Kind kind, Endpoint monitor, String keys, String token) throws IOException {
        ProcessHandle self = ProcessHandle.current();
        String name = nameHere(kind);
        int before = IN_THIS_PROCESS.getAndIncrement();
        Properties fields = new Properties();
        fields.setProperty("host", host);
        fields.setProperty("kind", kind.name());
        fields.setProperty("pid", Long.toString(self.pid()));
        fields.setProperty("started", started(self).toString());
        fields.setProperty("monitor", monitor.toString());
        fields.setProperty(
                "keys", keys.isEmpty() ? "" : Path.of(keys).toAbsolutePath().toString());
        fields.setProperty("token", token);
        Path clusters = folder.folder(FOLDER);
        Path parts = Files.createTempFile(
                clusters,
                ".",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (Writer out = Files.newBufferedWriter(parts)) {
            fields.store(out, null);
        }
        Path file = clusters.resolve((before == 0 ? name : name + "-" + (before + 1)) + SUFFIX);
        return Files.move(parts, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Of the first cluster of this process, if it is of that kind. */
    public static String nameHere(RunningCluster.Kind kind) {
        return program(kind, System.getProperty("sun.java.command", "")) + "-"
                + ProcessHandle.current().pid();
    }

    /** The main class, or the jar, without package and folder. */
    static String program(RunningCluster.Kind kind, String command) {
        if (kind == RunningCluster.Kind.HEAD) {
            return "head";
        }
        String main = command.split(" ", 2)[0];
        String file = main.substring(main.lastIndexOf('/') + 1);
        boolean isFile = file.endsWith(".jar") || file.endsWith(".java");
        String simple = (isFile ? file.substring(0, file.lastIndexOf('.')) : file.substring(file.lastIndexOf('.') + 1))
                .replaceAll("[^A-Za-z0-9_$-]", "");
        return simple.isEmpty() ? "program" : simple;
    }

    /** Those that run now, the oldest first. */
    public List<RunningCluster> all() {
        List<RunningCluster> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.folder(FOLDER))) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(SUFFIX)).toList()) {
                read(file).ifPresent(found::add);
            }
        } catch (IOException e) {
            throw new StartException(
                    "the clusters of this user cannot be read from " + folder.path() + ": " + e.getMessage(),
                    "make the folder readable, or name another with MOSAIC_HOME",
                    e);
        }
        found.sort(Comparator.comparing(RunningCluster::started).thenComparing(RunningCluster::name));
        return found;
    }

    private Optional<RunningCluster> read(Path file) throws IOException {
        Properties fields = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            fields.load(in);
            if (!host.equals(fields.getProperty("host"))) {
                return Optional.empty();
            }
            String name = file.getFileName().toString();
            RunningCluster cluster = new RunningCluster(
                    name.substring(0, name.length() - SUFFIX.length()),
                    RunningCluster.Kind.valueOf(fields.getProperty("kind")),
                    Long.parseLong(fields.getProperty("pid")),
                    Instant.parse(fields.getProperty("started")),
                    Endpoint.parse(fields.getProperty("monitor")),
                    fields.getProperty("keys", ""),
                    fields.getProperty("token", ""));
            if (isAlive(cluster)) {
                return Optional.of(cluster);
            }
            delete(file);
        } catch (NoSuchFileException ended) {
            LOG.log(Level.DEBUG, "{0} has ended", file);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "{0} is not a valid entry of a cluster; delete it: {1}", file, e.toString());
        }
        return Optional.empty();
    }

    /** The process is there, and no later one with its number. */
    private static boolean isAlive(RunningCluster cluster) {
        return ProcessHandle.of(cluster.pid())
                .filter(process -> started(process).equals(cluster.started()))
                .isPresent();
    }

    /** The epoch where the system does not say it. */
    private static Instant started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} cannot be deleted: {1}", file, e.toString());
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }
}
