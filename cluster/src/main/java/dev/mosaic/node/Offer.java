package dev.mosaic.node;

import com.sun.management.OperatingSystemMXBean;
import dev.mosaic.OptionException;
import dev.mosaic.message.Resources;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a node offers: as it was said, or as it is found on the machine.
 *
 * <p>Devices are those of {@code MOSAIC_GPUS} (a number, or ids), else of {@code CUDA_VISIBLE_DEVICES} as CUDA reads it, else as many as {@code
 * NVIDIA_VISIBLE_DEVICES} names where a container got some ({@code void} where it got them otherwise: then as many as have a file), else
 * those that the driver shows.
 *
 * @param resources processors, memory and labels
 * @param gpus the devices by their ids, as they stand in {@code CUDA_VISIBLE_DEVICES}
 */
public record Offer(Resources resources, List<String> gpus) {
    private static final Pattern DEVICE = Pattern.compile("\\d+|(GPU|MIG)-.+");
    private static final Path FILES = Path.of("/dev");
    private static final Path DRIVER = Path.of("/proc/driver/nvidia/gpus");

    public Offer {
        gpus = List.copyOf(gpus);
    }

    /**
     * What is not said is found.
     *
     * @param gpus a number, or ids with commas between them; empty for those that are found
     */
    public static Offer of(OptionalDouble cpus, String gpus, OptionalLong memoryBytes, Map<String, Double> labels) {
        Map<String, Long> units = new HashMap<>();
        labels.forEach((label, amount) -> units.put(label, Resources.units(amount)));
        units.values().removeIf(amount -> amount <= 0);
        return new Offer(
                new Resources(
                        Resources.units(cpus.orElse(Runtime.getRuntime().availableProcessors())),
                        0,
                        memoryBytes.orElseGet(Offer::memory),
                        units),
                gpus.isBlank() ? devices() : said(gpus, devices()));
    }

    private static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    private static List<String> devices() {
        return devices(System.getenv(), count(DRIVER, ".*"), count(FILES, "nvidia\\d+"));
    }

    private static int count(Path folder, String name) {
        try (Stream<Path> devices = Files.list(folder)) {
            return (int) devices.filter(each -> each.getFileName().toString().matches(name))
                    .count();
        } catch (IOException none) {
            return 0;
        }
    }

    /**
     * The ids that an environment means.
     *
     * @param present devices of the machine
     * @param files devices that this process has a file for
     */
    static List<String> devices(Map<String, String> environment, int present, int files) {
        String own = environment.get("MOSAIC_GPUS");
        if (own != null && !own.isBlank()) {
            return said(own, List.of());
        }
        String cuda = environment.get("CUDA_VISIBLE_DEVICES");
        if (cuda != null) {
            return visible(cuda);
        }
        String nvidia = environment.get("NVIDIA_VISIBLE_DEVICES");
        if (nvidia == null || nvidia.equals("all")) {
            return numbers(present);
        }
        if (nvidia.equals("void")) {
            return numbers(files);
        }
        if (nvidia.isBlank() || nvidia.equals("none")) {
            return List.of();
        }
        List<String> ids = ids(nvidia);
        // A container numbers what it got from 0 on; names stay.
        return ids.stream().anyMatch(id -> id.startsWith("GPU-") || id.startsWith("MIG-")) ? ids : numbers(ids.size());
    }

    /** As CUDA reads it: up to the first word that names no device, and none where one stands twice. */
    private static List<String> visible(String text) {
        List<String> ids = Stream.of(text.split(",", -1))
                .map(String::strip)
                .takeWhile(id -> DEVICE.matcher(id).matches())
                .toList();
        return Set.copyOf(ids).size() == ids.size() ? ids : List.of();
    }

    private static List<String> ids(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .distinct()
                .toList();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    private static List<String> said(String text, List<String> found) {
        if (text.indexOf(',') >= 0 || !text.strip().matches("\\d{1,5}")) {
            return ids(text);
        }
        int count = Integer.parseInt(text.strip());
        if (!found.isEmpty() && count > found.size()) {
            throw new OptionException(
                    "gpus=" + count + " is more than there are: " + found.size(), "offer those, or name them by ids");
        }
        return found.isEmpty() ? numbers(count) : found.subList(0, count);
    }
}
