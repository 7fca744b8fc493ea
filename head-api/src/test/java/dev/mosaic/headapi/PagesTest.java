package dev.mosaic.headapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What heads of this version and of others say. */
class PagesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** As who asks a head reads. */
    private static final ObjectMapper LENIENT = new ObjectMapper()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);

    @Test
    void shouldReadWhatIsWritten() throws Exception {
        ClusterPage page = new ClusterPage(
                7,
                true,
                1,
                false,
                2.5,
                List.of(new ClusterPage.Demand(
                        2, new ClusterPage.Amounts(1, 0.5, 1024, Map.of("licence", 1.0)), List.of(), "PACK", 3, "why")),
                List.of(new ClusterPage.Node("node:0", "10.0.0.1", true, 0, "", false, null, null)));
        assertThat(JSON.readValue(JSON.writeValueAsString(page), ClusterPage.class))
                .isEqualTo(page);
        TesseraPage tesserae = new TesseraPage(
                7,
                List.of(new TesseraState(
                        "a", "b", 1, TesseraState.Phase.Moving, true, "c", "d", "e", "f", 2, 3, "g", "h", "i")));
        assertThat(JSON.readValue(JSON.writeValueAsString(tesserae), TesseraPage.class))
                .isEqualTo(tesserae);
    }

    @Test
    void shouldPassOverWhatIsNewAndTakeWhatIsMissingForEmpty() throws Exception {
        assertThat(LENIENT.readValue(
                        "{\"epoch\":1,\"colour\":2,\"demand\":[{\"size\":3}],\"nodes\":[{}]}", ClusterPage.class))
                .isEqualTo(new ClusterPage(
                        1,
                        false,
                        0,
                        false,
                        0,
                        List.of(new ClusterPage.Demand(0, null, List.of(), null, 0, null)),
                        List.of(new ClusterPage.Node(null, "", false, 0, null, false, null, null))));
        TesseraState state = LENIENT.readValue(
                        "{\"epoch\":1,\"tesserae\":[{\"name\":\"counter\",\"phase\":\"Dancing\",\"hat\":1}]}",
                        TesseraPage.class)
                .tesserae()
                .getFirst();
        assertThat(state.phase()).isEqualTo(TesseraState.Phase.Pending);
        assertThat(state.message()).isEmpty();
        assertThat(state.lastSnapshot()).isNull();
    }

    @Test
    void shouldCutTexts() {
        TesseraState state = new TesseraState(
                "", "", 1, TesseraState.Phase.Failed, false, "r", "m".repeat(100), "", "", 0, 0, null, "", "");
        assertThat(state.cut(10).message()).isEqualTo("m".repeat(10));
        assertThat(state.cut(10).reason()).isEqualTo("r");
    }

    @Test
    void shouldFillPaths() {
        assertThat(HeadHttp.drain("10.0.0.1")).isEqualTo("/v1/nodes/10.0.0.1/drain");
        assertThat(HeadHttp.tessera("lab", "counter")).isEqualTo("/v1/tesserae/lab/counter");
        assertThat(HeadHttp.call("7")).isEqualTo("/v1/calls/7");
    }
}
