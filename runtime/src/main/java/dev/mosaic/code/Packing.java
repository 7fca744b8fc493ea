package dev.mosaic.code;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes jars of folders, the same bytes for the same files; and hashes. */
public final class Packing {
    private static final int BUFFER_BYTES = 64 << 10;

    /** 1980-01-01, the first day of this format. */
    private static final long NO_TIME = 315_532_800_000L;

    private Packing() {}

    static Path pack(Path folder, Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        try (ZipOutputStream out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            out.setLevel(Deflater.BEST_SPEED);
            for (Path file : files) {
                ZipEntry entry =
                        new ZipEntry(folder.relativize(file).toString().replace(java.io.File.separatorChar, '/'));
                entry.setTime(NO_TIME);
                out.putNextEntry(entry);
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    /** SHA-256 of a file, in hexadecimal digits. */
    static String hash(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** What {@link #hash} uses. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
