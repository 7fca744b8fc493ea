package dev.mosaic.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.mosaic.StartException;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import org.eclipse.aether.repository.RemoteRepository;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries of programs, from the local repository that this build has filled, and from one on the loopback. */
class MavenLibrariesTest {
    private static final String JAR = "/lib/lib/1.0/lib-1.0.jar";
    private static final String POM = """
            <project><modelVersion>4.0.0</modelVersion><groupId>lib</groupId><artifactId>lib</artifactId><version>1.0</version></project>
            """;

    @TempDir
    Path local;

    /** Of Mutiny, which is on the class path of the tests. */
    private static final String VERSION =
            List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1)).stream()
                    .map(each -> Path.of(each).getFileName().toString())
                    .filter(each -> each.matches("mutiny-\\d.*\\.jar"))
                    .map(each -> each.replaceAll("mutiny-|\\.jar", ""))
                    .findFirst()
                    .orElseThrow();

    @Test
    void shouldGiveALibraryWithWhatItNeeds() {
        List<Path> files = MavenLibraries.files(List.of("io.smallrye.reactive:mutiny:" + VERSION));

        assertThat(files).allMatch(Files::isRegularFile);
        assertThat(files)
                .extracting(each -> each.getFileName().toString().replaceAll("-\\d.*", ""))
                .contains("mutiny", "jctools-core");
    }

    @Test
    void shouldTakeAJarWhoseChecksumIsRight() throws Exception {
        assertThat(load(repository()))
                .singleElement()
                .satisfies(jar -> assertThat(jar).hasFileName("lib-1.0.jar"));
    }

    @Test
    void shouldRefuseAJarWhoseChecksumIsWrongAndNameTheRepository() throws Exception {
        Map<String, byte[]> files = repository();
        files.put(JAR + ".sha1", "0".repeat(40).getBytes(StandardCharsets.US_ASCII));

        assertThatThrownBy(() -> load(files))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("lib:lib:jar:1.0")
                .hasMessageContaining("loopback (http://127.0.0.1:")
                .hasMessageContaining("Checksum validation failed");
        assertThat(local.resolve(JAR.substring(1))).doesNotExist();
    }

    /** A jar without classes, its pom, and the checksums of both. */
    private static Map<String, byte[]> repository() throws Exception {
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        new JarOutputStream(jar).close();
        Map<String, byte[]> files = new HashMap<>();
        files.put(JAR, jar.toByteArray());
        files.put(JAR.replace(".jar", ".pom"), POM.getBytes(StandardCharsets.UTF_8));
        for (String each : List.copyOf(files.keySet())) {
            byte[] sum = MessageDigest.getInstance("SHA-1").digest(files.get(each));
            files.put(each + ".sha1", HexFormat.of().formatHex(sum).getBytes(StandardCharsets.US_ASCII));
        }
        return files;
    }

    private List<Path> load(Map<String, byte[]> files) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                byte[] file = files.get(exchange.getRequestURI().getPath());
                exchange.sendResponseHeaders(file == null ? 404 : 200, file == null ? -1 : file.length);
                exchange.getResponseBody().write(file == null ? new byte[0] : file);
            }
        });
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort();
            return MavenLibraries.files(
                    List.of("lib:lib:1.0"),
                    ContextOverrides.create()
                            .withUserSettings(false)
                            .withLocalRepositoryOverride(local)
                            .repositories(List.of(new RemoteRepository.Builder("loopback", "default", address).build()))
                            .addRepositoriesOp(ContextOverrides.AddRepositoriesOp.REPLACE));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldLeaveMosaicItselfOut() {
        assertThat(MavenLibraries.files(List.of("dev.mosaic:mosaic:0.1.0-SNAPSHOT")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"guava", "com.google.guava:guava", "a:b:1@pom", "a:b:1:c:d", ""})
    void shouldRefuseWhatNamesNoLibrary(String coordinates) {
        assertThatThrownBy(() -> MavenLibraries.files(List.of(coordinates)))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("//DEPS " + coordinates + " names no library")
                .hasMessageContaining("group:artifact:version");
    }
}
