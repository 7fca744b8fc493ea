package dev.mosaic.cli;

import dev.mosaic.StartOptions;
import dev.mosaic.node.NodeProcess;
import dev.mosaic.node.NodeSettings;
import dev.mosaic.node.Offer;
import dev.mosaic.process.Access;
import dev.mosaic.service.Health;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mosaic node}: makes this machine part of a cluster. */
@Command(
        name = "node",
        description = {
            "Makes this machine a node of a cluster, until you stop the command. The node starts workers for the programs that need them.",
            "You can start it before the head: it waits for the head."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class NodeCommand implements Callable<Integer> {
    @Mixin
    private JoinOption join = new JoinOption();

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Number of workers for each program; one for each processor by default.")
    private int workers = Math.max(1, Runtime.getRuntime().availableProcessors());

    @Option(
            names = "--slots",
            paramLabel = "N",
            description =
                    "Number of calls that a worker runs at once; 1 by default. If tesserae wait for 100 ms for long calls of"
                            + " others, the worker runs more.")
    private int slots = 1;

    @Option(
            names = "--cpus",
            paramLabel = "N",
            description = "Processors for tesserae and tasks; by default those of the machine.")
    private @Nullable Double cpus;

    @Option(
            names = "--gpus",
            paramLabel = "N",
            description =
                    "Devices for tesserae and tasks: their number, their ids separated by commas, or a kind (nvidia, amd, intel), alone or with ids as in amd=0,1. By default all devices that are found.")
    private String gpus = "";

    @Option(
            names = "--resource-memory",
            paramLabel = "SIZE",
            converter = Bytes.class,
            description =
                    "Memory for tesserae and tasks, such as 64GiB; by default that of the machine. (--memory is for objects.)")
    private @Nullable Long claimable;

    @Option(
            names = "--resource",
            paramLabel = "LABEL=N",
            description = "A custom resource of the node, such as --resource fpga=4. May be repeated.")
    private Map<String, Double> resources = new LinkedHashMap<>();

    @Option(
            names = "--class-path",
            paramLabel = "PATH",
            description = "Class path of the workers in addition to Mosaic, as for java.")
    private String classPath = "";

    @Option(
            names = "--jvm",
            paramLabel = "ARGUMENT",
            description = "An argument for the JVMs of the workers, such as --jvm=-Xmx4g. May be repeated.")
    private List<String> jvm = new ArrayList<>();

    @Option(
            names = "--memory-threshold",
            paramLabel = "FRACTION",
            description = {
                "Share of the memory of this machine, or of its cgroup, in use above which the node ends its largest worker.",
                "${DEFAULT-VALUE} by default; 1 for never."
            })
    private double memoryThreshold = StartOptions.MEMORY_THRESHOLD;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            description = "How long to wait for the monitor; a day by default.")
    private long waitSeconds = Duration.ofDays(1).toSeconds();

    @Option(
            names = "--drain",
            paramLabel = "SECONDS",
            description = "How long tesserae may take to move or to finish when you stop the node; 0 by default.")
    private long drainSeconds;

    @Mixin
    private KeysOption keys = new KeysOption();

    @Mixin
    private HealthOption health = new HealthOption();

    @Mixin
    private StoreOption store = new StoreOption();

    NodeCommand() {}

    @Override
    public Integer call() {
        health.open(keys.folder().isPresent());
        Access access = keys.access();
        NodeSettings settings = new NodeSettings(
                join.monitor(),
                join.host(),
                workers,
                slots,
                Offer.of(
                        cpus == null ? OptionalDouble.empty() : OptionalDouble.of(cpus),
                        gpus,
                        claimable == null ? OptionalLong.empty() : OptionalLong.of(claimable),
                        resources),
                store.memory(),
                store.disk(),
                Optional.ofNullable(store.folder()),
                classPath.isEmpty() ? List.of() : List.of(classPath.split(File.pathSeparator, -1)),
                jvm,
                StartOptions.checkedThreshold(memoryThreshold));
        Termination termination = new Termination();
        while (true) {
            health.is(Health.waiting("it waits for the monitor at " + join.monitor()));
            NodeProcess node = NodeProcess.start(settings, access, Duration.ofSeconds(waitSeconds));
            termination.closes(() -> {
                if (drainSeconds > 0) {
                    node.drain(Duration.ofSeconds(drainSeconds))
                            .ifPresent(left -> System.err.println(node.uid().toUpperCase(Locale.ROOT) + ": " + left));
                }
                node.close();
            });
            health.is(node);
            System.out.println(node.uid().toUpperCase(Locale.ROOT) + " joined " + join.monitor() + " with " + workers
                    + (workers == 1 ? " worker" : " workers"));
            System.out.println(
                    node.uid().toUpperCase(Locale.ROOT) + " is held for dead and comes again: " + node.awaitVerdict());
            health.is(Health.waiting(node.uid() + " was held for dead and ends"));
            node.close();
        }
    }
}
