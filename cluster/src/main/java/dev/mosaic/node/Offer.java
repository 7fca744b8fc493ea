package dev.mosaic.node;

import com.sun.management.OperatingSystemMXBean;
import dev.mosaic.message.Resources;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a node offers: as it was said, or as it is found on the machine.
 *
 * @param resources processors, memory and labels
 * @param gpus the devices, as {@link dev.mosaic.Device#toString} writes them
 */
public record Offer(Resources resources, List<String> gpus) {
    public Offer {
        gpus = List.copyOf(gpus);
    }

    /**
     * What is not said is found.
     *
     * @param gpus as {@link DeviceFinder} reads it; empty for those that are found
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
                DeviceFinder.ofMachine().offered(gpus));
    }

    private static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }
}
