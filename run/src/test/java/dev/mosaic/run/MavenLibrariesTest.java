package dev.mosaic.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Libraries of programs, from the local repository that this build has filled. */
class MavenLibrariesTest {
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
