package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.internal.InternalFutureFailureAccess;
import dev.mosaic.invoke.TypeLimit;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The runtime has a Guava beside Fory, and the program has its own: one name, two classes. */
class GuavaOfTheProgramTest {
    private static URL jar(Class<?> of) {
        return of.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void shouldGiveBackCollectionsOfAGuavaInTheLoaderOfTheProgram() throws Exception {
        URL[] jars = {jar(ImmutableList.class), jar(InternalFutureFailureAccess.class)};
        try (URLClassLoader program = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            Codecs codecs = new Codecs(program);
            for (String name : new String[] {"ImmutableList", "ImmutableSet", "ImmutableSortedSet"}) {
                Class<?> type = program.loadClass("com.google.common.collect." + name);
                assertThat(type).isNotSameAs(ImmutableList.class);
                Class<?> element = name.contains("Sorted") ? Comparable.class : Object.class;
                Object value = type.getMethod("of", element, element, element).invoke(null, 1, 2, 3);
                assertThat(codecs.<Object>sent(value)).isEqualTo(value).hasSameClassAs(value);
            }
            Class<?> map = program.loadClass("com.google.common.collect.ImmutableMap");
            Object pairs = map.getMethod("of", Object.class, Object.class).invoke(null, "a", 1);
            assertThat(codecs.<Object>sent(pairs)).isEqualTo(pairs).hasSameClassAs(pairs);
        }
    }

    private static TypeLimit numbers() throws Exception {
        return TypeLimit.of(Declared.class.getDeclaredField("numbers"));
    }

    @SuppressWarnings("UnusedVariable") // its type is what is asked for
    private static final class Declared {
        final List<Integer> numbers = List.of();
    }

    @Test
    void shouldPermitTheFormOfAListWhereAListIsDeclared() throws Exception {
        Codecs codecs = new Codecs();
        assertThat(codecs.codec
                        .decoder(codecs.payload(ImmutableList.of(1, 2, 3)), numbers())
                        .object(Object.class))
                .isEqualTo(ImmutableList.of(1, 2, 3));
    }
}
