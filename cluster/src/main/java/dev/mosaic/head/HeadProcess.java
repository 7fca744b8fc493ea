package dev.mosaic.head;

import dev.mosaic.gateway.Gateway;
import dev.mosaic.http.HttpApi;
import dev.mosaic.http.Route;
import dev.mosaic.http.Routes;
import dev.mosaic.http.Tokens;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Keys;
import dev.mosaic.process.Access;
import dev.mosaic.process.ListenAddress;
import dev.mosaic.process.PlacementChoice;
import dev.mosaic.report.Dashboard;
import dev.mosaic.service.Health;
import dev.mosaic.warehouse.WarehouseProcess;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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
    private final List<Route> routes = new ArrayList<>();

    private final CompletableFuture<String> excluded = new CompletableFuture<>();

    private HeadProcess(MonitorShell monitor) {
        this.monitor = monitor;
        ends.push(monitor::close);
        parts.add(monitor);
    }

    /**
     * Listens, where all addresses are on the loopback or there are keys.
     *
     * @param more what it serves by http beside its own API
     * @throws dev.mosaic.StartException where one could be reached by others and there are no keys; nothing listens then
     * @throws IOException where the gateway's address is taken
     */
    public static HeadProcess start(HeadSettings settings, Access access, Routes.Opener... more) throws IOException {
        boolean hasKeys = !access.keys().isEmpty();
        var _ = ListenAddress.of("--listen", settings.listen(), hasKeys);
        Optional<ListenAddress> gateway = settings.gateway().map(each -> ListenAddress.of("--gateway", each, hasKeys));
        Optional<ListenAddress> http = settings.http().map(each -> ListenAddress.of("--http", each, hasKeys));
        HeadProcess head = new HeadProcess(MonitorShell.open(
                settings.listen(),
                access.token(),
                settings.monitor(),
                PlacementChoice.of(settings.placement(), HeadProcess.class.getClassLoader()),
                access.opener()));
        try {
            head.open(settings, gateway, http, access, more);
            return head;
        } catch (IOException | RuntimeException e) {
            head.close();
            throw e;
        }
    }

    private void open(
            HeadSettings settings,
            Optional<ListenAddress> door,
            Optional<ListenAddress> http,
            Access access,
            Routes.Opener... more)
            throws IOException {
        Endpoint.Tcp dialled = dialled(monitor.endpoint());
        if (settings.warehouse().isPresent()) {
            Endpoint.Tcp known = new Endpoint.Tcp(settings.host(), dialled.port());
            WarehouseProcess warehouse =
                    WarehouseProcess.start(settings.warehouse().get(), dialled, known, access);
            var _ = warehouse.excluded().thenAccept(excluded::complete);
            ends.push(warehouse::close);
            parts.add(warehouse);
        }
        if (door.isPresent()) {
            Gateway gateway = Gateway.open(door.get(), dialled, access);
            var _ = gateway.excluded().thenAccept(excluded::complete);
            ends.push(gateway::close);
            parts.add(gateway);
        }
        ClusterApi own = ClusterApi.answering(monitor, settings.showsInputs());
        String token = access.folder().isPresent() ? "" : access.token();
        ends.push(RunningClusters.list(RunningCluster.Kind.HEAD, dialled, access.keys(), token)::close);
        if (http.isPresent()) {
            routes.addAll(own.routes());
            for (Routes.Opener opener : more) {
                Routes part = opener.open(dialled);
                ends.push(part::close);
                routes.addAll(part.routes());
            }
            api = Optional.of(serve(settings.http().orElseThrow(), http.get(), access));
        }
    }

    private URI serve(Endpoint.Tcp address, ListenAddress listen, Access access) throws IOException {
        Optional<Keys> keys = access.doorKeys();
        Tokens tokens = access.folder().isPresent()
                ? Tokens.in(access.folder().get(), access.tokens()::now)
                : Tokens.of(access.tokens()::now);
        HttpApi http = HttpApi.open(listen.socket(), keys, tokens, routes, Dashboard::file);
        ends.push(http::close);
        return URI.create(
                (keys.isEmpty() ? "http" : "https") + "://" + new Endpoint.Tcp(address.host(), http.port()).address());
    }

    /** What is served, of all parts. */
    List<Route> routes() {
        return List.copyOf(routes);
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

    /** Where the API is served, and the dashboard; empty where none was asked for. */
    public Optional<URI> api() {
        return api;
    }

    /** Ends with the reason where its warehouse, or its gateway, is of no use to anybody any more, and cannot be again. */
    public CompletableFuture<String> excluded() {
        return excluded;
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
