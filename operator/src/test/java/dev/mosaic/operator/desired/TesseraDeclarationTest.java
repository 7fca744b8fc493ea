package dev.mosaic.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.GivenTessera;
import org.junit.jupiter.api.Test;

class TesseraDeclarationTest {
    @Test
    void shouldTellTheHeadAllThatTheSpecSays() {
        TesseraDeclaration declaration = TesseraDeclaration.of(GivenTessera.known(GivenTessera.tessera("""
                args: [40, {x: 1}]
                resources: {gpus: 0.5, memory: 1Mi, labels: {fpga: 1.0}}
                activation: {mode: OnDemand, passivateAfter: 5m}
                snapshots: {mode: Interval, interval: 30s}
                maxRestarts: 3
                """)));

        assertThat(declaration.path()).isEqualTo("/v1/tesserae/default/counter");
        assertThat(declaration.body())
                .isEqualTo("{\"generation\":2,\"className\":\"com.example.Counter\","
                        + "\"code\":{\"artifacts\":[{\"uri\":\"configmap://app/counter.jar\",\"content\":\"amFy\"}]},"
                        + "\"args\":[40,{\"x\":1}],"
                        + "\"resources\":{\"cpus\":0.0,\"gpus\":0.5,\"memory\":\"1048576\",\"labels\":{\"fpga\":1.0}},"
                        + "\"replicas\":1,"
                        + "\"activation\":{\"mode\":\"OnDemand\",\"activationTimeout\":\"60s\",\"passivateAfter\":\"5m\"},"
                        + "\"snapshots\":{\"mode\":\"Interval\",\"interval\":\"30s\"},"
                        + "\"maxRestarts\":3}");
    }

    @Test
    void shouldTellAnotherThingWhereTheJarIsAnother() {
        String hash = TesseraDeclaration.of(GivenTessera.known(GivenTessera.tessera("")))
                .hash();

        assertThat(TesseraDeclaration.of(GivenTessera.known(GivenTessera.tessera("")))
                        .hash())
                .isEqualTo(hash);
        assertThat(TesseraDeclaration.of(GivenTessera.known(GivenTessera.tessera("args: [1]")))
                        .hash())
                .isNotEqualTo(hash);
    }
}
