package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.headapi.Variables;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** docs/options.md has each variable of the environment and each option of a program. */
class OptionsPageTest {
    private static final List<Class<?>> OPTIONS = List.of(
            StartOptions.class, ConnectOptions.class, TesseraOptions.class, CallOptions.class, ItemOptions.class);

    @Test
    void shouldHaveAll() throws Exception {
        String page = Files.readString(Path.of("..", "docs", "options.md"));
        for (Field each : Variables.class.getFields()) {
            String name = (String) each.get(null);
            assertThat(page).contains("`" + name + (name.endsWith("_") ? "" : "`"));
        }
        for (Class<?> each : OPTIONS) {
            for (Method method : each.getMethods()) {
                if (each.equals(method.getReturnType()) && !Modifier.isStatic(method.getModifiers())) {
                    assertThat(page).as(each.getSimpleName()).contains("`" + method.getName() + "`");
                }
            }
        }
    }
}
