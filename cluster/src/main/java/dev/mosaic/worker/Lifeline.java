package dev.mosaic.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The pipe from the node, which ends when the node's process does, whatever way that ends. Then this process ends too, at once, and
 * takes the cluster's private folder with it, as nobody else is left to.
 *
 * <p><b>Threading:</b> a thread of its own that reads. <b>Failure:</b> a pipe that cannot be read has ended.
 */
final class Lifeline implements Runnable {
    /** Said to the system where the node is gone. */
    static final int NODE_GONE = 75;

    private final BufferedReader in;
    private final Path folder;

    Lifeline(BufferedReader in, Path folder) {
        this.in = in;
        this.folder = folder;
    }

    void watch() {
        Thread.ofPlatform().daemon().name("mosaic-lifeline").start(this);
    }

    @Override
    public void run() {
        if (WorkerBrief.STOP.equals(next())) {
            Runtime.getRuntime().exit(0);
        }
        ChildProcesses.kill();
        deleteFolder();
        Runtime.getRuntime().halt(NODE_GONE);
    }

    private String next() {
        try {
            String line = in.readLine();
            return line == null ? "" : line;
        } catch (IOException ended) {
            return "";
        }
    }

    private void deleteFolder() {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> left = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : left) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | java.io.UncheckedIOException anotherWorkerIsAtIt) {
            // What is left goes with the last of them.
        }
    }
}
