package dev.mosaic.benchmarks;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * One of the two processes of a figure.
 *
 * <pre>{@code
 * Side serve PEER TRANSPORT WORKLOAD ROUND CPUS WINDOW ENDPOINT    listens there
 * Side drive PEER TRANSPORT WORKLOAD ROUND CPUS WINDOW ENDPOINT    connects there
 * }</pre>
 *
 * <p>It prints {@code ready ENDPOINT} (serving only), its figures as JSON lines, and {@code done}; then it goes on until it
 * is ended, so that the other side can finish its own.
 */
public final class Side {
    private final Contender contender;
    private final Workload workload;
    private final Window window;
    private final Line line;
    private final Tally tally = new Tally();

    private Side(String[] words) {
        contender = Contender.of(words[1]);
        workload = Workload.of(words[3]);
        window = Window.parse(words[6]);
        line = new Line(words[1], words[2], Integer.parseInt(words[4]), words[5]);
    }

    public static void main(String[] words) throws IOException, InterruptedException {
        Side side = new Side(words);
        switch (words[0]) {
            case "serve" -> side.serve(words[7]);
            case "drive" -> side.drive(words[7]);
            default -> throw new IllegalArgumentException("side=" + words[0] + " is none of serve, drive");
        }
    }

    private void serve(String endpoint) throws IOException, InterruptedException {
        System.out.println("ready " + contender.serve(workload, endpoint, tally));
        Stream stream = Stream.watch(workload, window, tally);
        if (workload != Workload.ROUND_TRIP) {
            print(workload.label(), stream.samples(), contender.note(workload));
        }
        printAllocated("serve", stream);
        System.out.println("done");
        new CountDownLatch(1).await();
    }

    private void drive(String endpoint) throws IOException {
        CompletableFuture<Stream> watched = CompletableFuture.supplyAsync(
                () -> Stream.watch(workload, window, tally),
                task -> Thread.ofPlatform().name("watch").start(task));
        Contender.Step step = contender.dial(workload, endpoint);
        if (workload == Workload.ROUND_TRIP) {
            RoundTrips trips = RoundTrips.ask(step, window, tally);
            while (!watched.isDone()) {
                next(step);
            }
            printAllocated("drive", watched.join());
            print(workload.label(), trips.medians(), contender.note(workload));
            print(workload.label() + "_p99", new double[] {trips.percentile99()}, contender.note(workload));
            System.out.println("done");
        } else {
            var _ = watched.thenAccept(stream -> {
                printAllocated("drive", stream);
                System.out.println("done");
            });
        }
        while (true) {
            next(step);
        }
    }

    private void next(Contender.Step step) throws IOException {
        step.run(tally.count());
        tally.add();
    }

    private void print(String label, double[] samples, String note) {
        line.print(label, workload.unit(), workload.better(), samples, note);
    }

    private void printAllocated(String side, Stream stream) {
        line.print(
                "alloc_" + workload.label() + "_" + side,
                "B/message",
                "lower",
                new double[] {stream.allocatedPerMessage()},
                "all threads of the process");
    }
}
