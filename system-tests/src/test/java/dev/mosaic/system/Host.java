package dev.mosaic.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The processes of pods, where the cluster's node is this machine. */
final class Host {
    private static final Path PROC = Path.of("/proc");

    private Host() {}

    /**
     * As {@code kill -9} does, to the first process of a pod's container.
     *
     * @param uid of the pod
     * @return false where no process of it is seen from here
     */
    static boolean kill(String uid) {
        Optional<ProcessHandle> first = first(uid);
        first.ifPresent(ProcessHandle::destroyForcibly);
        return first.isPresent();
    }

    /** Whether any process of a pod is there, that of its pause too. */
    static boolean runs(String uid) {
        return ProcessHandle.allProcesses().anyMatch(process -> isOf(process.pid(), uid));
    }

    /** That which has been there longest and runs Java: the pod's pause does not. Its number may be above those of later ones. */
    private static Optional<ProcessHandle> first(String uid) {
        return ProcessHandle.allProcesses()
                .filter(process -> isOf(process.pid(), uid) && isJava(process.pid()))
                .min(Comparator.comparing(
                        process -> process.info().startInstant().orElse(Instant.MAX)));
    }

    private static boolean isOf(long pid, String uid) {
        try (Stream<String> lines = Files.lines(PROC.resolve(Long.toString(pid)).resolve("cgroup"))) {
            return lines.anyMatch(line -> line.contains(uid) || line.contains(uid.replace('-', '_')));
        } catch (IOException | java.io.UncheckedIOException gone) {
            return false;
        }
    }

    private static boolean isJava(long pid) {
        try {
            return Files.readString(PROC.resolve(Long.toString(pid)).resolve("comm"))
                    .strip()
                    .equals("java");
        } catch (IOException gone) {
            return false;
        }
    }
}
