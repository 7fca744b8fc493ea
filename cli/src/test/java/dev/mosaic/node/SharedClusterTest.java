package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.NameException;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.StartException;
import dev.mosaic.Task;
import dev.mosaic.WorkerLostException;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Inhabitant;
import program.Ledger;
import program.Reader;
import program.Sleeper;
import program.Visitor;

/** Several programs on one cluster, and what happens to it: monitor, warehouse and two nodes are processes of their own. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SharedClusterTest {
    private static final Duration LONG = Eventually.PATIENCE;

    @RegisterExtension
    static final SharedMachines SHARED = new SharedMachines(SharedClusterTest::start);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Transcript transcript;
    private Machines machines;

    @BeforeEach
    void open() throws IOException {
        transcript = new Transcript();
        machines = SHARED.get();
    }

    private static Machines start() throws IOException {
        Machines started = Machines.onLoopback()
                .head("--no-warehouse")
                .warehouse()
                .node("one", 1)
                .node("two", 1);
        started.awaitJoined("one");
        started.awaitJoined("two");
        return started;
    }

    @AfterEach
    void close() {
        transcript.close();
    }

    private RunningProgram visit(String... what) throws IOException {
        String[] arguments = new String[what.length + 1];
        arguments[0] = machines.address();
        System.arraycopy(what, 0, arguments, 1, what.length);
        return RunningProgram.start(Visitor.class, List.of("--sun-misc-unsafe-memory-access=allow"), arguments);
    }

    private static List<Long> pids(Mosaic mosaic) {
        return IntStream.range(0, 4)
                .mapToObj(i -> mosaic.remote(Inhabitant::new))
                .map(each -> each.call(Inhabitant::pid).result(LONG))
                .toList();
    }

    @Test
    void shouldGiveEachProgramWorkersOfItsOwn_S1_5() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address());
                RunningProgram other = visit("stay")) {
            List<Long> own = new ArrayList<>(pids(mosaic));
            // After 5 s they take what is there.
            Eventually.holds("both workers have come", () -> mosaic.workers().size() == 2);
            own.addAll(pids(mosaic));
            assertThat(own.stream().distinct())
                    .as("both nodes have a worker for it")
                    .hasSize(2);
            Eventually.holds("the other is there", () -> other.output().contains("lives in"));
            long foreign = pid(other.output());
            assertThat(own).as("no process serves two programs").doesNotContain(foreign);
            assertThat(mosaic.workers()).as("nor is another's worker shown").hasSize(2);

            other.kill();
            assertThat(ProcessHandle.of(foreign).map(ProcessHandle::isAlive).orElse(false))
                    .as("a program that fell silent is kept for its lease")
                    .isTrue();
        }
    }

    @Test
    void shouldNotWaitAtABarrierForTasksOfAnotherProgram_S3_10() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address());
                RunningProgram other = visit("busy")) {
            Eventually.holds("the other is busy", () -> other.output().contains("lives in"));
            mosaic.submit(() -> Mosaic.current().submit(() -> 4).result());
            mosaic.barrier(LONG);
            assertThat(mosaic.submit(() -> 4).result(LONG)).isEqualTo(4);
        }
    }

    /** Of the processes of Mosaic, and of what they need, such as MinIO's SDK, a program that connects needs nothing. */
    @Test
    void shouldConnectWithTheRuntimeAlone() throws Exception {
        Pattern needed = Pattern.compile(".*/(client|kernel|mesh|runtime)/target/.*"
                + "|.*/(jspecify|mutiny|jctools-core|fory-core)-[^/]*\\.jar"
                + "|.*/cluster/target/(test-classes|[^/]*tests\\.jar)");
        List<String> classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(needed.asMatchPredicate())
                .toList();
        assertThat(classPath).as("four modules, four libraries, the program").hasSizeBetween(9, 10);
        try (RunningProgram other = RunningProgram.startWith(
                String.join(File.pathSeparator, classPath),
                List.of(),
                Visitor.class,
                List.of("--sun-misc-unsafe-memory-access=allow"),
                machines.address(),
                "count",
                "2")) {
            assertThat(other.awaitEnd(40)).as(other.output()).isZero();
            assertThat(other.output()).containsPattern("(?s)lives in worker:\\d.*lives in worker:\\d.*closed");
        }
    }

    private static long pid(String output) {
        return Long.parseLong(output.replaceAll("(?s).*pid (\\d+).*", "$1"));
    }

    @Test
    void shouldEndWhatIsAProgramsOwnWithIt_S1_6() throws Exception {
        List<Long> pids = new ArrayList<>();
        try (RunningProgram other = visit("count", "2")) {
            assertThat(other.awaitEnd(40)).as(other.output()).isZero();
            other.output().lines().filter(line -> line.startsWith("lives in")).forEach(line -> pids.add(pid(line)));
        }
        assertThat(pids).hasSize(2);
        for (long pid : pids) {
            Eventually.holds(
                    "its workers end with it",
                    () -> !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
        }
    }

    @Test
    void shouldFindATesseraOfAnotherProgramByItsName_S2_7() throws Exception {
        try (RunningProgram other = visit("name", "ledger")) {
            assertThat(other.awaitEnd(40)).as(other.output()).isZero();
        }
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Ledger> found = mosaic.findRemote("ledger", Ledger.class);
            assertThat(found.call(Ledger::note, 8).result(LONG))
                    .as("it outlived its program, with what that noted")
                    .isEqualTo(2);
            assertThatThrownBy(() -> mosaic.findRemote("ledger", Inhabitant.class))
                    .isInstanceOf(NameException.class);
            found.drop();
            Eventually.holds("its name is free", () -> isFree(mosaic, "ledger"));
        }
    }

    private static boolean isFree(Mosaic mosaic, String name) {
        try {
            mosaic.findRemote(name, Ledger.class);
            return false;
        } catch (NameException free) {
            return true;
        }
    }

    @Test
    void shouldGoOnWithoutAMonitorAndWithTheNextOne_S7_2() throws Exception {
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            Remote<Ledger> ledger = mosaic.remote(Ledger::new);
            assertThat(ledger.call(Ledger::note, 1).result(LONG)).isEqualTo(1);
            Task<long[]> running = mosaic.remote(Sleeper::new).call(Sleeper::sleep, 1_500L);
            Eventually.holds("it runs", () -> running.state() == Task.State.RUNNING);

            machines.kill("head");

            assertThat(running.result(LONG)).as("a call that runs goes on").hasSize(2);
            assertThat(ledger.call(Ledger::note, 2).result(LONG))
                    .as("new calls are made")
                    .isEqualTo(2);
            Ref<int[]> ref = mosaic.put(new int[100_000]);
            assertThat(ref.value()).hasSize(100_000);
            Remote<Ledger> waiting = mosaic.remote(Ledger::new);
            Task<Integer> first = waiting.call(Ledger::note, 5);
            assertThat(first.state()).as("a new placement waits").isEqualTo(Task.State.PENDING);

            machines.head("--no-warehouse");

            assertThat(first.result(LONG)).as("until there is a monitor again").isEqualTo(1);
            assertThat(ledger.call(Ledger::note, 3).result(LONG)).isEqualTo(3);
            assertThat(mosaic.submit(() -> 4).result(LONG)).isEqualTo(4);
        }
        assertThat(machines.process("one").output()).doesNotContain("held for dead");
        log.expect(
                log.count("no handshake within"),
                "no handshake within"); // a head that is killed may have taken a connection
    }

    @Order(SharedMachines.LAST)
    @Test
    void shouldNoticeAMachineThatIsGone_S7_1() throws Exception {
        SHARED.harm();
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            List<Remote<Inhabitant>> all = IntStream.range(0, 4)
                    .mapToObj(i -> mosaic.remote(Inhabitant::new))
                    .toList();
            String victim = all.getFirst().call(Inhabitant::worker).result(LONG);
            String node = victim.replaceFirst("worker:(\\d+):.*", "NODE:$1 ");
            String name = machines.process("one").output().contains(node) ? "one" : "two";
            Task<long[]> elsewhere = mosaic.remote(Sleeper::new).call(Sleeper::sleep, 10L);
            elsewhere.await(LONG);

            machines.kill(name);

            Eventually.holds("calls of what lived there fail", () -> isLost(all.getFirst()));
            Eventually.holds(
                    "the other node's worker is left", () -> mosaic.workers().size() == 1);
            assertThat(mosaic.submit(() -> 4).result(LONG)).isEqualTo(4);
        }
    }

    /** A worker whose node has gone may still answer before it ends. */
    private static boolean isLost(Remote<Inhabitant> tessera) {
        try {
            tessera.call(Inhabitant::worker).result(LONG);
            return false;
        } catch (WorkerLostException lost) {
            return true;
        }
    }

    @Test
    void shouldReadOnAnotherMachineWhatAProgramPut_S4_1() {
        try (Mosaic mosaic = Mosaic.connect(machines.address())) {
            double[] large = new double[3_000_000];
            large[77] = 4;
            Ref<double[]> ref = mosaic.put(large);
            List<Remote<Reader>> readers = IntStream.range(0, 4)
                    .mapToObj(i -> mosaic.remote(Reader::new))
                    .toList();
            for (Remote<Reader> reader : readers) {
                assertThat(reader.call(Reader::sum, ref).result(LONG)).isEqualTo(4);
            }
        }
    }

    @Test
    void shouldSayWhatIsMissing_S1_3() throws IOException {
        Machines none = Machines.onLoopback();
        assertThatThrownBy(() -> Mosaic.connect(none.address(), options -> options.timeout(Duration.ofSeconds(2))))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("does not answer within PT2S")
                .hasMessageContaining("mosaic head");
        assertThatThrownBy(() -> Mosaic.connect("not an address"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("tcp://host:port");
    }
}
