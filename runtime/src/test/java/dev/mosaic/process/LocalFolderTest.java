package dev.mosaic.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The token that processes of one user find by themselves. S7.5. */
class LocalFolderTest {
    @TempDir
    Path home;

    private static String modes(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void shouldMakeATokenThatOnlyThisUserReadsAndFindItAgain_S7_5() throws IOException {
        LocalFolder folder = new LocalFolder(home.resolve("deep/er"));
        String token = folder.token();

        assertThat(token).matches("[0-9a-f]{32}");
        assertThat(modes(folder.path())).isEqualTo("rwx------");
        assertThat(modes(folder.path().resolve("token"))).isEqualTo("rw-------");
        assertThat(folder.token()).isEqualTo(token);
        assertThat(new LocalFolder(home.resolve("other")).token()).isNotEqualTo(token);
        try (Stream<Path> files = Files.list(folder.path())) {
            assertThat(files).as("nothing else is left").hasSize(1);
        }
    }

    /** As in every file with tokens. */
    @Test
    void shouldShowTheFirstOfTwoTokens_S7_5() throws IOException {
        LocalFolder folder = new LocalFolder(home);
        String token = folder.token();
        Files.writeString(folder.path().resolve("token"), "another\n" + token + "\n");

        assertThat(folder.token()).isEqualTo("another");
    }

    @Test
    void shouldGiveAllOneTokenWhoComeAtOnce_S7_5() throws Exception {
        List<Callable<String>> all = java.util.Collections.nCopies(16, () -> new LocalFolder(home).token());
        Set<String> found = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<String> each : threads.invokeAll(all)) {
                found.add(each.get());
            }
        }
        assertThat(found).hasSize(1);
    }

    @Test
    void shouldRefuseWhatIsOpenToOthers_S7_5() throws IOException {
        LocalFolder folder = new LocalFolder(home);
        var _ = folder.token();
        refusesAs(folder, folder.path(), "rwxr-xr-x", "open to other users");
        refusesAs(folder, folder.path().resolve("token"), "rw-r--r--", "open to other users");
        refusesAs(folder, home, "rwxrwxrwx", "open to other users");
        assertThat(folder.token()).isNotEmpty();
    }

    private static void refusesAs(LocalFolder folder, Path path, String modes, String why) throws IOException {
        Set<java.nio.file.attribute.PosixFilePermission> before = Files.getPosixFilePermissions(path);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(modes));
        assertThatThrownBy(folder::token).isInstanceOf(StartException.class).hasMessageContaining(why);
        Files.setPosixFilePermissions(path, before);
    }

    @Test
    void shouldNotFollowALinkToSomebodyElsesFile_S7_5() throws IOException {
        LocalFolder folder = new LocalFolder(home);
        var _ = folder.token();
        Path file = folder.path().resolve("token");
        Path elsewhere = Files.move(file, home.resolve("elsewhere"));
        Files.createSymbolicLink(file, elsewhere);
        assertThatThrownBy(folder::token).isInstanceOf(StartException.class);
    }

    @Test
    void shouldRefuseWhatIsAnotherUsers_S7_5() throws IOException {
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "another user's files need root");
        LocalFolder folder = new LocalFolder(home);
        var _ = folder.token();
        for (Path each : List.of(folder.path().resolve("token"), folder.path())) {
            Files.setAttribute(each, "unix:uid", 4_002);
            assertThatThrownBy(folder::token)
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("not of this one")
                    .hasMessageContaining("MOSAIC_HOME");
            Files.setAttribute(each, "unix:uid", 0);
        }
    }

    @Test
    void shouldBeWhereTheEnvironmentSaysOrAtHome_S7_5() {
        assertThat(LocalFolder.home(Map.of("MOSAIC_HOME", "/a/b", "HOME", "/h"), "/u"))
                .isEqualTo(Path.of("/a/b"));
        assertThat(LocalFolder.home(Map.of("HOME", "/h"), "/u")).isEqualTo(Path.of("/u/.mosaic"));
        assertThat(LocalFolder.home(Map.of("HOME", "/h"), "?")).isEqualTo(Path.of("/h/.mosaic"));
        assertThatThrownBy(() -> LocalFolder.home(Map.of(), "?"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("MOSAIC_HOME");
    }

    @Test
    void shouldSayWhatToDoWhereItCannotBeKept_S7_5() throws IOException {
        Path file = Files.createFile(home.resolve("file"));
        assertThatThrownBy(new LocalFolder(file)::token)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("MOSAIC_HOME");
    }
}
