package dev.mosaic.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Locks that the JVMs of these tests share, as files below {@code target}: for the use of the chart, by many or by one alone, and for its
 * life. A lock goes with its JVM.
 *
 * <p>Who waits to be alone holds the gate meanwhile: nobody begins to use the chart before.
 *
 * <p><b>Threading:</b> one thread.
 */
final class Turns {
    private static final Path FOLDER = Path.of("target", "turns");

    private Turns() {}

    /** A lock that is held. */
    record Turn(FileChannel file, FileLock lock) implements AutoCloseable {
        @Override
        public void close() {
            try {
                file.close(); // and its lock with it
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** Waits until nobody is alone, or is alone at last. */
    static Turn use(boolean alone) {
        try (Turn _ = lock("gate", false)) {
            return lock("use", !alone);
        }
    }

    /** Of the chart; each JVM has it from its first test to its last. */
    static Turn life() {
        return lock("life", true);
    }

    /** For who changes what the chart has installed, or looks whether it has. */
    static Turn change() {
        return lock("change", false);
    }

    /** True where no other JVM holds {@link #life} any more. */
    static boolean isLast() {
        try (FileChannel file = open("life");
                FileLock lock = file.tryLock(0, Long.MAX_VALUE, false)) {
            return lock != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Turn lock(String name, boolean shared) {
        try {
            FileChannel file = open(name);
            return new Turn(file, file.lock(0, Long.MAX_VALUE, shared));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static FileChannel open(String name) throws IOException {
        Files.createDirectories(FOLDER);
        return FileChannel.open(
                FOLDER.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
}
