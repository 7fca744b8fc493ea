package dev.mosaic.bench;

import dev.mosaic.Mosaic;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Entries of 100 MB and 1 GB that the program puts and workers read: arrays of {@code double} as views of shared memory, arrays of
 * bytes as values.
 */
final class LargeObjects implements Family {
    private static final int REPS = 5;
    private static final int FEW_REPS = 3;
    private static final int ELEMENTS = 12_500_000;
    private static final int MOST_ELEMENTS = 125_000_000;
    private static final int WARM_ELEMENTS = 20_000;
    private static final int WARM_READS = 5_000;
    private static final long WARM_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final int BYTES = 100_000_000;
    private static final int MOST_VIEWERS = 32;
    private static final double MILLIS = 1e3;

    /** Between repetitions, as other peers have it: for the memory of the last one to come back. */
    private static final Duration BREATH = Duration.ofMillis(300);

    /** What is told of one size. */
    private record Names(Workload put, Workload get, Workload latency, Workload cached) {}

    private static final Names MEDIUM = new Names(
            Workload.PUT_100MB, Workload.GET_100MB, Workload.GET_100MB_LATENCY, Workload.GET_CACHED_100MB_LATENCY);

    private static final Names LARGE =
            new Names(Workload.PUT_1GB, Workload.GET_1GB, Workload.GET_1GB_LATENCY, Workload.GET_CACHED_1GB_LATENCY);

    @Override
    public List<Workload> workloads() {
        return List.of(
                Workload.PUT_100MB,
                Workload.GET_100MB,
                Workload.GET_100MB_LATENCY,
                Workload.GET_CACHED_100MB_LATENCY,
                Workload.PUT_1GB,
                Workload.GET_1GB,
                Workload.GET_1GB_LATENCY,
                Workload.GET_CACHED_1GB_LATENCY,
                Workload.BROADCAST_100MB_2,
                Workload.PUT_100MB_BYTES,
                Workload.GET_100MB_BYTES);
    }

    @Override
    public void run(Session session) throws Exception {
        Mosaic mosaic = session.mosaic();
        List<ViewerProxy> viewers = inTwoWorkers();
        double cold = warm(session, mosaic, viewers);
        if (session.wants(MEDIUM.put, MEDIUM.get, MEDIUM.latency, MEDIUM.cached)) {
            views(session, mosaic, viewers.getFirst(), session.size(ELEMENTS, ELEMENTS / 10), REPS, MEDIUM, cold);
        }
        if (session.wants(LARGE.put, LARGE.get, LARGE.latency, LARGE.cached)) {
            views(
                    session,
                    mosaic,
                    viewers.getFirst(),
                    session.size(MOST_ELEMENTS, ELEMENTS / 5),
                    FEW_REPS,
                    LARGE,
                    cold);
        }
        if (session.wants(Workload.BROADCAST_100MB_2)) {
            broadcast(session, mosaic, viewers);
        }
        if (session.wants(Workload.PUT_100MB_BYTES, Workload.GET_100MB_BYTES)) {
            values(session, mosaic, viewers.getLast());
        }
    }

    /** As many as it takes are made: where one lives is up to the cluster. */
    private static List<ViewerProxy> inTwoWorkers() {
        ViewerProxy first = ready();
        String worker = first.worker();
        ViewerProxy other = Stream.generate(LargeObjects::ready)
                .limit(MOST_VIEWERS)
                .filter(viewer -> !viewer.worker().equals(worker))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("all readers are in worker=" + worker));
        return List.of(first, other);
    }

    /** It is known where it lives. */
    private static ViewerProxy ready() {
        ViewerProxy viewer = ViewerProxy.remote();
        viewer.ready().await();
        return viewer;
    }

    /**
     * Reads small entries until the code on their way is compiled: each repetition of what is measured here comes with a pause,
     * and as many as fit into the warm-up of other workloads are far too few.
     *
     * @return milliseconds that the very first read took
     */
    private static double warm(Session session, Mosaic mosaic, List<ViewerProxy> viewers) throws Exception {
        double[] array = Target.random(WARM_ELEMENTS);
        List<Double> millis = new ArrayList<>();
        long begun = System.nanoTime();
        do {
            for (ViewerProxy viewer : viewers) {
                Ref<double[]> ref = mosaic.put(array);
                millis.add(Timing.once(() -> viewer.view(ref).result()) * MILLIS);
                viewer.view(ref).await();
                ref.drop();
            }
        } while (millis.size() < session.size(WARM_READS, 2) && System.nanoTime() - begun < WARM_NANOS);
        return millis.getFirst();
    }

    private static void views(
            Session session, Mosaic mosaic, ViewerProxy viewer, int elements, int reps, Names names, double cold)
            throws Exception {
        double[] array = Target.random(elements);
        double gigabytes = elements * (double) Double.BYTES / 1e9;
        List<Double> put = new ArrayList<>();
        List<Double> get = new ArrayList<>();
        List<Double> latency = new ArrayList<>();
        List<Double> cached = new ArrayList<>();
        session.timing(reps).repeat(isCounted -> {
            long begun = System.nanoTime();
            Ref<double[]> ref = mosaic.put(array);
            double putting = secondsSince(begun);
            begun = System.nanoTime();
            Viewer.Read read = viewer.view(ref).result();
            double first = secondsSince(begun);
            Wrong.unless(read.last() == array[elements - 1], "the last element is another");
            begun = System.nanoTime();
            viewer.view(ref).await();
            double second = secondsSince(begun);
            ref.drop();
            if (isCounted) {
                put.add(gigabytes / putting);
                get.add(gigabytes / read.seconds());
                latency.add(first * MILLIS);
                cached.add(second * MILLIS);
            }
            Pause.of(BREATH);
        });
        session.report(names.put, put);
        session.report(names.get, get, facts -> facts.text("note", "zero copy: a view of shared memory"));
        session.report(
                names.latency,
                latency,
                facts -> facts.text("note", "warm-up: reads of 160 kB, 5,000 or for 15 s; first_ms: the very first")
                        .number("first_ms", cold));
        session.report(names.cached, cached);
    }

    private static void broadcast(Session session, Mosaic mosaic, List<ViewerProxy> viewers) throws Exception {
        double[] array = Target.random(session.size(ELEMENTS, ELEMENTS / 10));
        List<Double> millis = new ArrayList<>();
        session.timing(REPS).repeat(isCounted -> {
            long begun = System.nanoTime();
            Ref<double[]> ref = mosaic.put(array, PutOption.broadcast());
            List<Task<Viewer.Read>> reads =
                    viewers.stream().map(viewer -> viewer.view(ref)).toList();
            for (Viewer.Read read : All.results(reads)) {
                Wrong.unless(read.last() == array[array.length - 1], "the last element is another");
            }
            double seconds = secondsSince(begun);
            ref.drop();
            if (isCounted) {
                millis.add(seconds * MILLIS);
            }
        });
        session.report(Workload.BROADCAST_100MB_2, millis);
    }

    private static void values(Session session, Mosaic mosaic, ViewerProxy viewer) throws Exception {
        byte[] bytes = new byte[session.size(BYTES, BYTES / 100)];
        ThreadLocalRandom.current().nextBytes(bytes);
        double gigabytes = bytes.length / 1e9;
        List<Double> put = new ArrayList<>();
        List<Double> get = new ArrayList<>();
        session.timing(REPS).repeat(isCounted -> {
            long begun = System.nanoTime();
            Ref<byte[]> ref = mosaic.put(bytes);
            double putting = secondsSince(begun);
            Viewer.Read read = viewer.value(ref).result();
            Wrong.unless(read.last() == bytes[bytes.length - 1], "the last byte is another");
            ref.drop();
            if (isCounted) {
                put.add(gigabytes / putting);
                get.add(gigabytes / read.seconds());
            }
        });
        session.report(Workload.PUT_100MB_BYTES, put);
        session.report(Workload.GET_100MB_BYTES, get, facts -> facts.text("note", "an array of its own: one copy"));
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
