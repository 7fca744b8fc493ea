package dev.mosaic.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken from the folder of a distribution. */
class DistributionTest {
    @TempDir
    private Path home;

    @BeforeEach
    void lay() throws IOException {
        for (String each : List.of(
                "program/mosaic-1.0.jar",
                "program/mutiny-3.1.1.jar",
                "maven/mosaic-1.0.pom",
                "maven/mosaic-1.0-sources.jar")) {
            Files.createDirectories(home.resolve(each).getParent());
            Files.writeString(home.resolve(each), each);
        }
    }

    @Test
    void shouldGiveProgramsAllJarsThatAreForThem() throws IOException {
        assertThat(new Distribution(home).programPath())
                .isEqualTo(home.resolve("program/mosaic-1.0.jar")
                        + File.pathSeparator
                        + home.resolve("program/mutiny-3.1.1.jar"));
    }

    @Test
    void shouldPutMosaicIntoTheLocalRepository() throws IOException {
        String usual = System.setProperty(
                "maven.repo.local", home.resolve("repository").toString());
        try {
            Path repository = MavenLibraries.install(new Distribution(home).artifacts());

            assertThat(repository).isEqualTo(home.resolve("repository"));
            Path folder = repository.resolve("dev/mosaic/mosaic/1.0");
            assertThat(folder.resolve("mosaic-1.0.jar")).hasContent("program/mosaic-1.0.jar");
            assertThat(folder.resolve("mosaic-1.0.pom")).hasContent("maven/mosaic-1.0.pom");
            assertThat(folder.resolve("mosaic-1.0-sources.jar")).hasContent("maven/mosaic-1.0-sources.jar");
        } finally {
            if (usual == null) {
                System.clearProperty("maven.repo.local");
            } else {
                System.setProperty("maven.repo.local", usual);
            }
        }
    }

    @Test
    void shouldSayInAClone() {
        assertThatThrownBy(() -> new InstallCommand().call())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("make install");
    }
}
