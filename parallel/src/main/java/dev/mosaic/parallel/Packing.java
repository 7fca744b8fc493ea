package dev.mosaic.parallel;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** How bytes are packed, as the first of them say. */
enum Packing {
    GZIP("\u001f\u008b"),
    ZSTD("[(]\u00b5/\u00fd"),
    BZIP2("BZh[1-9]1AY&SY"),
    XZ("\u00fd7zXZ\0"),
    ZIP("PK\3\4"),
    NONE("");

    private static final int LONGEST = 10;
    private static final int BUFFER = 1 << 16;

    private final Pattern begin;

    /** @param begin a pattern; a letter is a byte */
    Packing(String begin) {
        this.begin = Pattern.compile(begin);
    }

    /** That of what a stream gives from here on; these bytes are read. */
    static Packing of(InputStream bytes) throws IOException {
        return of(bytes.readNBytes(LONGEST));
    }

    private static Packing of(byte[] first) {
        String text = new String(first, StandardCharsets.ISO_8859_1);
        for (Packing each : values()) {
            if (each.begin.matcher(text).lookingAt()) {
                return each;
            }
        }
        return NONE;
    }

    /**
     * What packed bytes hold; bytes that are not packed as they are. The stream is closed where this fails.
     *
     * @param source is named where these bytes cannot be unpacked
     */
    static InputStream unpacked(InputStream bytes, String source) throws IOException {
        try {
            PushbackInputStream again = new PushbackInputStream(bytes, LONGEST);
            byte[] first = again.readNBytes(LONGEST);
            again.unread(first);
            Packing packing = of(first);
            packing.check(source);
            return packing == GZIP ? new GZIPInputStream(again, BUFFER) : again;
        } catch (IOException | RuntimeException e) {
            bytes.close();
            throw e;
        }
    }

    /** Fails where this is not read. */
    void check(String source) throws IOException {
        if (this != GZIP && this != NONE) {
            throw new IOException(
                    source + " is packed with " + name().toLowerCase(Locale.ROOT)
                            + ", and only gzip is unpacked; unpack it before, or pass a stream that does: Bag.lines(List.of(Bag.opener(..)))");
        }
    }
}
