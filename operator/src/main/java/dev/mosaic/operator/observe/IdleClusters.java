package dev.mosaic.operator.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mosaic.crd.IdleSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.operator.head.HeadAnswer;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.snapshot.Idleness;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks heads since when nobody uses them: as soon as they may be idle for as long as their spec says, and not before.
 *
 * <p><b>Threading:</b> any thread; one at a time for each cluster. <b>Cost:</b> one request to a head that is in use for each time
 * of {@code idle.after}, and only where the spec has that. <b>Failure:</b> a head that does not answer is {@link Idleness.Unknown}.
 */
public final class IdleClusters {
    /** Sooner it is not asked again, whatever happens. */
    private static final Duration SHORTEST = Duration.ofSeconds(5);

    private static final Duration WHEN_SILENT = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HeadApi heads;
    private final InstantSource clock;
    private final ConcurrentHashMap<String, Look> looks = new ConcurrentHashMap<>();

    public IdleClusters(HeadApi heads, InstantSource clock) {
        this.heads = heads;
        this.clock = clock;
    }

    /**
     * What a head said last.
     *
     * @param head the pod that said it
     * @param spec what it was asked for
     * @param again when it is asked next
     */
    private record Look(String head, IdleSpec spec, Idleness idleness, Instant again) {}

    /**
     * What is known of a cluster whose spec has {@code idle}; its head is asked where that is due.
     *
     * @param head uid of its pod, which is ready
     */
    public Idleness look(MosaicCluster cluster, IdleSpec spec, String head) {
        String uid = cluster.getMetadata().getUid();
        Look last = looks.get(uid);
        Instant now = clock.instant();
        if (last != null && last.head().equals(head) && last.spec().equals(spec) && now.isBefore(last.again())) {
            return last.idleness();
        }
        Idleness told = ask(cluster);
        Duration pause = switch (told) {
            case Idleness.Told(Duration time) -> {
                Duration left = spec.time().minus(time);
                yield left.isPositive() ? longer(left, SHORTEST) : spec.time();
            }
            case Idleness.Unknown _, Idleness.Unasked _ -> WHEN_SILENT;
        };
        looks.put(uid, new Look(head, spec, told, now.plus(pause)));
        return told;
    }

    /** How long until its head is asked again. */
    public Duration untilNext(MosaicCluster cluster) {
        Look last = looks.get(cluster.getMetadata().getUid());
        return last == null
                ? SHORTEST
                : longer(Duration.between(clock.instant(), last.again()), Duration.ofMillis(100));
    }

    /** Nothing of it is kept: it is gone, rests, or does not want to know any more. */
    public void forget(MosaicCluster cluster) {
        looks.remove(cluster.getMetadata().getUid());
    }

    private Idleness ask(MosaicCluster cluster) {
        return switch (heads.request(cluster, "GET", HeadHttp.CLUSTER, null)) {
            case HeadAnswer.Response(int status, String body) ->
                status == 200 ? read(body) : new Idleness.Unknown("the head answered with status " + status);
            case HeadAnswer.Unreachable(String why) -> new Idleness.Unknown(why);
        };
    }

    static Idleness read(String body) {
        try {
            JsonNode said = JSON.readTree(body);
            JsonNode seconds = said.path("idleSeconds");
            if (!seconds.isNumber() || !said.path("settled").asBoolean(true)) {
                return new Idleness.Unknown("the head does not know yet");
            }
            return new Idleness.Told(Duration.ofMillis((long) (seconds.doubleValue() * 1_000)));
        } catch (JsonProcessingException e) {
            return new Idleness.Unknown("the head answered with something that is no JSON");
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
