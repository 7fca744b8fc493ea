package dev.mosaic.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The allocator against a model that has one bit for each byte. */
class SlabSpaceTest {
    private static final int BYTES = 2000;
    private static final int FROM = 64;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldNeverOverlapAndBecomeOneAgain(long seed) {
        Random random = new Random(seed);
        SlabSpace space = new SlabSpace();
        List<BitSet> model = new ArrayList<>();
        List<SlabSpace.Span> taken = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            if (model.size() < 4 && random.nextInt(500) == 0) {
                space.add(model.size(), FROM, BYTES);
                model.add(new BitSet());
            }
            boolean more = random.nextInt(1000) < (step / 1000 % 2 == 0 ? 600 : 400);
            if (more) {
                take(space, model, taken, 1 + random.nextInt(300));
            } else if (!taken.isEmpty()) {
                give(space, model, taken.remove(random.nextInt(taken.size())));
            }
            for (int slab = 0; slab < model.size(); slab++) {
                assertThat(space.isEmpty(slab)).isEqualTo(model.get(slab).isEmpty());
            }
        }
        taken.forEach(span -> give(space, model, span));
        for (int slab = 0; slab < model.size(); slab++) {
            assertThat(space.take(BYTES - FROM).bytes()).isEqualTo(BYTES - FROM);
        }
        assertThat(space.take(1)).isNull();
    }

    private static void take(SlabSpace space, List<BitSet> model, List<SlabSpace.Span> taken, int bytes) {
        SlabSpace.Span span = space.take(bytes);
        int smallestFit = smallestFit(model, bytes);
        if (span == null) {
            assertThat(smallestFit).isZero();
            return;
        }
        assertThat(span.bytes()).isEqualTo(bytes);
        assertThat(span.at()).isGreaterThanOrEqualTo(FROM);
        BitSet slab = model.get(span.slab());
        int at = (int) span.at();
        assertThat(slab.get(at, at + bytes).isEmpty()).isTrue();
        int gapFrom = slab.previousSetBit(at) + 1;
        int next = slab.nextSetBit(at);
        assertThat((next < 0 ? BYTES : next) - Math.max(gapFrom, FROM)).isEqualTo(smallestFit);
        slab.set(at, at + bytes);
        assertThat(slab.length()).isLessThanOrEqualTo(BYTES);
        taken.add(span);
    }

    /** The smallest gap of at least so many bytes; 0 where there is none. */
    private static int smallestFit(List<BitSet> model, int bytes) {
        int best = 0;
        for (BitSet slab : model) {
            for (int at = slab.nextClearBit(FROM); at < BYTES; ) {
                int next = slab.nextSetBit(at);
                int end = next < 0 ? BYTES : next;
                if (end - at >= bytes && (best == 0 || end - at < best)) {
                    best = end - at;
                }
                at = next < 0 ? BYTES : slab.nextClearBit(next);
            }
        }
        return best;
    }

    private static void give(SlabSpace space, List<BitSet> model, SlabSpace.Span span) {
        space.give(span);
        model.get(span.slab()).clear((int) span.at(), (int) (span.at() + span.bytes()));
    }

    @Test
    void shouldRefuseWhatIsFreeAlready() {
        SlabSpace space = new SlabSpace();
        space.add(1, 0, 100);
        SlabSpace.Span span = space.take(10);
        space.give(span);
        assertThatThrownBy(() -> space.give(span)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.give(new SlabSpace.Span(2, 0, 10))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.give(new SlabSpace.Span(1, 90, 20)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.add(1, 0, 100)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> space.take(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldForgetEmptySlabsOnly() {
        SlabSpace space = new SlabSpace();
        space.add(1, 0, 100);
        SlabSpace.Span span = space.take(10);
        assertThatThrownBy(() -> space.remove(1)).isInstanceOf(IllegalStateException.class);
        space.give(span);
        space.remove(1);
        assertThat(space.take(10)).isNull();
        assertThatThrownBy(() -> space.remove(1)).isInstanceOf(IllegalStateException.class);
    }
}
