package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.InvalidOptionException;
import dev.mosaic.Mosaic;
import dev.mosaic.testing.ChildJvms;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are packed, that are no text, or that are in another charset, read in worker processes. */
class BagLinesTest {
    private static final List<Long> BLOCKS = List.of(1L, 2L, 7L, 10_000L);

    private static Mosaic mosaic;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        mosaic = Mosaic.start(options -> options.workers(2).noDashboard().jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    static void stop() {
        mosaic.close();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    private static byte[] both(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    @Test
    void shouldReadAFileThatIsPackedWithGzipAsOnePartition() throws IOException {
        String text = String.join(
                "\n", IntStream.range(0, 2_000).mapToObj(i -> "line " + i).toList());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] packed = new byte[0];
        for (int from = 0; from < bytes.length; from += 5_000) { // members end within lines
            packed = both(packed, gzip(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 5_000))));
        }
        Bag<String> lines = Bag.lines(List.of(file("a.txt.gz", packed)), 100);
        assertThat(lines.toList().compute(mosaic)).isEqualTo(text.lines().toList());
        assertThat(lines.partitions()).isEqualTo(1);
    }

    @Test
    void shouldFailWhereAPackedFileIsCutOff() throws IOException {
        byte[] packed = gzip("some text\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));
        Path file = file("cut.gz", Arrays.copyOf(packed, packed.length - 10));
        assertThatThrownBy(() -> Bag.lines(List.of(file), 100).count().compute(mosaic))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("file=" + file + " cannot be read")
                .hasRootCauseInstanceOf(EOFException.class);
    }

    @Test
    void shouldRefuseFilesThatArePackedOtherwise() throws IOException {
        Map<String, String> begins = Map.of(
                "zstd", "28b52ffd2400",
                "bzip2", "425a6839314159265359",
                "xz", "fd377a585a000004",
                "zip", "504b03041400");
        for (Map.Entry<String, String> each : begins.entrySet()) {
            byte[] bytes = both(HexFormat.of().parseHex(each.getValue()), "\nrest".getBytes(StandardCharsets.UTF_8));
            Path file = file(each.getKey(), bytes);
            assertThatThrownBy(() -> Bag.lines(List.of(file), 100))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageStartingWith("file=" + file + " is packed with " + each.getKey());
            assertThatThrownBy(() -> Bag.lines(List.of(Bag.opener(() -> new ByteArrayInputStream(bytes))))
                            .count()
                            .compute(mosaic))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageStartingWith("stream=0 is packed with " + each.getKey());
        }
        for (String text : List.of("BZhello world", "PK 3 4", "7zXZ", "(", "\n")) {
            assertThat(Bag.lines(List.of(Files.writeString(folder.resolve("text"), text)), 100)
                            .toList()
                            .compute(mosaic))
                    .isEqualTo(text.lines().toList());
        }
    }

    @Test
    void shouldSayWhichByteOfAFileIsNoText() throws IOException {
        String text = "ends \u00e9\r\nand \uFFFD is a letter\nM\u00fcller\nlast\n";
        byte[] good = text.getBytes(StandardCharsets.UTF_8);
        byte[] bad = both(good, "More M\u00fcller\nrest".getBytes(StandardCharsets.ISO_8859_1));
        Path plain = file("bad.txt", bad);
        Path packed = file("bad.gz", gzip(bad));
        Path cut = file("cut.txt", Arrays.copyOf(good, text.indexOf('\u00e9') + 1));
        for (long block : BLOCKS) {
            assertThat(Bag.lines(List.of(file("good.txt", good)), block)
                            .toList()
                            .compute(mosaic))
                    .isEqualTo(text.lines().toList());
            for (Path each : List.of(plain, packed)) {
                assertThatThrownBy(() -> Bag.lines(List.of(each), block).count().compute(mosaic))
                        .as("blocks of %d", block)
                        .isInstanceOf(UncheckedIOException.class)
                        .hasMessageStartingWith(
                                "file=" + each + " is no text in UTF-8 at byte " + (good.length + "More M".length()));
            }
            assertThatThrownBy(() -> Bag.lines(List.of(cut), block).count().compute(mosaic))
                    .as("half a letter at the end, blocks of %d", block)
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining("at byte " + "ends ".length());
        }
        assertThatThrownBy(() -> Bag.lines(List.of(
                                Bag.opener(() -> new ByteArrayInputStream(good)),
                                Bag.opener(() -> new ByteArrayInputStream(gzip(bad)))))
                        .count()
                        .compute(mosaic))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("stream=1 is no text in UTF-8 at byte ");
    }

    @Test
    void shouldReadFilesInOtherCharsets() throws IOException {
        Map<String, String> texts = Map.of(
                "ISO-8859-1", "M\u00fcller\r\n\nStra\u00dfe\nlast",
                "windows-1252", "5 \u20ac\n\u201eM\u00fcller\u201c\n",
                "US-ASCII", "a\nb",
                "Shift_JIS", "\u8868\u793a\n\u30bd\u30fc\n",
                "GB18030", "\u4e2d\u6587\n\ud83d\ude00 \u00e9\n",
                "EUC-KR", "\ud55c\uad6d\n\uc5b4");
        for (Map.Entry<String, String> each : texts.entrySet()) {
            Charset charset = Charset.forName(each.getKey());
            byte[] bytes = each.getValue().getBytes(charset);
            List<String> lines = each.getValue().lines().toList();
            Path file = file("text", bytes);
            for (long block : BLOCKS) {
                assertThat(Bag.lines(List.of(file), block, charset).toList().compute(mosaic))
                        .as("%s, blocks of %d", charset, block)
                        .isEqualTo(lines);
            }
            assertThat(Bag.lines(List.of(Bag.opener(() -> new ByteArrayInputStream(bytes))), charset)
                            .toList()
                            .compute(mosaic))
                    .isEqualTo(lines);
        }
        Path file = file("text", new byte[] {'a', '\n', 'b', (byte) 0x81});
        assertThatThrownBy(() -> Bag.lines(List.of(file), 10, Charset.forName("windows-1252"))
                        .count()
                        .compute(mosaic))
                .as("a byte that means nothing")
                .hasMessageContaining("at byte 3");
    }

    @Test
    @SuppressWarnings("StreamResourceLeak") // the bag closes them
    void shouldRefuseCharsetsWhoseLinesEndInMoreThanOneByte() throws IOException {
        Path file = file("text", "a\nb".getBytes(StandardCharsets.UTF_16));
        for (String name : List.of("UTF-16", "UTF-16LE", "UTF-32", "IBM037", "ISO-2022-JP")) {
            Charset charset = Charset.forName(name);
            assertThatThrownBy(() -> Bag.lines(List.of(file), 10, charset))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("charset=" + name);
            assertThatThrownBy(() -> Bag.lines(List.of(), charset)).isInstanceOf(InvalidOptionException.class);
        }
        String path = file.toString();
        assertThat(Bag.of(List.of(path), 1)
                        .flatMap(each -> Files.lines(Path.of(each), Charset.forName("UTF-16")))
                        .toList()
                        .compute(mosaic))
                .as("what the error advises")
                .containsExactly("a", "b");
    }
}
