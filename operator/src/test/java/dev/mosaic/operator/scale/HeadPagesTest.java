package dev.mosaic.operator.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.autoscale.Demand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What heads of this version and of others say. */
class HeadPagesTest {
    @Test
    void shouldSpreadOnlyWhatIsSaidToBe() {
        assertThat(demands("\"bundles\":[{\"cpus\":1},{\"cpus\":1}],\"layout\":\"SPREAD\""))
                .extracting(Demand::spread)
                .containsExactly(true);
        assertThat(demands("\"bundles\":[{\"cpus\":1},{\"cpus\":1}],\"layout\":\"PACK\""))
                .extracting(Demand::spread)
                .containsExactly(false);
        assertThat(demands("\"bundles\":[{\"cpus\":1},{\"cpus\":1}]"))
                .as("of a head that does not say it")
                .extracting(Demand::spread)
                .containsExactly(false);
    }

    private static List<Demand> demands(String fields) {
        return HeadPages.read("{\"epoch\":1,\"settled\":true,\"demand\":[{\"count\":1," + fields + "}],\"nodes\":[]}")
                .map(HeadPages::demands)
                .orElseThrow();
    }
}
