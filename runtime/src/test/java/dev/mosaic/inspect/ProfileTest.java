package dev.mosaic.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.headapi.HeadHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where the time of a unit's threads goes. S8.1. */
class ProfileTest {
    private static final String UID = "worker:7";

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isOver;
    volatile double sink;
    volatile byte[] kept;

    private void start(Thread.Builder builder, String name, Runnable work) {
        threads.add(builder.name(name).start(() -> {
            while (!isOver) {
                work.run();
            }
        }));
    }

    @AfterEach
    void stop() throws InterruptedException {
        isOver = true;
        for (Thread each : threads) {
            each.join();
        }
    }

    private void burnsInLane() {
        sink = roots();
    }

    private void burnsInStrand() {
        sink = roots();
    }

    private void burnsElsewhere() {
        sink = roots();
    }

    private void fills() {
        kept = new byte[4_000];
    }

    private static double roots() {
        double sum = 0;
        for (int i = 0; i < 50_000; i++) {
            sum += Math.sqrt(i);
        }
        return sum;
    }

    private static String profile(String uid, String event) throws IOException {
        return Profile.answer(uid, HeadHttp.profile(uid, 2, event));
    }

    @Test
    void shouldSeeLanesAndStrandsOfThatUnitAlone_S8_1() throws Exception {
        Set<Path> before = files();
        start(Thread.ofPlatform(), "mosaic-worker:7-lane-0", this::burnsInLane);
        start(Thread.ofVirtual(), "mosaic-worker:7-strand-1-2", this::burnsInStrand);
        start(Thread.ofPlatform(), "mosaic-worker:77-lane-0", this::burnsElsewhere);

        String text = profile(UID, "cpu");

        assertThat(text)
                .contains("ProfileTest.burnsInLane", "ProfileTest.burnsInStrand")
                .doesNotContain("burnsElsewhere");
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).matches("\\S+ [0-9]+"));
        assertThat(text.lines())
                .anySatisfy(line -> assertThat(line).containsPattern("Thread.run;.*ProfileTest.burnsInLane"));
        assertThat(files()).as("files of the temporary folder").isEqualTo(before);
    }

    private static Set<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return all.filter(each -> each.getFileName().toString().startsWith("mosaic-profile-"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void shouldCountBytesThatAreAllocated_S8_1() throws Exception {
        start(Thread.ofPlatform(), "mosaic-worker:7-lane-0", this::fills);

        String text = profile(UID, "alloc");

        assertThat(text.lines().findFirst().orElseThrow()).contains("ProfileTest.fills;byte[] ");
        assertThat(text.substring(text.indexOf(' ') + 1, text.indexOf('\n')))
                .satisfies(bytes -> assertThat(Long.parseLong(bytes)).isGreaterThan(100_000));
    }

    /** Its threads have names of their own; those of Mosaic are left out. */
    @Test
    void shouldSeeThreadsOfAProgram_S8_1() throws Exception {
        start(Thread.ofPlatform(), "solver", this::burnsElsewhere);
        start(Thread.ofPlatform(), "mosaic-worker:7-lane-0", this::burnsInLane);

        assertThat(profile("head:0", "cpu")).contains("burnsElsewhere").doesNotContain("burnsInLane");
    }

    @Test
    void shouldTakeOneProfileOfAProcessAtATime_S8_1() throws Exception {
        List<String> outcomes = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 2; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                try {
                    outcomes.add(profile(UID, "cpu"));
                } catch (IllegalStateException refused) {
                    outcomes.add(refused.getMessage());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        }
        stop();
        assertThat(outcomes)
                .containsExactlyInAnyOrder(
                        "", "another profile of this process is being taken: ask again when that has ended");
        assertThat(profile(UID, "cpu"))
                .as("nothing runs, and nothing is in the way")
                .isEmpty();
    }

    @Test
    void shouldSayThatJavaHasNoRecorder_S8_1() throws Exception {
        Process bare = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--limit-modules",
                        "java.base,java.logging",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Bare.class.getName())
                .redirectErrorStream(true)
                .start();

        String output = new String(bare.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(output).startsWith("this Java runs without jdk.jfr").contains("--add-modules jdk.jfr");
        assertThat(bare.waitFor()).isZero();
    }

    /** A program on an image of Java without the recorder. */
    static final class Bare {
        private Bare() {}

        public static void main(String[] args) throws IOException {
            try {
                Profile.answer(UID, HeadHttp.profile(UID, 1, "cpu"));
            } catch (IllegalStateException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }

    @Test
    void shouldCountWhatHasNoRoomInALine_S8_1() {
        CollapsedStacks stacks = new CollapsedStacks();
        stacks.add(List.of("A.rare", "A.main"), 1);
        stacks.add(List.of("A.often", "A.main"), 40);
        stacks.add(List.of("A.often", "A.main"), 2);
        stacks.add(List.of("A.seldom name;", "A.main"), 2);
        stacks.add(List.of("A$$Lambda+0x00007f3a4.run", "A.main"), 3);

        assertThat(stacks.text(1_000))
                .isEqualTo("A.main;A.often 42\nA.main;A$$Lambda.run 3\nA.main;A.seldom_name_ 2\nA.main;A.rare 1\n");
        assertThat(stacks.text(20)).isEqualTo("A.main;A.often 42\n[left_out:_3_rare_stacks] 6\n");
    }

    @Test
    void shouldRefuseWhatIsNoProfile_S8_1() {
        assertThat(ProfileOrder.of(Map.of())).isEqualTo(new ProfileOrder(ProfileOrder.Event.CPU, 10));
        for (String seconds : List.of("0", "61", "-1", "x", "99999999999")) {
            assertThatThrownBy(() -> ProfileOrder.of(Map.of("seconds", seconds)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("seconds=" + seconds);
        }
        assertThatThrownBy(() -> ProfileOrder.of(Map.of("event", "lock"))).hasMessageContaining("event=lock");
        assertThatThrownBy(() -> Profile.answer(UID, "/v1/units/worker:7/profile"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(Profile.isAsked(UID, HeadHttp.profile(UID, 1, "cpu"))).isTrue();
        assertThat(Profile.isAsked(UID, HeadHttp.stack(UID))).isFalse();
    }
}
