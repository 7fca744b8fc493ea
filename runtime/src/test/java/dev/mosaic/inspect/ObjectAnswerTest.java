package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.Id;
import dev.mosaic.unit.objects.ObjectView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Questions for objects, and answers. S8.1. */
class ObjectAnswerTest {
    @Test
    void shouldWriteWhatAStoreKnows_S8_1() {
        ObjectView view = new ObjectView(
                new Id(0xabc, 0x1f),
                "float[]",
                1L << 40,
                Set.of(ObjectView.Tier.DISK, ObjectView.Tier.MEMORY),
                ObjectView.State.KEPT,
                true,
                false,
                List.of("head:0", "worker:0:1"),
                2,
                3,
                List.of(),
                "head:0");

        ObjectAnswer answer = new ObjectAnswer(
                List.of(ObjectEntry.of("warehouse:0", view)), 7, List.of(new StoreSums("warehouse:0", 8, 9, 10, 11)));
        assertThat(new String(JsonText.bytes(answer), StandardCharsets.UTF_8))
                .isEqualTo("{\"objects\":[{\"id\":\"abc-1f\",\"uid\":\"ware-float[]-abc-1f\",\"bytes\":1099511627776,"
                        + "\"tiers\":[\"memory\",\"disk\"],\"state\":\"KEPT\",\"durable\":true,\"broadcast\":false,"
                        + "\"holders\":[\"head:0\",\"worker:0:1\"],\"insideOf\":2,\"leases\":3,\"unit\":\"warehouse:0\","
                        + "\"copies\":[],\"putter\":\"head:0\"}],\"matched\":7,\"stores\":[{\"unit\":\"warehouse:0\","
                        + "\"objects\":8,\"memoryBytes\":9,\"diskBytes\":10,\"bucketBytes\":11}]}");
    }

    @Test
    void shouldReadAQuestionAsItIsWritten_S8_1() {
        ObjectFilter filter = new ObjectFilter(ObjectView.Tier.DISK, new Id(0xabc, 0x1f), 7);

        assertThat(ObjectFilter.parse(filter.path())).isEqualTo(filter);
        assertThat(ObjectFilter.parse("/v1/objects")).isEqualTo(new ObjectFilter(null, null, 100));
        assertThat(ObjectFilter.parse("/v1/objects?tier=memory&id=ware-float[]-abc-1f&limit=99999&sort=bytes"))
                .isEqualTo(new ObjectFilter(ObjectView.Tier.MEMORY, new Id(0xabc, 0x1f), 10_000));
        assertThat(filter.sums()).isEqualTo(new ObjectFilter(null, null, 0));
    }

    @Test
    void shouldRefuseWhatIsNoQuestion_S8_1() {
        for (String wrong : List.of("tier=tape", "id=x", "id=x-y", "limit=many", "sort=name")) {
            assertThatThrownBy(() -> ObjectFilter.parse("/v1/objects?" + wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
