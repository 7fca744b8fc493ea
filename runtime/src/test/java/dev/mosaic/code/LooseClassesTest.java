package dev.mosaic.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.message.CodeMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Classes that are in no file, from the loader of a program to that of a worker. */
class LooseClassesTest {
    private static final String NAME = "made.up.Thing";
    private static final byte[] BYTES = ClassFile.of().build(ClassDesc.of(NAME), any -> {});

    /** As that of a shell, of whatever language. */
    private static final class Memory extends ClassLoader {
        private final boolean tells;

        Memory(boolean tells) {
            this.tells = tells;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(NAME)) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, BYTES, 0, BYTES.length);
        }

        @Override
        public @Nullable InputStream getResourceAsStream(String name) {
            return tells && name.equals("made/up/Thing.class") ? new ByteArrayInputStream(BYTES) : null;
        }
    }

    @Test
    @DisplayName("S6.1: a class without a file reaches a worker by its bytes, once")
    void shouldCarryAClass() throws Exception {
        LooseClasses head = new LooseClasses(new Memory(true));
        List<String> asked = new ArrayList<>();
        try (CodeLoader worker = new CodeLoader(List.of(), ClassLoader.getSystemClassLoader())) {
            assertThatThrownBy(() -> worker.loadClass(NAME)).isInstanceOf(ClassNotFoundException.class);
            worker.asks(name -> {
                asked.add(name);
                byte[] found = head.answer(name).bytes().inline();
                return found.length == 0 ? null : found;
            });
            Class<?> arrived = worker.loadClass(NAME);
            assertThat(arrived.getClassLoader()).isSameAs(worker);
            assertThat(worker.loadClass(NAME)).isSameAs(arrived);
            assertThat(worker.loadClass("java.util.List")).isSameAs(List.class);
            assertThatThrownBy(() -> worker.loadClass("made.up.Nothing")).isInstanceOf(ClassNotFoundException.class);
            assertThat(asked).containsExactly(NAME, "made.up.Nothing");
            try (InputStream bytes = worker.getResourceAsStream("made/up/Thing.class")) {
                assertThat(bytes).isNotNull().hasBinaryContent(BYTES);
            }
        }
    }

    @Test
    void shouldSayWhereALoaderDoesNotGiveTheBytes() {
        CodeMessage.ClassBytes answer = new LooseClasses(new Memory(false)).answer(NAME);
        assertThat(answer.bytes().inline()).isEmpty();
        assertThat(answer.refusal()).contains("class=" + NAME, "getResourceAsStream");
    }

    @Test
    void shouldHandOutNothingElse() {
        LooseClasses head = new LooseClasses(new Memory(true));
        for (String name : List.of(
                "",
                "made/up/Thing",
                "made.up.Nothing",
                "..Thing",
                "java.lang.String",
                LooseClasses.class.getName(),
                "a b")) {
            CodeMessage.ClassBytes answer = head.answer(name);
            assertThat(answer.bytes().inline()).as(name).isEmpty();
            assertThat(answer.refusal()).as(name).isEmpty();
            assertThat(answer.hasMore()).isTrue();
        }
    }

    @Test
    void shouldSayThatAllIsInFiles() throws Exception {
        assertThat(new LooseClasses(ClassLoader.getSystemClassLoader())
                        .answer(NAME)
                        .hasMore())
                .isFalse();
        try (URLClassLoader files = new URLClassLoader(new URL[0])) {
            assertThat(new LooseClasses(files).answer(NAME).hasMore()).isFalse();
        }
    }
}
