package dev.mosaic.operator.scale;

import dev.mosaic.crd.AcceleratorSpec;
import dev.mosaic.crd.MosaicWorkerGroup;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.autoscale.Needs;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a pod of a group will offer: by its spec, or by what one has said, which the status of the group keeps. */
final class Offers {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";

    /** No label is called so: capacity refuses it. */
    private static final String GPU = "gpu";

    private Offers() {}

    /** What the status of the group keeps; empty before one of its pods has joined. */
    static Optional<Needs> kept(MosaicWorkerGroup group) {
        if (group.getStatus() == null || group.getStatus().offer().isEmpty()) {
            return Optional.empty();
        }
        Map<String, Double> labels = new HashMap<>();
        group.getStatus().offer().forEach((label, amount) -> labels.put(label, number(amount)));
        Double cpus = labels.remove(CPU);
        Double gpus = labels.remove(GPU);
        Double memory = labels.remove(MEMORY);
        return Optional.of(new Needs(
                cpus == null ? 0 : cpus, gpus == null ? 0 : gpus, (long) (memory == null ? 0 : memory), labels));
    }

    /** As the status keeps it. */
    static Map<String, Quantity> written(Needs offer) {
        Map<String, Quantity> amounts = new HashMap<>();
        offer.labels().forEach((label, amount) -> amounts.put(label, quantity(amount)));
        amounts.put(CPU, quantity(offer.cpus()));
        amounts.put(GPU, quantity(offer.gpus()));
        amounts.put(MEMORY, quantity((double) offer.memoryBytes()));
        return amounts;
    }

    private static Quantity quantity(double amount) {
        return new Quantity(BigDecimal.valueOf(amount).stripTrailingZeros().toPlainString());
    }

    /** Processors that are not said are those of the limit, else of the request: it may turn out to be more. */
    static Needs of(WorkerGroupSpec spec) {
        ResourceRequirements resources = spec.wholeResources().toKubernetes();
        AcceleratorSpec accelerator = spec.accelerator();
        Map<String, Double> labels = new HashMap<>();
        spec.capacity().forEach((label, amount) -> labels.put(label, number(amount)));
        Double cpus = labels.remove(CPU);
        Double memory = labels.remove(MEMORY);
        return new Needs(
                cpus == null ? Math.max(1, Math.ceil(most(resources, CPU))) : cpus,
                accelerator == null ? 0 : accelerator.count(),
                (long) (memory == null ? most(resources, MEMORY) : memory),
                labels);
    }

    private static double most(ResourceRequirements resources, String name) {
        Quantity limit = amount(resources.getLimits(), name);
        Quantity most = limit == null ? amount(resources.getRequests(), name) : limit;
        return most == null ? 0 : number(most);
    }

    private static @Nullable Quantity amount(@Nullable Map<String, Quantity> amounts, String name) {
        return amounts == null ? null : amounts.get(name);
    }

    private static double number(Quantity amount) {
        return amount.getNumericalAmount().doubleValue();
    }
}
