package dev.mosaic.connect;

import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.invoke.codec.RefForm;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.invoke.codec.ValueCopies;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import dev.mosaic.unit.Copier;
import dev.mosaic.unit.TesseraHandle;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Copies values in a process in which no Mosaic runs.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> some tenths of a second for the first value. <b>Failure:</b> {@link SerializationException}, also for a ref
 * or a proxy.
 */
public final class ValueCopier implements Copier {
    private static final AtomicReference<@Nullable Known> LAST = new AtomicReference<>();

    private record Known(ClassLoader code, ValueCodec codec) {}

    /** For {@link java.util.ServiceLoader}. */
    public ValueCopier() {}

    @Override
    public <T extends @Nullable Object> Supplier<T> copies(T value) {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        ClassLoader code = own == null ? ClassLoader.getSystemClassLoader() : own;
        Known known = LAST.get();
        if (known == null || !known.code().equals(code)) {
            known = new Known(code, new ValueCodec(code, new Nothing()));
            LAST.set(known);
        }
        return ValueCopies.of(known.codec(), value);
    }

    /** Without a unit there are no refs and no proxies. */
    private static final class Nothing implements ValueCodec.Proxies {
        private static SerializationException refusal(String what) {
            return new SerializationException(what + " is copied where a Mosaic runs, and none does", "open one");
        }

        @Override
        public Carried carried(TesseraHandle handle) {
            throw refusal("a proxy");
        }

        @Override
        public TesseraHandle arrived(Id tessera, MethodTable table) {
            throw refusal("a proxy");
        }

        @Override
        public RefForm form(Ref<?> ref) {
            throw refusal("a ref");
        }

        @Override
        public Ref<?> arrived(RefForm form, @Nullable TypeLimit limit) {
            throw refusal("a ref");
        }

        @Override
        public Payload stored(RefForm form) {
            throw refusal("a ref");
        }

        @Override
        public <T> T read(Place place, Function<MemorySegment, T> function) {
            throw refusal("a ref");
        }
    }
}
