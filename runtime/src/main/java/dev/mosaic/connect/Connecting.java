package dev.mosaic.connect;

import dev.mosaic.ConnectOptions;
import dev.mosaic.StartException;
import dev.mosaic.code.ProgramCode;
import dev.mosaic.memory.MemoryShare;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.process.Access;
import dev.mosaic.process.Entrance;
import dev.mosaic.process.Guest;
import dev.mosaic.process.Passage;
import dev.mosaic.process.Reach;
import dev.mosaic.store.StoreOptions;
import dev.mosaic.store.StoreShell;
import dev.mosaic.unit.Unit;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.ShellEvents;
import dev.mosaic.unit.shell.ShellOptions;
import dev.mosaic.unit.shell.UnitShell;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Joins a cluster as a program: with a head and a store of its own, so that what it puts is taken at once, wherever it runs.
 *
 * <p><b>Threading:</b> one thread, once.
 */
final class Connecting implements ShellEvents {
    private static final long DISK_BYTES = 16L << 30;

    /** After that time a program is told what it waits for. */
    private static final long QUIET_SECONDS = 3;

    private final SecureRandom random = new SecureRandom();
    private final ConnectOptions options;
    private final Console console;
    private final Closer closer;
    private final Exclusion exclusion;
    private final boolean isOutside;
    private final Endpoint monitor;
    private final Access access;
    private final CompletableFuture<ProgramCode> code = new CompletableFuture<>();
    private final CompletableFuture<Member> home = new CompletableFuture<>();

    /** Of the program's own store: without it a put would ask the home, whose memory is on another machine. */
    private final CompletableFuture<Member> own = new CompletableFuture<>();

    private volatile String ownStore = "";

    /** @param closer is told how to end each part as it is opened */
    Connecting(ConnectOptions options, Console console, Closer closer) {
        this.options = options;
        this.console = console;
        this.closer = closer;
        this.exclusion = new Exclusion(closer);
        Passage passage = Passage.open(options.address(), options.keys(), options.tokenFile(), options.timeout());
        closer.before(passage::close);
        passage.whenGone(exclusion::end);
        var _ = exclusion.reason().thenAccept(why -> home.completeExceptionally(gone(why)));
        Entrance entrance = Entrance.at(passage);
        this.isOutside = entrance.isOutside();
        this.monitor = entrance.monitor();
        this.access = entrance.access();
    }

    Unit connect() {
        int number = Guest.number(Member.Kind.PROGRAM, monitor, access, options.timeout());
        String uid = "head:" + number;
        PrivateFolder folder = PrivateFolder.create();
        closer.before(folder::close);
        code.complete(new ProgramCode(ProgramClassPath.entries(loader()), folder.path()));
        MemoryShare share = MemoryShare.of(1);
        ownStore = "store:" + uid;
        StoreShell store = StoreShell.open(
                new StoreOptions(
                                ownStore,
                                random.nextLong() | 1,
                                uid,
                                endpoints(folder, "store"),
                                monitor,
                                access.token(),
                                ObjectSettings.DEFAULT
                                        .withMemoryBytes(options.storeMemory().orElse(share.store()))
                                        .withDiskBytes(DISK_BYTES),
                                folder.path())
                        .outside(isOutside),
                access.opener());
        closer.before(store::close);
        var _ = store.excluded().thenAccept(exclusion::excluded);
        UnitShell head = UnitShell.open(
                new ShellOptions(
                        Member.Kind.PROGRAM,
                        uid,
                        random.nextLong() | 1,
                        uid,
                        endpoints(folder, "head"),
                        monitor,
                        access.token(),
                        0,
                        loader(),
                        KernelSettings.DEFAULT,
                        share.unit(),
                        0,
                        isOutside,
                        List.of(),
                        this),
                access.opener());
        closer.before(head::close);
        closer.before(head::leave);
        var _ = exclusion.reason().thenAccept(head::closesFor);
        await();
        var _ = head.open(); // all that the monitor said at once was heard
        console.line(uid, true, "Connected to " + options.address() + ", " + offered(head.members(Member.Kind.NODE)));
        return head;
    }

    private static StartException gone(String why) {
        return new StartException(why, "connect again once there is a cluster");
    }

    /** Who is outside listens on its own machine only. */
    private List<Endpoint> endpoints(PrivateFolder folder, String name) {
        Endpoint here = folder.socket(name);
        return monitor instanceof Endpoint.Tcp tcp
                ? List.of(here, new Endpoint.Tcp(options.host().orElseGet(() -> Reach.addressTowards(tcp)), 0))
                : List.of(here);
    }

    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : ClassLoader.getSystemClassLoader();
    }

    private static String offered(List<Member> nodes) {
        int workers = nodes.stream().mapToInt(Member::permits).sum();
        return nodes.size()
                + (nodes.size() == 1 ? " node, " : " nodes, ")
                + workers
                + (workers == 1 ? " worker" : " workers");
    }

    private void await() {
        try {
            var _ = home.copy().orTimeout(QUIET_SECONDS, TimeUnit.SECONDS).whenComplete((_, late) -> {
                if (late != null) {
                    console.line(ownStore, true, "waits for a warehouse of the cluster at " + monitor);
                }
            });
            var _ = CompletableFuture.allOf(home, own).get(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            if (e.getCause() instanceof StartException gone) {
                throw gone;
            }
            if (home.isDone()) {
                throw new StartException(
                        "the cluster at " + monitor + " has not registered " + ownStore + " after " + options.timeout(),
                        "check whether the monitor is overloaded, then connect again",
                        e);
            }
            throw new StartException(
                    "the cluster at " + monitor + " has no warehouse after " + options.timeout(),
                    "start one: mosaic warehouse --join, or mosaic head without --no-warehouse",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("the connecting thread was interrupted", "connect again", e);
        }
    }

    @Override
    public void asked(CodeMessage question, Consumer<CodeMessage> answer) {
        Thread.ofVirtual()
                .name("mosaic-code")
                .start(() -> answer.accept(code.join().answer(question)));
    }

    @Override
    public void joined(Member member) {
        if (member.kind() == Member.Kind.WAREHOUSE && member.uid().startsWith("warehouse:")) {
            home.complete(member);
        }
        if (member.uid().equals(ownStore)) {
            own.complete(member);
        }
    }

    @Override
    public void waiting(String reason) {
        console.waiting(ownStore.substring("store:".length()), reason);
    }

    @Override
    public void output(String uid, boolean isError, String line) {
        console.line(uid, isError, line);
    }

    @Override
    public void excluded(String reason) {
        exclusion.excluded(reason);
    }
}
