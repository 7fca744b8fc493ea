package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.StartException;
import dev.mosaic.cli.CliMain;
import dev.mosaic.process.Access;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A machine with several users, without keys: each has clusters of their own. Another user is a process with another home; what it could
 * read of this one's home is looked at as the system does, where the test may take another user's id.
 */
class OtherUsersTest {
    private static final int LONG_SECONDS = 90;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private Machines machines;
    private List<String> another;

    @BeforeEach
    void open() throws IOException {
        machines = Machines.onLoopback();
        another = List.of("env", "MOSAIC_HOME=" + folder.resolve("another"));
    }

    @AfterEach
    void close() {
        machines.close();
    }

    private static RunningProgram mosaic(List<String> prefix, String... arguments) throws IOException {
        return RunningProgram.startWith(
                System.getProperty("java.class.path"),
                prefix,
                CliMain.class,
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"),
                arguments);
    }

    /** Who has none of the token is refused; who was given it is not. */
    @Test
    void shouldNotLetInAnotherUser_S7_5() throws Exception {
        machines.head("--no-warehouse");
        String head = machines.address().substring("tcp://".length());
        Path token = Access.of("").folder().orElseThrow().resolve("token");
        try (RunningProgram stranger = mosaic(another, "status", "--join", head);
                RunningProgram friend = mosaic(another, "status", "--join", head, "--token-file", token.toString());
                RunningProgram same = mosaic(List.of(), "status", "--join", head)) {
            assertThat(stranger.awaitEnd(LONG_SECONDS)).isNotZero();
            assertThat(stranger.output()).contains("do not accept each other", "--token-file");
            assertThat(friend.awaitEnd(LONG_SECONDS)).as(friend.output()).isZero();
            assertThat(same.awaitEnd(LONG_SECONDS)).as(same.output()).isZero();
        }
        Eventually.holds("the head says whom it refused", () -> {
            String said = machines.process("head").output();
            return said.contains("refused connection with tcp://127.0.0.1:") && said.contains("wrong token");
        });
    }

    /** Who took the port first gets neither nodes nor programs. */
    @Test
    void shouldNotJoinTheHeadOfAnotherUser_S7_5() throws Exception {
        machines.within(another, "head").head("--no-warehouse", "--gateway", machines.gateway());
        machines.node("node", 1);
        assertThat(machines.process("node").awaitEnd(LONG_SECONDS)).isNotZero();
        assertThat(machines.process("node").output())
                .contains("do not accept each other")
                .doesNotContain(" joined ");
        for (String address : List.of(machines.address(), machines.outside())) {
            assertThatThrownBy(() -> Mosaic.connect(address, o -> o.timeout(Duration.ofSeconds(20))))
                    .as("%s says at once why", address)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("do not accept each other");
        }
        log.expect(log.count(""), "");
    }

    @Test
    void shouldKeepTheTokenFromOtherUsersOfTheSystem_S7_5() throws Exception {
        Obstacle.mustBeNone(
                System.getProperty("user.name").equals("root") && Files.isExecutable(Path.of("/usr/bin/setpriv"))
                        ? ""
                        : "another user's id needs root and setpriv");
        Path token = Access.of("").folder().orElseThrow().resolve("token");
        assertThat(Files.size(token)).isPositive();
        Process look = new ProcessBuilder(
                        "/usr/bin/setpriv", "--reuid=4002", "--regid=4002", "--clear-groups", "cat", token.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(look.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(look.waitFor()).as(said).isNotZero();
        assertThat(said).contains("denied");
    }

    /** Each process and each of its listeners, as a person starts them. */
    @Test
    void shouldNotListenForOthersWithoutKeys_S7_5() throws Exception {
        List<List<String>> all = List.of(
                List.of("head", "--listen", "0.0.0.0:0", "--host", "127.0.0.1", "--no-warehouse"),
                List.of("head", "--listen", "127.0.0.1:0", "--no-warehouse", "--gateway", "0.0.0.0:0"),
                List.of("head", "--listen", "127.0.0.1:0", "--no-warehouse", "--http", "0.0.0.0:0"),
                List.of("head", "--listen", "127.0.0.1:0", "--no-warehouse", "--health", "0.0.0.0:0"),
                List.of("node", "--join", "127.0.0.1:1", "--health", "0.0.0.0:0"),
                List.of("warehouse", "--join", "127.0.0.1:1", "--health", "[::]:0"));
        List<RunningProgram> started = new ArrayList<>();
        try {
            for (List<String> each : all) {
                started.add(mosaic(another, each.toArray(String[]::new)));
            }
            for (RunningProgram each : started) {
                assertThat(each.awaitEnd(LONG_SECONDS)).as(each.output()).isNotZero();
                assertThat(each.output()).contains("can be reached from other machines", "mosaic keys");
                assertThat(each.output()).as("no trace of a stack").doesNotContain("\tat ");
            }
        } finally {
            started.forEach(RunningProgram::close);
        }
    }
}
