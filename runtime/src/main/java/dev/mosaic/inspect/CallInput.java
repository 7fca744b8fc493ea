package dev.mosaic.inspect;

import dev.mosaic.invoke.codec.Decoder;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.mailbox.Run;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a call was made with, in words: its arguments, and of a stateless task before these what its lambda has captured.
 *
 * <p><b>Threading:</b> one that may run user code: it is read by the program's classes, and put into words by their {@code toString}. <b>Cost:</b> the arguments are decoded once more; of more
 * than {@value #MOST_BYTES} bytes only their size is said. <b>Failure:</b> none: what cannot be read has no words.
 */
public final class CallInput {
    static final long MOST_BYTES = 1 << 20;
    static final int MOST_TEXT = 1_000;

    private CallInput() {}

    /** What was read of an input. {@link #get} puts it into words, which runs code of the program. */
    public static final class Values implements Supplier<String> {
        private final List<@Nullable Object> values;

        private Values(List<@Nullable Object> values) {
            this.values = values;
        }

        @Override
        public String get() {
            StringJoiner words = new StringJoiner(", ");
            for (int i = 0; i < values.size() && words.length() < MOST_TEXT; i++) {
                words.add(ItemText.of(values.get(i)));
            }
            return words.length() > MOST_TEXT ? words.toString().substring(0, MOST_TEXT) : words.toString();
        }
    }

    /** Of a call that is under way, with all that its arguments hold. Puts nothing into words yet. */
    public static Values of(Run run, ValueCodec codec) {
        if (run.chore() != Run.Chore.NONE) {
            return new Values(List.of());
        }
        List<Payload> needs = new ArrayList<>();
        for (int i = 0; i < run.item().needs().size(); i++) {
            needs.add(run.value(i));
        }
        return of(run.arguments(), needs, run.tessera().isPool(), codec);
    }

    /**
     * Of a call that may end meanwhile, asked for in the loop, to be got elsewhere. Refs and proxies in its arguments would hold what they
     * stand for, and shared memory may be gone: then the arguments are not decoded.
     */
    public static Supplier<String> later(Run run, ValueCodec codec) {
        Object item = run.input;
        if (item != null) {
            return item instanceof Values values ? values : () -> ItemText.of(item);
        }
        return run.item().needs().isEmpty()
                ? later(run.arguments(), run.tessera().isPool(), codec)
                : () -> "";
    }

    /** Of arguments without values of tasks, to be got elsewhere; the same holds for what is in them. */
    public static Supplier<String> later(Payload arguments, boolean isFunction, ValueCodec codec) {
        boolean isPlain = arguments.carried().isEmpty() && arguments.places().isEmpty();
        return isPlain ? () -> of(arguments, List.of(), isFunction, codec).get() : () -> "";
    }

    private static Values of(Payload arguments, List<Payload> needs, boolean isFunction, ValueCodec codec) {
        long bytes = arguments.sizeBytes()
                + needs.stream().mapToLong(Payload::sizeBytes).sum();
        if (bytes > MOST_BYTES) {
            return new Values(List.of(bytes + " bytes"));
        }
        List<@Nullable Object> values = new ArrayList<>();
        try {
            Decoder in = codec.decoder(arguments, needs);
            if (isFunction && in.hasMore()) {
                values.addAll(captured(in.object(Object.class)));
            }
            while (in.hasMore()) {
                values.add(in.object(Object.class));
            }
        } catch (RuntimeException | Error unreadable) {
            return new Values(List.of());
        }
        return new Values(values);
    }

    /** What a lambda took with it; of another object nothing. */
    private static List<@Nullable Object> captured(@Nullable Object function) {
        try {
            Method replace = Objects.requireNonNull(function).getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            List<@Nullable Object> values = new ArrayList<>();
            if (replace.invoke(function) instanceof SerializedLambda lambda) {
                for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
                    values.add(lambda.getCapturedArg(i));
                }
            }
            return values;
        } catch (ReflectiveOperationException | RuntimeException none) {
            return List.of();
        }
    }
}
