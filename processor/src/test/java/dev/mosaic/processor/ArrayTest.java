package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** S2.6: arrays of tesserae. */
class ArrayTest {
    @Test
    @DisplayName("S2.6: an array is made with arguments and options, spread over the workers, and called as one")
    void shouldMakeAndCallAnArray() {
        LocalUnit unit = new LocalUnit();
        Object sums = Program.of("""
                import dev.mosaic.*; import java.util.*;
                @Tessera class A {
                    int sum;
                    A(int start, int own) { sum = start; }
                    int add(int one, Integer array) { return sum += one; }
                    void add(int one) {}
                    static Object use() {
                        AProxy.Array all = AProxy.withOptions(o -> o.name("s")).array(3).remote(4, 5);
                        List<Task<Integer>> tasks = all.all().add(1, 2);
                        List<Task<Void>> none = all.all().add(3);
                        List<Task<Integer>> promised = all.all().add(Arg.of(7), Arg.of(8));
                        AProxy second = all.at(1);
                        second.add(1, 1).result();
                        List<Integer> sums = new ArrayList<>();
                        for (Task<Integer> sum : all.all().sum()) { sums.add(sum.result()); }
                        return all.size() + " " + sums + " " + tasks.size() + none.size() + promised.size();
                    }
                }
                """).run(unit, "A", "use");
        assertThat(sums).isEqualTo("3 [12, 13, 12] 333");
        assertThat(unit.log())
                .filteredOn(line -> line.startsWith("create"))
                .extracting(line -> line.replaceFirst(" \\w+ \\w+$", ""))
                .containsExactly(
                        "create 0 name=s-0 worker=worker:0:0",
                        "create 0 name=s-1 worker=worker:0:1",
                        "create 0 name=s-2 worker=worker:0:0");
    }

    @Test
    void shouldKeepTheTypesOfAGenericClass() {
        Object values = Program.of("""
                import dev.mosaic.*; import java.util.*;
                @Tessera class Box<T> {
                    T value;
                    Box(T value) { this.value = value; }
                    <U extends Comparable<U>> U most(U a, List<? extends T> own) { return a; }
                    static Object use() {
                        BoxProxy.Array<String> all = BoxProxy.array(2).remote("x");
                        List<Task<String>> values = all.all().value();
                        List<Task<Integer>> most = all.all().most(1, List.of("y"));
                        BoxProxy<String> last = all.at(1);
                        return values.get(0).result() + most.get(1).result() + last.value().result();
                    }
                }
                """).run(new LocalUnit(), "Box", "use");
        assertThat(values).isEqualTo("x1x");
    }
}
