package dev.mosaic.node;

import dev.mosaic.Device;
import dev.mosaic.Device.Kind;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.headapi.Variables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds the devices of a machine, of one kind: NVIDIA's, else AMD's, else Intel's, or those of the kind that is said.
 *
 * <p>A kind's variable says which of them this process sees. Without it those count that the driver shows: NVIDIA's below {@code
 * /proc/driver/nvidia}, AMD's where there are {@code /dev/kfd} and render nodes of that vendor below {@code /dev/dri}, Intel's by render nodes,
 * but for the graphics inside the processor.
 * In a container {@code NVIDIA_VISIBLE_DEVICES} names what it got; {@code void} where it got files. A name that stands there several times is a
 * device that is shared in time slices: each is a device of its own here.
 *
 * <p>What is said is {@code [KIND=]VALUE} or {@code KIND}; the value is a number, or ids with commas. A number in {@code MOSAIC_GPUS} is what a
 * device plugin has counted: where fewer are found, some are given several times.
 *
 * @param environment of this process
 * @param root the folder with {@code proc}, {@code sys} and {@code dev}
 */
record DeviceFinder(Map<String, String> environment, Path root) {
    private static final Pattern CUDA_NAME = Pattern.compile("\\d+|(GPU|MIG)-.+");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
    private static final String SHARE = "::";

    static DeviceFinder ofMachine() {
        return new DeviceFinder(System.getenv(), Path.of("/"));
    }

    /**
     * The devices that a node offers, as {@link Device#toString} writes them.
     *
     * @param said empty for what {@code MOSAIC_GPUS} says, or else for all that are found
     * @throws InvalidOptionException where more are said than there are
     */
    List<String> offered(String said) {
        return said.isBlank() ? meant(environment.getOrDefault(Variables.GPUS, ""), true) : meant(said, false);
    }

    private List<String> meant(String text, boolean isCounted) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        Optional<Kind> said = kind(name);
        if (equals >= 0 && said.isEmpty()) {
            throw new InvalidOptionException(
                    "gpus=" + text + ": there is no kind " + name, "write nvidia, amd or intel");
        }
        List<Kind> order = said.map(List::of).orElse(List.of(Kind.values()));
        Kind kind = order.stream()
                .filter(each -> !found(each).isEmpty())
                .findFirst()
                .orElse(order.getFirst());
        String value = said.isEmpty() ? text : equals < 0 ? "" : text.substring(equals + 1);
        List<String> found = found(kind);
        List<String> ids = value.isBlank() ? found : chosen(value.strip(), found, isCounted);
        return ids.stream().map(id -> new Device(kind, id).toString()).toList();
    }

    private static Optional<Kind> kind(String name) {
        return Stream.of(Kind.values())
                .filter(each -> each.name().equalsIgnoreCase(name.strip()))
                .findFirst();
    }

    private static List<String> chosen(String value, List<String> found, boolean isCounted) {
        if (!NUMBER.matcher(value).matches()) {
            return ids(value);
        }
        int count = Integer.parseInt(value);
        if (found.isEmpty()) {
            return numbers(count);
        }
        if (count <= found.size()) {
            return found.subList(0, count);
        }
        if (isCounted) {
            return shares(IntStream.range(0, count)
                    .mapToObj(i -> withoutShare(found.get(i % found.size())))
                    .toList());
        }
        throw new InvalidOptionException(
                "gpus=" + count + " is more than there are: " + found.size(), "offer those, or name them by ids");
    }

    private List<String> found(Kind kind) {
        return switch (kind) {
            case NVIDIA -> nvidia();
            case AMD -> visible(kind, Files.exists(root.resolve("dev/kfd")) ? renderNodes("0x1002") : 0);
            case INTEL -> visible(kind, renderNodes("0x8086"));
        };
    }

    private List<String> nvidia() {
        String cuda = environment.get(variable(Kind.NVIDIA));
        if (cuda != null) {
            return byCuda(cuda);
        }
        String nvidia = environment.get("NVIDIA_VISIBLE_DEVICES");
        if (nvidia == null || nvidia.equals("all")) {
            return numbers(names("proc/driver/nvidia/gpus", _ -> true).size());
        }
        if (nvidia.equals("void")) {
            return numbers(names("dev", name -> name.matches("nvidia\\d+")).size());
        }
        if (nvidia.isBlank() || nvidia.equals("none")) {
            return List.of();
        }
        List<String> ids = ids(nvidia);
        // A container numbers what it got from 0 on; names stay.
        return ids.stream().anyMatch(id -> id.startsWith("GPU-") || id.startsWith("MIG-"))
                ? shares(ids)
                : numbers(Set.copyOf(ids).size());
    }

    /** As CUDA reads it: up to the first word that names no device, and none where one stands twice. */
    private static List<String> byCuda(String text) {
        List<String> ids = Stream.of(text.split(",", -1))
                .map(String::strip)
                .takeWhile(id -> CUDA_NAME.matcher(id).matches())
                .toList();
        return Set.copyOf(ids).size() == ids.size() ? ids : List.of();
    }

    private List<String> visible(Kind kind, int present) {
        String said = environment.get(variable(kind));
        return said == null || said.equals("default") ? numbers(present) : ids(said);
    }

    private int renderNodes(String vendor) {
        return (int) names("dev/dri", name -> name.startsWith("renderD")).stream()
                .map(name -> root.resolve("sys/class/drm").resolve(name).resolve("device"))
                .filter(device -> vendor.equals(text(device.resolve("vendor"))) && !isIntegrated(device))
                .count();
    }

    /** Intel's graphics inside the processor have one place on all machines. */
    private static boolean isIntegrated(Path device) {
        try {
            return device.toRealPath().endsWith("0000:00:02.0");
        } catch (IOException gone) {
            return true;
        }
    }

    // ---- what a process is told

    /**
     * What is to stand in the environment of a worker, so that it sees its own devices and no others. Nothing where none are offered.
     *
     * @param offered those of the node, which are of one kind
     * @param own those of the worker
     */
    static Map<String, String> environment(List<String> offered, List<String> own) {
        if (offered.isEmpty()) {
            return Map.of();
        }
        Kind kind = Device.parse(offered.getFirst()).kind();
        String ids = own.stream()
                .map(each -> withoutShare(Device.parse(each).id()))
                .distinct()
                .collect(Collectors.joining(","));
        // Level Zero takes an empty list for all devices, and leaves out those that are not there.
        return Map.of(variable(kind), ids.isEmpty() && kind == Kind.INTEL ? "65535" : ids);
    }

    private static String variable(Kind kind) {
        return switch (kind) {
            case NVIDIA -> "CUDA_VISIBLE_DEVICES";
            case AMD -> "ROCR_VISIBLE_DEVICES";
            case INTEL -> "ZE_AFFINITY_MASK";
        };
    }

    // ---- words

    /** Each with a name of its own: the second GPU-a is GPU-a::1. */
    private static List<String> shares(List<String> ids) {
        Map<String, Integer> seen = new HashMap<>();
        List<String> named = new ArrayList<>();
        for (String id : ids) {
            int before = seen.merge(id, 1, Integer::sum) - 1;
            named.add(before == 0 ? id : id + SHARE + before);
        }
        return named;
    }

    private static String withoutShare(String id) {
        int share = id.indexOf(SHARE);
        return share < 0 ? id : id.substring(0, share);
    }

    private static List<String> ids(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(id -> !id.isEmpty())
                .toList();
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }

    private List<String> names(String folder, Predicate<String> wanted) {
        try (Stream<Path> entries = Files.list(root.resolve(folder))) {
            return entries.map(each -> each.getFileName().toString())
                    .filter(wanted)
                    .sorted()
                    .toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException none) {
            return "";
        }
    }
}
