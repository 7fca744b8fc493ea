package dev.mosaic.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the image, as whoever runs it finds them. */
class LayoutTest {
    @TempDir
    Path folder;

    /** OpenShift runs it as a user whom nobody knows before, of the group 0. */
    @Test
    void shouldLetAnyUserReadAndRunAllOfIt() throws IOException, ImageException {
        Path classes = Files.createDirectories(folder.resolve("mesh/target/classes"));
        Files.writeString(classes.resolve("A.class"), "a");
        Path closed = Files.writeString(folder.resolve("closed.jar"), "jar");
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-------"));

        Layout layout = Layout.write(List.of(classes, closed), List.of("-Xint"), folder.resolve("root"));

        List<Path> files = Folders.files(layout.root());
        assertThat(files)
                .hasSize(4)
                .allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                        .as("%s", file)
                        .contains(PosixFilePermission.OTHERS_READ, PosixFilePermission.GROUP_READ)
                        .doesNotContain(PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE));
        assertThat(Folders.folders(layout.root()))
                .hasSizeGreaterThan(4)
                .allSatisfy(each -> assertThat(Files.getPosixFilePermissions(each))
                        .as("%s", each)
                        .contains(
                                PosixFilePermission.OTHERS_READ,
                                PosixFilePermission.OTHERS_EXECUTE,
                                PosixFilePermission.GROUP_EXECUTE));
        assertThat(Files.getPosixFilePermissions(layout.command()))
                .contains(PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.GROUP_EXECUTE);
        assertThat(Files.readAllLines(layout.arguments()))
                .containsSubsequence(
                        "-XX:+UseSerialGC",
                        "-XX:+UseCountedLoopSafepoints",
                        "-Xint",
                        "-cp",
                        "/opt/mosaic/lib/mosaic-mesh.jar:/opt/mosaic/lib/closed.jar");
    }

    @Test
    void shouldLetAnyUserReadAndRunWhatIsInALayer() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "text");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        FileEntriesLayer.Builder layer = Tar.layer("any");
        Tar.add(layer, file, "/opt/mosaic/lib/file");
        Tar.addCommand(layer, file, "/usr/local/bin/mosaic");

        assertThat(layer.build().getEntries())
                .extracting(each -> each.getPermissions().toOctalString())
                .containsExactly("644", "755");
    }
}
