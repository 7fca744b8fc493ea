package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Overloads whose promises would be one method in class files. */
class OverloadTest {
    private static Object main(String body, String... sources) {
        String main = """
                import dev.mosaic.*;
                import java.util.*;
                class Main {
                    static Object main() {
                        BODY
                    }
                }
                """.replace("BODY", body);
        return Program.of(sources[0], main).run(new LocalUnit(), "Main", "main");
    }

    @Test
    void shouldTellPromisesApartByTheTypeOfTheirValue() {
        Object seen = main("""
                OverProxy over = OverProxy.remote(Arg.of(1));
                return over.f(Arg.of(1)).result() + over.f(Arg.of("x")).result() + over.f(Arg.of(new int[1])).result()
                    + over.f(Arg.of(1d)).result() + over.made().result() + OverProxy.remote(Arg.of("x")).made().result()
                    + OverProxy.withOptions(o -> o.name("n")).remote(Arg.of("x")).made().result();
                """, """
                @dev.mosaic.Tessera class Over {
                    final String made;
                    Over(int a) { made = " byInt"; }
                    Over(String a) { made = " byText"; }
                    String f(int a) { return "int "; }
                    String f(String a) { return "String "; }
                    String f(int[] a) { return "int[] "; }
                    String f(double a) { return "double "; }
                }
                """);
        assertThat(seen).isEqualTo("int String int[] double  byInt byText byText");
    }

    @Test
    void shouldTakeTheMostSpecificThatFits() {
        Object seen = main("""
                OverProxy over = OverProxy.remote();
                Arg<Number> number = Arg.of(1);
                Arg<Collection<String>> collection = Arg.of(new ArrayList<>());
                Arg<Iterable<String>> iterable = Arg.of(new ArrayList<>());
                return over.f(Arg.of(1)).result() + over.f(number).result() + over.f(Arg.of(1d)).result()
                    + over.g(collection).result() + over.g(iterable).result() + over.g(Arg.of(new ArrayList<String>())).result()
                    + over.h(Arg.of("x")).result() + over.h(Arg.of(1)).result() + over.h("x").result() + over.h(1).result();
                """, """
                import java.util.*;
                @dev.mosaic.Tessera class Over {
                    String f(Number a) { return "Number "; }
                    String f(Integer a) { return "Integer "; }
                    String g(Iterable<String> a) { return "Iterable "; }
                    String g(Collection<String> a) { return "Collection "; }
                    String g(List<String> a) { return "List "; }
                    String h(Object a) { return "Object "; }
                    String h(String a) { return "String "; }
                }
                """);
        assertThat(seen).isEqualTo("Integer Number Number Collection Iterable List String Object String Object ");
    }

    @Test
    void shouldMarkAnOverloadThatHasVariableParameters() {
        Object seen = main("""
                OverProxy over = OverProxy.remote();
                return over.f(Arg.of(1), "a", "b").result() + over.f(Arg.of(1L), new String[] {"a"}).result()
                    + over.f(1, "a").result() + over.f(1L).result();
                """, """
                @dev.mosaic.Tessera class Over {
                    String f(int overload, String... rest) { return "int" + rest.length + " "; }
                    String f(long overload, String... rest) { return "long" + rest.length + " "; }
                }
                """);
        assertThat(seen).isEqualTo("int2 long1 int1 long0 ");
    }

    @Test
    void shouldCallTheOverloadThatWasMeant() {
        Object seen = main("""
                OverProxy over = OverProxy.remote();
                Integer boxed = 1;
                return over.f(1).result() + over.f(boxed).result() + over.f(1L).result() + over.f("a", "b").result()
                    + over.renamed(boxed).result();
                """, """
                import dev.mosaic.annotation.Remote;
                @dev.mosaic.Tessera class Over {
                    String f(int a) { return "int "; }
                    String f(long a) { return "long "; }
                    String f(String... a) { return "String... "; }
                    @Remote("renamed") String f(Integer a) { return "Integer "; }
                }
                """);
        assertThat(seen).isEqualTo("int int long String... Integer ");
    }
}
