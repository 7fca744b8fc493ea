package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import dev.mosaic.invoke.Dispatchers;
import dev.mosaic.invoke.MethodTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;

/** Where generated code stands, what it may name, and that it is the same each time. */
class GeneratedFileTest {
    private static final String LEADER =
            "package a; @dev.mosaic.Tessera public class Leader { public Leader(FollowerProxy[] all) {} LeaderProxy next; }";
    private static final String FOLLOWER =
            "package a; @dev.mosaic.Tessera public class Follower { void follow(java.util.List<LeaderProxy> l) {} b.OtherProxy o; }";
    private static final String OTHER =
            "package b; import a.*; @dev.mosaic.Tessera public class Other { public void f(LeaderProxy l, State s) {} }";
    private static final String STATE = "package b; public class State {}";

    @Test
    void shouldNameProxiesThatAreNotWrittenYet() throws ClassNotFoundException {
        Program program = Program.of(LEADER, FOLLOWER, OTHER, STATE);
        assertThat(program.type("a.LeaderProxy").getSuperclass()).isEqualTo(dev.mosaic.TesseraProxy.class);
        assertThat(program.type("b.OtherProxy").getDeclaredMethods())
                .filteredOn(method -> method.getName().equals("f"))
                .hasSize(4);
    }

    @Test
    void shouldWriteTheSameEachTime() throws IOException {
        List<String> first = sources(Program.compile(LEADER, FOLLOWER, OTHER, STATE));
        List<String> second = sources(Program.compile(STATE, OTHER, FOLLOWER, LEADER));
        assertThat(first).hasSize(6);
        assertThat(second).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void shouldStandBesideANestedClass() throws ClassNotFoundException {
        Program program = Program.of("""
                package a;
                public class Outer {
                    interface Inside {
                        @dev.mosaic.Tessera record Pair(int left, String right) { void swap() {} }
                    }
                }
                """);
        Class<?> nested = program.type("a.Outer$Inside$Pair");
        assertThat(Dispatchers.of(nested).getClass().getName()).isEqualTo("a.Outer_Inside_PairDispatcher");
        assertThat(program.type("a.Outer_Inside_PairProxy").getDeclaredMethods())
                .extracting("name")
                .contains("left", "right", "swap");
    }

    @Test
    void shouldSayTheNameOfTheProxyOfANestedClass() {
        Compilation compiled = Program.compile("class Outer { @dev.mosaic.Tessera static class Solver {} }");
        assertThat(compiled.notes())
                .extracting(note -> note.getMessage(null))
                .contains("the proxy of this nested class is Outer_SolverProxy");
        assertThat(Program.compile("@dev.mosaic.Tessera class Solver {}").notes())
                .extracting(note -> note.getMessage(null))
                .noneMatch(note -> note.contains("proxy"));
    }

    @Test
    void shouldWaitForTypesThatOthersMake() {
        Compilation compiled = Program.compile(new Late(), "@dev.mosaic.Tessera class A { late.Made made; }");
        assertThat(compiled.errors()).isEmpty();
        assertThat(compiled.generatedSourceFile("AProxy")).isPresent();
    }

    @Test
    void shouldLeaveTypesThatAreMissingToTheCompiler() {
        Compilation compiled = Program.compile("@dev.mosaic.Tessera class A { Nowhere to; }");
        assertThat(compiled.errors()).hasSize(1);
        assertThat(compiled.errors().getFirst().getMessage(null)).contains("cannot find symbol");
    }

    @Test
    void shouldRefuseToRunBesideAnotherVersionOfTheClass() throws ClassNotFoundException {
        Class<?> type = Program.of("@dev.mosaic.Tessera class A { int x; }").type("A");
        long signature = MethodTable.of(type).signature();
        assertThat(MethodTable.of(type, signature)).isSameAs(MethodTable.of(type));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> MethodTable.of(type, signature + 1))
                .isInstanceOf(dev.mosaic.SerializationException.class)
                .hasMessageContaining("build both again");
    }

    @Test
    void shouldServeADeprecatedMemberAsOne() throws ReflectiveOperationException {
        Class<?> proxy = Program.of("@dev.mosaic.Tessera class A { @Deprecated public void old() {} }")
                .type("AProxy");
        assertThat(proxy.getMethod("old").isAnnotationPresent(Deprecated.class)).isTrue();
    }

    private static List<String> sources(Compilation compilation) throws IOException {
        List<String> texts = new ArrayList<>();
        for (JavaFileObject file : compilation.generatedSourceFiles()) {
            texts.add(file.getCharContent(true).toString());
        }
        return texts;
    }
}
