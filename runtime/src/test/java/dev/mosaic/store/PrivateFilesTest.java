package dev.mosaic.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mosaic.StartException;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.socket.SocketMesh;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.unit.objects.ObjectSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** S7.5: what a store keeps on disk is only this user's. */
class PrivateFilesTest {
    private static final int NOBODY = 65_534;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path parent;

    private static String permissions(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    private static void give(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private static void giveToNobody(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", NOBODY);
        } catch (IOException | UnsupportedOperationException notRoot) {
            assumeTrue(false, "no right to give a folder away: run as root");
        }
    }

    @Test
    void shouldMakeFoldersAndFilesThatOnlyThisUserCanRead_S7_5() throws Exception {
        Path folder = parent.resolve("a").resolve("b");
        PrivateFiles.given(folder);
        PrivateFiles.own(folder.resolve("own"));
        Path file = folder.resolve("own").resolve("file");
        try (FileChannel channel = PrivateFiles.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            assertThat(channel.size()).isZero();
        }
        assertThat(permissions(parent.resolve("a"))).isEqualTo("rwx------");
        assertThat(permissions(folder)).isEqualTo("rwx------");
        assertThat(permissions(file)).isEqualTo("rw-------");
    }

    @Test
    void shouldCloseAFolderOfItsOwnThatWasOpen_S7_5() throws Exception {
        Path own = Files.createDirectory(parent.resolve("own"));
        give(own, "rwxrwxr-x");
        PrivateFiles.own(own);
        assertThat(permissions(own)).isEqualTo("rwx------");
    }

    @Test
    void shouldRefuseWhatAnotherUserMadeFirst_S7_5() throws Exception {
        Path own = Files.createDirectory(parent.resolve("own"));
        giveToNobody(own);
        assertThatThrownBy(() -> PrivateFiles.own(own))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("belongs to user");
        assertThatThrownBy(() -> PrivateFiles.given(own))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("belongs to user");
    }

    @Test
    void shouldDeleteNothingInAFolderThatWasRefused_S7_5() throws Exception {
        Path own = Files.createDirectory(parent.resolve("own"));
        StoreOptions options = new StoreOptions(
                "warehouse:0",
                7,
                "node:0",
                List.of(new Endpoint.Tcp("127.0.0.1", 0)),
                new Endpoint.Tcp("127.0.0.1", 1),
                "",
                ObjectSettings.DEFAULT.withMemoryBytes(1 << 20),
                own);
        Path place = Files.createFile(own.resolve(options.place()));
        giveToNobody(own);
        assertThatThrownBy(() -> StoreShell.open(options, SocketMesh::open))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("belongs to user");
        assertThat(place).exists();
    }

    @Test
    void shouldRefuseALinkInItsPlace_S7_5() throws Exception {
        Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(parent.resolve("link"), elsewhere);
        assertThatThrownBy(() -> PrivateFiles.own(link))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("is no folder");
    }
}
