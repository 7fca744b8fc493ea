package dev.mosaic.journey;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Keeps {@code docs/contributing/reliability.md} from naming tests that are not there: each {@code Class#method} of the page has to be in the sources
 * of some module's tests, and each row of a table needs a test or says that there is none. Sources are searched as text.
 */
class ReliabilityPageTest {
    /** From a module's folder, where tests run. */
    private static final Path ROOT = Path.of("..");

    private static final Path PAGE = ROOT.resolve("docs/contributing/reliability.md");
    private static final Path TESTS = Path.of("src", "test", "java");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*)#(\\w+)`");
    private static final String SIMULATION = "*simulation*";
    private static final String NO_TEST = "no test";

    @Test
    void shouldNameTestsThatAreThere() {
        Map<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        List<MatchResult> named = NAMED.matcher(page()).results().toList();
        for (MatchResult test : named) {
            String source = sources.getOrDefault(test.group(1), "");
            if (!source.contains(" void " + test.group(2) + "(")
                    && !source.contains(" Stream<DynamicTest> " + test.group(2) + "(")) {
                missing.add(test.group(1) + "#" + test.group(2));
            }
        }
        assertThat(named).hasSizeGreaterThan(100);
        assertThat(missing)
                .as(
                        "docs/contributing/reliability.md names tests that are in no module: put what holds the promise now into the row")
                .isEmpty();
    }

    @Test
    void shouldHaveATestInEachRowOrSayThatThereIsNone() {
        List<String> rows = page().lines().filter(line -> line.startsWith("| ")).toList();
        assertThat(rows).hasSizeGreaterThan(100).allSatisfy(row -> {
            assertThat(row.split("(?<!\\\\)\\|", -1)).as("cells of %s", row).hasSize(6);
            if (!row.startsWith("| promise |")) {
                String test = row.split("(?<!\\\\)\\|", -1)[3];
                assertThat(NAMED.matcher(test).find() || test.contains(SIMULATION) || test.contains(NO_TEST))
                        .as("a test in %s", row)
                        .isTrue();
            }
        });
    }

    private static String page() {
        return read(PAGE);
    }

    /** Names of classes of tests, with their text; modules are folders of the root, and of its examples. */
    private static Map<String, String> sources() {
        Map<String, String> found = new TreeMap<>();
        for (Path parent : List.of(ROOT, ROOT.resolve("examples"))) {
            try (var modules = Files.newDirectoryStream(parent, module -> Files.isDirectory(module.resolve(TESTS)))) {
                for (Path module : modules) {
                    Files.walkFileTree(module.resolve(TESTS), new Sources(found));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Classes of one name in several modules are taken together. */
    private static final class Sources extends SimpleFileVisitor<Path> {
        private static final String JAVA = ".java";

        private final Map<String, String> found;

        Sources(Map<String, String> found) {
            this.found = found;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (name.endsWith(JAVA)) {
                found.merge(name.substring(0, name.length() - JAVA.length()), read(file), String::concat);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
