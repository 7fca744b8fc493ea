package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.MeshException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/errors.md has each code with the type that has it, and no other. */
class ErrorsPageTest {
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (MOSAIC-[A-Z]+-\\d{3}) \\| `(\\w+)` \\| .+ \\| .+ \\|$");

    @Test
    void shouldHaveEachCodeOnce() throws Exception {
        Map<String, String> codes = new TreeMap<>(Map.of("MOSAIC-MESSAGE-001", "MessageFormatException"));
        for (MeshException.Code each : MeshException.Code.values()) {
            codes.put(each.toString(), MeshException.class.getSimpleName());
        }
        Deque<Class<?>> types = new ArrayDeque<>(List.of(MosaicException.class));
        while (!types.isEmpty()) {
            Class<?> type = types.pop();
            if (type.isSealed()) {
                types.addAll(List.of(type.getPermittedSubclasses()));
            }
            if (type != MosaicException.class) {
                Field code = type.getField("CODE");
                codes.put((String) code.get(null), type.getSimpleName());
            }
        }

        Map<String, String> rows = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "errors.md")));
        while (row.find()) {
            assertThat(rows.put(row.group(1), row.group(2))).as(row.group(1)).isNull();
        }
        assertThat(rows).isEqualTo(codes);
    }

    @Test
    void shouldEndTheFirstLineWithCodeAndPage() {
        assertThat(new StartException("no head answers", "start one"))
                .hasMessage("no head answers; start one (MOSAIC-START-003, mosaic.dev/errors)");
        assertThat(new RemoteException("it threw", "the stack is\n\tat Solver.solve", null))
                .hasMessage("it threw; the stack is (MOSAIC-CALL-001, mosaic.dev/errors)\n\tat Solver.solve");
    }
}
