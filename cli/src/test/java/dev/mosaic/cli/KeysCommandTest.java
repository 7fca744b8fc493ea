package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.Identity;
import dev.mosaic.mesh.Incoming;
import dev.mosaic.mesh.Mesh;
import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.Outcome;
import dev.mosaic.mesh.Peer;
import dev.mosaic.mesh.Receiver;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code mosaic keys}: what it writes, what it refuses, and that units can talk with what it made. S7.5. */
class KeysCommandTest {
    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path temporary;

    private Path folder;
    private String said = "";

    @BeforeEach
    void chooseFolder() {
        folder = temporary.resolve("made").resolve("keys");
    }

    @Test
    void shouldMakeKeysThatOnlyThisUserCanRead() throws IOException {
        assertThat(keys()).isZero();

        assertThat(said)
                .contains("good until "
                        + Instant.now().plus(Duration.ofDays(365)).toString().substring(0, 10));
        assertThat(files().keySet())
                .containsExactly("admin.token", "ca.crt", "call.token", "deploy.token", "tls.crt", "tls.key", "token");
        assertThat(said).contains(authorityKey() + " stays here");
        assertThat(mode(authorityKey())).isEqualTo("rw-------");
        assertThat(mode(authorityKey().getParent())).isEqualTo("rwx------");
        for (String token : List.of("token", "call.token", "deploy.token", "admin.token")) {
            assertThat(files().get(token)).as(token).matches("[0-9a-f]{32}\n");
        }
        assertThat(mode(folder)).isEqualTo("rwx------");
        for (String file : files().keySet()) {
            assertThat(mode(folder.resolve(file))).as(file).isEqualTo("rw-------");
        }
    }

    @Test
    void shouldMakeKeysThatUnitsTalkWith() {
        assertThat(keys()).isZero();
        assertThat(talk(folder, folder)).isTrue();
    }

    @Test
    void shouldNotLetUnitsOfAnotherClusterTalk() {
        assertThat(keys()).isZero();
        Path mine = folder;
        folder = temporary.resolve("theirs");
        assertThat(keys()).isZero();

        assertThat(talk(mine, folder)).isFalse();
        log.expect(2, "refused connection");
    }

    @Test
    void shouldOverwriteNothingUnlessToldTo() throws IOException {
        assertThat(keys()).isZero();
        Map<String, String> before = files();

        assertThat(keys()).isEqualTo(1);

        assertThat(said).contains("tls.crt is there already").contains("--renew");
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void shouldRenewOneToken() throws IOException {
        assertThat(keys()).isZero();
        for (String[] each : new String[][] {{"call", "call.token"}, {"MEMBER", "token"}}) {
            Map<String, String> before = files();
            assertThat(keys("--renew-token", each[0])).as(said).isZero();
            assertThat(changed(before)).containsExactly(each[1]);
            assertThat(files().get(each[1])).matches("[0-9a-f]{32}\n");
            assertThat(mode(folder.resolve(each[1]))).isEqualTo("rw-------");
        }
        assertThat(said).contains("within ten minutes");
        assertThat(keys("--renew-token", "root")).isEqualTo(2);
    }

    @Test
    void shouldIssueFromAnAuthorityThatIsThere() throws IOException {
        assertThat(keys()).isZero();
        Map<String, String> before = files();
        Files.delete(folder.resolve("tls.crt"));
        Files.delete(folder.resolve("tls.key"));

        assertThat(keys()).isZero();

        assertThat(changed(before)).containsExactly("tls.crt", "tls.key");
        assertThat(talk(folder, folder)).isTrue();
    }

    @Test
    void shouldRenewTheCertificateOnly() throws IOException {
        assertThat(keys()).isZero();
        Path copy = copy("before");
        Map<String, String> before = files();

        assertThat(keys("--renew", "--days", "7")).isZero();

        assertThat(said)
                .contains(Instant.now().plus(Duration.ofDays(7)).toString().substring(0, 10));
        assertThat(changed(before)).containsExactly("tls.crt", "tls.key");
        assertThat(talk(folder, copy)).isTrue();
        assertThat(talk(copy, folder)).isTrue();
    }

    /** At each step units with the files of the step before and units with the new ones talk. */
    @Test
    void shouldReplaceTheAuthorityInThreeSteps() throws IOException {
        assertThat(keys()).isZero();
        Path first = copy("first");
        Map<String, String> before = files();
        String signed = Files.readString(authorityKey());

        assertThat(keys("--rotate-authority")).isZero();
        assertThat(said).contains("--renew");
        assertThat(changed(before)).containsExactly("ca.crt");
        assertThat(Files.readString(authorityKey())).isNotEqualTo(signed);
        assertThat(keys("--retire-authority")).as("too early").isEqualTo(1);
        assertThat(said).contains("--renew first");
        Path second = copy("second");
        assertThat(talk(first, second)).isTrue();

        assertThat(keys("--renew")).isZero();
        Path third = copy("third");
        assertThat(talk(second, third)).isTrue();

        assertThat(keys("--retire-authority")).isZero();
        assertThat(talk(third, folder)).isTrue();
        assertThat(talk(first, folder)).as("with who only knows the old one").isFalse();
        log.expect(2, "refused connection");
    }

    @Test
    void shouldSayWhatIsMissing() throws IOException {
        assertThat(keys("--renew")).isEqualTo(1);
        assertThat(said).contains("ca.crt is missing").contains("make keys first");
        assertThat(keys()).isZero();
        Files.delete(authorityKey());
        assertThat(keys("--renew")).isEqualTo(1);
        assertThat(said).contains("ca.key is missing");
    }

    @Test
    void shouldNotIssueWithTheKeyOfAnotherAuthority() throws IOException {
        assertThat(keys()).isZero();
        String other = Files.readString(authorityKey());
        assertThat(keys("--rotate-authority")).isZero();
        Files.writeString(authorityKey(), other);
        Map<String, String> before = files();

        assertThat(keys("--renew")).isEqualTo(1);

        assertThat(said).contains("ca.key is not the key of the newest authority");
        assertThat(files()).isEqualTo(before);
    }

    @Test
    void shouldNotUnderstandTwoChangesAtOnceOrNoDays() {
        assertThat(keys("--renew", "--rotate-authority")).isEqualTo(2);
        assertThat(keys("--days", "0")).isEqualTo(2);
        assertThat(folder).doesNotExist();
    }

    /** Beside the folder, which is copied to machines. */
    private Path authorityKey() {
        return temporary.resolve("made").resolve("keys-authority").resolve("ca.key");
    }

    @Test
    void shouldKeepWhatSignsWhereItIsSaid() throws IOException {
        Path vault = temporary.resolve("vault");
        assertThat(keys("--authority", vault.toString())).isZero();
        assertThat(vault.resolve("ca.key")).exists();
        assertThat(authorityKey()).doesNotExist();
        assertThat(keys("--renew")).as("it does not guess").isEqualTo(1);
        assertThat(said).contains("ca.key is missing");
        assertThat(keys("--renew", "--authority", vault.toString())).isZero();
    }

    private int keys(String... options) {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(new KeysCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true));
        int code = line.execute(
                Stream.concat(Stream.of(options), Stream.of(folder.toString())).toArray(String[]::new));
        said = out.toString();
        return code;
    }

    private Path copy(String name) throws IOException {
        Path copy = Files.createDirectories(temporary.resolve(name));
        for (Map.Entry<String, String> file : files().entrySet()) {
            Files.writeString(copy.resolve(file.getKey()), file.getValue());
        }
        return copy;
    }

    private Map<String, String> files() throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                found.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return found;
    }

    private List<String> changed(Map<String, String> before) throws IOException {
        return files().entrySet().stream()
                .filter(file -> !file.getValue().equals(before.get(file.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String mode(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    /** Has one unit ask another over TCP, each with the keys of a folder; false where there is no link. */
    private static boolean talk(Path asks, Path answers) {
        Receiver echo = (from, message) -> from.send(message.bytes(0));
        boolean[] answered = new boolean[1];
        Receiver ear = new Receiver() {
            @Override
            public void received(Peer from, Incoming message) {
                answered[0] = true;
            }
        };
        try (Mesh server = SocketMesh.open(options("server", answers), echo);
                Mesh client = SocketMesh.open(options("client", asks), ear)) {
            Peer peer = client.peer("server", server.listen(Endpoint.parse("tcp://127.0.0.1:0")));
            assertThat(peer.send(ByteBuffer.allocate(4))).isEqualTo(Outcome.SENT);
            client.carry(() -> answered[0] || peer.state() == Peer.State.GONE, TimeUnit.SECONDS.toNanos(30));
            return answered[0];
        }
    }

    private static MeshOptions options(String uid, Path keys) {
        return MeshOptions.of(uid)
                .withIdentity(new Identity(uid, 1, MeshOptions.PROTOCOL))
                .withKeys(KeyFolder.open(keys));
    }
}
