import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Prepares jars that are to lie in a jar: unpacks what is compressed in them, since the outer jar compresses them as a whole, which takes
 * less room; and writes, for each group, an index: the hash of the group, and of each jar its name, size and CRC-32.
 *
 * <pre>java bin/NestJars.java FOLDER [LEFT_OUT..]</pre>
 *
 * <p>Each folder in FOLDER is a group. What begins with one of LEFT_OUT, such as {@code org/xerial/snappy/native/}, is not in the jars. The same
 * jars give the same bytes.
 */
final class NestJars {
    private static final String INDEX = "index";

    private NestJars() {}

    public static void main(String[] arguments) throws IOException {
        try (Stream<Path> groups = Files.list(Path.of(arguments[0]))) {
            List<String> leftOut = List.of(arguments).subList(1, arguments.length);
            for (Path group : groups.filter(Files::isDirectory).toList()) {
                index(group, leftOut);
            }
        }
    }

    private static void index(Path group, List<String> leftOut) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(group)) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted(Comparator.comparing(file -> file.getFileName().toString()))
                    .toList();
        }
        MessageDigest digest = sha256();
        List<String> lines = new ArrayList<>();
        for (Path jar : jars) {
            String name = jar.getFileName().toString();
            Path unpacked = group.resolve(name + ".unpacked");
            store(jar, unpacked, leftOut);
            Files.move(unpacked, jar, StandardCopyOption.REPLACE_EXISTING);
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            byte[] bytes = Files.readAllBytes(jar);
            digest.update(bytes);
            CRC32 sum = new CRC32();
            sum.update(bytes);
            lines.add(name + " " + bytes.length + " " + Long.toHexString(sum.getValue()));
        }
        lines.addFirst(HexFormat.of().formatHex(digest.digest(), 0, 8));
        Files.write(group.resolve(INDEX), lines);
    }

    private static void store(Path jar, Path unpacked, List<String> leftOut) throws IOException {
        try (ZipFile in = new ZipFile(jar.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(unpacked))) {
            out.setMethod(ZipOutputStream.STORED);
            List<? extends ZipEntry> entries = in.stream()
                    .filter(each -> !each.isDirectory() && leftOut.stream().noneMatch(each.getName()::startsWith))
                    .toList();
            for (ZipEntry entry : entries) {
                byte[] bytes;
                try (InputStream content = in.getInputStream(entry)) {
                    bytes = content.readAllBytes();
                }
                CRC32 sum = new CRC32();
                sum.update(bytes);
                ZipEntry stored = new ZipEntry(entry.getName());
                stored.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
                stored.setSize(bytes.length);
                stored.setCrc(sum.getValue());
                out.putNextEntry(stored);
                out.write(bytes);
            }
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
