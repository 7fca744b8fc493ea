package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GenericsTest {
    @Test
    void shouldCarryTypeParametersOfTheClass() {
        Object seen = Program.of("""
                import java.util.*;
                @dev.mosaic.Tessera class Box<T extends Comparable<T>, L extends List<? super T>> {
                    T best; L all;
                    Box(T first, L all) { best = first; this.all = all; }
                    <S> Box(Map<S, T> map) {}
                    T offer(T next) { if (next.compareTo(best) > 0) { best = next; } all.add(next); return best; }
                    Map<T, List<L>> nested() { return Map.of(best, List.of(all)); }
                }
                """, """
                import dev.mosaic.*;
                import java.util.*;
                class Main {
                    static Object main() {
                        BoxProxy<Integer, List<Integer>> box = BoxProxy.remote(1, new ArrayList<>());
                        Task<Integer> best = box.offer(5);
                        BoxProxy<Integer, List<Integer>> after = box.after(best);
                        after.offer(best);
                        BoxProxy<String, List<String>> other = BoxProxy.withOptions(o -> {}).remote(Map.of(1, "x"));
                        Map<Integer, List<List<Integer>>> nested = box.nested().result();
                        return nested + " " + other.best().result();
                    }
                }
                """).run(new LocalUnit(), "Main", "main");
        assertThat(seen).hasToString("{5=[[5, 5]]} null");
    }

    @Test
    void shouldCarryTypeParametersOfMethods() {
        Object seen = Program.of("""
                import java.util.*;
                @dev.mosaic.Tessera class Pick {
                    <S extends Comparable<S>> S max(S a, S b) { return a.compareTo(b) > 0 ? a : b; }
                    <S extends Number & Comparable<S>> S both(S a, List<S> b) { return a; }
                    <K, V extends List<K>> V fill(V v, K k) { v.add(k); return v; }
                    @SuppressWarnings("unchecked") <E> int count(E... all) { return all.length; }
                }
                """, """
                import dev.mosaic.*;
                import java.util.*;
                class Main {
                    static Object main() {
                        PickProxy pick = PickProxy.remote();
                        Integer max = pick.max(pick.max(1, 2), 3).result();
                        int both = pick.both(Arg.of(1), List.of(2)).result();
                        return max + both + "" + pick.fill(new ArrayList<>(), "x").result()
                            + pick.count("a", "b").result() + pick.count(List.of(1)).result();
                    }
                }
                """).run(new LocalUnit(), "Main", "main");
        assertThat(seen).isEqualTo("4[x]21");
    }

    @Test
    void shouldGiveTheValueOfAPromiseThatIsReturned() {
        Object seen = Program.of("""
                import dev.mosaic.*;
                import io.smallrye.mutiny.Uni;
                import java.util.concurrent.*;
                @dev.mosaic.Tessera class Later {
                    CompletableFuture<Integer> stage() { return CompletableFuture.completedFuture(1); }
                    CompletionStage<? extends Number> some() { return CompletableFuture.completedFuture(2); }
                    Uni<String> uni() { return Uni.createFrom().item("3"); }
                    Task<float[]> task() { return LaterProxy.remote().now(); }
                    float[] now() { return new float[4]; }
                    CompletionStage<Void> nothing() { return CompletableFuture.completedFuture(null); }
                }
                """, """
                import dev.mosaic.*;
                class Main {
                    static Object main() {
                        LaterProxy later = LaterProxy.remote();
                        Task<Integer> stage = later.stage();
                        Task<Number> some = later.some();
                        Task<String> uni = later.uni();
                        Task<float[]> task = later.task();
                        Task<Void> nothing = later.nothing();
                        return stage.result() + " " + some.result() + " " + uni.result() + " " + task.result().length
                            + " " + nothing.result();
                    }
                }
                """).run(new LocalUnit(), "Main", "main");
        assertThat(seen).isEqualTo("1 2 3 4 null");
    }

    @Test
    void shouldGiveAMultiOfWhatComesOneByOne() {
        LocalUnit unit = new LocalUnit();
        Object seen = Program.of("""
                import dev.mosaic.*; import io.smallrye.mutiny.Multi; import java.util.*;
                @dev.mosaic.Tessera class Well {
                    Multi<String> draw(int times) { return Multi.createFrom().range(0, times).map(i -> "w" + i); }
                    Multi<? extends Number> some() { return Multi.createFrom().items(1, 2); }
                    static Object main() {
                        WellProxy well = WellProxy.remote();
                        Multi<String> items = well.draw(2);
                        Multi<String> promised = well.draw(Arg.of(1));
                        Multi<Number> some = well.some();
                        List<Multi<String>> all = WellProxy.array(2).remote().all().draw(1);
                        return "" + items.collect().asList().await().indefinitely() + promised.toUni().await().indefinitely()
                            + some.collect().last().await().indefinitely() + all.size();
                    }
                }
                """).run(unit, "Well", "main");
        assertThat(seen).isEqualTo("[w0, w1]w022");
        assertThat(unit.log()).contains("call draw(I)Lio/smallrye/mutiny/Multi; intValue flow");
    }
}
