package dev.mosaic.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Reads from the system how much memory this process and those around it have in use, and may have: of its cgroup and of those above it
 * (v1 or v2) the one that is fullest; where none has a limit, the machine's.
 *
 * <p>What is read from {@code /proc} and below the mounted cgroups:
 *
 * <pre>
 *        limit                    in use                   less, of memory.stat
 *   v2   memory.max               memory.current           inactive_file
 *   v1   memory.limit_in_bytes    memory.usage_in_bytes    total_inactive_file
 *   no   MemTotal                 MemTotal - MemAvailable
 * </pre>
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> three small files for each cgroup with a limit, some 50 us. <b>Failure:</b> empty where
 * the system does not tell.
 */
public final class MemoryGauge {
    /** A cgroup with a limit, as its files say it. */
    private record Group(Path limit, Path used, Path stat, String droppable) {
        static Group v2(Path folder) {
            return new Group(
                    folder.resolve("memory.max"),
                    folder.resolve("memory.current"),
                    folder.resolve("memory.stat"),
                    "inactive_file");
        }

        static Group v1(Path folder) {
            return new Group(
                    folder.resolve("memory.limit_in_bytes"),
                    folder.resolve("memory.usage_in_bytes"),
                    folder.resolve("memory.stat"),
                    "total_inactive_file");
        }

        /** Empty where it has no limit below that of the machine. */
        Optional<MemoryUse> read(long machineBytes) {
            OptionalLong most = number(limit);
            OptionalLong now = number(used);
            if (most.isEmpty() || now.isEmpty() || most.getAsLong() < 1 || most.getAsLong() >= machineBytes) {
                return Optional.empty();
            }
            long files = field(stat, droppable, 1).orElse(0);
            return Optional.of(new MemoryUse(Math.max(0, now.getAsLong() - files), most.getAsLong()));
        }
    }

    private static final long KIB = 1024;

    private final Path meminfo;
    private final long machineBytes;
    private final List<Group> groups;

    private MemoryGauge(Path proc, List<Group> groups) {
        this.meminfo = proc.resolve("meminfo");
        this.machineBytes = field(meminfo, "MemTotal:", KIB).orElse(Long.MAX_VALUE);
        this.groups = List.copyOf(groups);
    }

    /** Of the machine's memory, whatever this process may use of it. */
    static long machineBytes() {
        return ofThisProcess().machineBytes;
    }

    /** Of this process. */
    public static MemoryGauge ofThisProcess() {
        return of(Path.of("/"));
    }

    /**
     * Of the process of a machine that is laid out in files, for tests.
     *
     * @param root with {@code proc} below it, and what the mounts in there name
     */
    public static MemoryGauge of(Path root) {
        Path self = root.resolve("proc/self");
        List<Group> groups = new ArrayList<>();
        List<String> mounts = lines(self.resolve("mountinfo"));
        for (String membership : lines(self.resolve("cgroup"))) {
            // hierarchy:controllers:path; no controllers for v2
            String[] fields = membership.split(":", 3);
            if (fields.length == 3 && fields[1].isEmpty()) {
                folders(root, mounts, "cgroup2", "", fields[2]).map(Group::v2).forEach(groups::add);
            } else if (fields.length == 3 && List.of(fields[1].split(",", -1)).contains("memory")) {
                folders(root, mounts, "cgroup", "memory", fields[2])
                        .map(Group::v1)
                        .forEach(groups::add);
            }
        }
        return new MemoryGauge(root.resolve("proc"), groups);
    }

    /** The folder of that cgroup, and of those above it as far as they are mounted. */
    private static Stream<Path> folders(Path root, List<String> mounts, String type, String controller, String path) {
        for (String mount : mounts) {
            // id parent major:minor root mount-point options.. - type source options-of-type
            String[] sides = mount.split(" - ", 2);
            String[] left = sides[0].split(" ", -1);
            String[] right = sides.length < 2 ? new String[0] : sides[1].split(" ", -1);
            boolean isIt = left.length > 4
                    && right.length > 2
                    && right[0].equals(type)
                    && (controller.isEmpty() || List.of(right[2].split(",", -1)).contains(controller));
            if (isIt) {
                Path top = root.resolve(left[4].substring(1));
                // In a container that sees the machine's names, the mount begins at the container's own group.
                Path mounted = Path.of(left[3]);
                Path group = Path.of(path);
                Path below = group.startsWith(mounted) ? mounted.relativize(group) : Path.of("");
                return Stream.iterate(
                        top.resolve(below).normalize(), folder -> folder.startsWith(top), Path::getParent);
            }
        }
        return Stream.empty();
    }

    /** Now. */
    public Optional<MemoryUse> read() {
        return groups.stream()
                .flatMap(group -> group.read(machineBytes).stream())
                .max(Comparator.comparingDouble(MemoryUse::fraction))
                .or(this::ofMachine);
    }

    private Optional<MemoryUse> ofMachine() {
        OptionalLong available = field(meminfo, "MemAvailable:", KIB);
        return available.isEmpty() || machineBytes == Long.MAX_VALUE
                ? Optional.empty()
                : Optional.of(new MemoryUse(machineBytes - available.getAsLong(), machineBytes));
    }

    /** Bytes of a process's own memory, without files and what it shares with others; 0 where it has gone. */
    public static long ownBytes(long pid) {
        return field(Path.of("/proc/" + pid + "/status"), "RssAnon:", KIB).orElse(0);
    }

    private static OptionalLong number(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() || !lines.getFirst().matches("\\d{1,19}")
                ? OptionalLong.empty()
                : parsed(lines.getFirst(), 1);
    }

    private static OptionalLong field(Path file, String key, long unit) {
        for (String line : lines(file)) {
            int end = key.length();
            if (line.startsWith(key) && line.length() > end && Character.isWhitespace(line.charAt(end))) {
                return parsed(line.substring(end).replace("kB", "").strip(), unit);
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong parsed(String digits, long unit) {
        try {
            return OptionalLong.of(Math.multiplyExact(Long.parseLong(digits), unit));
        } catch (ArithmeticException | NumberFormatException beyond) {
            return OptionalLong.empty();
        }
    }

    /** None where it cannot be read. */
    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException none) {
            return List.of();
        }
    }
}
