package dev.mosaic.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.ChildJvms;
import io.smallrye.mutiny.Multi;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar of Mosaic as a program of somebody else's uses it: with its few libraries beside it, and older ones of the program's own. */
class BundleTest {
    private static final Path JAR = Path.of(System.getProperty("mosaic.jar", "target/mosaic.jar"));

    private static final String MODULE_MAIN = """
            package app;

            import dev.mosaic.Mosaic;
            import java.util.List;

            public final class Main {
                record Pair(float left, short right) {}

                public static void main(String[] arguments) {
                    try (Mosaic mosaic =
                            Mosaic.start(o -> o.workers(1).jvmArguments("-XX:TieredStopAtLevel=1"))) {
                        System.out.println(mosaic.map(
                                        List.of(new Pair(1, (short) 2), new Pair(3, (short) 4)),
                                        pair -> pair.left() + pair.right())
                                .get(1)
                                .result());
                    }
                }
            }
            """;

    @TempDir
    static Path folder;

    /** With its workers inside, a cache of its own, and bars. */
    private static Run inside;

    @BeforeAll
    static void compileAndRun() throws Exception {
        compile();
        inside = runInside();
    }

    private static Run runInside() throws Exception {
        return java(Map.of("MOSAIC_PROGRESS", "on", "XDG_CACHE_HOME", folder.toString()), "program.Main", "inside");
    }

    @Test
    void shouldRunBesideOlderLibrariesOfTheProgramAndWarnOfNothing() throws Exception {
        Run run = java(Map.of(), "program.Main");

        String seen = "2.9.10 guava ----";
        assertThat(run.errors()).hasSize(2).allMatch(line -> line.startsWith("HEAD:0 "));
        assertThat(run.errors().getFirst()).contains(" Dashboard at ").doesNotContain("token=");
        assertThat(run.errors().getLast()).contains(" Listening at ");
        assertThat(run.status()).isZero();
        assertThat(run.output())
                .contains(
                        "head: " + seen,
                        "worker: " + seen,
                        "held: 6.0",
                        "map: 2",
                        "pool: [" + seen + " 1, " + seen + " 2]",
                        "record: true",
                        "failed: as told");
    }

    @Test
    void shouldKeepItsLibrariesFromWorkersInTheProgramToo() {
        assertThat(inside.output())
                .contains("worker: 2.9.10 guava ----", "held: 6.0", "record: true", "failed: as told");
        assertThat(inside.status()).isZero();
    }

    @Test
    void shouldDrawBarsAndWarnOfNothing() {
        assertThat(inside.errors())
                .allMatch(line -> line.isEmpty() || line.startsWith("HEAD:0 ") || line.startsWith("words "))
                .anyMatch(line -> line.startsWith("words 100% [==="));
        assertThat(inside.output()).contains("map: 2");
        assertThat(inside.status()).isZero();
    }

    @Test
    void shouldUseOneTemporaryFolderWhereTheCacheCannotBeWrittenOrOthersCanWriteToIt() throws Exception {
        Path classes = module("open module app { requires dev.mosaic; }");
        Path temporary = Files.createDirectories(folder.resolve("tmp"));
        Path file = Files.createFile(folder.resolve("no-folder"));
        Path open = Files.createDirectories(folder.resolve("open/mosaic"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        Map<Path, FileTime> first = unpacked(file, temporary, classes);
        Map<Path, FileTime> second = unpacked(open.getParent(), temporary, classes);

        assertThat(first).isNotEmpty();
        assertThat(first.keySet()).allMatch(each -> each.toString().contains("/mosaic-jars-"));
        assertThat(second).as("the second has written nothing").isEqualTo(first);
        assertThat(open).isEmptyDirectory();
    }

    /** What a program with that cache leaves in the folder for temporary files. */
    private static Map<Path, FileTime> unpacked(Path cache, Path temporary, Path classes) throws Exception {
        Run run = run(
                Map.of("XDG_CACHE_HOME", cache.toString()),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                classPath(classes),
                "app.Main");

        assertThat(run.output()).containsExactly("7.0");
        assertThat(run.status()).isZero();
        Map<Path, FileTime> left = new TreeMap<>();
        for (Path each : jars(temporary)) {
            left.put(each, Files.getLastModifiedTime(each));
        }
        return left;
    }

    @Test
    void shouldStartOnceItsJarsCanBeWritten() throws Exception {
        Path file = Files.createFile(folder.resolve("no-cache"));
        Path temporary = folder.resolve("made-later");

        Run run = run(
                Map.of("XDG_CACHE_HOME", file.toString()),
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                classPath(folder.resolve("classes")),
                "program.Twice");

        assertThat(run.output()).hasSize(2);
        assertThat(run.output().getFirst())
                .startsWith("refused: ")
                .contains("the jars of the group", temporary + " can be written");
        assertThat(run.output().getLast()).isEqualTo("started: 7");
        assertThat(run.status()).isZero();
    }

    /** A loss of power leaves files that are too short, or have zeros. */
    @Test
    void shouldWriteItsJarsOnceAndAgainWhereOneIsGoneOrDamaged() throws Exception {
        List<Path> written = jars(folder.resolve("mosaic"));
        Path shortened = written.get(1);
        byte[] whole = Files.readAllBytes(shortened);
        Path zeros = written.getLast();
        byte[] content = Files.readAllBytes(zeros);
        Files.delete(written.getFirst());
        Files.write(shortened, Arrays.copyOf(whole, whole.length / 2));
        Files.write(zeros, new byte[content.length]);
        Path unused = Files.createDirectory(folder.resolve("mosaic/runtime-0"));
        Files.setLastModifiedTime(Files.createFile(unused.resolve("checked")), FileTime.fromMillis(0));

        Run run = runInside();

        assertThat(run.status()).isZero();
        assertThat(written).hasSizeGreaterThan(2);
        assertThat(jars(folder.resolve("mosaic"))).isEqualTo(written);
        assertThat(shortened).hasBinaryContent(whole);
        assertThat(zeros).hasBinaryContent(content);
        assertThat(unused).doesNotExist();
    }

    @Test
    void shouldRunAProgramThatIsAModule() throws Exception {
        Run open = run(
                Map.of(), "-p", classPath(module("open module app { requires dev.mosaic; }")), "-m", "app/app.Main");

        assertThat(open.output()).containsExactly("7.0");
        assertThat(open.status()).isZero();
    }

    @Test
    void shouldSayWhichPackageAModuleHasToOpen() throws Exception {
        Run closed =
                run(Map.of(), "-p", classPath(module("module app { requires dev.mosaic; }")), "-m", "app/app.Main");

        assertThat(closed.errors())
                .anySatisfy(line -> assertThat(line).contains("module app", "write opens app; in module-info.java"));
    }

    @Test
    void shouldRefuseToStartWhereTheProgramIsLinkedIntoTheImage() throws Exception {
        String modules = classPath(module("open module app { requires dev.mosaic; }"));
        Path image = folder.resolve("image");
        tool("jlink", "-p", modules, "--add-modules", "app", "--output", image.toString());

        Run linked = run(image, Map.of(), "-m", "app/app.Main");

        assertThat(linked.errors())
                .anySatisfy(line -> assertThat(line).contains("linked into this image", "give it the program as -p"));
    }

    /** Compiles a program of one worker. */
    private static Path module(String info) throws IOException, URISyntaxException {
        Path sources = Files.createDirectories(folder.resolve("module/app"));
        Path moduleInfo = Files.writeString(sources.resolveSibling("module-info.java"), info);
        Path main = Files.writeString(sources.resolve("Main.java"), MODULE_MAIN);
        Path classes = folder.resolve("modules");
        tool(
                "javac",
                "-proc:none",
                "-p",
                classPath(),
                "-d",
                classes.toString(),
                moduleInfo.toString(),
                main.toString());
        return classes;
    }

    /** One of the JDK, in this JVM. */
    private static void tool(String name, String... arguments) {
        ToolProvider tool = ToolProvider.findFirst(name).orElseThrow();
        assertThat(tool.run(System.out, System.err, arguments)).isZero();
    }

    @Test
    void shouldNameTheModulesOfTheJdkThatAreMissing() throws Exception {
        Run run = run(
                Map.of(),
                "--limit-modules",
                "java.base,java.sql",
                "-cp",
                classPath(folder.resolve("classes")),
                "program.Main");

        assertThat(run.errors())
                .anySatisfy(line -> assertThat(line)
                        .contains("this Java runs without jdk.management and jdk.unsupported")
                        .contains("--add-modules jdk.management,jdk.unsupported"));
    }

    /** Else there would be two classes of one name where the program meets the runtime. */
    @Test
    void shouldShareThePackagesOfTheApiAndNoOthersWithTheProgram() throws Exception {
        TreeSet<String> packages = new TreeSet<>();
        try (ZipFile jar = new ZipFile(JAR.toFile())) {
            jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, Math.max(0, name.lastIndexOf('/')))
                            .replace('/', '.'))
                    .forEach(packages::add);
        }
        assertThat(packages.remove("dev.mosaic.bundle")).isTrue();
        assertThat(packages.remove("org.apache.fory.util.function")).isTrue();
        packages.remove(""); // the module's
        assertThat(packages).isEqualTo(new TreeSet<>(BundledLoader.SHARED_PACKAGES));
    }

    private static List<Path> jars(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(each -> each.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** With what Maven puts on the class path of who depends on Mosaic. */
    private static String classPath(Path... more) throws IOException, URISyntaxException {
        List<Path> entries = new ArrayList<>(List.of(more));
        try (Stream<Path> older = Files.list(Path.of(System.getProperty("mosaic.older", "target/older")))) {
            entries.addAll(older.toList());
        }
        entries.add(JAR);
        for (Class<?> library : List.of(Multi.class, Nullable.class)) {
            entries.add(Path.of(
                    library.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (each.contains("jctools-core") || each.contains("smallrye-common-annotation")) {
                entries.add(Path.of(each));
            }
        }
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** With Mosaic's processor out of the jar. */
    private static void compile() throws IOException, URISyntaxException {
        List<String> arguments = new ArrayList<>(
                List.of("-d", folder.resolve("classes").toString(), "-cp", classPath(), "-processorpath", classPath()));
        try (Stream<Path> sources = Files.list(Path.of("src/test/resources/program"))) {
            sources.map(Path::toString).forEach(arguments::add);
        }
        tool("javac", arguments.toArray(String[]::new));
    }

    private record Run(int status, List<String> output, List<String> errors) {}

    private static Run java(Map<String, String> environment, String... arguments) throws Exception {
        return run(
                environment,
                Stream.concat(Stream.of("-cp", classPath(folder.resolve("classes"))), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private static Run run(Map<String, String> environment, String... arguments) throws Exception {
        return run(Path.of(System.getProperty("java.home")), environment, arguments);
    }

    /** In a JVM of its own. */
    private static Run run(Path home, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                home.resolve("bin/java").toString(),
                ChildJvms.JIT,
                // Without it Fory asks Unsafe, of which the JDK warns.
                "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED"));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Run(process.exitValue(), lines(output), lines(errors));
        } finally {
            process.destroyForcibly();
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file);
    }
}
