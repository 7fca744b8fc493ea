package dev.mosaic.head;

import dev.mosaic.gateway.Gateway;
import dev.mosaic.http.HttpApi;
import dev.mosaic.http.Route;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Keys;
import dev.mosaic.monitor.MonitorShell;
import dev.mosaic.process.Access;
import dev.mosaic.process.PlacementChoice;
import dev.mosaic.serve.TesseraService;
import dev.mosaic.service.Health;
import dev.mosaic.warehouse.WarehouseProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Monitor, warehouse and gateway in one process.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a mesh for each. <b>Failure:</b> {@link dev.mosaic.mesh.MeshException} where the address
 * cannot be listened at. Where the process dies calls go on, and the next one at that address learns from the units what there is.
 */
public final class HeadProcess implements Health, AutoCloseable {
    private final MonitorShell monitor;
    private final Deque<Runnable> ends = new ArrayDeque<>();
    private final List<Health> parts = new ArrayList<>();
    private Optional<URI> api = Optional.empty();
    private Optional<TesseraService> tesserae = Optional.empty();

    private HeadProcess(MonitorShell monitor) {
        this.monitor = monitor;
        ends.push(monitor::close);
        parts.add(monitor);
    }

    /**
     * Listens.
     *
     * @throws IOException where the gateway's address is taken
     */
    public static HeadProcess start(HeadSettings settings, Access access) throws IOException {
        HeadProcess head = new HeadProcess(MonitorShell.open(
                settings.listen(),
                access.token(),
                settings.monitor(),
                PlacementChoice.of(settings.placement(), HeadProcess.class.getClassLoader()),
                access.opener()));
        try {
            head.open(settings, access);
            return head;
        } catch (IOException | RuntimeException e) {
            head.close();
            throw e;
        }
    }

    private void open(HeadSettings settings, Access access) throws IOException {
        Endpoint.Tcp dialled = dialled(monitor.endpoint());
        if (settings.warehouse().isPresent()) {
            WarehouseProcess warehouse =
                    WarehouseProcess.start(settings.warehouse().get(), dialled, access);
            ends.push(warehouse::close);
            parts.add(warehouse);
        }
        if (settings.gateway().isPresent()) {
            Gateway gateway = Gateway.open(settings.gateway().get(), dialled, access);
            ends.push(gateway::close);
            parts.add(gateway);
        }
        if (settings.http().isPresent()) {
            tesserae = Optional.of(TesseraService.open(MonitorShell.UID, dialled, settings.host(), access));
            ends.push(tesserae.get()::close);
            api = Optional.of(serve(settings.http().get(), access));
        }
    }

    private URI serve(Endpoint.Tcp address, Access access) throws IOException {
        Optional<Keys> keys = access.doorKeys();
        HttpApi http =
                HttpApi.open(new InetSocketAddress(address.host(), address.port()), keys, access.token(), routes());
        ends.push(http::close);
        return URI.create(
                (keys.isEmpty() ? "http" : "https") + "://" + new Endpoint.Tcp(address.host(), http.port()).address());
    }

    /** What is served, of all parts. */
    private List<Route> routes() {
        List<Route> routes = new ArrayList<>(new ClusterApi(monitor).routes());
        tesserae.ifPresent(each -> routes.addAll(each.routes()));
        return routes;
    }

    /** Where this process finds its own monitor: an address for all is none to dial. */
    private static Endpoint.Tcp dialled(Endpoint listening) {
        Endpoint.Tcp tcp = (Endpoint.Tcp) listening;
        return tcp.isAny() ? new Endpoint.Tcp("127.0.0.1", tcp.port()) : tcp;
    }

    /** Where nodes and programs come to. */
    public Endpoint endpoint() {
        return monitor.endpoint();
    }

    /** Where the API is served; empty where none was asked for. */
    public Optional<URI> api() {
        return api;
    }

    @Override
    public Optional<String> stuck() {
        return first(Health::stuck);
    }

    @Override
    public Optional<String> unready() {
        return first(Health::unready);
    }

    private Optional<String> first(Function<Health, Optional<String>> problem) {
        return parts.stream().map(problem).flatMap(Optional::stream).findFirst();
    }

    @Override
    public void close() {
        while (!ends.isEmpty()) {
            ends.pop().run();
        }
    }
}
