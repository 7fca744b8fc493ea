package dev.mosaic.invoke.codec;

import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.ValueWriter;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes values, tasks as numbered placeholders, and gives the payload of them all.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> buffers are kept from one payload to the next: small primitives allocate nothing but the payload.
 * Each value is copied once, from {@value #FAR_BYTES} bytes to a part of its own. <b>Failure:</b> a value that cannot be captured is a
 * {@link SerializationException} that names the path to it; what was written before it stays until {@link #reset}.
 */
public final class Encoder implements ValueWriter<Encoder> {
    /** From this size on, the bytes of an array, a string, a buffer or a segment are a part of their own. */
    static final int FAR_BYTES = 4096;

    /** Refs and proxies inside one payload: an entry with so many is still read from disk. */
    static final int MOST_CARRIED = 2_000_000;

    private final ValueCodec codec;
    private final boolean inline;
    private final Sink main = new Sink();
    private final Sink beside = new Sink();
    private final List<MemorySegment> far = new ArrayList<>();
    private final BitSet own = new BitSet();
    private final Set<Carried> carried = new LinkedHashSet<>();
    private Sink sink = main;
    private String noun = "argument";
    private int count;

    /** @param inline true where nothing can travel beside the bytes: no parts, no proxies */
    Encoder(ValueCodec codec, boolean inline) {
        this.codec = codec;
        this.inline = inline;
    }

    /** The payload of all that was written, large arrays copied on the heap; then as after {@link #reset}. */
    public Payload finish() {
        return finish(Capture.ON_HEAP);
    }

    /** The payload of all that was written; then as after {@link #reset}. Until here large arrays may not be changed. */
    public Payload finish(Capture capture) {
        if (main.size() == 0) {
            reset();
            return Payload.EMPTY;
        }
        List<@Nullable Place> places = far.isEmpty() ? Collections.emptyList() : new ArrayList<>(far.size());
        for (int i = 0; i < far.size(); i++) {
            Capture.Part part = capture.take(far.get(i), own.get(i));
            far.set(i, part.bytes());
            places.add(part.place());
        }
        @SuppressWarnings("NullAway") // javac writes no type annotations for the parameters of a compact constructor
        Payload payload = new Payload(main.toArray(), far, List.copyOf(carried), places);
        reset();
        return payload;
    }

    /** The large arrays written so far, as they lie in the program. */
    public List<MemorySegment> far() {
        return List.copyOf(far);
    }

    /** Bytes of all that is not in {@link #far}. */
    public int inlineBytes() {
        return main.size();
    }

    /** Forgets all that was written. */
    public void reset() {
        reset("argument");
    }

    /** Forgets all that was written; failures from now on speak of that instead of arguments, such as {@code result}. */
    public void reset(String values) {
        main.clear();
        beside.clear();
        far.clear();
        carried.clear();
        sink = main;
        noun = values;
        count = 0;
    }

    /** The value of a task: the one at that index among those the reader is given. */
    public Encoder need(int index) {
        if (index <= 0xffff) {
            tag(Tag.NEED).u16(index);
        } else {
            tag(Tag.NEED_WIDE).i32(index);
        }
        return this;
    }

    /** A list: that many values follow. */
    public Encoder list(int size) {
        tag(Tag.LIST).i32(size);
        return this;
    }

    /** A map: that many keys follow, each with its value. */
    public Encoder map(int size) {
        tag(Tag.MAP).i32(size);
        return this;
    }

    /** A value that lies in the warehouse: whoever reads it here gets it from there. */
    public Encoder stored(RefForm form) {
        tag(Tag.STORED);
        form.write(sink);
        carry(new Carried(form.id(), form.home()));
        return this;
    }

    @Override
    public Encoder booleanValue(boolean value) {
        tag(value ? Tag.TRUE : Tag.FALSE);
        return this;
    }

    @Override
    public Encoder byteValue(byte value) {
        tag(Tag.BYTE).u8(value);
        return this;
    }

    @Override
    public Encoder shortValue(short value) {
        tag(Tag.SHORT).u16(value);
        return this;
    }

    @Override
    public Encoder charValue(char value) {
        tag(Tag.CHAR).u16(value);
        return this;
    }

    @Override
    public Encoder intValue(int value) {
        tag(Tag.INT).i32(value);
        return this;
    }

    @Override
    public Encoder longValue(long value) {
        tag(Tag.LONG).i64(value);
        return this;
    }

    @Override
    public Encoder floatValue(float value) {
        tag(Tag.FLOAT).i32(Float.floatToRawIntBits(value));
        return this;
    }

    @Override
    public Encoder doubleValue(double value) {
        tag(Tag.DOUBLE).i64(Double.doubleToRawLongBits(value));
        return this;
    }

    @Override
    public Encoder booleans(boolean @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (values[i] ? 1 : 0);
        }
        return isFar(bytes.length)
                ? far(Tag.BOOLEANS, MemorySegment.ofArray(bytes), true)
                : near(Tag.BOOLEANS, MemorySegment.ofArray(bytes));
    }

    @Override
    public Encoder bytes(byte @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        return isFar(values.length)
                ? far(Tag.BYTES, MemorySegment.ofArray(values), false)
                : near(Tag.BYTES, MemorySegment.ofArray(values));
    }

    @Override
    public Encoder shorts(short @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        return isFar(2L * values.length)
                ? far(Tag.SHORTS, MemorySegment.ofArray(values), false)
                : near(Tag.SHORTS, MemorySegment.ofArray(values));
    }

    @Override
    public Encoder chars(char @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        return isFar(2L * values.length)
                ? far(Tag.CHARS, MemorySegment.ofArray(values), false)
                : near(Tag.CHARS, MemorySegment.ofArray(values));
    }

    @Override
    public Encoder ints(int @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        return isFar(4L * values.length)
                ? far(Tag.INTS, MemorySegment.ofArray(values), false)
                : near(Tag.INTS, MemorySegment.ofArray(values));
    }

    @Override
    public Encoder longs(long @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        return isFar(8L * values.length)
                ? far(Tag.LONGS, MemorySegment.ofArray(values), false)
                : near(Tag.LONGS, MemorySegment.ofArray(values));
    }

    @Override
    public Encoder floats(float @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        return isFar(4L * values.length)
                ? far(Tag.FLOATS, MemorySegment.ofArray(values), false)
                : near(Tag.FLOATS, MemorySegment.ofArray(values));
    }

    @Override
    public Encoder doubles(double @Nullable [] values) {
        if (values == null) {
            return absent();
        }
        return isFar(8L * values.length)
                ? far(Tag.DOUBLES, MemorySegment.ofArray(values), false)
                : near(Tag.DOUBLES, MemorySegment.ofArray(values));
    }

    @Override
    public Encoder text(@Nullable String value) {
        if (value == null) {
            return absent();
        }
        boolean wide = isWide(value);
        if (isFar(wide ? 2L * value.length() : value.length())) {
            return wide
                    ? far(Tag.TEXT_WIDE, MemorySegment.ofArray(value.toCharArray()), true)
                    : far(Tag.TEXT, MemorySegment.ofArray(value.getBytes(StandardCharsets.ISO_8859_1)), true);
        }
        tag(wide ? Tag.TEXT_WIDE : Tag.TEXT).i32(Sink.size((wide ? 2L : 1L) * value.length()));
        if (wide) {
            sink.wide(value);
        } else {
            sink.narrow(value);
        }
        return this;
    }

    @Override
    public Encoder segment(@Nullable MemorySegment value) {
        return value == null ? absent() : copied(Tag.SEGMENT, value);
    }

    @Override
    public Encoder buffer(@Nullable ByteBuffer value) {
        if (value == null) {
            return absent();
        }
        return copied(
                value.order() == ByteOrder.BIG_ENDIAN ? Tag.BUFFER : Tag.BUFFER_LITTLE, MemorySegment.ofBuffer(value));
    }

    @Override
    public Encoder proxy(@Nullable TesseraProxy value) {
        if (value == null) {
            return absent();
        }
        if (inline) {
            throw new SerializationException("a proxy in an exception does not travel: " + value.uid(), "");
        }
        Carried named = codec.proxies().carried(value.handle());
        ProxyForm.write(value, named.tessera(), tag(Tag.PROXY));
        carry(named);
        return this;
    }

    /** A ref as itself, not as its value. */
    public Encoder ref(Ref<?> value) {
        if (inline) {
            throw new SerializationException("a ref in an exception does not travel: " + value.uid(), "");
        }
        RefForm form = codec.proxies().form(value);
        form.write(tag(Tag.REF));
        carry(new Carried(form.id(), form.home()));
        return this;
    }

    /** What is carried beside the bytes. */
    public void carry(Carried where) {
        if (carried.add(where) && carried.size() > MOST_CARRIED) {
            carried.remove(where);
            throw new SerializationException(
                    "count=" + (carried.size() + 1) + " of refs and proxies inside " + noun + "s is above "
                            + MOST_CARRIED + ", the most",
                    "put several of them in one object, and pass its ref");
        }
    }

    @Override
    public Encoder object(@Nullable Object value) {
        return switch (value) {
            case null -> absent();
            case String text -> text(text);
            case Integer number -> intValue(number);
            case Long number -> longValue(number);
            case Double number -> doubleValue(number);
            case Float number -> floatValue(number);
            case Boolean truth -> booleanValue(truth);
            case Byte number -> byteValue(number);
            case Short number -> shortValue(number);
            case Character character -> charValue(character);
            case byte[] values -> bytes(values);
            case int[] values -> ints(values);
            case long[] values -> longs(values);
            case float[] values -> floats(values);
            case double[] values -> doubles(values);
            case boolean[] values -> booleans(values);
            case short[] values -> shorts(values);
            case char[] values -> chars(values);
            case MemorySegment segment -> segment(segment);
            case ByteBuffer buffer -> buffer(buffer);
            case TesseraProxy proxy -> proxy(proxy);
            case Ref<?> ref -> ref(ref);
            case Task<?> task ->
                throw new SerializationException(
                        next() + ": " + task.uid() + " is a task, not a value", "pass it as an Arg, or its result()");
            case Throwable problem -> thrown(problem);
            default -> graph(value);
        };
    }

    /** Sets aside what belongs to a graph but not into Fory's bytes. The caller is that graph's serializer. */
    void beside(Object value) {
        Sink outer = sink;
        int counted = count;
        sink = beside;
        try {
            object(value);
        } finally {
            sink = outer;
            count = counted;
        }
    }

    private Encoder thrown(Throwable problem) {
        byte[] bytes = ThrownWriter.write(problem, codec, inline);
        tag(Tag.THROWN).i32(bytes.length);
        sink.raw(bytes, 0, bytes.length);
        return this;
    }

    private Encoder graph(Object value) {
        int from = sink.size();
        int parts = far.size();
        int before = carried.size();
        beside.clear();
        tag(Tag.GRAPH);
        try {
            codec.graphs().write(value, this, sink);
        } catch (SerializationException refused) {
            sink.cut(from);
            far.subList(parts, far.size()).clear();
            cutCarried(before);
            throw new SerializationException(
                    place(count) + ": " + refused.what(), refused.advice(), refused.getCause());
        }
        sink.raw(beside);
        return this;
    }

    /** Forgets what was carried after the first ones. */
    private void cutCarried(int kept) {
        Iterator<Carried> each = carried.iterator();
        for (int i = 0; each.hasNext(); i++) {
            each.next();
            if (i >= kept) {
                each.remove();
            }
        }
    }

    private String next() {
        return place(count + 1);
    }

    private String place(int number) {
        return noun.equals("argument") ? noun + " " + number : noun;
    }

    private Sink tag(int tag) {
        count++;
        sink.u8(tag);
        return sink;
    }

    private Encoder absent() {
        tag(Tag.NULL);
        return this;
    }

    private static boolean isWide(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return true;
            }
        }
        return false;
    }

    private boolean isFar(long sizeBytes) {
        return sizeBytes >= FAR_BYTES && !inline && far.size() < 0xffff;
    }

    private Encoder near(int tag, MemorySegment bytes) {
        tag(tag).i32(Sink.size(bytes.byteSize()));
        sink.raw(bytes);
        return this;
    }

    /** @param isOwn true where the bytes are nobody else's; others are captured by {@link #finish} */
    private Encoder far(int tag, MemorySegment bytes, boolean isOwn) {
        tag(tag + Tag.FAR).u16(far.size());
        own.set(far.size(), isOwn);
        far.add(bytes);
        return this;
    }

    private Encoder copied(int tag, MemorySegment bytes) {
        return isFar(bytes.byteSize()) ? far(tag, bytes, false) : near(tag, bytes);
    }
}
