package dev.mosaic.invoke.codec;

import dev.mosaic.RemoteException;
import dev.mosaic.SerializationException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes an exception of what {@link ThrownWriter} wrote: each of its nodes the original where that can be, else a {@link
 * RemoteException} in its place that says the same.
 *
 * <p><b>Threading:</b> one object for one exception. <b>Failure:</b> none; bytes that are no exception become a {@link
 * RemoteException} that says so.
 */
final class ThrownReader {
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Frozen(
            String type,
            @Nullable String shown,
            @Nullable String raw,
            StackTraceElement[] frames,
            int cause,
            int[] suppressed,
            List<FrozenField> fields) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record FrozenField(String type, String name, byte[] bytes) {}

    /** Stands before each frame, as the name of a class loader does: {@code remote//Solver.solve(Solver.java:12)}. */
    private static final String REMOTE = "remote";

    private final ValueCodec codec;
    private final ThrownFields fields;
    private final List<Frozen> nodes = new ArrayList<>();
    private final @Nullable Throwable[] made;
    private final boolean[] begun;

    private ThrownReader(Source source, ValueCodec codec) {
        this.codec = codec;
        this.fields = new ThrownFields(codec, false);
        int count = source.u16();
        if (count == 0 || count > ThrownWriter.MAX_NODES) {
            throw new SerializationException("the bytes are no exception", "");
        }
        for (int i = 0; i < count; i++) {
            nodes.add(node(source));
        }
        this.made = new Throwable[count];
        this.begun = new boolean[count];
    }

    static Throwable rebuilt(byte[] thrown, ValueCodec codec) {
        Throwable original = original(thrown, codec);
        if (original instanceof RuntimeException || original instanceof Error) {
            return original;
        }
        RemoteException around = new RemoteException(original.toString(), "", original);
        around.setStackTrace(original.getStackTrace());
        return around;
    }

    /** The class of the one thrown first; empty where the bytes are no exception. */
    static String type(byte[] thrown) {
        try {
            Source source = new Source(thrown);
            return source.u16() == 0 ? "" : source.name();
        } catch (SerializationException garbled) {
            return "";
        }
    }

    static Throwable original(byte[] thrown, ValueCodec codec) {
        try {
            Throwable made = new ThrownReader(new Source(thrown), codec).make(0);
            return Objects.requireNonNull(made);
        } catch (SerializationException garbled) {
            return new RemoteException("an exception that cannot be read: " + garbled.what(), "", garbled);
        }
    }

    /** Null where there is none, or where it is being made right now: a cause that leads back to itself. */
    private @Nullable Throwable make(int index) {
        if (index >= nodes.size() || (begun[index] && made[index] == null)) {
            return null;
        }
        Throwable known = made[index];
        if (known != null) {
            return known;
        }
        begun[index] = true;
        Frozen node = nodes.get(index);
        Throwable bare = ThrownShell.make(node.type(), node.raw(), codec.classes());
        if (bare != null) {
            for (FrozenField field : node.fields()) {
                fields.set(bare, field.type(), field.name(), field.bytes());
            }
            made[index] = bare;
            Throwable cause = make(node.cause());
            if (ThrownShell.isLike(bare, node.shown(), cause)) {
                return finished(bare, node);
            }
            made[index] = null;
        }
        RemoteException description = new RemoteException(
                node.type() + (node.shown() == null ? "" : ": " + node.shown()), "", make(node.cause()));
        made[index] = description;
        return finished(description, node);
    }

    @SuppressWarnings("ReferenceEquality") // an exception may not suppress itself, an equal one may be
    private Throwable finished(Throwable problem, Frozen node) {
        problem.setStackTrace(node.frames());
        for (int index : node.suppressed()) {
            Throwable suppressed = make(index);
            if (suppressed != null && suppressed != problem) {
                problem.addSuppressed(suppressed);
            }
        }
        return problem;
    }

    private static Frozen node(Source source) {
        String type = source.name();
        String shown = text(source);
        String raw = text(source);
        List<StackTraceElement> frames = new ArrayList<>();
        for (int i = source.u16(); i > 0; i--) {
            String declaring = source.name();
            String method = source.name();
            String file = source.name();
            frames.add(new StackTraceElement(
                    REMOTE, null, null, declaring, method, file.isEmpty() ? null : file, source.i32()));
        }
        int cause = source.u16();
        List<Integer> suppressed = new ArrayList<>();
        for (int i = source.u16(); i > 0; i--) {
            suppressed.add(source.u16());
        }
        List<FrozenField> fields = new ArrayList<>();
        for (int i = source.u16(); i > 0; i--) {
            fields.add(new FrozenField(source.name(), source.name(), source.copy(source.i32())));
        }
        return new Frozen(
                type,
                shown,
                raw,
                frames.toArray(StackTraceElement[]::new),
                cause,
                suppressed.stream().mapToInt(Integer::intValue).toArray(),
                fields);
    }

    private static @Nullable String text(Source source) {
        return source.u8() == 0 ? null : new String(source.copy(source.i32()), StandardCharsets.UTF_8);
    }
}
