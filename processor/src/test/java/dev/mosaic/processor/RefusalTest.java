package dev.mosaic.processor;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.testing.compile.Compilation;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be served is an error at its line, with the remedy. */
class RefusalTest {
    private static final String REMOTE = "@Remote(\"name\") from dev.mosaic.annotation";

    private static void refuses(String source, int line, String what, String remedy) {
        Compilation refused = Program.compile(source);
        List<Diagnostic<? extends JavaFileObject>> errors = refused.errors().stream()
                .filter(error -> error.getLineNumber() != Diagnostic.NOPOS)
                .<Diagnostic<? extends JavaFileObject>>map(error -> error)
                .toList();
        assertThat(errors).as(refused.diagnostics().toString()).hasSize(1);
        Diagnostic<? extends JavaFileObject> error = errors.getFirst();
        assertThat(error.getMessage(Locale.ROOT)).contains(what).endsWith("; " + remedy);
        assertThat(error.getLineNumber()).isEqualTo(line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            class Out { private static class A {} }      | A is private        | remove the private modifier; package-private is enough
            class Out { private static class B { static class A {} } } | inside private Out.B | remove the private modifier; package-private is enough
            class Out { class A {} }                     | an object of the class around it | make it static
            abstract class A {}                          | A is abstract       | put @Tessera on the subclasses, or remove the abstract modifier
            interface A {}                               | A is not a class    | put @Tessera on a class that implements it
            enum A { X }                                 | A is not a class    | put @Tessera on a class that implements it
            class A { private A() {} }                   | private constructors only | make one of them package-private or public
            """)
    void shouldRefuseTheClass(String source, String what, String remedy) {
        refuses(
                source.replaceFirst(
                        "((private static |abstract )?(class|interface|enum) A)", "\n@dev.mosaic.Tessera $1"),
                2,
                what,
                remedy);
    }

    @Test
    void shouldRefuseAClassOfACompactSourceFile() {
        refuses(
                "// class Compact\n@dev.mosaic.Tessera static class A {}\nvoid main() {}",
                2,
                "tessera A is in a compact source file",
                "write class Program { .. } around what is not a class, or make it without @Tessera: mosaic.remote(A::new)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            void after(int x) {}          | method A.after(int)   | after
            void withOptions() {}                | method A.withOptions()       | with
            int drop() { return 1; }      | method A.drop()       | drop
            void kill() {}                | method A.kill()       | kill
            void remote(String s) {}      | method A.remote       | remote
            String uid() { return ""; }   | method A.uid()        | uid
            void unordered() {}                | method A.unordered()       | unordered
            void withCallOptions() {}             | method A.withCallOptions()    | calling
            void worker() {}              | method A.worker()     | worker
            void handle(int x) {}         | method A.handle(int)  | handle
            void call(int x) {}           | method A.call(int)    | call
            @dev.mosaic.annotation.Remote("drop") void x() {} | method A.x() | drop
            """)
    void shouldRefuseAMethodWithTheNameOfOneOfTheProxys(String method, String said, String name) {
        refuses("@dev.mosaic.Tessera class A {\n\n" + method + "\n}", 3, said, "give it another there with " + REMOTE);
    }

    @Test
    void shouldRefuseAFieldWithTheNameOfOneOfTheProxys() {
        refuses(
                "@dev.mosaic.Tessera class A {\n int state;\n}",
                2,
                "field A.state has the name of a method that every proxy has, state",
                "give it another there with " + REMOTE + ", or make it private");
    }

    @Test
    void shouldRefuseAnInheritedMethodWithTheNameOfOneOfTheProxys() {
        refuses(
                "class Base { public void drop() {} }\n\n@dev.mosaic.Tessera class A extends Base {}",
                3,
                "method A.drop() has the name",
                "override it in A and mark it " + REMOTE);
    }

    @Test
    void shouldServeWhatIsRenamed() {
        assertThat(Program.compile("""
                import dev.mosaic.annotation.Remote;
                @dev.mosaic.Tessera class A extends Base {
                    @Remote("condition") int state;
                    private int worker;
                    @Override @Remote("release") public void drop() { worker++; }
                    @Remote("later") void after(int x) {}
                    void call(String other) {}
                }
                """, "class Base { public void drop() {} }", """
                class Use { void use(AProxy a) { a.condition(1); a.release(); a.later(2); a.call("x"); a.drop(); } }
                """)
                        .diagnostics())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            @Remote("not a name") void f() {}                  | @Remote("not a name") is not the name of a method | give it a Java identifier
            @Remote("class") void f() {}                       | @Remote("class") is not the name of a method      | give it a Java identifier
            void f(int a) {} void f(Integer a) {}              | cannot be told apart when a promise is passed | give one of them another name with @Remote("name") from dev.mosaic.annotation
            void f(Object a) {} void f(String a) {} void f(int a) {} | as Object takes all                         | give one of them another name with @Remote("name") from dev.mosaic.annotation
            void f(int a) {} @Remote("f") void g(int b) {}     | g(int) and f(int) are one method in the proxy     | give one of them another name with @Remote("name") from dev.mosaic.annotation
            int x; @Remote("x") int y;                         | are one method in the proxy                       | give one of them another name with @Remote("name") from dev.mosaic.annotation
            A(int a) {} A(Integer a) {}                        | cannot be told apart when a promise is passed     | make one of them private, or change its parameters
            void f(dev.mosaic.Task<String> t) {}               | parameter t of A.f(                               | declare the type of its value; callers may pass a Task for it
            void f(java.util.concurrent.Future<String> t) {}   | is a promise                                      | declare the type of its value; callers may pass a Task for it
            void f(java.io.InputStream in) {}                  | java.io.InputStream cannot leave its process      | pass what it is made of, or make it private
            A(Thread t) {}                                     | parameter t of A.A(java.lang.Thread)              | pass what it is made of, or make it private
            java.util.stream.Stream<String> f() { return null; } | result of A.f()                                 | pass what it is made of, or make it private
            java.util.concurrent.Future<String> f() { return null; } | is a future that nobody can wait for        | return a CompletionStage
            void f(P p) {} private static class P {}           | A.P is hidden from the proxy                      | make P package-private or public
            """)
    void shouldRefuseTheMember(String member, String what, String remedy) {
        refuses(
                "import dev.mosaic.annotation.Remote;\n@dev.mosaic.Tessera class A {\n\n" + member + "\n}",
                4,
                what,
                remedy);
    }

    @Test
    void shouldRefuseAConstructorWhoseTypeParameterHidesTheClasss() {
        refuses(
                "@dev.mosaic.Tessera class A<T> {\n <T> A(T t) {}\n}",
                2,
                "type parameter T of the constructor hides that of the class",
                "give it another name");
    }

    @Test
    void shouldRefuseAClassWhoseProxyIsThereAlready() {
        Compilation refused = Program.compile("@dev.mosaic.Tessera class A {}\nclass AProxy {}");
        assertThat(refused.errors())
                .anyMatch(error -> error.getLineNumber() == 1
                        && error.getMessage(Locale.ROOT).contains("AProxy cannot be written")
                        && error.getMessage(Locale.ROOT).endsWith("rename or remove what has its name"));
    }

    @Test
    void shouldRefuseMoreOverloadsThanThereAreMarks() {
        StringBuilder source = new StringBuilder("@dev.mosaic.Tessera class A {\n");
        for (String type : List.of("int", "long", "short", "byte", "char", "float", "double", "boolean", "String")) {
            source.append("void f(").append(type).append(" a) {}\n");
        }
        Compilation refused = Program.compile(source.append("}").toString());
        assertThat(refused.errors())
                .anyMatch(error -> error.getMessage(Locale.ROOT).contains("two of more than 8 overloads"));
    }
}
