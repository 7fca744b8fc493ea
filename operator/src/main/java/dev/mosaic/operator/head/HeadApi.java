package dev.mosaic.operator.head;

import dev.mosaic.crd.MosaicCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP API of the heads of all clusters. In the cluster, requests go through the Service of the head, outside through the API
 * server's proxy; the admin's token goes with each, and the head has to be one that the cluster's own authority vouches for. A head is
 * not trusted beyond that: what it answers is read up to a limit of bytes and of time.
 *
 * <p>What a head's address and token are is remembered. Where it does not answer, or refuses the token, they are looked for again: at once
 * the first time, then later and later, up to 30 s.
 *
 * <p><b>Threading:</b> any thread; requests block, a watch has a virtual thread of its own. <b>Cost:</b> two reads from the API server
 * for a cluster that is new here, one connection for each watch; one client for all. <b>Failure:</b> each is a {@link HeadAnswer}.
 */
public final class HeadApi {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");
    private static final int UNAUTHORIZED = 401;
    private static final long FIRST_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(30).toNanos();
    private static final int FORBIDDEN = 403;

    private final Doors doors;
    private final Road road;
    private final ConcurrentHashMap<String, Door> known = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Failures> failing = new ConcurrentHashMap<>();

    /**
     * That a head could not be asked several times, one after the other.
     *
     * @param nextLookNanos before that it is not looked for again, by {@link System#nanoTime}
     */
    private record Failures(int count, long nextLookNanos) {
        static final Failures NONE = new Failures(0, 0);

        boolean isLookDue() {
            return count == 0 || System.nanoTime() - nextLookNanos >= 0;
        }

        Failures looked() {
            long pause = Math.min(LONGEST_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(count, 6));
            return new Failures(count + 1, System.nanoTime() + pause);
        }
    }

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
        return new HeadApi(new ServiceDoors(client), new ProxyRoad(client, Bounds.USUAL));
    }

    static HeadApi straight(Doors doors) {
        return straight(doors, Bounds.USUAL);
    }

    static HeadApi straight(Doors doors, Bounds bounds) {
        AuthorityByHost trust = new AuthorityByHost();
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(3))
                .sslContext(trust.context())
                .build();
        return new HeadApi(doors, new StraightRoad(http, trust, bounds));
    }

    /**
     * Asks once, and waits for the answer, 10 s at most.
     *
     * @param path with its query, such as {@code /v1/cluster}
     * @param body JSON; null for none
     */
    public HeadAnswer request(MosaicCluster cluster, String method, String path, @Nullable String body) {
        return switch (door(cluster)) {
            case Doors.Found(Door door) -> remembered(cluster, door, each -> road.request(each, method, path, body));
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
                        case Doors.Found(Door door) -> remembered(cluster, door, each -> read(each, path, onLine));
                        case Doors.Closed(String why) -> new HeadAnswer.Unreachable(why);
                    };
                    if (!watching.isClosed()) {
                        onEnd.accept(end);
                    }
                });
        watching.begin(thread);
        return watching;
    }

    /** Whoever reads lines may not expect what a head says: that ends the watch, as a head that is gone does. */
    private HeadAnswer read(Door door, String path, Consumer<String> onLine) {
        try {
            return road.lines(door, path, onLine);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the answer of the head {0} is not valid: {1}", door, e);
            LOG.log(System.Logger.Level.DEBUG, "there", e);
            return new HeadAnswer.Unreachable("the answer of the head is not valid: " + e.getMessage());
        }
    }

    /** A cluster that is gone; nothing of it is kept. */
    public void forget(MosaicCluster cluster) {
        drop(uid(cluster));
        failing.remove(uid(cluster));
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
    private HeadAnswer remembered(MosaicCluster cluster, Door door, Function<Door, HeadAnswer> ask) {
        HeadAnswer answer = ask.apply(door);
        String uid = uid(cluster);
        if (isDone(answer)) {
            failing.remove(uid);
        } else if (failing.getOrDefault(uid, Failures.NONE).isLookDue()) {
            drop(uid);
            failing.merge(uid, Failures.NONE.looked(), (before, _) -> before.looked());
        }
        return answer;
    }

    private static boolean isRefused(HeadAnswer answer) {
        return answer instanceof HeadAnswer.Response(int status, String _)
                && (status == UNAUTHORIZED || status == FORBIDDEN);
    }

    private static boolean isDone(HeadAnswer answer) {
        return answer instanceof HeadAnswer.Response && !isRefused(answer);
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
