package dev.mosaic.invoke.codec;

import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import dev.mosaic.unit.TesseraHandle;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The codec of one process: knows the program's classes, and how proxies become handles.
 *
 * <p><b>Threading:</b> any thread; encoders and decoders belong to one thread each. <b>Cost:</b> Fory is made at the first
 * object that needs it, about 0.3 s once for a process. <b>Failure:</b> {@link dev.mosaic.SerializationException}.
 */
public final class ValueCodec {
    /** What the unit knows about proxies, refs and shared memory. Called on the thread that encodes or decodes. */
    public interface Proxies {
        /** What travels beside the bytes of a proxy that is sent. */
        Carried carried(TesseraHandle handle);

        /** A proxy was decoded: gives the handle for it. */
        TesseraHandle arrived(Id tessera, MethodTable table);

        /** What travels of a ref that is sent as itself. */
        RefForm form(Ref<?> ref);

        /**
         * A ref was decoded.
         *
         * @param limit which classes its value may have in it; null where any
         */
        Ref<?> arrived(RefForm form, @Nullable TypeLimit limit);

        /** The value of an entry that a result was put into, none of it in shared memory; waits for it. */
        Payload stored(RefForm form);

        /**
         * Bytes in shared memory: what the function makes of them.
         *
         * @throws SerializationException where they are gone
         */
        <T> T read(Place place, Function<MemorySegment, T> function);
    }

    private final AllowedClasses classes;
    private final Proxies proxies;
    private final Graphs graphs;

    /** @param code the program's own classes, and all that they see */
    public ValueCodec(ClassLoader code, Proxies proxies) {
        ClassLoader loader = new ValueLoader(code);
        this.classes = new AllowedClasses(loader);
        this.proxies = proxies;
        this.graphs = new Graphs(loader, classes);
    }

    /** The payload that a result lies in: itself, or that of the entry it was put into, for which this waits. */
    public Payload near(Payload result) {
        Values values = new Values(this, result, null);
        return values.isStored() ? proxies.stored(values.stored()) : result;
    }

    /** To be used again and again by one thread. */
    public Encoder encoder() {
        return new Encoder(this, false);
    }

    /**
     * Reads one payload.
     *
     * @param needs the values of arguments that were tasks, by the index they were written with
     */
    public Decoder decoder(Payload payload, List<Payload> needs) {
        return new Decoder(this, payload, needs, null);
    }

    /**
     * Reads one payload that holds what was declared as some type.
     *
     * @param limit which classes may be in it; null where any
     */
    public Decoder decoder(Payload payload, @Nullable TypeLimit limit) {
        return new Decoder(this, payload, List.of(), limit);
    }

    /**
     * Where the bytes of a payload's only value lie, which is an array, a buffer or a segment.
     *
     * @throws SerializationException where it is something else
     */
    public Block block(Payload payload) {
        return new Values(this, payload, null).whole();
    }

    /**
     * The bytes of one value.
     *
     * @param part index of the part that is them; -1 where they are few and inline
     * @param inline they, where they are inline
     */
    public record Block(int part, MemorySegment inline) {}

    /**
     * An exception as bytes. Never fails: what cannot be encoded is described by class, message, stack and causes. About
     * 64 KiB at most; long texts and stacks are cut.
     */
    public byte[] thrown(Throwable problem) {
        return ThrownWriter.write(problem, this, false);
    }

    /** The name of the class of what {@link #thrown} took; empty where the bytes are something else. */
    public String thrownType(byte[] thrown) {
        return ThrownReader.type(thrown);
    }

    /**
     * What {@link #thrown} took: the original where its class is unchecked, is here, and can be made again; else a {@link
     * dev.mosaic.RemoteException} that describes it, with a checked original as its cause. Never fails.
     */
    public Throwable rebuilt(byte[] thrown) {
        return ThrownReader.rebuilt(thrown, this);
    }

    /** As {@link #rebuilt}, but checked ones too come as they are. */
    @Nullable Object original(byte[] thrown) {
        return ThrownReader.original(thrown, this);
    }

    AllowedClasses classes() {
        return classes;
    }

    Proxies proxies() {
        return proxies;
    }

    Graphs graphs() {
        return graphs;
    }
}
