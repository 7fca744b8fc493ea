package dev.mosaic.invoke.codec;

import dev.mosaic.SerializationException;
import dev.mosaic.invoke.TypeLimit;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Calendar;
import java.util.Random;
import java.util.TimeZone;
import java.util.regex.Pattern;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Some classes of the JDK by Java's own serialisation, which is the only way to all of their state: {@link Random}, the formats of
 * {@code java.text}, calendars, time zones, and {@link Pattern}, whose flags are not all of those it was made with once it has some of its own.
 * Fory 1.6.0 fails at the first and loses parts of the others. The stream may name few other classes, none of which runs code of anybody's.
 *
 * @param <T> the class
 */
final class JavaSerializer<T> extends Serializer<T> {
    private static final ObjectInputFilter ONLY_RANDOM =
            ObjectInputFilter.Config.createFilter("maxdepth=2;maxarray=0;java.util.Random;!*");

    private static final ObjectInputFilter ONLY_PATTERN =
            ObjectInputFilter.Config.createFilter("maxdepth=2;maxarray=0;java.util.regex.Pattern;!*");

    private static final ObjectInputFilter ONLY_FORMATS = ObjectInputFilter.Config.createFilter(
            "maxdepth=12;maxarray=10000;java.text.*;java.util.Calendar;java.util.GregorianCalendar;java.util.Date;"
                    + "java.util.JapaneseImperialCalendar;sun.util.BuddhistCalendar;java.util.Locale;java.util.TimeZone;java.util.SimpleTimeZone;java.util.Currency;"
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
        if (type == Pattern.class) {
            return new JavaSerializer<>(config, type, ONLY_PATTERN);
        }
        return isFormat(type) || isCalendar(type) ? new JavaSerializer<>(config, type, ONLY_FORMATS) : null;
    }

    /** True for a class that is written by this or not at all. */
    static boolean isFormatOrCalendar(Class<?> type) {
        return isFormat(type) || isCalendar(type);
    }

    /** Time zones too: a zone is more than its name. */
    private static boolean isCalendar(Class<?> type) {
        return TypeLimit.isOfJdk(type)
                && (Calendar.class.isAssignableFrom(type) || TimeZone.class.isAssignableFrom(type));
    }

    /** {@code SimpleDateFormat}, {@code DecimalFormat} and the like, and their symbols. */
    private static boolean isFormat(Class<?> type) {
        return type.getPackageName().equals("java.text")
                && TypeLimit.isOfJdk(type)
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
            throw new SerializationException(getType().getName() + " cannot be written", "", impossible);
        }
        context.writeVarUInt32(bytes.size());
        context.getBuffer().writeBytes(bytes.toByteArray());
    }

    @Override
    public T read(ReadContext context) {
        int size = context.readVarUInt32();
        context.getBuffer().checkReadableBytes(size);
        byte[] bytes = context.getBuffer().readBytes(size);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(filter);
            Object read = in.readObject();
            if (getType().isInstance(read)) {
                return getType().cast(read);
            }
        } catch (IOException | ClassNotFoundException | RuntimeException broken) {
            throw new SerializationException("the bytes are no " + getType().getName(), "", broken);
        }
        throw new SerializationException("the bytes are no " + getType().getName(), "");
    }
}
