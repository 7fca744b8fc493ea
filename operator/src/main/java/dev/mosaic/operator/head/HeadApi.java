package dev.mosaic.operator.head;

import dev.mosaic.crd.MosaicCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP API of the heads of all clusters. In the cluster, requests go through the Service of the head, outside through the API
 * server's proxy; the token goes with each, and the head has to be one that the cluster's own authority vouches for.
 *
 * <p>What a head's address and token are is remembered, until it does not answer or refuses the token.
 *
 * <p><b>Threading:</b> any thread; requests block, a watch has a virtual thread of its own. <b>Cost:</b> two reads from the API server
 * for a cluster that is new here, one connection for each watch; one client for all. <b>Failure:</b> each is a {@link HeadAnswer}.
 */
public final class HeadApi {
    /** Of the head's Service. */
    public static final int PORT = 7681;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int UNAUTHORIZED = 401;

    private final Doors doors;
    private final Road road;
    private final ConcurrentHashMap<String, Door> known = new ConcurrentHashMap<>();

    private HeadApi(Doors doors, Road road) {
        this.doors = doors;
        this.road = road;
    }

    /** For an operator that runs as a pod: straight to the cluster IP of the Service. */
    public static HeadApi withinCluster(KubernetesClient client) {
        return straight(new ServiceDoors(client));
    }

    /** For an operator that runs anywhere else. */
    public static HeadApi throughApiServer(KubernetesClient client) {
        return new HeadApi(new ServiceDoors(client), new ProxyRoad(client, PATIENCE));
    }

    static HeadApi straight(Doors doors) {
        AuthorityByHost trust = new AuthorityByHost();
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(3))
                .sslContext(trust.context())
                .build();
        return new HeadApi(doors, new StraightRoad(http, trust, PATIENCE));
    }

    /**
     * Asks once, and waits for the answer, 10 s at most.
     *
     * @param path with its query, such as {@code /v1/cluster}
     * @param body JSON; null for none
     */
    public HeadAnswer request(MosaicCluster cluster, String method, String path, @Nullable String body) {
        return switch (door(cluster)) {
            case Doors.Found(Door door) -> remembered(cluster, road.request(door, method, path, body));
            case Doors.Closed(String why) -> new HeadAnswer.Unreachable(why);
        };
    }

    /**
     * Reads lines, each as it comes, until the head or the network ends it.
     *
     * @param onLine called on one thread at a time
     * @param onEnd called once, behind the last line: with the status 200 where the head ended it, another where it would not begin;
     *     not called where the watch was closed first
     * @return ends it
     */
    public Watching watch(MosaicCluster cluster, String path, Consumer<String> onLine, Consumer<HeadAnswer> onEnd) {
        Watching watching = new Watching();
        Thread thread = Thread.ofVirtual()
                .name("watch-" + cluster.getMetadata().getName())
                .unstarted(() -> {
                    HeadAnswer end = switch (door(cluster)) {
                        case Doors.Found(Door door) -> remembered(cluster, road.lines(door, path, onLine));
                        case Doors.Closed(String why) -> new HeadAnswer.Unreachable(why);
                    };
                    if (!watching.isClosed()) {
                        onEnd.accept(end);
                    }
                });
        watching.begin(thread);
        return watching;
    }

    /** A cluster that is gone; nothing of it is kept. */
    public void forget(MosaicCluster cluster) {
        drop(uid(cluster));
    }

    private Doors.Look door(MosaicCluster cluster) {
        Door door = known.get(uid(cluster));
        if (door != null) {
            return new Doors.Found(door);
        }
        Doors.Look look = doors.of(cluster);
        if (look instanceof Doors.Found(Door found)) {
            known.put(uid(cluster), found);
            road.open(found);
        }
        return look;
    }

    /** Another Service, other keys: that is looked for where it does not work any more. */
    private HeadAnswer remembered(MosaicCluster cluster, HeadAnswer answer) {
        boolean isWrong = switch (answer) {
            case HeadAnswer.Unreachable _ -> true;
            case HeadAnswer.Response(int status, String _) -> status == UNAUTHORIZED;
        };
        if (isWrong) {
            drop(uid(cluster));
        }
        return answer;
    }

    private void drop(String uid) {
        Door door = known.remove(uid);
        if (door != null) {
            road.close(door);
        }
    }

    private static String uid(MosaicCluster cluster) {
        return Objects.requireNonNullElse(
                cluster.getMetadata().getUid(),
                cluster.getMetadata().getNamespace() + "/"
                        + cluster.getMetadata().getName());
    }
}
