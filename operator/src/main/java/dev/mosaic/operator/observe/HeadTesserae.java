package dev.mosaic.operator.observe;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.TesseraPage;
import dev.mosaic.headapi.TesseraState;
import dev.mosaic.operator.head.HeadAnswer;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.head.HeadJson;
import dev.mosaic.operator.head.Watching;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What the heads of clusters say about tesserae, as they say it: a stream for each cluster that has some.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> one connection for each such cluster. <b>Failure:</b> a stream that ends, falls
 * silent or says what is not understood is begun again, later and later, up to 30 s, as long as somebody asks about the cluster; meanwhile
 * nothing is known, and why is.
 */
public final class HeadTesserae implements AutoCloseable {
    private static final String PATH = HeadHttp.TESSERAE + HeadHttp.WATCH;
    private static final int LONGEST_TEXT = 1_024;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    /** Nobody has asked for so long: there is no tessera any more. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(15);

    private final HeadApi heads;
    private final Map<String, Watched> clusters = new HashMap<>();
    private BiConsumer<String, String> onChange = (namespace, name) -> {};
    private boolean closed;

    public HeadTesserae(HeadApi heads) {
        this.heads = heads;
    }

    private static final class Watched {
        private MosaicCluster cluster;
        private @Nullable Watching watching;

        /** The number of the stream that counts: what those before say is old. */
        private long stream;

        private long epoch;
        private String why = "it is asked";
        private Duration pause = FIRST_PAUSE;

        /** Its head is not there: it is not asked. */
        private boolean rests;

        private final Map<String, TesseraState> said = new HashMap<>();
        private final Set<String> asked = new HashSet<>();
        private long askedNanos = System.nanoTime();

        private Watched(MosaicCluster cluster) {
            this.cluster = cluster;
        }
    }

    /** Who is told of changes: the namespace and the name of a tessera. */
    public synchronized void onChange(BiConsumer<String, String> listener) {
        onChange = listener;
    }

    /**
     * What is known.
     *
     * @param why nothing is; empty where something is
     * @param epoch of the head: another one has to be told what is declared
     */
    public record Look(Optional<String> why, long epoch, Optional<TesseraState> said) {}

    /** What is known just now; changes are told from now on. */
    public synchronized Look look(MosaicCluster cluster, String name) {
        Watched watched = clusters.computeIfAbsent(uid(cluster), any -> begun(new Watched(cluster)));
        watched.cluster = cluster; // its head may have other keys by now
        watched.asked.add(name);
        watched.askedNanos = System.nanoTime();
        if (watched.rests) {
            watched.rests = false;
            watched.pause = FIRST_PAUSE;
            begun(watched);
        }
        return watched.epoch == 0
                ? new Look(Optional.of(watched.why), 0, Optional.empty())
                : new Look(Optional.empty(), watched.epoch, Optional.ofNullable(watched.said.get(name)));
    }

    /** Its head is not there: until somebody looks again nobody asks it. */
    public synchronized void rest(MosaicCluster cluster) {
        Watched watched = clusters.get(uid(cluster));
        if (watched != null && !watched.rests) {
            watched.rests = true;
            watched.stream++;
            watched.epoch = 0;
            watched.said.clear();
            if (watched.watching != null) {
                watched.watching.close();
                watched.watching = null;
            }
        }
    }

    /** A tessera that is gone. */
    public synchronized void forget(MosaicCluster cluster, String name) {
        Watched watched = clusters.get(uid(cluster));
        if (watched != null) {
            watched.asked.remove(name);
            if (watched.asked.isEmpty()) {
                end(watched);
            }
        }
    }

    private Watched begun(Watched watched) {
        long stream = ++watched.stream;
        watched.watching = heads.watch(
                watched.cluster, PATH, line -> heard(watched, stream, line), end -> ended(watched, stream, end));
        return watched;
    }

    private void heard(Watched watched, long stream, String line) {
        TesseraPage all;
        try {
            all = HeadJson.read(line, TesseraPage.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
        Set<String> changed = new HashSet<>();
        synchronized (this) {
            if (watched.stream != stream) {
                return;
            }
            if (isForgotten(watched)) {
                end(watched);
                return;
            }
            boolean isNew = watched.epoch != all.epoch();
            watched.epoch = all.epoch();
            watched.pause = FIRST_PAUSE;
            Map<String, TesseraState> now = new HashMap<>();
            for (TesseraState each : all.tesserae()) {
                TesseraState cut = each.cut(LONGEST_TEXT);
                now.put(cut.name(), cut);
            }
            for (String name : watched.asked) {
                if (isNew || !Objects.equals(now.get(name), watched.said.get(name))) {
                    changed.add(name);
                }
            }
            watched.said.clear();
            watched.said.putAll(now);
        }
        tell(watched, changed);
    }

    private void ended(Watched watched, long stream, HeadAnswer end) {
        String why = switch (end) {
            case HeadAnswer.Unreachable(String reason) -> reason;
            case HeadAnswer.Response(int status, String body)
            when status == 404 -> "it serves no tesserae: an older image, or no port for it";
            case HeadAnswer.Response(int status, String body) -> "it ended the stream with status " + status;
        };
        Set<String> changed;
        Duration pause;
        synchronized (this) {
            if (watched.stream != stream) {
                return;
            }
            pause = watched.pause;
            Duration longer = pause.multipliedBy(2);
            watched.pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
            boolean isNews = watched.epoch != 0 || !watched.why.equals(why);
            watched.epoch = 0;
            watched.watching = null;
            watched.why = why;
            watched.said.clear();
            changed = isNews ? Set.copyOf(watched.asked) : Set.of();
        }
        tell(watched, changed);
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> again(watched));
    }

    private synchronized void again(Watched watched) {
        if (closed || isForgotten(watched) || watched.asked.isEmpty()) {
            end(watched);
        } else if (clusters.containsValue(watched) && !watched.rests && watched.watching == null) {
            begun(watched);
        }
    }

    /** Whoever has a tessera there looks each five minutes. */
    private static boolean isForgotten(Watched watched) {
        return System.nanoTime() - watched.askedNanos > FORGOTTEN.toNanos();
    }

    private void tell(Watched watched, Set<String> names) {
        BiConsumer<String, String> told;
        synchronized (this) {
            told = onChange;
        }
        names.forEach(name -> told.accept(watched.cluster.getMetadata().getNamespace(), name));
    }

    private void end(Watched watched) {
        clusters.values().remove(watched);
        if (watched.watching != null) {
            watched.watching.close();
        }
    }

    private static String uid(MosaicCluster cluster) {
        return Objects.requireNonNullElse(
                cluster.getMetadata().getUid(), cluster.getMetadata().getName());
    }

    @Override
    public synchronized void close() {
        closed = true;
        List.copyOf(clusters.values()).forEach(this::end);
    }
}
