package dev.mosaic.invoke.codec;

import dev.mosaic.CaptureException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Random;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Some classes of the JDK by Java's own serialisation, which is the only way to their state; Fory 1.6.0 fails at them: {@link Random}, and
 * the formats of {@code java.text}. The stream may name few other classes, none of which runs code of anybody's.
 *
 * @param <T> the class
 */
final class JavaSerializer<T> extends Serializer<T> {
    private static final int MOST_BYTES = 1 << 20;

    private static final ObjectInputFilter ONLY_RANDOM =
            ObjectInputFilter.Config.createFilter("maxdepth=2;maxarray=0;java.util.Random;!*");

    private static final ObjectInputFilter ONLY_FORMATS = ObjectInputFilter.Config.createFilter(
            "maxdepth=12;maxarray=10000;java.text.*;java.util.Calendar;java.util.GregorianCalendar;java.util.Date;"
                    + "java.util.Locale;java.util.TimeZone;java.util.SimpleTimeZone;java.util.Currency;"
                    + "sun.util.calendar.ZoneInfo;java.math.RoundingMode;java.lang.Number;java.lang.Enum;"
                    + "java.lang.Integer;java.lang.Long;java.lang.String;!*");

    private final ObjectInputFilter filter;

    private JavaSerializer(Config config, Class<T> type, ObjectInputFilter filter) {
        super(config, type);
        this.filter = filter;
    }

    /** Null for a class that is written otherwise. */
    static @Nullable Serializer<?> of(Config config, Class<?> type) {
        if (type == Random.class) {
            return new JavaSerializer<>(config, type, ONLY_RANDOM);
        }
        return isFormat(type) ? new JavaSerializer<>(config, type, ONLY_FORMATS) : null;
    }

    /** {@code SimpleDateFormat}, {@code DecimalFormat} and the like, and their symbols. */
    static boolean isFormat(Class<?> type) {
        return type.getPackageName().equals("java.text")
                && AllowedClasses.isOfJdk(type)
                && java.io.Serializable.class.isAssignableFrom(type)
                && (java.text.Format.class.isAssignableFrom(type)
                        || type == java.text.DecimalFormatSymbols.class
                        || type == java.text.DateFormatSymbols.class);
    }

    @Override
    public void write(WriteContext context, T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException impossible) {
            throw new CaptureException(getType().getName() + " cannot be written", "", impossible);
        }
        context.writeVarUInt32(bytes.size());
        context.getBuffer().writeBytes(bytes.toByteArray());
    }

    @Override
    public T read(ReadContext context) {
        int size = context.readVarUInt32();
        if (size < 0 || size > MOST_BYTES) {
            throw new CaptureException(getType().getName() + " in " + size + " bytes", "");
        }
        byte[] bytes = context.getBuffer().readBytes(size);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(filter);
            Object read = in.readObject();
            if (getType().isInstance(read)) {
                return getType().cast(read);
            }
        } catch (IOException | ClassNotFoundException | RuntimeException broken) {
            throw new CaptureException("the bytes are no " + getType().getName(), "", broken);
        }
        throw new CaptureException("the bytes are no " + getType().getName(), "");
    }
}
