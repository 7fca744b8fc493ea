package dev.mosaic.image;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What an image is made of, as a digest that stands beside its tar, in {@code TAR.inputs}.
 *
 * @param digest of all names and bytes, and of this program
 */
record Inputs(String digest) {
    /** Counts the changes of how images are made. */
    private static final String MAKING = "2";

    static Inputs of(String name, Path base, Path folder) throws IOException {
        MessageDigest digest = sha256();
        add(digest, MAKING + "\n" + name + "\n");
        add(digest, base);
        for (Path file : Folders.files(folder)) {
            add(digest, "\n" + folder.relativize(file) + "\n");
            add(digest, file);
        }
        return new Inputs(HexFormat.of().formatHex(digest.digest()));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    private static void add(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void add(MessageDigest digest, Path file) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
    }

    /** True where that tar was made of the same. */
    boolean made(Path tar) throws IOException {
        Path beside = beside(tar);
        return Files.exists(tar)
                && Files.exists(beside)
                && Files.readString(beside).strip().equals(digest);
    }

    void keep(Path tar) throws IOException {
        Files.writeString(beside(tar), digest + "\n");
    }

    private static Path beside(Path tar) {
        return tar.resolveSibling(tar.getFileName() + ".inputs");
    }
}
