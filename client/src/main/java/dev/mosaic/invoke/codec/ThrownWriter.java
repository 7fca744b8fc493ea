package dev.mosaic.invoke.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes an exception, its causes and what was suppressed, so that somebody without its classes can still tell what happened.
 *
 * <pre>
 *   u16 count, for each, the one thrown first:
 *     name class, text shown (what getMessage says), text raw (what the exception was made with)
 *     u16 frames, for each: name class, name method, name file, i32 line
 *     u16 cause (0xffff = none), u16 suppressed, for each: u16
 *     u16 fields, for each: name class, name field, i32 bytes, a payload of one value
 *   text: u8 0 = null, or u8 1 and i32 bytes, UTF-8
 * </pre>
 *
 * <p><b>Threading:</b> one object for one exception. <b>Cost:</b> at most about {@value #MAX_BYTES} bytes: then frames and fields are left out,
 * and texts are cut. <b>Failure:</b> none; a field that cannot be written is left out, a getMessage that throws is quoted.
 */
final class ThrownWriter {
    static final int MAX_BYTES = 64 * 1024;
    static final int MAX_NODES = 32;
    static final int NONE = 0xffff;

    private static final int ROOMY_BYTES = MAX_BYTES / 2;
    private static final int MAX_FRAMES = 128;
    private static final int MAX_TEXT = 4096;
    private static final int MAX_TEXT_WHEN_FULL = 256;

    private final Sink sink = new Sink();
    private final ThrownFields fields;
    private final List<Throwable> nodes = new ArrayList<>();
    private final IdentityHashMap<Throwable, Integer> indexes = new IdentityHashMap<>();

    private ThrownWriter(ThrownFields fields) {
        this.fields = fields;
    }

    /** @param nested true for an exception inside another's fields, whose own fields are left out: they may lead back */
    static byte[] write(Throwable problem, ValueCodec codec, boolean nested) {
        ThrownWriter writer = new ThrownWriter(new ThrownFields(codec, nested));
        writer.collect(problem);
        writer.sink.u16(writer.nodes.size());
        for (Throwable node : writer.nodes) {
            writer.node(node);
        }
        return writer.sink.toArray();
    }

    private void collect(Throwable problem) {
        index(problem);
        for (int at = 0; at < nodes.size(); at++) {
            Throwable node = nodes.get(at);
            index(cause(node));
            for (Throwable suppressed : node.getSuppressed()) {
                index(suppressed);
            }
        }
    }

    private int index(@Nullable Throwable problem) {
        if (problem == null) {
            return NONE;
        }
        Integer known = indexes.get(problem);
        if (known != null) {
            return known;
        }
        if (nodes.size() == MAX_NODES) {
            return NONE;
        }
        indexes.put(problem, nodes.size());
        nodes.add(problem);
        return nodes.size() - 1;
    }

    private void node(Throwable node) {
        boolean full = sink.size() > ROOMY_BYTES;
        sink.name(node.getClass().getName());
        text(shown(node), full);
        text(raw(node), full);
        StackTraceElement[] frames = frames(node);
        int count = full ? Math.min(frames.length, 1) : Math.min(frames.length, MAX_FRAMES);
        sink.u16(count);
        for (int i = 0; i < count; i++) {
            frame(frames[i]);
        }
        sink.u16(index(cause(node)));
        List<Integer> suppressed = new ArrayList<>();
        for (Throwable each : node.getSuppressed()) {
            int index = index(each);
            if (index != NONE) {
                suppressed.add(index);
            }
        }
        sink.u16(suppressed.size());
        suppressed.forEach(sink::u16);
        fields.write(node, sink, full ? 0 : ROOMY_BYTES / 2);
    }

    private void frame(StackTraceElement frame) {
        sink.name(cut(frame.getClassName(), MAX_TEXT_WHEN_FULL));
        sink.name(cut(frame.getMethodName(), MAX_TEXT_WHEN_FULL));
        String file = frame.getFileName();
        sink.name(file == null ? "" : cut(file, MAX_TEXT_WHEN_FULL));
        sink.i32(frame.getLineNumber());
    }

    private void text(@Nullable String text, boolean full) {
        if (text == null) {
            sink.u8(0);
            return;
        }
        byte[] utf8 = cut(text, full ? MAX_TEXT_WHEN_FULL : MAX_TEXT).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        sink.u8(1);
        sink.i32(utf8.length);
        sink.raw(utf8, 0, utf8.length);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most) + "... (" + text.length() + " characters)";
    }

    private static @Nullable String shown(Throwable node) {
        try {
            return node.getMessage();
        } catch (RuntimeException | StackOverflowError broken) {
            return "(getMessage threw " + broken.getClass().getName() + ")";
        }
    }

    /** What the first class of the JDK above it says, past what the program's classes make of it. */
    private static @Nullable String raw(Throwable node) {
        Class<?> type = node.getClass();
        if (AllowedClasses.isOfJdk(type)) {
            return shown(node);
        }
        while (!AllowedClasses.isOfJdk(type.getSuperclass())) {
            type = type.getSuperclass();
        }
        try {
            return (String) MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findSpecial(type.getSuperclass(), "getMessage", MethodType.methodType(String.class), type)
                    .invoke(node);
        } catch (Throwable closed) {
            return shown(node);
        }
    }

    private static @Nullable Throwable cause(Throwable node) {
        try {
            return node.getCause();
        } catch (RuntimeException | StackOverflowError broken) {
            return null;
        }
    }

    private static StackTraceElement[] frames(Throwable node) {
        try {
            return node.getStackTrace();
        } catch (RuntimeException | StackOverflowError broken) {
            return new StackTraceElement[0];
        }
    }
}
