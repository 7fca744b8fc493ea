package dev.mosaic.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    /** What is sent must be taken: a receiver that refuses a part ends the link, and it would come again. */
    @Test
    @SuppressWarnings("restricted") // segments without memory: nobody looks inside
    void shouldSendTheLongestArrayAndNoMore() {
        assertThat(Limits.DEFAULT.refusal(1, List.of(MemorySegment.ofAddress(0).reinterpret(2_147_483_639L))))
                .isNull();
        assertThat(Limits.DEFAULT.refusal(1, List.of(MemorySegment.ofAddress(0).reinterpret(2_147_483_640L))))
                .isEqualTo("sizeBytes=2147483640 is above maxPartBytes=2147483639");
        assertThat(Landing.heap().land(new Identity("a", 1, 3), 2_147_483_640L)).isNull();
        assertThat(Limits.DEFAULT.refusal(2_147_483_640L, List.of())).contains("sizeBytes=2147483640");
    }

    /** The figures of docs/contributing/reliability.md; what happens at a limit is tested with smaller ones. */
    @Test
    void shouldBeWhatIsSaid() {
        assertThat(Limits.DEFAULT.maxQueuedBytes()).isEqualTo(64L * 1024 * 1024);
        assertThat(Limits.DEFAULT.maxLinks()).isEqualTo(4_096);
        assertThat(Limits.DEFAULT.maxParts()).isEqualTo(131_072);
        assertThat(Timing.DEFAULT.handshake()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void shouldCountTheFirstPartToo() {
        Limits limits = Limits.DEFAULT.withMaxParts(4);
        assertThat(limits.refusal(1, Collections.nCopies(3, NOTHING))).isNull();
        assertThat(limits.refusal(1, Collections.nCopies(4, NOTHING))).isEqualTo("parts=5 is above maxParts=4");
    }
}
