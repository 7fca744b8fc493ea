package dev.mosaic.node;

import dev.mosaic.StartException;
import dev.mosaic.connect.Closer;
import dev.mosaic.connect.PrivateFolder;
import dev.mosaic.connect.ProgramClassPath;
import dev.mosaic.memory.MemoryShare;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Member;
import dev.mosaic.process.Access;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Reach;
import dev.mosaic.service.Health;
import dev.mosaic.store.StoreOptions;
import dev.mosaic.store.StoreShell;
import dev.mosaic.unit.objects.ObjectSettings;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A machine of a cluster: its store, and workers for each program that needs some.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> two meshes, a blank worker that is kept ready, and what each worker takes. <b>Failure:</b> {@link
 * dev.mosaic.StartException} where the monitor does not answer in time. A monitor that holds the node or its store for dead has that made true: {@link
 * #awaitVerdict} says so, and a new node may follow.
 */
public final class NodeProcess implements Health, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.node");

    /** The next worker that is needed. */
    private static final int BLANKS = 1;

    /** For entries that were put just before the end. */
    private static final Duration HAND_OVER = Duration.ofSeconds(2);

    private final SecureRandom random = new SecureRandom();
    private final NodeSettings settings;
    private final Access access;
    private final Closer closer = new Closer();
    private final CompletableFuture<String> verdict = new CompletableFuture<>();
    private final int number;
    private final String host;
    private Function<Duration, Optional<String>> drains = deadline -> Optional.empty();
    private Health health = Health.waiting("it starts");

    private NodeProcess(NodeSettings settings, Access access, Duration patience) {
        this.settings = settings;
        this.access = access;
        this.host = settings.host().orElseGet(() -> Reach.addressTowards(settings.join()));
        this.number = Guest.number(Member.Kind.NODE, settings.join(), access, patience);
    }

    /**
     * Joins.
     *
     * @param patience how long the monitor may take to come
     */
    public static NodeProcess start(NodeSettings settings, Access access, Duration patience) {
        NodeProcess process = new NodeProcess(settings, access, patience);
        try {
            process.open(patience);
            return process;
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    private void open(Duration patience) {
        OpenFiles.check(classPath(), settings.workers());
        PrivateFolder folder = PrivateFolder.create();
        closer.before(folder::close);
        MemoryShare share = MemoryShare.of(settings.workers());
        StoreShell store = StoreShell.open(
                new StoreOptions(
                        "store:" + number,
                        random.nextLong() | 1,
                        Roll.nodeUid(number),
                        endpoints(folder, "store"),
                        settings.join(),
                        access.token(),
                        ObjectSettings.DEFAULT
                                .withMemoryBytes(settings.memoryBytes().orElse(share.store()))
                                .withDiskBytes(settings.diskBytes()),
                        settings.folder().orElse(folder.path())),
                access.opener());
        closer.before(store::close); // where the rest does not come up
        var _ = store.excluded().thenAccept(verdict::complete);
        LocalRecipe recipe = new LocalRecipe(
                number,
                settings.join(),
                access.token(),
                access.keys(),
                name -> endpoints(folder, name),
                folder.path(),
                settings.permits(),
                NativeThreads.share(settings.offer().resources(), settings.workers(), settings.permits()),
                share.unit(),
                command(folder, share),
                settings.offer().gpus(),
                BLANKS,
                random);
        NodeOptions own = new NodeOptions(
                uid(),
                random.nextLong() | 1,
                List.of(new Endpoint.Tcp(host, 0)),
                settings.join(),
                access.token(),
                settings.workers(),
                settings.offer(),
                new CodeStore(folder.path(), classPath()),
                Optional.empty());
        MemoryGuard guard = new MemoryGuard(uid(), settings.memoryThreshold(), store);
        Node node = Node.open(
                own,
                access.opener(),
                (ends, lines) -> guard.over(new Workers(recipe, lines::to, ends, NodeProcess::failed)),
                verdict::complete);
        closer.before(() -> {
            guard.close();
            node.endWorkers();
            store.close();
            node.leave();
        });
        if (!node.awaitJoined(patience)) {
            throw new StartException(
                    "the monitor at " + settings.join() + " accepted " + uid() + ", and could then not be reached for "
                            + patience,
                    "start it again: mosaic head");
        }
        drains = deadline -> drain(node, store, deadline);
        health = new Both(node, store);
    }

    private static Optional<String> drain(Node node, StoreShell store, Duration deadline) {
        DrainTime time = new DrainTime(deadline, node::hasMonitor);
        boolean isEmpty = node.drain(deadline, time);
        if (isEmpty && time.await(HAND_OVER, store::awaitHandedOver)) {
            return Optional.empty();
        }
        return Optional.of(
                time.isAlone()
                        ? "not all had moved, and no monitor was there any more"
                        : "not all had moved after " + deadline.toSeconds() + " s");
    }

    /**
     * Moves what can live elsewhere, waits for the rest until the deadline, and hands over to the warehouse what only this node's store
     * has. {@link #close} follows.
     *
     * @return why something is left here; empty where nothing is
     */
    public Optional<String> drain(Duration deadline) {
        return drains.apply(deadline);
    }

    private List<Endpoint> endpoints(PrivateFolder folder, String name) {
        return List.of(folder.socket(name), new Endpoint.Tcp(host, 0));
    }

    private List<String> classPath() {
        List<String> entries = new ArrayList<>(ProgramClassPath.entries(null));
        entries.addAll(settings.classPath());
        return entries;
    }

    private WorkerCommand command(PrivateFolder folder, MemoryShare share) {
        List<String> arguments = JvmArguments.of(classPath(), share, settings.jvmArguments(), System.getenv());
        try {
            return WorkerCommand.write(folder.path(), arguments);
        } catch (IOException e) {
            throw Wiring.notWritten(folder, e);
        }
    }

    private static void failed(String uid, String reason) {
        LOG.log(System.Logger.Level.WARNING, "{0} did not start, and is tried again: {1}", uid, reason);
    }

    /** Its name in the cluster, such as {@code node:3}. */
    public String uid() {
        return Roll.nodeUid(number);
    }

    @Override
    public Optional<String> stuck() {
        return health.stuck();
    }

    /** Where the monitor holds it for dead, or it is drained, too. */
    @Override
    public Optional<String> unready() {
        String dead = verdict.getNow("");
        return dead.isEmpty() ? health.unready() : Optional.of(uid() + " is held for dead: " + dead);
    }

    /** Waits until the monitor holds this node, or its store, for dead, and says why. */
    public String awaitVerdict() {
        return verdict.join();
    }

    /** Ends the workers, and leaves. */
    @Override
    public void close() {
        closer.close();
    }

    /** Is well where both are. */
    private record Both(Health one, Health other) implements Health {
        @Override
        public Optional<String> stuck() {
            return one.stuck().or(other::stuck);
        }

        @Override
        public Optional<String> unready() {
            return one.unready().or(other::unready);
        }
    }
}
