package dev.mosaic.inspect;

import dev.mosaic.message.Id;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The last lines that calls of a unit printed: at most {@value #MOST} with {@value #MOST_CHARACTERS} characters in all. Each has a number,
 * from 1. What has no end of line yet is a line when its call ends.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> nothing while no call prints; a short lock for what is printed. <b>Failure:</b> the oldest lines
 * are displaced, and counted. A line of more than {@value #MOST_LENGTH} characters is cut into several.
 */
public final class CallLines {
    static final int MOST = 10_000;
    static final int MOST_CHARACTERS = 2_000_000;
    static final int MOST_LENGTH = 16_000;
    static final int MOST_OPEN = 1_000;
    private static final int MOST_ANSWERED = 1_000_000;

    /** Whose output it is. */
    record Source(Id task, @Nullable Id tessera, boolean isError) {}

    private record Line(long number, long atMillis, Source source, String text) {
        LineEntry entry() {
            Id tessera = source.tessera();
            return new LineEntry(
                    number,
                    Instant.ofEpochMilli(atMillis).toString(),
                    source.task().toString(),
                    tessera == null ? "" : tessera.toString(),
                    source.isError(),
                    text);
        }
    }

    /** What a call printed since its last end of line. */
    private record Open(Charset charset, ByteArrayOutputStream bytes) {}

    private final ArrayDeque<Line> lines = new ArrayDeque<>();
    private final Map<Source, Open> open = new ConcurrentHashMap<>();
    private long printed;
    private int characters;

    /** Takes what a call has written. */
    synchronized void write(Source source, byte[] bytes, int offset, int length, Charset charset) {
        int start = offset;
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] == '\n') {
                end(source, bytes, start, i - start, charset);
                start = i + 1;
            }
        }
        if (start < offset + length) {
            keep(source, bytes, start, offset + length - start, charset);
        }
    }

    private void end(Source source, byte[] bytes, int offset, int length, Charset charset) {
        Open begun = open.remove(source);
        if (begun == null) {
            add(source, new String(bytes, offset, length, charset));
        } else {
            begun.bytes().write(bytes, offset, length);
            add(source, begun.bytes().toString(charset));
        }
    }

    private void keep(Source source, byte[] bytes, int offset, int length, Charset charset) {
        Open begun = open.computeIfAbsent(source, any -> new Open(charset, new ByteArrayOutputStream()));
        begun.bytes().write(bytes, offset, length);
        if (begun.bytes().size() > MOST_LENGTH) {
            cut(source, begun);
        }
        if (open.size() > MOST_OPEN) {
            List.copyOf(open.keySet()).forEach(this::finish);
        }
    }

    /** Leaves what is behind the last whole piece open. */
    private void cut(Source source, Open begun) {
        byte[] all = begun.bytes().toByteArray();
        int start = 0;
        for (; all.length - start > MOST_LENGTH; start += MOST_LENGTH) {
            add(source, new String(all, start, MOST_LENGTH, begun.charset()));
        }
        begun.bytes().reset();
        begun.bytes().write(all, start, all.length - start);
    }

    private void finish(Source source) {
        Open begun = open.remove(source);
        if (begun != null) {
            add(source, begun.bytes().toString(begun.charset()));
        }
    }

    private void add(Source source, String text) {
        int end = text.endsWith("\r") ? text.length() - 1 : text.length();
        long now = System.currentTimeMillis();
        int start = 0;
        do {
            String piece = text.substring(start, Math.min(end, start + MOST_LENGTH));
            lines.add(new Line(++printed, now, source, piece));
            characters += piece.length();
            start += MOST_LENGTH;
        } while (start < end);
        while (lines.size() > MOST || characters > MOST_CHARACTERS) {
            characters -= lines.remove().text().length();
        }
    }

    /** A call is over. Any thread; nothing where no call has left a line open. */
    public void ended(Id task) {
        if (!open.isEmpty()) {
            synchronized (this) {
                open.keySet().stream()
                        .filter(each -> each.task().equals(task))
                        .toList()
                        .forEach(this::finish);
            }
        }
    }

    /** Those that somebody asks for. */
    public LineAnswer answer(LineFilter filter) {
        List<Line> all;
        long last;
        synchronized (this) {
            all = List.copyOf(lines);
            last = printed;
        }
        long displaced = last - all.size();
        return filter.isOfLast() ? last(all, last, displaced, filter) : after(all, last, displaced, filter);
    }

    private static LineAnswer last(List<Line> all, long last, long displaced, LineFilter filter) {
        List<LineEntry> entries = new ArrayList<>();
        int room = MOST_ANSWERED;
        Iterator<Line> lines = all.reversed().iterator();
        while (lines.hasNext() && entries.size() < filter.limit() && room > 0) {
            Line line = lines.next();
            if (filter.takes(line.source().task(), line.source().tessera())) {
                entries.add(line.entry());
                room -= line.text().length();
            }
        }
        Collections.reverse(entries);
        return new LineAnswer(entries, last, last, displaced);
    }

    private static LineAnswer after(List<Line> all, long last, long displaced, LineFilter filter) {
        List<LineEntry> entries = new ArrayList<>();
        int room = MOST_ANSWERED;
        int next = Math.clamp(filter.after() - displaced, 0, all.size());
        while (next < all.size() && entries.size() < filter.limit() && room > 0) {
            Line line = all.get(next++);
            if (filter.takes(line.source().task(), line.source().tessera())) {
                entries.add(line.entry());
                room -= line.text().length();
            }
        }
        return new LineAnswer(entries, displaced + next, last, displaced);
    }
}
