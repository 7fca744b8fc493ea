package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.PutOption;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.SharedValue;
import dev.mosaic.Snapshots;
import dev.mosaic.Task;
import dev.mosaic.cli.CliMain;
import dev.mosaic.cli.Said;
import dev.mosaic.testing.Eventually;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import program.Parcel;
import program.Porter;

/**
 * Where code of programs is loaded, and whose. Monitor, gateway and warehouse are in one process, which has the classes of the programs on
 * its class path: it could load them.
 */
class UserCodeTest {
    private static final Duration LONG = Eventually.PATIENCE;
    private static final Duration START = Eventually.PATIENCE;
    private static final List<String> JVM = List.of(
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private static final String WORKER_WITH_A_TESSERA = "(?s).*\\nworker:0:\\d+ +node:0 +1 +.*";

    @TempDir
    static Path files;

    private static Machines machines;
    private static RunningProgram head;

    @BeforeAll
    static void open() throws IOException {
        machines = Machines.onLoopback();
        head = RunningProgram.start(
                CliMain.class,
                JVM,
                "head",
                "--listen",
                machines.address().replace("tcp://", ""),
                "--gateway",
                machines.gateway(),
                "--folder",
                files.resolve("entries").toString());
        Eventually.holds(
                "the head is up, or has ended", START, () -> head.output().contains("Listening at") || !head.isAlive());
        assertThat(head.output()).contains("Listening at");
        machines.node("one", 1, "--resource", "lamp=1");
        machines.awaitJoined("one");
    }

    @AfterAll
    static void close() throws InterruptedException {
        machines.close();
        head.stop();
        assertThat(head.awaitEnd(20)).as("it was told to end").isEqualTo(143);
    }

    @Test
    void shouldLoadNoUserCodeInMonitorGatewayAndWarehouse_S1_5() throws Exception {
        Parcel parcel = new Parcel("a", List.of(new Parcel.Part(7)), Parcel.Label.HEAVY);
        try (Mosaic mosaic = Mosaic.connect(machines.outside())) {
            Remote<Porter> porter = mosaic.withOptions(options -> options.name("porter")
                            .maxRestarts(3)
                            .snapshots(Snapshots.EVERY_CALL)
                            .durable())
                    .remote(Porter::new);
            porter.call(Porter::takes, parcel).await(LONG);
            assertThat(porter.call(Porter::takes, parcel).result(LONG)).isEqualTo(parcel);
            assertThatThrownBy(() -> porter.call(Porter::loses, parcel).result(LONG))
                    .isInstanceOf(Parcel.LostException.class);
            Ref<Parcel> ref = mosaic.put(parcel, PutOption.durable(), PutOption.broadcast());
            assertThat(porter.call(Porter::takes, ref).result(LONG)).isEqualTo(parcel);
            SharedValue<Parcel> cell = mosaic.sharedValue(parcel);
            assertThat(cell.read().result(LONG)).isEqualTo(parcel);
            assertThat(mosaic.submit(() -> parcel.get()).result(LONG)).isEqualTo("a7HEAVY");
            assertThat(mosaic.findRemote("porter", Porter.class)).isEqualTo(porter);

            assertThat(classes(porter.call(Porter::pid).result(LONG)))
                    .as("a worker has them")
                    .contains("program.Porter", "program.Parcel");
            assertThat(classes(head.pid()))
                    .contains(
                            "dev.mosaic.head.MonitorShell", "dev.mosaic.gateway.Gateway", "dev.mosaic.store.StoreShell")
                    .as("nobody there has any")
                    .noneMatch(name -> name.startsWith("program."));
            porter.drop().await(LONG);
        }
        assertThat(head.output()).doesNotContain("program.");
    }

    /** The names of all that a JVM has loaded. */
    private static List<String> classes(long pid) throws IOException, InterruptedException {
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        Process asked = new ProcessBuilder(jcmd, Long.toString(pid), "VM.class_hierarchy")
                .redirectErrorStream(true)
                .start();
        String answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(asked.waitFor()).as(answer).isZero();
        return answer.lines()
                .map(line -> line.replaceAll("^[|\\- ]*", "").replaceAll("/.*$", ""))
                .toList();
    }

    /** Both have a class of that name, an argument and a result among them; neither sees that of the other. */
    @Test
    void shouldKeepTwoVersionsOfAClassApartButForNamedTesserae_S6_2() throws Exception {
        String older = classPath("older", "int", "int number", "number + 1");
        String newer = classPath("newer", "String", "String text, boolean isNew", "text + isNew");
        try (RunningProgram first = program(older, "older", "new Thing.Value(1)", "newer-thing");
                RunningProgram second = program(newer, "newer", "new Thing.Value(\"b\", true)", "older-thing")) {
            for (RunningProgram each : List.of(first, second)) {
                assertThat(each.awaitEnd(60)).as(each.output()).isZero();
            }
            assertThat(first.output().lines().filter(line -> line.startsWith("has ")))
                    .as("what calls gave, before and after it met the other")
                    .containsExactly("has 2", "has 2");
            assertThat(second.output().lines().filter(line -> line.startsWith("has ")))
                    .containsExactly("has btrue", "has btrue");
            assertThat(first.output())
                    .contains("name=newer-thing is of another version of class=made.Thing")
                    .contains("build this program from the same code");
            assertThat(second.output()).contains("name=older-thing is of another version of class=made.Thing");
        }
    }

    private static RunningProgram program(String classPath, String name, String value, String other)
            throws IOException {
        Path folder = Path.of(classPath.substring(0, classPath.indexOf(File.pathSeparator)));
        compile(folder, "Main", """
                package made;
                import dev.mosaic.*;
                import java.nio.file.*;
                import java.time.Duration;
                public class Main {
                    public static void main(String[] args) throws Exception {
                        Duration limit = Duration.ofSeconds(30);
                        try (Mosaic mosaic = Mosaic.connect(args[0])) {
                            Remote<Thing> thing = mosaic.withOptions(o -> o.name("%s-thing")).remote(Thing::new);
                            System.out.println("has " + thing.call(Thing::of, %s).result(limit));
                            Path own = Path.of(args[1], "%s");
                            Files.createFile(own);
                            while (!Files.exists(own.resolveSibling("%s"))) {
                                Thread.sleep(5);
                            }
                            try {
                                mosaic.findRemote("%s", Thing.class);
                                System.out.println("it was found");
                            } catch (NameException refused) {
                                System.out.println(refused.getMessage());
                            }
                            System.out.println("has " + thing.call(Thing::of, %s).result(limit));
                            Files.createFile(own.resolveSibling("%s-ended"));
                            while (!Files.exists(own.resolveSibling("%s-ended"))) {
                                Thread.sleep(5);
                            }
                            thing.drop().await(limit);
                        }
                    }
                }
                """.formatted(
                        name, value, name + "-thing", other, other, value, name + "-thing", other));
        return RunningProgram.startNamed(classPath, "made.Main", JVM, machines.address(), files.toString());
    }

    private static String classPath(String folder, String result, String fields, String sum) throws IOException {
        Path made = Files.createDirectories(files.resolve("classes-" + folder));
        compile(made, "Thing", """
                package made;
                public class Thing {
                    public record Value(%s) {
                        %s sum() {
                            return %s;
                        }
                    }
                    public %s of(Value value) {
                        return value.sum();
                    }
                }
                """.formatted(fields, result, sum, result));
        return made + File.pathSeparator + System.getProperty("java.class.path");
    }

    private static void compile(Path folder, String name, String text) throws IOException {
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, text);
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        int code = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                folder + File.pathSeparator + System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
        assertThat(code).isZero();
    }

    @Test
    void shouldShowUnitsWithTheirLoadAndWhatWaits_S8_1() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Porter> porter =
                    mosaic.withOptions(options -> options.resource("lamp", 1)).remote(Porter::new);
            porter.call(Porter::pid).await(LONG);
            Remote<Porter> waiting =
                    mosaic.withOptions(options -> options.resource("lamp", 1)).remote(Porter::new);
            Task<Long> later = waiting.call(Porter::pid);
            Eventually.holds("it waits", LONG, () -> later.waitingFor().contains("lamp"));
            Eventually.holds(
                    "a worker's load comes with its next sign of life", () -> status().matches(WORKER_WITH_A_TESSERA));
            String shown = status();
            assertThat(shown).contains("UNIT", "TESSERAE", "RUNNING", "QUEUED", "WAITING", "NEEDS", "REASON", "lamp");
            assertThat(shown.lines().filter(line -> line.startsWith("warehouse:0")))
                    .hasSize(1);
            assertThat(shown.lines().filter(line -> line.startsWith("node:0"))).hasSize(1);
        }
    }

    private static String status() {
        Said asked = Said.by("status", "--join", machines.address());
        assertThat(asked.status()).as(asked.errors()).isZero();
        return asked.output();
    }
}
