package dev.mosaic.invoke.codec;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.Outgoing;
import dev.mosaic.unit.TesseraHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
        return new Carried(handle.id(), 77);
    }

    @Override
    public TesseraHandle arrived(Id tessera, MethodTable table) {
        arrived.add(tessera);
        return new Handle(tessera, table);
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
        public TesseraHandle peek() {
            return this;
        }

        @Override
        public TesseraHandle calling(Consumer<CallOptions> options) {
            return this;
        }

        @Override
        public Task<Void> drop() {
            throw new UnsupportedOperationException();
        }
    }
}
