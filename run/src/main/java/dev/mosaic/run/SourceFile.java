package dev.mosaic.run;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import dev.mosaic.StartException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A program that is one source file. Libraries are named in it as for JBang: lines that begin with {@code //DEPS}, and have Maven coordinates
 * behind it.
 *
 * @param path the file
 * @param mainClass its class of the file's name, else the first in it
 * @param libraries the coordinates, in their order
 */
record SourceFile(Path path, String mainClass, List<String> libraries) {
    private static final Pattern DEPS = Pattern.compile("//DEPS\\s+(.+)");

    /** Comments of JBang without which a program may not run, and that are not read here. */
    private static final Pattern OTHER = Pattern.compile(
            "//(SOURCES|FILES|REPOS|JAVAC_OPTIONS|COMPILE_OPTIONS|JAVA_OPTIONS|RUNTIME_OPTIONS|PREVIEW)\\b.*");

    static SourceFile read(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            throw new StartException("there is no file " + path, "give the path of a source file");
        }
        List<String> libraries = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(path)) {
            number++;
            Matcher deps = DEPS.matcher(line);
            if (deps.matches()) {
                libraries.addAll(List.of(
                        deps.group(1).replaceAll("(?:^|\\s)//.*", "").strip().split("[\\s,;]+")));
            } else if (OTHER.matcher(line).matches()) {
                System.err.println("mosaic: " + path + ":" + number + ": only //DEPS is read, not " + line.strip());
            }
        }
        return new SourceFile(path, mainClass(path), List.copyOf(libraries));
    }

    private static String mainClass(Path path) throws IOException {
        JavaCompiler compiler = compiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            // What is wrong is said when it is compiled.
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, new DiagnosticCollector<>(), null, null, files.getJavaFileObjects(path));
            CompilationUnitTree unit = task.parse().iterator().next();
            String file = String.valueOf(path.getFileName());
            String name = file.substring(0, file.length() - ".java".length());
            List<String> classes = unit.getTypeDecls().stream()
                    .filter(ClassTree.class::isInstance)
                    .map(each -> ((ClassTree) each).getSimpleName().toString())
                    .toList();
            String main = classes.isEmpty() || classes.contains(name) ? name : classes.getFirst();
            return unit.getPackageName() == null ? main : unit.getPackageName() + "." + main;
        }
    }

    /**
     * Compiles it, with Mosaic's annotation processor.
     *
     * @param target a folder
     * @param libraryPath as a class path
     * @param mosaic as a class path; the processor is in it
     */
    void compile(Path target, String libraryPath, String mosaic) throws IOException {
        String classPath = Stream.of(libraryPath, mosaic)
                .filter(each -> !each.isEmpty())
                .reduce((a, b) -> a + File.pathSeparator + b)
                .orElse("");
        List<String> options = List.of(
                "-d",
                target.toString(),
                "-cp",
                classPath,
                "-processorpath",
                mosaic,
                "-sourcepath",
                "",
                "-parameters",
                "-g");
        JavaCompiler compiler = compiler();
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(said, null, null)) {
            boolean done = compiler.getTask(null, files, said, options, null, files.getJavaFileObjects(path))
                    .call();
            said.getDiagnostics().stream()
                    .filter(each -> each.getKind() == Diagnostic.Kind.ERROR)
                    .forEach(System.err::println);
            if (!done) {
                throw new StartException(path + " cannot be compiled", "see the lines above");
            }
        }
    }

    private static JavaCompiler compiler() {
        @Nullable JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new StartException("this Java has no compiler", "run mosaic with a JDK, not with a JRE");
        }
        return compiler;
    }
}
