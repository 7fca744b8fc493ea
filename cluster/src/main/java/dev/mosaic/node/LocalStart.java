package dev.mosaic.node;

import dev.mosaic.Device;
import dev.mosaic.StartException;
import dev.mosaic.StartOptions;
import dev.mosaic.connect.Closer;
import dev.mosaic.connect.Console;
import dev.mosaic.connect.Exclusion;
import dev.mosaic.connect.PrivateFolder;
import dev.mosaic.connect.ProgramClassPath;
import dev.mosaic.head.ClusterApi;
import dev.mosaic.head.MonitorShell;
import dev.mosaic.headapi.Variables;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.memory.MemoryShare;
import dev.mosaic.message.Member;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.process.PlacementChoice;
import dev.mosaic.progress.StandardError;
import dev.mosaic.report.Dashboard;
import dev.mosaic.report.RunReport;
import dev.mosaic.store.StoreOptions;
import dev.mosaic.store.StoreShell;
import dev.mosaic.unit.SeparateRuntime;
import dev.mosaic.unit.Unit;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.objects.ObjectSettings;
import dev.mosaic.unit.shell.MeshOpener;
import dev.mosaic.unit.shell.ShellEvents;
import dev.mosaic.unit.shell.ShellOptions;
import dev.mosaic.unit.shell.UnitShell;
import dev.mosaic.warehouse.s3.S3Bucket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Puts a cluster on this machine together: monitor, node with its workers, head; and waits until all know each other.
 *
 * <p>Worker processes are started as early as can be, since their start takes longest.
 *
 * <p><b>Threading:</b> one thread, once.
 */
final class LocalStart {
    /** The uid of the program. */
    static final String HEAD = "head:0";

    private static final String WAREHOUSE = "warehouse:0";

    private final SecureRandom random = new SecureRandom();
    private final StartOptions options;
    private final Roll roll;
    private final Console console;
    private final Closer closer;
    private final UnaryOperator<MeshOpener> meshes;
    private final Exclusion exclusion;
    private final Arrivals arrivals;
    private final ClassLoader code;
    private final MemoryShare share;
    private final long head = random.nextLong() | 1;
    private final Offer offer;
    private @Nullable ClusterApi pages;

    /** @param closer is told how to end each part as it is started */
    LocalStart(StartOptions options, Roll roll, Console console, Closer closer) {
        this(options, roll, console, closer, UnaryOperator.identity());
    }

    /** @param meshes gives what opens the meshes of all units here */
    LocalStart(StartOptions options, Roll roll, Console console, Closer closer, UnaryOperator<MeshOpener> meshes) {
        this.options = options;
        this.roll = roll;
        this.console = console;
        this.closer = closer;
        this.meshes = meshes;
        this.exclusion = new Exclusion(closer);
        List<String> expected = new ArrayList<>(roll.workerUids());
        expected.add(roll.nodeUid());
        expected.add(WAREHOUSE);
        this.arrivals = new Arrivals(expected, exclusion, reason -> console.waiting(HEAD, reason));
        this.share = MemoryShare.of(options.workers());
        this.offer = Offer.of(options.cpus(), options.gpus(), options.memory(), options.resources());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        this.code = context != null ? context : ClassLoader.getSystemClassLoader();
    }

    /** The head, once all workers have joined. */
    Unit start(String headUid) {
        PrivateFolder folder = PrivateFolder.create();
        closer.before(folder::close);
        Wiring wiring = options.isInProcess() ? startInside(folder) : startProcesses(headUid, folder);
        Unit program = open(wiring, Member.Kind.PROGRAM, headUid, List.of(), arrivals);
        openDashboard(Objects.requireNonNull(pages), folder);
        arrivals.await(options.startTimeout());
        reportAtTheEnd();
        return program;
    }

    /** Where that is asked for: what the cluster knows ends with it. */
    private void reportAtTheEnd() {
        String file = System.getenv(Variables.REPORT);
        ClusterApi source = pages;
        if (file != null && !file.isEmpty() && source != null) {
            closer.before(() -> {
                try {
                    RunReport.write(Path.of(file), RunningClusters.nameHere(RunningCluster.Kind.PROGRAM), source);
                    console.line(HEAD, true, "The report of this run is in " + file);
                } catch (IOException e) {
                    console.line(HEAD, true, "The report of this run cannot be written to " + file + ": " + e);
                }
            });
        }
    }

    /** While the workers start, which takes longer. */
    private void openDashboard(ClusterApi api, PrivateFolder folder) {
        if (!options.hasDashboard()) {
            return;
        }
        try {
            Dashboard dashboard = Dashboard.open(options.dashboardPort().orElse(0), (path, _) -> api.get(path));
            closer.before(dashboard::close);
            console.line(
                    HEAD,
                    true,
                    "Dashboard at "
                            + (StandardError.isTerminal() ? dashboard.link() : withoutToken(dashboard, folder)));
        } catch (NoClassDefFoundError noServer) { // an image of modules without jdk.httpserver
            console.line(HEAD, true, "There is no dashboard: " + noServer);
        } catch (IOException e) {
            if (options.dashboardPort().isPresent()) {
                throw new StartException(
                        "dashboardPort=" + options.dashboardPort().getAsInt() + " of 127.0.0.1 cannot be opened: "
                                + e.getMessage(),
                        "end the process that uses it, or give another port, or 0 for any",
                        e);
            }
            console.line(HEAD, true, "There is no dashboard: " + e);
        }
    }

    /** Others may read what is kept of standard error. */
    private static String withoutToken(Dashboard dashboard, PrivateFolder folder) throws IOException {
        Path file = Files.writeString(folder.path().resolve("dashboard"), dashboard.link() + "\n");
        return dashboard.link().resolve("/") + ", the link with its token is in " + file;
    }

    private Wiring startProcesses(String headUid, PrivateFolder folder) {
        OpenFiles.check(classPath(), roll.workers());
        Wiring wiring = Wiring.sockets(folder).through(meshes);
        startMonitor(wiring);
        StoreShell warehouse = startWarehouse(wiring, folder.path());
        MemoryGuard guard = new MemoryGuard(roll.nodeUid(), options.memoryThreshold(), warehouse);
        WorkerCommand command = command(folder);
        LocalRecipe recipe = new LocalRecipe(
                roll.node(),
                wiring.endpoint(Member.MONITOR),
                wiring.token(),
                "",
                name -> List.of(wiring.endpoint(name)),
                folder.path(),
                options.slots(),
                NativeThreads.share(offer.resources(), roll.workers(), options.slots()),
                share.unit(),
                command,
                offer.gpus(),
                0,
                random);
        Member program = new Member(headUid, head, Member.Kind.PROGRAM, "", roll.nodeUid(), 0);
        List<Path> files = filesOfProgram();
        startNode(wiring, folder.path(), files, (ends, lines) -> {
            Workers workers = new Workers(recipe, any -> console, ends, arrivals::failed);
            workers.staff(program, roll.workers(), files);
            return guard.over(workers);
        });
        closer.before(guard::close);
        return wiring;
    }

    private Wiring startInside(PrivateFolder folder) {
        OutputRouting routing = new OutputRouting(console);
        closer.before(routing::close);
        Wiring wiring = Wiring.sockets(folder).through(meshes);
        startMonitor(wiring);
        var _ = startWarehouse(wiring, folder.path());
        startNode(wiring, folder.path(), List.of(), (ends, lines) -> inside(wiring));
        for (String uid : roll.workerUids()) {
            open(wiring, Member.Kind.WORKER, uid, List.of(), ShellEvents.NONE);
        }
        return wiring;
    }

    /** Those with devices come and go. */
    private Node.Staff inside(Wiring wiring) {
        return new InsideWorkers(roll.node(), roll.workers(), offer.gpus(), (uid, gpus) -> {
            UnitShell shell = open(wiring, Member.Kind.WORKER, uid, gpus, ShellEvents.NONE);
            return new InsideWorkers.Opened(shell.self().instance(), shell::close);
        });
    }

    private void startMonitor(Wiring wiring) {
        MonitorShell monitor = MonitorShell.open(
                wiring.endpoint(Member.MONITOR),
                wiring.token(),
                MonitorSettings.DEFAULT.thatBegins().beside(this::isInside),
                PlacementChoice.of(options.placement(), code),
                wiring.opener());
        closer.before(monitor::close);
        pages = ClusterApi.answering(monitor, options.showsInputs());
        closer.before(RunningClusters.list(RunningCluster.Kind.PROGRAM, monitor.endpoint(), "", wiring.token())::close);
    }

    /** In this process, as the monitor is. */
    private boolean isInside(Member unit) {
        return options.isInProcess() || unit.kind() != Member.Kind.WORKER;
    }

    private StoreShell startWarehouse(Wiring wiring, Path folder) {
        StoreOptions own = new StoreOptions(
                WAREHOUSE,
                random.nextLong() | 1,
                roll.nodeUid(),
                List.of(wiring.endpoint("warehouse-0")),
                wiring.endpoint(Member.MONITOR),
                wiring.token(),
                ObjectSettings.DEFAULT
                        .withMemoryBytes(options.warehouseMemory().orElse(share.store()))
                        .withDiskBytes(options.warehouseDisk()),
                options.warehouseFolder().orElse(folder));
        StoreShell warehouse = StoreShell.open(own.withS3(options.warehouseS3()), wiring.opener(), S3Bucket::new);
        closer.before(warehouse::close);
        var _ = warehouse.excluded().thenAccept(exclusion::excluded);
        return warehouse;
    }

    /** @param files with the program's classes, for workers that have them not on their class path */
    private void startNode(
            Wiring wiring, Path folder, List<Path> files, BiFunction<Node.Reports, LineRelay, Node.Staff> workers) {
        NodeOptions own = new NodeOptions(
                roll.nodeUid(),
                random.nextLong() | 1,
                List.of(),
                wiring.endpoint(Member.MONITOR),
                wiring.token(),
                roll.workers(),
                offer,
                new CodeStore(folder, List.of()),
                Optional.of(files));
        Node node = Node.open(own, wiring.opener(), workers, exclusion::excluded);
        closer.before(node::close);
        closer.before(node::stopWorkers);
    }

    /** Of this process: the program's, and that of what loads Mosaic. */
    private List<String> classPath() {
        List<String> all = new ArrayList<>(ProgramClassPath.entries(code));
        separate().ifPresent(runtime -> runtime.workerClassPath().forEach(each -> all.add(each.toString())));
        return all;
    }

    private WorkerCommand command(PrivateFolder folder) {
        List<String> classPath = separate()
                .map(runtime ->
                        runtime.workerClassPath().stream().map(Path::toString).toList())
                .orElseGet(() -> ProgramClassPath.entries(code));
        List<String> ofUser = new ArrayList<>(ProgramFlags.ofThisProcess());
        ofUser.addAll(options.jvmArguments());
        List<String> arguments = JvmArguments.of(classPath, share, ofUser, System.getenv());
        try {
            return WorkerCommand.write(folder.path(), arguments);
        } catch (IOException e) {
            throw Wiring.notWritten(folder, e);
        }
    }

    /** The files that workers load by a class loader of the program's, as on a node of a cluster; none where all is on their class path. */
    private List<Path> filesOfProgram() {
        return separate().isEmpty()
                ? List.of()
                : ProgramClassPath.entries(code).stream().map(Path::of).toList();
    }

    private static Optional<SeparateRuntime> separate() {
        return LocalStart.class.getClassLoader() instanceof SeparateRuntime runtime
                ? Optional.of(runtime)
                : Optional.empty();
    }

    private UnitShell open(Wiring wiring, Member.Kind kind, String uid, List<String> gpus, ShellEvents events) {
        int permits = kind == Member.Kind.WORKER ? options.slots() : 0;
        UnitShell shell = UnitShell.open(
                new ShellOptions(
                        kind,
                        uid,
                        permits == 0 ? head : random.nextLong() | 1,
                        roll.nodeUid(),
                        List.of(wiring.endpoint(uid.replace(':', '-'))),
                        wiring.endpoint(Member.MONITOR),
                        wiring.token(),
                        permits,
                        code,
                        permits == 0 ? KernelSettings.DEFAULT : KernelSettings.DEFAULT.withPermits(permits),
                        options.isInProcess() ? 0 : share.unit(),
                        permits == 0 ? 0 : head,
                        false,
                        gpus.stream().map(Device::parse).toList(),
                        events),
                wiring.opener());
        closer.before(shell::close);
        var _ = exclusion.reason().thenAccept(shell::closesFor);
        return shell;
    }
}
