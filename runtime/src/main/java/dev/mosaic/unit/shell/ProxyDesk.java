package dev.mosaic.unit.shell;

import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.invoke.codec.RefForm;
import dev.mosaic.invoke.codec.ValueCodec;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import dev.mosaic.unit.TesseraHandle;
import java.lang.foreign.MemorySegment;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Proxies that leave in payloads, and proxies that arrive. <b>Threading:</b> any thread. */
final class ProxyDesk implements ValueCodec.Proxies {
    private final Engine engine;
    private final Mentions mentions;

    ProxyDesk(Engine engine, Mentions mentions) {
        this.engine = engine;
        this.mentions = mentions;
    }

    /** The kernel knows the worker, and writes it when the call is sent. */
    @Override
    public Carried carried(TesseraHandle handle) {
        if (!(handle instanceof HeldTessera held) || held.engine != engine) {
            throw new SerializationException(
                    "proxy of tessera=" + handle.uid() + " belongs to another Mosaic",
                    "use proxies only with the Mosaic that made them");
        }
        mentions.add(handle);
        return new Carried(held.id, 0);
    }

    /** The payload that it came in holds the tessera until the kernel has counted the new handle. */
    @Override
    public TesseraHandle arrived(Id tessera, MethodTable table) {
        Grip grip = new Grip();
        engine.loop.run(now -> {
            engine.grips.add(grip, tessera);
            engine.kernel.handleGained(now, tessera, 0);
        });
        return new HeldTessera(engine, tessera, table, grip);
    }

    @Override
    public RefForm form(Ref<?> ref) {
        return engine.refs.form(ref);
    }

    @Override
    public Ref<?> arrived(RefForm form, @Nullable TypeLimit limit) {
        return engine.refs.arrived(form, limit);
    }

    @Override
    public Payload stored(RefForm form) {
        return engine.refs.fetch(form);
    }

    @Override
    public <T> T read(Place place, Function<MemorySegment, T> function) {
        return engine.sharing.read(place, function);
    }
}
