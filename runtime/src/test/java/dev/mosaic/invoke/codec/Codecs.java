package dev.mosaic.invoke.codec;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A codec of a process without a unit, which notes the proxies that arrive. */
final class Codecs implements ValueCodec.Proxies {
    final List<Id> arrived = new ArrayList<>();
    final ValueCodec codec;

    Codecs() {
        this(Codecs.class.getClassLoader());
    }

    Codecs(ClassLoader code) {
        codec = new ValueCodec(code, this);
    }

    @Override
    public Carried carried(TesseraHandle handle) {
        return new Carried(((Handle) handle).id(), 77);
    }

    @Override
    public TesseraHandle arrived(Id tessera, MethodTable table) {
        arrived.add(tessera);
        return new Handle(tessera, table);
    }

    @Override
    public RefForm form(Ref<?> ref) {
        return ((Named) ref).form();
    }

    @Override
    public Ref<?> arrived(RefForm form, TypeLimit limit) {
        return new Named(form);
    }

    @Override
    public dev.mosaic.message.Payload stored(RefForm form) {
        throw new SerializationException("no warehouse is here", "");
    }

    @Override
    public <T> T read(Place place, Function<MemorySegment, T> function) {
        throw new SerializationException("no shared memory here", "");
    }

    /** A ref that names an entry and does nothing. */
    record Named(RefForm form) implements Ref<Object> {
        @Override
        public String uid() {
            return "ware-" + form.label() + "-" + form.id();
        }

        @Override
        public long sizeBytes() {
            return form.sizeBytes();
        }

        @Override
        public Object value() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object value(Duration timeout) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MemorySegment segment() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void drop() {
            throw new UnsupportedOperationException();
        }
    }

    Payload payload(Object... values) {
        Encoder encoder = codec.encoder();
        for (Object value : values) {
            encoder.object(value);
        }
        return encoder.finish();
    }

    Decoder decoder(Object... values) {
        return codec.decoder(payload(values), List.of());
    }

    /** There and back. */
    @SuppressWarnings("unchecked")
    <T> T sent(T value) {
        return (T) decoder(value).object(Object.class);
    }

    /** A handle that names a tessera and does nothing. */
    record Handle(Id id, MethodTable table) implements TesseraHandle {
        @Override
        public String uid() {
            return "tess-" + table.label() + "-" + id;
        }

        @Override
        public TesseraProxy.State state() {
            return TesseraProxy.State.LISTENING;
        }

        @Override
        public String worker() {
            return "";
        }

        @Override
        public Outgoing call(int method) {
            throw new UnsupportedOperationException();
        }

        @Override
        public TesseraHandle after(Arg<?>... tasks) {
            return this;
        }

        @Override
        public TesseraHandle unordered() {
            return this;
        }

        @Override
        public TesseraHandle withCallOptions(Consumer<CallOptions> options) {
            return this;
        }

        @Override
        public Task<Void> drop() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Task<Void> kill() {
            throw new UnsupportedOperationException();
        }
    }
}
