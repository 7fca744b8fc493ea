package dev.mosaic.headapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shared names stand in main sources once: here. Sources are searched as text, without comments. */
class LiteralsTest {
    /** From a module's folder, where tests run. */
    private static final Path ROOT = Path.of("..");

    /** Has a protocol of its own, in which a header has the same name, and knows nothing of heads. */
    private static final String MESH = "mesh";

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$");
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
    private static final Pattern ADDRESS = Pattern.compile("[\\w.]*:\\d+");

    @ParameterizedTest
    @ValueSource(classes = {HeadHttp.class, Variables.class, ClusterLabels.class})
    void shouldHaveNamesOnce(Class<?> names) throws Exception {
        List<String> shared = new ArrayList<>();
        for (Field each : names.getDeclaredFields()) {
            if (Modifier.isStatic(each.getModifiers())) {
                shared.add((String) each.get(null));
            }
        }
        assertThat(shared).hasSizeGreaterThan(2);
        assertThat(found(text -> shared.stream().filter(each -> isIn(each, text))))
                .as("take them from %s", names)
                .isEmpty();
    }

    /** A text that begins with it, or asks the environment for it; what only speaks of it does not count. */
    private static boolean isIn(String name, String source) {
        return TEXT.matcher(source)
                .results()
                .map(found -> found.group(1).replace("${env:", ""))
                .anyMatch(text -> text.equals(name)
                        || text.startsWith(name + "/")
                        || text.startsWith(name + "?")
                        || text.startsWith(name + "}")
                        || text.startsWith(name + ":-"));
    }

    @Test
    void shouldHavePortsOnce() throws IOException {
        Pattern port = Pattern.compile(
                "\\b(" + Ports.MONITOR + "|" + Ports.GATEWAY + "|" + Ports.HEALTH + "|" + Ports.HTTP + ")\\b");
        assertThat(found(source -> {
                    Stream<String> addresses = TEXT.matcher(source)
                            .results()
                            .map(text -> text.group(1))
                            .filter(ADDRESS.asMatchPredicate())
                            .filter(port.asPredicate());
                    Stream<String> numbers = port.matcher(TEXT.matcher(source).replaceAll("\"\""))
                            .results()
                            .map(number -> number.group());
                    return Stream.concat(addresses, numbers);
                }))
                .as("take them from %s", Ports.class)
                .isEmpty();
    }

    private interface Search {
        Stream<String> in(String source);
    }

    /** In each main source but those here: the file, and what is in it. */
    private static List<String> found(Search search) throws IOException {
        List<String> found = new ArrayList<>();
        int files = 0;
        for (Path source : sources()) {
            files++;
            String text = COMMENT.matcher(Files.readString(source)).replaceAll(Matcher.quoteReplacement(""));
            search.in(text).forEach(each -> found.add(ROOT.relativize(source) + ": " + each));
        }
        assertThat(files).isGreaterThan(800);
        return found;
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path main = module.resolve("src/main/java");
                if (Files.isDirectory(main)
                        && !module.endsWith(MESH)
                        && !module.toRealPath().equals(Path.of("").toRealPath())) {
                    try (Stream<Path> files = Files.walk(main)) {
                        sources.addAll(files.filter(file -> file.toString().endsWith(".java"))
                                .toList());
                    }
                }
            }
        }
        return sources;
    }
}
