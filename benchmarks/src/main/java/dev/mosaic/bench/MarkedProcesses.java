package dev.mosaic.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Processes of one program with all it started, told by a mark in their environment, and what they use. Read from {@code /proc}.
 *
 * @param folders of the processes there
 */
record MarkedProcesses(List<Path> folders) {
    /** The name of the variable of the mark. */
    static final String MARK = "PEERS_MARK";

    private static final double KIB_OF_MIB = 1024;
    private static final double TICKS_PER_SECOND = 100;

    static MarkedProcesses find(String mark) throws IOException {
        byte[] wanted = (MARK + "=" + mark).getBytes(StandardCharsets.UTF_8);
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return new MarkedProcesses(all.filter(
                            folder -> folder.getFileName().toString().chars().allMatch(Character::isDigit))
                    .filter(folder -> new String(bytes(folder.resolve("environ")), StandardCharsets.UTF_8)
                            .contains(new String(wanted, StandardCharsets.UTF_8)))
                    .toList());
        }
    }

    int count() {
        return folders.size();
    }

    double residentMib() {
        return memory("Rss:");
    }

    double proportionalMib() {
        return memory("Pss:");
    }

    private double memory(String key) {
        return folders.stream()
                        .flatMap(folder -> text(folder.resolve("smaps_rollup")).lines())
                        .filter(line -> line.startsWith(key))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                / KIB_OF_MIB;
    }

    /** Of processor time, since each began. */
    double cpuSeconds() {
        List<Long> ticks = new ArrayList<>();
        for (Path folder : folders) {
            String stat = text(folder.resolve("stat"));
            if (!stat.isEmpty()) {
                String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                ticks.add(Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
            }
        }
        return ticks.stream().mapToLong(Long::longValue).sum() / TICKS_PER_SECOND;
    }

    private static String text(Path file) {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    /** Nothing where the process has ended, or is not ours. */
    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException gone) {
            return new byte[0];
        }
    }
}
