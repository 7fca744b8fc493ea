package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.message.Resources;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a node offers. */
class OfferTest {
    @Test
    void shouldOfferWhatIsSaid_S5_2() {
        Offer offer = Offer.of(OptionalDouble.of(2.5), "0,3", OptionalLong.of(1 << 30), Map.of("fpga", 4.0));
        assertThat(offer.gpus()).isEqualTo(List.of("0", "3"));
        assertThat(offer.resources().toString()).isEqualTo("2.5 cpus, 1 GiB, 4 fpga");
        assertThat(Offer.of(OptionalDouble.empty(), "0", OptionalLong.empty(), Map.of())
                        .resources()
                        .cpus())
                .isEqualTo(Runtime.getRuntime().availableProcessors() * Resources.ONE);
    }

    @Test
    void shouldRefuseAmountsThatAreNone() {
        assertThatThrownBy(() -> dev.mosaic.Bundle.EMPTY.gpus(1.5)).isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> dev.mosaic.Bundle.EMPTY.cpus(-1)).isInstanceOf(InvalidOptionException.class);
        assertThatThrownBy(() -> dev.mosaic.Bundle.EMPTY.cpus(Double.NaN)).isInstanceOf(InvalidOptionException.class);
    }
}
