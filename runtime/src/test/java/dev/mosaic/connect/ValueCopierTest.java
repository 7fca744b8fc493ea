package dev.mosaic.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Reduction;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where no Mosaic runs. */
class ValueCopierTest {
    @Test
    void shouldReduceCopiesOfTheValues() {
        List<List<Integer>> lists = List.of(new ArrayList<>(List.of(1)), new ArrayList<>(List.of(2)));
        Reduction<List<Integer>> all = Reduction.pairwise((a, b) -> {
            a.addAll(b);
            return a;
        });
        assertThat(all.here(lists)).containsExactly(1, 2);
        assertThat(all.here(lists)).containsExactly(1, 2);
        assertThat(lists.getFirst()).containsExactly(1);
    }
}
