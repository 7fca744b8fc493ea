package dev.mosaic.operator.scale;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.operator.autoscale.Demand;
import dev.mosaic.operator.autoscale.Needs;
import dev.mosaic.operator.head.HeadJson;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a head says of its cluster, a line of {@code GET /v1/cluster?watch=true}, in the words of the autoscaler. */
final class HeadPages {
    private HeadPages() {}

    /** Empty where it is none. */
    static Optional<ClusterPage> read(String line) {
        try {
            return Optional.of(HeadJson.read(line, ClusterPage.class));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    static List<Demand> demands(ClusterPage page) {
        return page.demand().stream()
                .filter(each -> each.count() > 0)
                .map(each -> new Demand(
                        each.count(),
                        needs(each.needs()),
                        each.bundles().stream().map(HeadPages::needs).toList(),
                        ClusterPage.Demand.SPREAD.equals(each.layout())))
                .toList();
    }

    /** None where nothing is said. */
    static Needs needs(ClusterPage.@Nullable Amounts amounts) {
        return amounts == null
                ? Needs.NONE
                : new Needs(amounts.cpus(), amounts.gpus(), amounts.memoryBytes(), amounts.labels());
    }

    static ClusterPage.Amounts amounts(Needs needs) {
        return new ClusterPage.Amounts(needs.cpus(), needs.gpus(), needs.memoryBytes(), needs.labels());
    }
}
