package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import dev.mosaic.Task;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which members a proxy shows. */
class MemberTest {
    private static Stream<String> shown(String type, String... sources) throws ClassNotFoundException {
        return Arrays.stream(Program.of(sources).type(type).getDeclaredMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && method.getReturnType() == Task.class)
                .filter(method -> Arrays.stream(method.getParameterTypes()).noneMatch(dev.mosaic.Arg.class::equals))
                .map(MemberTest::said);
    }

    private static String said(Method method) {
        String parameters = Arrays.toString(Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .toArray());
        return method.getName() + parameters;
    }

    @Test
    void shouldShowFieldsThatAreNotPrivate() throws ClassNotFoundException {
        assertThat(shown("AProxy", """
                @dev.mosaic.Tessera class A {
                    int a; protected String b; public final long c = 1; private int d; static int e;
                    Thread bound; Hidden hidden; java.util.List<Hidden> inside;
                    private static class Hidden {}
                }
                """)).containsExactlyInAnyOrder("a[]", "a[int]", "b[]", "b[String]", "c[]");
    }

    @Test
    void shouldPreferAMethodToAFieldOfItsName() throws ClassNotFoundException {
        assertThat(shown("AProxy", """
                import dev.mosaic.annotation.Remote;
                @dev.mosaic.Tessera class A {
                    int a; int b; @Remote("state2") int state;
                    int a() { return 1; }
                    int b(long x) { return 2; }
                }
                """)).containsExactlyInAnyOrder("a[]", "b[long]", "state2[]", "state2[int]");
    }

    @Test
    void shouldLeaveOutWhatIsStaticPrivateOrOfObject() throws ClassNotFoundException {
        assertThat(shown("AProxy", """
                @dev.mosaic.Tessera class A implements Comparable<A>, java.io.Closeable {
                    static void a() {}
                    private void b() {}
                    public String toString() { return ""; }
                    public int hashCode() { return 1; }
                    public boolean equals(Object o) { return o == this; }
                    public int compareTo(A a) { return 0; }
                    public void close() {}
                }
                """)).containsExactlyInAnyOrder("compareTo[A]", "close[]");
    }

    @Test
    void shouldShowWhatIsInheritedOnce() throws ClassNotFoundException {
        assertThat(shown("low.BProxy", """
                package high;
                public abstract class A<T> implements Named {
                    public T value; protected int hidden; int near;
                    public T get(T t) { return t; }
                    public abstract void put(T t);
                    protected void guarded() {}
                    void close() {}
                    public int hiding;
                }
                """, """
                package high;
                public interface Named { default String name() { return "n"; } }
                """, """
                package low;
                @dev.mosaic.Tessera public class B extends high.A<String> {
                    private int hiding;
                    @Override public void put(String s) {}
                }
                """))
                .containsExactlyInAnyOrder(
                        "value[]", "value[String]", "get[String]", "put[String]", "name[]", "hiding[]", "hiding[int]");
    }

    @Test
    void shouldCallWhatIsInherited() {
        Object seen = Program.of("""
                abstract class A<T> {
                    T value; int hiding = 5;
                    T get(T t) { return t; }
                    abstract void put(T t) throws Exception;
                }
                """, """
                @dev.mosaic.Tessera class B extends A<String> {
                    private int hiding = 6;
                    @Override void put(String s) throws java.io.IOException { value = s + (hiding + 0); }
                }
                """, """
                class Main {
                    static String main() {
                        BProxy b = BProxy.remote();
                        b.put("x").result();
                        return b.value().result() + b.get("y").result() + b.hiding().result();
                    }
                }
                """).run(new LocalUnit(), "Main", "main");
        assertThat(seen).isEqualTo("x6y5");
    }

    @Test
    void shouldLeaveOutWhatASupertypeAsksForAndCannotTravel() throws ClassNotFoundException {
        assertThat(
                        shown(
                                "AProxy",
                                """
                import java.util.stream.Stream;
                @dev.mosaic.Tessera class A implements Source {
                    public Stream<String> open() { return Stream.of(); }
                    public int size() { return 1; }
                }
                """,
                                "interface Source { java.util.stream.Stream<String> open(); int size(); default Thread t() { return null; } }"))
                .containsExactly("size[]");
    }

    @Test
    void shouldTakeMembersOfALargeLibraryClass() {
        Compilation list = Program.compile("""
                @dev.mosaic.Tessera @SuppressWarnings("serial") public class Names extends java.util.ArrayList<String> {}
                """);
        assertThat(list.diagnostics()).isEmpty();
    }
}
