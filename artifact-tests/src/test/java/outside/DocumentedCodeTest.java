package outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java code on pages compiles with the artifact that a program has. */
class DocumentedCodeTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\n(.*?)^```");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:final )?class (\\w+)");

    private static final String IMPORTS = """
            import static org.junit.jupiter.api.Assertions.*;

            import dev.mosaic.*;
            import dev.mosaic.parallel.*;
            import java.io.IOException;
            import java.nio.file.Path;
            import java.time.Duration;
            import java.util.*;
            import java.util.stream.*;
            import org.junit.jupiter.api.*;
            """;

    /** Types that pages take as known. */
    private static final Map<String, String> KNOWN = Map.of("Solver", """
            @Tessera
            public class Solver {
                public Solver(float[] data) {}
                public float[] solve(float[] update) { return update; }
            }
            """, "Estimator", """
            @Tessera
            public class Estimator {
                public Estimator(long seed) {}
                public long hits(int points) { return points; }
            }
            """);

    private static final String FIELDS = """
            static Mosaic mosaic;
            static SolverProxy solver;
            static float[] array = {1};
            static float[] shot = {1};
            """;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"index.md", "first-program.md", "errors.md", "testing.md", "machines.md", "../README.md"})
    void shouldCompile(String page) throws IOException {
        Map<String, String> types = new LinkedHashMap<>(KNOWN);
        StringBuilder code = new StringBuilder("class Page {\n").append(FIELDS);
        int blocks = 0;
        Matcher block = BLOCK.matcher(Files.readString(Path.of("..", "docs").resolve(page)));
        while (block.find()) {
            String text = block.group(1).replaceAll("(?m)^ *\\.\\.$", "");
            // A page may show a class and then its use in one block.
            int use = text.indexOf("\ntry (");
            Matcher type = TYPE.matcher(text);
            if (type.find()) {
                types.put(type.group(1), use < 0 ? text : text.substring(0, use));
                text = use < 0 ? "" : text.substring(use);
            }
            code.append("static void block")
                    .append(blocks++)
                    .append("() throws Exception {\n")
                    .append(text)
                    .append("}\n");
        }
        assertThat(blocks).as("blocks of " + page).isPositive();

        List<JavaFileObject> sources = new ArrayList<>(List.of(source("Page", code + "}\n")));
        types.forEach((name, text) -> sources.add(source(name, text)));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options = List.of("-proc:full", "-d", folder.toString(), "-Xlint:none", "-nowarn");
        boolean isWhole =
                compiler.getTask(said, null, null, options, null, sources).call();
        assertThat(isWhole).as(page + ":\n" + said).isTrue();
    }

    private static JavaFileObject source(String name, String text) {
        return new SimpleJavaFileObject(URI.create("page:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoresErrors) {
                return IMPORTS + text;
            }
        };
    }
}
