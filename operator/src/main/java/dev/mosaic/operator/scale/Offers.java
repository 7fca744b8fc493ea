package dev.mosaic.operator.scale;

import dev.mosaic.crd.AcceleratorSpec;
import dev.mosaic.crd.WorkerGroupSpec;
import dev.mosaic.operator.autoscale.Needs;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a pod of a group will offer, by its spec. */
final class Offers {
    private Offers() {}

    /** Processors that are not said are those of the limit, else of the request: it may turn out to be more. */
    static Needs of(WorkerGroupSpec spec) {
        ResourceRequirements resources = spec.wholeResources().toKubernetes();
        AcceleratorSpec accelerator = spec.accelerator();
        Map<String, Double> labels = new HashMap<>();
        spec.capacity().forEach((label, amount) -> labels.put(label, number(amount)));
        Double cpus = labels.remove("cpu");
        Double memory = labels.remove("memory");
        return new Needs(
                cpus == null ? Math.max(1, Math.ceil(most(resources, "cpu"))) : cpus,
                accelerator == null ? 0 : accelerator.count(),
                (long) (memory == null ? most(resources, "memory") : memory),
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
