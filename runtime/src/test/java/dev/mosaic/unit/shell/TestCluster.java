package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Remote;
import dev.mosaic.TesseraOptions;
import dev.mosaic.invoke.MethodReference;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.message.Member;
import dev.mosaic.unit.kernel.KernelSettings;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A head and its workers in one JVM, with unix sockets between them. */
final class TestCluster implements AutoCloseable {
    final MeshOpener opener = SocketMesh::open;
    private final Path folder;
    final TestMonitor monitor;
    final UnitShell head;
    final List<UnitShell> workers = new ArrayList<>();

    private TestCluster(int count, int permits, Path folder) {
        this.folder = folder;
        monitor = new TestMonitor(opener, endpoint("monitor"));
        head = open(Member.Kind.PROGRAM, "head:0", 0, KernelSettings.DEFAULT);
        for (int i = 0; i < count; i++) {
            workers.add(open(Member.Kind.WORKER, "worker:0:" + i, permits, KernelSettings.DEFAULT));
        }
        assertThat(head.awaitWorkers(count, Duration.ofSeconds(10))).isTrue();
    }

    static TestCluster of(int workers, int permits) {
        try {
            return new TestCluster(workers, permits, Files.createTempDirectory("mosaic-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Endpoint endpoint(String uid) {
        return new Endpoint.Unix(folder.resolve(uid.replace(':', '-')));
    }

    UnitShell open(Member.Kind kind, String uid, int permits, KernelSettings settings) {
        return open(kind, uid, permits, settings, opener);
    }

    UnitShell open(Member.Kind kind, String uid, int permits, KernelSettings settings, MeshOpener through) {
        return open(kind, uid, permits, settings, through, ShellEvents.NONE);
    }

    UnitShell open(
            Member.Kind kind,
            String uid,
            int permits,
            KernelSettings settings,
            MeshOpener through,
            ShellEvents events) {
        ShellOptions options = new ShellOptions(
                kind,
                uid,
                0,
                "node:0",
                List.of(endpoint(uid)),
                endpoint("monitor"),
                "",
                permits,
                TestCluster.class.getClassLoader(),
                settings,
                0,
                0,
                false,
                List.of(),
                events);
        return UnitShell.open(options, through);
    }

    /** Ends a worker without a word to anybody, and has the monitor say so. */
    void lose(String uid) {
        workers.stream().filter(worker -> worker.self().uid().equals(uid)).forEach(UnitShell::close);
        monitor.lose(uid);
    }

    <T> Remote<T> make(Class<T> type, Serializable constructor, Object... arguments) {
        return make(type, new TesseraOptions(), constructor, arguments);
    }

    <T> Remote<T> make(Class<T> type, TesseraOptions options, Serializable constructor, Object... arguments) {
        return make(head, type, options, constructor, arguments);
    }

    static <T> Remote<T> make(
            UnitShell head, Class<T> type, TesseraOptions options, Serializable constructor, Object... arguments) {
        MethodTable table = MethodTable.of(type);
        var creation = head.create(table, MethodReference.constructor(table, constructor), options);
        for (Object argument : arguments) {
            creation.object(argument);
        }
        return new Remote<>(creation.send());
    }

    @Override
    public void close() {
        head.close();
        workers.forEach(UnitShell::close);
        monitor.close();
        try (Stream<Path> sockets = Files.list(folder)) {
            for (Path socket : sockets.toList()) {
                Files.deleteIfExists(socket);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
