package dev.mosaic.processor;

import static com.google.testing.compile.Compiler.javac;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.testing.compile.Compilation;
import com.google.testing.compile.JavaFileObjects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.processing.Processor;
import javax.tools.JavaFileObject;

/** Sources compiled with the processor, as strictly as javac can, and loaded. */
final class Program {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");

    private final ClassLoader loader;

    private Program(ClassLoader loader) {
        this.loader = loader;
    }

    /** One file for each text; the first type in it names it. */
    static Program of(String... sources) {
        Compilation compilation = compile(sources);
        assertThat(compilation.errors()).isEmpty();
        assertThat(compilation.warnings()).isEmpty();
        return new Program(new Loader(compilation));
    }

    static Compilation compile(String... sources) {
        return compile(List.of(new TesseraProcessor()), sources);
    }

    /** With another processor before ours. */
    static Compilation compile(Processor other, String... sources) {
        return compile(List.of(other, new TesseraProcessor()), sources);
    }

    private static Compilation compile(List<Processor> processors, String... sources) {
        List<JavaFileObject> files = new ArrayList<>();
        for (String source : sources) {
            files.add(JavaFileObjects.forSourceString(name(source), source));
        }
        return javac().withProcessors(processors)
                // classfile: annotations of libraries that are not on the class path.
                .withOptions("-Xlint:all,-classfile", "-Werror")
                .compile(files);
    }

    /** Runs a static method without parameters, with that unit as the current one. */
    Object run(LocalUnit unit, String type, String method) {
        return unit.run(() -> {
            Method found = type(type).getDeclaredMethod(method);
            found.setAccessible(true);
            try {
                return found.invoke(null);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause() instanceof Exception cause ? cause : thrown;
            }
        });
    }

    Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name, true, loader);
    }

    private static String name(String source) {
        Matcher home = PACKAGE.matcher(source);
        Matcher type = TYPE.matcher(source);
        assertThat(type.find()).isTrue();
        return (home.find() ? home.group(1) + "." : "") + type.group(1);
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes = new HashMap<>();

        Loader(Compilation compilation) {
            super(Program.class.getClassLoader());
            ImmutableList<JavaFileObject> files = compilation.generatedFiles();
            for (JavaFileObject file : files) {
                if (file.getKind() == JavaFileObject.Kind.CLASS) {
                    String path =
                            file.getName().replaceFirst("^/?CLASS_OUTPUT/", "").replaceFirst("\\.class$", "");
                    classes.put(path.replace('/', '.'), bytes(file));
                }
            }
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        private static byte[] bytes(JavaFileObject file) {
            try (InputStream in = file.openInputStream()) {
                return in.readAllBytes();
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }
}
