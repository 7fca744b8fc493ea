package dev.mosaic.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That the pages in the jar are those of the sources, small, and all there. S8.1. */
class WebFilesTest {
    private static final int MOST_BYTES = 300_000;

    @Test
    void shouldBeSmall_S8_1() {
        int bytes = Stream.of("/", "/app.js", "/style.css", "/icon.svg", "/licenses.txt")
                .mapToInt(path -> WebFiles.at(path).orElseThrow().text().getBytes(StandardCharsets.UTF_8).length)
                .sum();
        assertThat(bytes).isBetween(50_000, MOST_BYTES);
        assertThat(WebFiles.at("/web/app.js")).isEmpty();
    }

    /** {@code make dashboard} makes them; with npm it needs nothing else. */
    @Test
    void shouldBeMadeOfTheseSources_S8_1() throws Exception {
        TreeSet<String> sources = new TreeSet<>(List.of("build.mjs", "package-lock.json"));
        try (Stream<Path> web = Files.walk(Path.of("src/main/web"))) {
            web.filter(Files::isRegularFile).map(Path::toString).forEach(sources::add);
        }
        MessageDigest hash = MessageDigest.getInstance("SHA-256");
        for (String each : sources) {
            hash.update(Files.readAllBytes(Path.of(each)));
        }
        assertThat(WebFiles.text("sources.sha256").strip())
                .as("say make dashboard")
                .isEqualTo(HexFormat.of().formatHex(hash.digest()));
    }
}
