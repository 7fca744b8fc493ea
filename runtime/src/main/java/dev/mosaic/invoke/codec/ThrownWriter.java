package dev.mosaic.invoke.codec;

import dev.mosaic.invoke.TypeLimit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
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
 * and texts are cut. Of many exceptions those in the middle of a chain of causes are left out, with their number in their place; what caused it all is
 * always there. <b>Failure:</b> none; a field that cannot be written is left out, a getMessage that throws is quoted.
 */
final class ThrownWriter {
    static final int MAX_BYTES = 64 * 1024;
    static final int MAX_NODES = 32;
    static final int NONE = 0xffff;

    /** As the name of a class, which no class has: the text is the number of exceptions that stood there. */
    static final String LEFT_OUT = "exceptions left out";

    private static final int MAX_CHAIN = 24;
    private static final int MAX_SUPPRESSED_CHAIN = 5;

    /** One, the number of those that are left out, and what caused it. */
    private static final int LEAST_CHAIN = 3;

    private static final int MAX_WALKED = 100_000;
    private static final int ROOMY_BYTES = MAX_BYTES / 2;

    /** What caused it all comes last, and says the most. */
    private static final int ROOMY_FOR_ROOT_BYTES = MAX_BYTES * 3 / 4;

    private static final int MAX_FRAMES = 128;
    private static final int MAX_TEXT = 4096;
    private static final int MAX_TEXT_WHEN_FULL = 256;

    private final Sink sink = new Sink();
    private final ThrownFields fields;
    private final List<Node> nodes = new ArrayList<>();
    private final IdentityHashMap<Throwable, Integer> indexes = new IdentityHashMap<>();

    /** The index of what caused it all. */
    private int root;

    /** One exception, or the place of some that are left out. */
    private static final class Node {
        private final @Nullable Throwable thrown;
        private final int leftOut;
        private final List<Integer> suppressedAt = new ArrayList<>(0);
        private int causeAt = NONE;

        private Node(@Nullable Throwable thrown, int leftOut) {
            this.thrown = thrown;
            this.leftOut = leftOut;
        }

        private Throwable[] suppressed() {
            return thrown == null ? new Throwable[0] : thrown.getSuppressed();
        }

        private List<Integer> suppressedAt() {
            return suppressedAt;
        }
    }

    private ThrownWriter(ThrownFields fields) {
        this.fields = fields;
    }

    /** @param nested true for an exception inside another's fields, whose own fields are left out: they may lead back */
    static byte[] write(Throwable problem, ValueCodec codec, boolean nested) {
        ThrownWriter writer = new ThrownWriter(new ThrownFields(codec, nested));
        writer.collect(problem);
        writer.sink.u16(writer.nodes.size());
        for (int i = 0; i < writer.nodes.size(); i++) {
            writer.node(i);
        }
        return writer.sink.toArray();
    }

    private void collect(Throwable problem) {
        add(problem, MAX_CHAIN);
        root = nodes.size() - 1;
        int leftOut = 0;
        for (int at = 0; at < nodes.size(); at++) {
            Node node = nodes.get(at);
            for (Throwable suppressed : node.suppressed()) {
                // The last place is for the number of those that find none.
                int room = Math.min(MAX_NODES - 1 - nodes.size(), MAX_SUPPRESSED_CHAIN);
                int index = add(suppressed, room);
                if (index == NONE) {
                    leftOut++;
                } else {
                    node.suppressedAt().add(index);
                }
            }
        }
        if (leftOut > 0) {
            nodes.getFirst().suppressedAt().add(nodes.size());
            nodes.add(new Node(null, leftOut));
        }
    }

    /**
     * Adds an exception and what caused it. Of a longer chain the ends are kept: the last are those that are caught, and the first is the
     * reason.
     *
     * @param room for so many
     * @return its index; {@link #NONE} where there is no room
     */
    private int add(Throwable problem, int room) {
        List<Throwable> chain = new ArrayList<>();
        Set<Throwable> walked = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable at = problem;
        while (at != null && !indexes.containsKey(at) && chain.size() < MAX_WALKED && walked.add(at)) {
            chain.add(at);
            at = cause(at);
        }
        int into = at == null ? NONE : indexes.getOrDefault(at, NONE);
        if (chain.isEmpty()) {
            return into;
        }
        boolean isWhole = chain.size() <= room;
        if (!isWhole && room < LEAST_CHAIN) {
            return NONE;
        }
        int first = nodes.size();
        int last = isWhole ? chain.size() : (room - 1) / 2;
        int resumed = isWhole ? last : chain.size() - (room - 1 - last);
        for (int i = 0; i < last; i++) {
            add(chain.get(i));
        }
        if (resumed > last) {
            nodes.add(new Node(null, resumed - last));
        }
        for (int i = resumed; i < chain.size(); i++) {
            add(chain.get(i));
        }
        for (int i = first; i + 1 < nodes.size(); i++) {
            nodes.get(i).causeAt = i + 1;
        }
        if (into == NONE && at != null) {
            into = indexes.getOrDefault(at, NONE); // a chain that leads back into itself
        }
        nodes.getLast().causeAt = into;
        return first;
    }

    private void add(Throwable problem) {
        indexes.put(problem, nodes.size());
        nodes.add(new Node(problem, 0));
    }

    /** In the place of exceptions that are left out. */
    private void marker(Node node) {
        sink.name(LEFT_OUT);
        text(Integer.toString(node.leftOut), false);
        text(null, false);
        sink.u16(0);
        sink.u16(node.causeAt);
        sink.u16(0);
        sink.u16(0);
    }

    private void node(int index) {
        Node at = nodes.get(index);
        Throwable node = at.thrown;
        if (node == null) {
            marker(at);
            return;
        }
        boolean full = sink.size() > (index == root ? ROOMY_FOR_ROOT_BYTES : ROOMY_BYTES);
        sink.name(node.getClass().getName());
        text(shown(node), full);
        text(raw(node), full);
        StackTraceElement[] frames = frames(node);
        int count = full ? Math.min(frames.length, 1) : Math.min(frames.length, MAX_FRAMES);
        sink.u16(count);
        for (int i = 0; i < count; i++) {
            frame(frames[i]);
        }
        sink.u16(at.causeAt);
        sink.u16(at.suppressedAt().size());
        at.suppressedAt().forEach(sink::u16);
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
        if (TypeLimit.isOfJdk(type)) {
            return shown(node);
        }
        while (!TypeLimit.isOfJdk(type.getSuperclass())) {
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
