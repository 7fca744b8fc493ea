package dev.mosaic.operator.scale;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.operator.head.HeadAnswer;
import dev.mosaic.operator.head.HeadApi;
import dev.mosaic.operator.head.Watching;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one head says, by its stream; where that does not work, by asking again and again.
 *
 * <p><b>Threading:</b> one thread listens, at {@link #next}; any thread may {@link #wake} it. <b>Failure:</b> a head that does not
 * answer is asked again, later and later, up to 30 s; one that is not there is not asked.
 */
final class HeadWatch implements AutoCloseable {
    /** A head says something each 5 s. */
    private static final long SILENCE_NANOS = Duration.ofSeconds(15).toNanos();

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(200).toNanos();
    private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(30).toNanos();

    /** Where asking works and the stream does not. */
    private static final long POLL_NANOS = Duration.ofSeconds(2).toNanos();

    private final HeadApi heads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();

    // Guarded by the lock.
    private boolean isWoken;
    private @Nullable ClusterPage report;
    private @Nullable HeadAnswer ended;
    private long lastLineNanos;

    // Of the thread that listens.
    private final AtomicReference<@Nullable Watching> watching = new AtomicReference<>();
    private boolean isOpen;
    private long openAtNanos = System.nanoTime();
    private long pollAtNanos = openAtNanos;
    private volatile long pauseNanos = FIRST_PAUSE_NANOS;
    private volatile String trouble = "";
    private String announced = "";

    HeadWatch(HeadApi heads) {
        this.heads = heads;
    }

    /** Something else is new; whoever listens looks at once. */
    void wake() {
        lock.lock();
        try {
            isWoken = true;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for news, and cares for the connection meanwhile.
     *
     * @param announce what heads have to be told
     * @return what the head said last; empty where it does not answer
     */
    Optional<ClusterPage> next(MosaicCluster cluster, String announce, Duration patience) throws InterruptedException {
        if (isOpen && !announce.equals(announced)) {
            announce(cluster, announce);
        }
        if (!isOpen && System.nanoTime() - openAtNanos >= 0) {
            open(cluster, announce);
        }
        await(patience);
        lock.lock();
        try {
            isWoken = false;
            boolean isSilent = isOpen && System.nanoTime() - lastLineNanos > SILENCE_NANOS;
            HeadAnswer end = ended;
            if (isOpen && (end != null || isSilent)) {
                end(end == null ? new HeadAnswer.Unreachable("the head says nothing any more") : end);
            }
            return Optional.ofNullable(report);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until somebody wakes it, and asks nobody. When there is a head again, it is asked at once.
     *
     * @param why there is none
     */
    void rest(String why, Duration patience) throws InterruptedException {
        close();
        isOpen = false;
        trouble = why;
        pauseNanos = FIRST_PAUSE_NANOS;
        lock.lock();
        try {
            report = null;
            for (long left = patience.toNanos(); !isWoken && left > 0; ) {
                left = news.awaitNanos(left);
            }
            isWoken = false;
        } finally {
            lock.unlock();
        }
        openAtNanos = System.nanoTime();
        pollAtNanos = openAtNanos;
    }

    /** Why the head does not answer; empty where it does. */
    String trouble() {
        return trouble;
    }

    private void await(Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long rest = patience.toNanos();
            if (isOpen) {
                rest = Math.min(rest, lastLineNanos + SILENCE_NANOS + 1 - System.nanoTime());
            } else {
                rest = Math.min(rest, openAtNanos - System.nanoTime());
            }
            while (!isWoken && !(isOpen && ended != null) && rest > 0) {
                rest = news.awaitNanos(rest);
            }
        } finally {
            lock.unlock();
        }
    }

    private void open(MosaicCluster cluster, String announce) {
        announced = "";
        HeadAnswer told = heads.request(cluster, "PUT", HeadHttp.ANNOUNCED, announce);
        switch (told) {
            case HeadAnswer.Response response when response.isGood() -> announced = announce;
            case HeadAnswer.Response response ->
                trouble =
                        "the head does not take what groups offer (" + response.status() + "): is it an older version?";
            case HeadAnswer.Unreachable(String why) -> {
                closed("the head does not answer: " + why);
                return;
            }
        }
        lock.lock();
        try {
            ended = null;
            lastLineNanos = System.nanoTime();
        } finally {
            lock.unlock();
        }
        isOpen = true;
        watching.set(heads.watch(cluster, HeadHttp.CLUSTER + HeadHttp.WATCH, this::heard, this::over));
    }

    private void announce(MosaicCluster cluster, String announce) {
        if (heads.request(cluster, "PUT", HeadHttp.ANNOUNCED, announce) instanceof HeadAnswer.Response response
                && response.isGood()) {
            announced = announce;
        }
    }

    private void heard(String line) {
        Optional<ClusterPage> read = HeadPages.read(line);
        if (read.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            report = read.get();
            lastLineNanos = System.nanoTime();
            pauseNanos = FIRST_PAUSE_NANOS;
            trouble = "";
            isWoken = true;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    private void over(HeadAnswer end) {
        lock.lock();
        try {
            ended = end;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    /** The stream is over: ask once, and try again later. */
    private void end(HeadAnswer end) {
        close();
        isOpen = false;
        String why = switch (end) {
            case HeadAnswer.Response(int status, String _) ->
                status == 200
                        ? "the head ended its stream"
                        : "the head has no stream of its state (" + status + "): is it an older version?";
            case HeadAnswer.Unreachable(String words) -> "the head does not answer: " + words;
        };
        closed(why);
    }

    private void closed(String why) {
        trouble = why;
        lock.lock();
        try {
            report = null;
        } finally {
            lock.unlock();
        }
        openAtNanos = System.nanoTime() + pauseNanos;
        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, 2 * pauseNanos);
    }

    /** Asks instead of listening, where that is due; where that works, it goes on every two seconds. */
    void poll(MosaicCluster cluster) {
        if (isOpen || System.nanoTime() - pollAtNanos < 0) {
            return;
        }
        pollAtNanos = openAtNanos;
        if (heads.request(cluster, "GET", HeadHttp.CLUSTER, null) instanceof HeadAnswer.Response response
                && response.isGood()) {
            heard(response.body());
            openAtNanos = System.nanoTime() + POLL_NANOS;
        }
    }

    /** No more lines. */
    @Override
    public void close() {
        Watching open = watching.getAndSet(null);
        if (open != null) {
            open.close();
        }
    }
}
