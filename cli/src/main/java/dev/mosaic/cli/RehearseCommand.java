package dev.mosaic.cli;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.gateway.HealthServer;
import dev.mosaic.head.HeadProcess;
import dev.mosaic.head.HeadSettings;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.keys.KeyFilesException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.node.NodeProcess;
import dev.mosaic.node.NodeSettings;
import dev.mosaic.node.Offer;
import dev.mosaic.process.Access;
import dev.mosaic.warehouse.WarehouseProcess;
import dev.mosaic.warehouse.WarehouseSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code mosaic rehearse}: a cluster of one machine in this process, for a moment, and a program that uses it. What a JVM loads and links
 * for that is what the image's AOT cache holds.
 */
@Command(
        name = "rehearse",
        hidden = true,
        description = "Runs a small cluster in this process for a short time, to record an AOT cache.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class RehearseCommand implements Callable<Integer> {
    private static final String HERE = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long BYTES = 64L << 20;

    RehearseCommand() {}

    @Override
    public Integer call() throws IOException, KeyFilesException {
        Path folder = Files.createTempDirectory("mosaic-rehearsal-");
        Path keys = folder.resolve("keys");
        var _ = new KeyFiles(keys).make(Duration.ofDays(1));
        Access access = Access.of(keys.toString());
        Endpoint.Tcp monitor = new Endpoint.Tcp(HERE, freePort());
        Endpoint.Tcp gateway = new Endpoint.Tcp(HERE, freePort());
        HeadSettings head = new HeadSettings(
                monitor,
                monitor.host(),
                Optional.of(gateway),
                Optional.empty(),
                Optional.empty(),
                "least-busy",
                List.of(),
                false,
                true);
        WarehouseSettings warehouse =
                new WarehouseSettings(0, HERE, BYTES, BYTES, folder.resolve("entries"), Optional.empty(), "", true);
        NodeSettings node = new NodeSettings(
                monitor,
                Optional.of(HERE),
                1,
                1,
                Offer.of(OptionalDouble.of(1), "", OptionalLong.of(BYTES), Map.of()),
                OptionalLong.of(BYTES),
                0,
                Optional.empty(),
                List.of(),
                List.of(),
                1);
        try (HeadProcess heading = HeadProcess.start(head, access);
                HealthServer _ = HealthServer.openLocally(0, heading);
                WarehouseProcess storing = WarehouseProcess.start(warehouse, monitor, access);
                NodeProcess working = NodeProcess.start(node, access, PATIENCE);
                Mosaic mosaic = Mosaic.connect("mosaic://" + gateway.address(), o -> o.keys(keys))) {
            use(mosaic);
            System.out.println("head: " + heading.unready() + ", warehouse: " + storing.unready() + ", node: "
                    + working.unready());
        }
        // A worker's part, in this process.
        try (Mosaic mosaic = Mosaic.start(o -> o.workers(1).inProcess())) {
            use(mosaic);
        }
        return 0;
    }

    private static void use(Mosaic mosaic) {
        Remote<Rehearsed> rehearsed = mosaic.remote(Rehearsed::new);
        Ref<double[]> ref = mosaic.put(new double[1 << 16]);
        System.out.println(rehearsed.call(Rehearsed::count).result(PATIENCE) + " call, " + ref.value().length
                + " numbers, " + mosaic.submit(RehearseCommand::answer).result(PATIENCE));
        ref.drop();
    }

    private static int answer() {
        return 42;
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
