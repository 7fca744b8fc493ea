package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** S2.3: which mixes of values and promises have an overload. */
class PromiseTest {
    private static final String SUM = """
            @dev.mosaic.Tessera class Sum {
                int start;
                Sum(int a, String b) { start = a + b.length(); }
                int one(int a) { return a; }
                int three(int a, long b, int... c) { return (int) (start + a + b + c.length); }
                int four(int a, int b, int c, int d) { return a + b + c + d; }
            }
            """;

    @Test
    void shouldTakeEveryMixUpToThreeParameters() {
        LocalUnit unit = new LocalUnit();
        Object sum = Program.of(SUM, """
                import dev.mosaic.*;
                class Main {
                    static int main() {
                        SumProxy sum = SumProxy.remote(1, "x");
                        Task<Integer> two = sum.one(2);
                        Arg<Long> three = Arg.of(3L);
                        Arg<int[]> four = Arg.of(new int[4]);
                        SumProxy.remote(two, "x"); SumProxy.remote(1, Arg.of("x"));
                        SumProxy.withOptions(o -> o.name("n")).remote(two, Arg.of("x"));
                        return sum.three(2, 3, 0, 0, 0, 0).result() + sum.three(two, 3, 0, 0, 0, 0).result()
                            + sum.three(2, three, 0, 0, 0, 0).result() + sum.three(two, three, 0, 0, 0, 0).result()
                            + sum.three(2, 3, four).result() + sum.three(two, 3, four).result()
                            + sum.three(2, three, four).result() + sum.three(two, three, four).result();
                    }
                }
                """).run(unit, "Main", "main");
        assertThat(sum).isEqualTo(8 * 11);
        String three = "call three(IJ[I)I ";
        assertThat(unit.log().subList(2, unit.log().size()))
                .containsExactlyElementsOf(Stream.concat(
                                Stream.of("create 0 arg text", "create 0 intValue arg", "create 0 name=n arg arg"),
                                Stream.of(
                                                "intValue longValue ints",
                                                "arg longValue ints",
                                                "intValue arg ints",
                                                "arg arg ints",
                                                "intValue longValue arg",
                                                "arg longValue arg",
                                                "intValue arg arg",
                                                "arg arg arg")
                                        .map(three::concat))
                        .toList());
    }

    @Test
    void shouldTakeAllValuesOrAllPromisesBeyond() {
        String main = """
                class Main {
                    static int main() {
                        dev.mosaic.Arg<Integer> p = dev.mosaic.Arg.of(1);
                        return SumProxy.remote(1, "x").four(ARGUMENTS).result();
                    }
                }
                """;
        for (String arguments : List.of("1, 1, 1, 1", "p, p, p, p")) {
            Program program = Program.of(SUM, main.replace("ARGUMENTS", arguments));
            assertThat(program.run(new LocalUnit(), "Main", "main")).isEqualTo(4);
        }
        Compilation mixed = Program.compile(SUM, main.replace("ARGUMENTS", "p, 1, 1, 1"));
        assertThat(mixed.errors().getFirst().getMessage(null)).contains("no suitable method found for four");
    }

    @Test
    void shouldRefuseAPromiseOfAnotherType() {
        Compilation wrong = Program.compile(SUM, """
                class Main {
                    static void main() { SumProxy.remote(1, "x").one(dev.mosaic.Arg.of("text")); }
                }
                """);
        assertThat(wrong.errors()).isNotEmpty();
    }

    /** S4.1: a ref is resolved where a member asks for the value, and travels as itself where it asks for a ref. */
    @Test
    void shouldTakeARefAsItsValueAndAsItself() {
        Compilation refs = Program.compile("""
                import dev.mosaic.*;
                @Tessera class Sum {
                    Ref<int[]> last;
                    Sum(Ref<int[]> first) { last = first; }
                    int of(int[] values) { return values.length; }
                    Ref<int[]> keep(Ref<int[]> ref, int n) { last = ref; return ref; }
                }
                """, """
                import dev.mosaic.*;
                class Main {
                    static void main(Ref<int[]> ref, Task<Ref<int[]>> task) {
                        SumProxy sum = SumProxy.remote(ref);
                        Task<Integer> count = sum.of(ref);
                        Task<Ref<int[]>> kept = sum.keep(ref, 1);
                        Task<Ref<int[]>> again = sum.keep(task, count);
                        Task<Ref<int[]>> last = sum.last();
                    }
                }
                """);
        assertThat(refs.errors()).isEmpty();
    }
}
