package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.invoke.codec.Copying;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a cell knows of its changes: each is in it once, also when it is asked for again, and after it was written and read. */
class SharedValueStateTest {
    private static final Function2<Object, Object, Object> ADD = (sum, more) -> (int) sum + (int) more;

    private final SharedValueState state = new SharedValueState(0, ADD);

    @Test
    @DisplayName("S4.8: a change that comes again is not applied again")
    void shouldApplyEachChangeOnce() throws Exception {
        state.accumulate(1, 10, 10, 5, null);
        state.accumulate(1, 11, 10, 7, null);
        state.accumulate(1, 10, 10, 5, null);
        state.accumulate(2, 10, 10, 100, null);
        assertThat(state.value()).as("numbers are those of a process").isEqualTo(112);
    }

    @Test
    void shouldApplyAChangeThatFailedBefore() throws Exception {
        Function1<Object, Object> failing = value -> {
            throw new IllegalStateException("no disk");
        };
        assertThatThrownBy(() -> state.apply(1, 10, 10, failing)).isInstanceOf(IllegalStateException.class);
        assertThat(state.value()).isEqualTo(0);
        state.apply(1, 10, 10, value -> 9);
        assertThat(state.value()).isEqualTo(9);
    }

    @Test
    @DisplayName("S4.8: a value is set once where the version is still so, also where that is asked for again")
    void shouldSetByVersionOnce() throws Exception {
        assertThat(state.compareAndSet(1, 10, 10, 0, 5)).isTrue();
        assertThat(state.compareAndSet(2, 10, 10, 0, 6)).isFalse();
        state.accumulate(2, 11, 10, 1, null);
        assertThat(state.compareAndSet(1, 10, 10, 0, 5)).as("again: it was set").isTrue();
        assertThat(state.value()).isEqualTo(6);
        assertThat(state.version()).isEqualTo(2);
    }

    @Test
    @DisplayName("S4.8: a change that comes again is answered as before, whatever others have changed since")
    void shouldAnswerAChangeThatComesAgainAsBefore() throws Exception {
        SharedValueTessera cell = new SharedValueTessera(0, null);
        Function1<Object, Object> next = now -> (int) now + 1;
        assertThat(cell.set(1, 10, 10, 40)).isEqualTo(1);
        assertThat(cell.updateAndGet(1, 11, 10, next)).isEqualTo(41);
        assertThat(cell.updateAndGet(1, 12, 10, now -> null)).isNull();
        assertThat(cell.set(2, 10, 10, 50)).isEqualTo(4);
        SharedValueTessera restarted = new SharedValueTessera(0, null);
        restarted.restore(Copying.sent(cell.snapshot()));
        for (SharedValueTessera each : List.of(cell, restarted)) {
            assertThat(each.set(1, 10, 10, 40)).isEqualTo(1);
            assertThat(each.updateAndGet(1, 11, 10, next)).isEqualTo(41);
            assertThat(each.updateAndGet(1, 12, 10, now -> null)).isNull();
            assertThat(each.compareAndSet(1, 13, 10, 1, 41))
                    .as("another has set it since")
                    .isFalse();
            assertThat(each.readVersioned()).isEqualTo(new Versioned<>(50, 4));
        }
    }

    @Test
    void shouldAnswerWithTheValueOfNowWhereTheFormerMayBeWrittenTo() throws Exception {
        SharedValueTessera cell = new SharedValueTessera(new float[] {1}, null);
        Function1<Object, Object> add = now -> Sums.floats((float[]) now, new float[] {1});
        cell.updateAndGet(1, 10, 10, add);
        cell.updateAndGet(2, 10, 10, add);
        assertThat((float[]) cell.updateAndGet(1, 10, 10, add)).containsExactly(3);
    }

    @Test
    void shouldForgetWhatDoesNotComeAgain() throws Exception {
        for (int i = 1; i <= 1_000; i++) {
            state.accumulate(1, i, i - 3, 1, null);
        }
        assertThat(state.remembered()).isLessThanOrEqualTo(4);
        state.accumulate(1, 990, 990, 1, null);
        assertThat(state.value()).as("one that overtook others is still new").isEqualTo(1_001);
    }

    @Test
    void shouldForgetProcessesThatAreLongQuiet() throws Exception {
        for (int origin = 0; origin < 20_000; origin++) {
            state.accumulate(origin, 1, 1, 1, null);
        }
        assertThat(state.remembered()).isEqualTo(10_000);
        state.accumulate(19_999, 1, 1, 1, null);
        assertThat(state.value()).isEqualTo(20_000);
    }

    @Test
    @DisplayName("S4.8: what was applied is known after the cell was written and read, as a restart does")
    void shouldKnowItsChangesInAnotherLife() throws Exception {
        state.accumulate(1, 10, 10, 5, null);
        SharedValueState next = Copying.sent(state);
        next.accumulate(1, 10, 10, 5, null);
        next.accumulate(1, 11, 10, 6, null);
        assertThat(next.value()).isEqualTo(11);
    }

    @Test
    void shouldTakeTheFirstValueWhereThereIsNone() throws Exception {
        SharedValueState empty = new SharedValueState(null, ADD);
        empty.accumulate(1, 1, 1, 5, null);
        empty.accumulate(1, 2, 1, 6, null);
        assertThat(empty.value()).isEqualTo(11);
    }

    @Test
    void shouldAskAnOperatorThatIsGivenAlsoWhereThereIsNoValue() throws Exception {
        Function2<Object, Object, Object> lengths =
                (sum, word) -> (sum == null ? 0 : (int) sum) + ((String) word).length();
        SharedValueState empty = new SharedValueState(null, ADD);
        empty.accumulate(1, 1, 1, "word", lengths);
        assertThat(empty.value()).isEqualTo(4);
        empty.accumulate(1, 2, 1, 5, null);
        assertThat(empty.value()).isEqualTo(9);
    }

    @Test
    void shouldSayThatItHasNoOperator() {
        SharedValueState bare = new SharedValueState(0, null);
        assertThatThrownBy(() -> bare.accumulate(1, 1, 1, 5, null))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("Sums::floats");
    }

    @Test
    void shouldAddArraysInPlace() {
        float[] sum = {1, 2};
        assertThat(Sums.floats(sum, new float[] {10, 20})).isSameAs(sum).containsExactly(11, 22);
        double[] large = {1};
        assertThat(Sums.doubles(large, new double[] {2})).isSameAs(large).containsExactly(3);
        assertThatThrownBy(() -> Sums.floats(sum, new float[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("length=3");
        assertThat(Sums.ofLong(1, 2) + Sums.ofInt(3, 4) + Sums.ofDouble(5, 6)).isEqualTo(21);
    }
}
