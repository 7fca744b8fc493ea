package dev.mosaic.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real cgroup with a limit of memory, version 2 or 1, whichever this machine has. Needs root. */
record MemoryGroup(Path folder, boolean isVersion2) implements AutoCloseable {
    private static final Path V1 = Path.of("/sys/fs/cgroup/memory");
    private static final Path V2 = Path.of("/sys/fs/cgroup");

    /** Why there can be none here; empty where there can. */
    static String obstacle() {
        try (var _ = open("mosaic-try-" + ProcessHandle.current().pid(), 64 << 20)) {
            return "";
        } catch (IOException e) {
            return "a cgroup with a limit of memory cannot be made here: " + e.getMessage();
        }
    }

    static MemoryGroup open(String name, long limitBytes) throws IOException {
        boolean isV1 = Files.exists(V1.resolve("memory.limit_in_bytes"));
        MemoryGroup group = new MemoryGroup((isV1 ? V1 : V2).resolve(name), !isV1);
        Files.createDirectory(group.folder);
        try {
            Files.writeString(
                    group.folder.resolve(isV1 ? "memory.limit_in_bytes" : "memory.max"), Long.toString(limitBytes));
            return group;
        } catch (IOException e) {
            group.close();
            throw e;
        }
    }

    /** Put before a command, has it run in the group. */
    List<String> prefix() {
        return List.of("sh", "-c", "echo $$ > " + folder.resolve("cgroup.procs") + " && exec \"$@\"", "sh");
    }

    /** How many processes the system itself ended in it. */
    long endedBySystem() throws IOException {
        Path file = folder.resolve(isVersion2 ? "memory.events" : "memory.oom_control");
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("oom_kill "))
                .mapToLong(line -> Long.parseLong(line.substring("oom_kill ".length())))
                .sum();
    }

    /** Once all processes in it have ended. */
    @Override
    public void close() throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!folder.toFile().delete()) {
            if (System.nanoTime() > end) {
                throw new IOException(folder + " is left behind");
            }
            Thread.onSpinWait();
        }
    }
}
