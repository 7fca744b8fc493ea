package dev.mosaic.cli;

import dev.mosaic.StartException;
import dev.mosaic.head.HeadProcess;
import dev.mosaic.head.HeadSettings;
import dev.mosaic.headapi.Ports;
import dev.mosaic.headapi.Variables;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Resources;
import dev.mosaic.process.Access;
import dev.mosaic.serve.TesseraService;
import dev.mosaic.warehouse.WarehouseSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code mosaic head}: the machine that nodes and programs come to. */
@Command(
        name = "head",
        description = {
            "Runs the monitor of a cluster, and its warehouse, until it is ended.",
            "Nodes join with mosaic node --join; programs connect with Mosaic.connect."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class HeadCommand implements Callable<Integer> {
    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            converter = Address.class,
            defaultValue = "127.0.0.1:" + Ports.MONITOR,
            description =
                    "Address to listen on; ${DEFAULT-VALUE} by default. If other machines join, give an address of this machine, and --keys.")
    private Endpoint.Tcp listen = new Endpoint.Tcp("127.0.0.1", Address.PORT);

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "The address at which other machines reach this one; by default that of --listen.")
    private @Nullable String host;

    @Option(
            names = "--gateway",
            paramLabel = "ADDRESS",
            converter = Address.class,
            description =
                    "Address to listen on for programs outside the cluster's network, which connect to mosaic://ADDRESS. None by default.")
    private Endpoint.@Nullable Tcp gateway;

    @Option(
            names = "--http",
            paramLabel = "ADDRESS",
            converter = Address.class,
            defaultValue = "${env:" + Variables.HEAD_HTTP + "}",
            description = {
                "Address to serve the http API on, such as 0.0.0.0:7681. With --keys it is https, and clients need a token of the keys.",
                "The default is MOSAIC_HEAD_HTTP; if neither is set, the API is not served."
            })
    private Endpoint.@Nullable Tcp http;

    @Option(
            names = "--jars",
            paramLabel = "FOLDER",
            defaultValue = "${env:MOSAIC_HEAD_JARS:-/opt}",
            description = {
                "The folder with the jars that declared tesserae may use by image:///path; no other folder is allowed.",
                "The default is MOSAIC_HEAD_JARS, or /opt."
            })
    private Path jars = Path.of("/opt");

    @Option(
            names = "--no-warehouse",
            description = "Runs no warehouse in this process; start it with mosaic warehouse --join.")
    private boolean hasNoWarehouse;

    @Option(
            names = "--placement",
            paramLabel = "STRATEGY",
            defaultValue = "least-busy",
            description =
                    "Strategy that places tesserae: least-busy, round-robin, spread, pack, or the name of your own class. ${DEFAULT-VALUE} by default.")
    private String placement = "least-busy";

    @Option(
            names = "--announce",
            paramLabel = "AMOUNTS",
            converter = Amounts.class,
            description = {
                "Resources of a node that may be added later, such as gpus=8,cpus=32,memory=64GiB,fpga=1.",
                "Tesserae and tasks that need such resources wait instead of failing. May be repeated."
            })
    private List<Resources> announced = new ArrayList<>();

    @Option(
            names = "--elastic",
            defaultValue = "${env:" + Variables.HEAD_ELASTIC + ":-false}",
            description = {
                "An autoscaler adds nodes on demand. It announces them by PUT /v1/announced.",
                "Until then, or for 10 s, nothing fails because no node is large enough. MOSAIC_HEAD_ELASTIC=true is the same."
            })
    private boolean isElastic;

    @Option(
            names = "--no-inputs",
            defaultValue = "${env:" + Variables.HEAD_NO_INPUTS + ":-false}",
            description = {
                "Hides the arguments of calls and captured values in all lists, pages and reports.",
                "MOSAIC_HEAD_NO_INPUTS=true is the same."
            })
    private boolean hasNoInputs;

    @Mixin
    private KeysOption keys = new KeysOption();

    @Mixin
    private HealthOption health = new HealthOption();

    @Mixin
    private StoreOption store = new StoreOption();

    HeadCommand() {}

    @Override
    public Integer call() throws IOException {
        String own = host == null ? listen.host() : host;
        if ((!hasNoWarehouse || http != null) && new Endpoint.Tcp(own, 0).isAny()) {
            throw new StartException(
                    "--listen " + own + " is not an address at which other machines can reach this one",
                    "give such an address with --host");
        }
        Optional<WarehouseSettings> warehouse = hasNoWarehouse
                ? Optional.empty()
                : Optional.of(new WarehouseSettings(
                        0,
                        own,
                        store.memoryOrQuarter(),
                        store.disk(),
                        store.folderOrTemporary(),
                        StoreOption.bucket(),
                        StoreOption.site(),
                        store.returns()));
        health.open(keys.folder().isPresent());
        Access access = keys.access();
        HeadProcess head = HeadProcess.start(
                new HeadSettings(
                        listen,
                        own,
                        Optional.ofNullable(gateway),
                        Optional.ofNullable(http),
                        warehouse,
                        placement,
                        announced,
                        isElastic,
                        !hasNoInputs),
                access,
                monitor -> TesseraService.open(monitor, own, jars, access));
        health.is(head);
        System.out.println("Listening at " + head.endpoint());
        Endpoint.Tcp dialled = new Endpoint.Tcp(own, ((Endpoint.Tcp) head.endpoint()).port());
        System.out.println(howToJoin(dialled, keys.folder().isPresent()));
        head.api().ifPresent(api -> System.out.println("API at " + api));
        Termination.await(head, head.excluded());
        return 0;
    }

    /** What is typed next. A head on this machine alone needs no keys. */
    private static String howToJoin(Endpoint.Tcp head, boolean hasKeys) {
        return "To add workers:   mosaic node --join " + head.address() + (hasKeys ? " --keys FOLDER" : "")
                + "\nTo run a program: Mosaic.connect(\"" + head + "\"" + (hasKeys ? ", o -> o.keys(folder)" : "")
                + ")";
    }
}
