package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.mosaic.node.RunningProgram;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mosaic fetch} from a server whose certificate a private authority has signed, as a pod has it: trust is in the environment. */
class FetchingOverTlsTest {
    private static final String PASSWORD = "changeit";
    private static final String DIGEST = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"; // hello
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

    @TempDir
    private static Path stores;

    private static HttpsServer server;

    @TempDir
    private Path folder;

    private record Ended(int code, String output) {}

    @BeforeAll
    static void serve() throws Exception {
        Path own = stores.resolve("own.p12");
        keytool(own, "-genkeypair", "-alias", "ca", "-keyalg", "EC", "-dname", "CN=private", "-ext", "bc:c");
        keytool(
                own,
                "-exportcert",
                "-alias",
                "ca",
                "-file",
                stores.resolve("ca.crt").toString());
        keytool(
                own,
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=server",
                "-signer",
                "ca",
                "-ext",
                "san=ip:127.0.0.1");
        keytool(own, "-delete", "-alias", "ca");
        keytool(
                stores.resolve("trust.p12"),
                "-importcert",
                "-noprompt",
                "-alias",
                "ca",
                "-file",
                stores.resolve("ca.crt").toString());

        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(own)));
        server.createContext("/app.jar", exchange -> {
            exchange.sendResponseHeaders(200, HELLO.length);
            exchange.getResponseBody().write(HELLO);
            exchange.close();
        });
        server.start();
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.stop(0);
        }
    }

    private static SSLContext context(Path own) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(own)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    private static void keytool(Path store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private Ended fetch(String host, String... environment) throws Exception {
        List<String> prefix =
                Stream.concat(Stream.of("env"), Stream.of(environment)).toList();
        try (RunningProgram program = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                prefix,
                CliMain.class,
                List.of("--sun-misc-unsafe-memory-access=allow"),
                "fetch",
                folder.toString(),
                "--patience=600",
                "--sha256=app.jar=" + DIGEST,
                "app.jar=https://" + host + ":" + server.getAddress().getPort() + "/app.jar")) {
            return new Ended(program.awaitEnd(30), program.output());
        }
    }

    private static String trusting() {
        return "JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=" + stores.resolve("trust.p12")
                + " -Djavax.net.ssl.trustStorePassword=" + PASSWORD;
    }

    @Test
    void shouldFetchFromWhomTheTrustStoreOfTheEnvironmentVouchesFor() throws Exception {
        Ended ended = fetch("127.0.0.1", trusting());
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(folder.resolve("app.jar")).hasContent("hello");
    }

    /** Whom nobody vouches for is not asked again and again. */
    @Test
    void shouldSayAtOnceThatTheServerIsNotTrusted() throws Exception {
        Ended ended = fetch("127.0.0.1");
        assertThat(ended.code()).as(ended.output()).isNotZero();
        assertThat(ended.output()).contains("is not trusted").contains("-Djavax.net.ssl.trustStore=");
        assertThat(folder.resolve("app.jar")).doesNotExist();
    }

    @Test
    void shouldNotFetchWhereTheCertificateIsForAnotherName() throws Exception {
        Ended ended = fetch("localhost", trusting());
        assertThat(ended.code()).as(ended.output()).isNotZero();
        assertThat(ended.output()).contains("is not trusted").contains("localhost");
        assertThat(folder.resolve("app.jar")).doesNotExist();
    }
}
