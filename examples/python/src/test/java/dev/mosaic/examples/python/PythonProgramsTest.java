package dev.mosaic.examples.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Each program prints what is right, and is as long as the README says. The folder is that of the build. All but the first run in {@link OneCluster}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PythonProgramsTest {
    private static final Path HERE = Path.of("..");
    private static final Pattern ROW = Pattern.compile("\\| \\[`(\\w+)`].* (\\d+) \\|");

    @AfterAll
    static void close() {
        OneCluster.close();
    }

    /** As {@code mosaic run} does. */
    private static List<String> run(String program) throws Exception {
        Class<?> type = Class.forName(program);
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Method main = type.getDeclaredMethod("main");
        main.setAccessible(true);
        PrintStream usual = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            main.invoke(constructor.newInstance());
        } finally {
            System.setOut(usual);
        }
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    @Order(1) // a process has one cluster at a time
    void shouldSquare() throws Exception {
        assertThat(run("Squares")).containsExactly("[1, 4, 9]");
    }

    @Test
    void shouldTakeRoots() throws Exception {
        assertThat(run("Roots")).containsExactly("[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]");
    }

    @Test
    void shouldAddTheTransposeAndDrawTheGraph() throws Exception {
        assertThat(run("Transpose")).containsExactly("450.0");
        assertThat(Files.readString(Path.of("transpose.svg"))).contains("<svg", ">ones<", ">Block.plusTransposed<");
    }

    @Test
    void shouldDecomposeAndMultiplyAgain() throws Exception {
        assertThat(run("Factors"))
                .contains("Distance below 1e-10: true")
                .anyMatch(line -> line.matches("QR.of +10 .*"))
                .anyMatch(line -> line.startsWith("42 tasks on 2 workers took "));
        assertThat(Files.readString(Path.of("factors.svg"))).contains("<svg", ">QR.ofStacked");
    }

    @Test
    void shouldCountInEachCounter() throws Exception {
        assertThat(run("Counters")).containsExactly("[0, 1, 4, 9]", "[1, 1, 1, 1]");
    }

    @Test
    void shouldDrawRandomNumbers() throws Exception {
        assertThat(run("RandomNumbers"))
                .containsExactly("Equal: 1", "Different: 2", "Means: [0.4999956835189413, 0.5000450791467959]");
    }

    @Test
    void shouldSolveEquations() throws Exception {
        assertThat(run("Equations")).containsExactly("Solutions: 10000", "Points: 230139");
    }

    @Test
    void shouldFindTheBest() throws Exception {
        assertThat(run("Search")).singleElement().asString().startsWith("Best: 0.9975 by Trial[c=5.4559");
    }

    @Test
    void shouldReduce() throws Exception {
        assertThat(run("Reductions")).containsExactly("Here: 5050", "One after another: 5050", "As a tree: 5050");
    }

    @Test
    void shouldTrain() throws Exception {
        assertThat(run("ParameterServers")).containsExactly("Mean: 20 after 40 updates");
    }

    @Test
    void shouldBeAsLongAsTheReadmeSays() throws IOException {
        Map<String, Long> said = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(HERE.resolve("README.md")));
        while (row.find()) {
            said.put(row.group(1), Long.parseLong(row.group(2)));
        }
        Map<String, Long> counted = new TreeMap<>();
        try (Stream<Path> programs = Files.list(HERE.resolve("programs"))) {
            for (Path each : (Iterable<Path>) programs::iterator) {
                counted.put(each.getFileName().toString().replace(".java", ""), lines(Files.readString(each)));
            }
        }
        assertThat(said).isEqualTo(counted).hasSize(10);
    }

    private static long lines(String program) {
        return program.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.matches("//.*|/\\*\\*.*\\*/"))
                .count();
    }

    @Test
    void shouldNameTheLibrariesThatTheyAreTestedWith() throws IOException {
        String classPath = System.getProperty("java.class.path");
        try (Stream<Path> programs = Files.list(HERE.resolve("programs"))) {
            List<String> libraries =
                    programs.flatMap(PythonProgramsTest::libraries).toList();
            assertThat(libraries).hasSize(3).allMatch(classPath::contains);
        }
    }

    private static Stream<String> libraries(Path program) {
        try {
            return Pattern.compile("//DEPS .*:(.*):(.*)")
                    .matcher(Files.readString(program))
                    .results()
                    .map(found -> found.group(1) + "-" + found.group(2) + ".jar");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
