package dev.mosaic.invoke.codec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.JapaneseDate;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SimpleTimeZone;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.joda.money.Money;

/** Classes of a program that say themselves how they are written, in each way that Java knows. */
@SuppressWarnings({"serial", "ArrayRecordComponent", "JavaUtilDate"}) // programs have such
final class Shapes {
    private Shapes() {}

    /** Final, with {@code readResolve}: one object for each name. */
    static final class Unit implements Serializable {
        private static final Map<String, Unit> ALL = new HashMap<>();

        private final String name;

        private Unit(String name) {
            this.name = name;
        }

        static synchronized Unit of(String name) {
            return ALL.computeIfAbsent(name, Unit::new);
        }

        @Serial
        private Object readResolve() {
            return of(name);
        }
    }

    record Length(double value, Unit unit) {}

    record Several(Unit first, List<Unit> more, Unit[] array, Object any) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Several that
                    && first == that.first
                    && more.equals(that.more)
                    && List.of(array).equals(List.of(that.array))
                    && any.equals(that.any);
        }

        @Override
        public int hashCode() {
            return more.hashCode();
        }
    }

    /** Not final. */
    static class Scale implements Serializable {
        private final Unit unit;

        Scale(Unit unit) {
            this.unit = unit;
        }

        @Serial
        private Object readResolve() {
            return new Scale(Objects.requireNonNull(unit));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Scale that && unit == that.unit;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    /** Written as another class. */
    static final class Celsius implements Serializable {
        private final transient double degrees;

        Celsius(double degrees) {
            this.degrees = degrees;
        }

        @Serial
        private Object writeReplace() {
            return new Kelvin(degrees + 273);
        }

        private record Kelvin(double degrees) implements Serializable {
            @Serial
            private Object readResolve() {
                return new Celsius(degrees - 273);
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Celsius that && degrees == that.degrees;
        }

        @Override
        public int hashCode() {
            return Double.hashCode(degrees);
        }
    }

    /** Writes bytes of its own, of which some look like an end. */
    static class Streamed implements Serializable {
        private transient int secret;
        private Object part;

        Streamed(int secret, Object part) {
            this.secret = secret;
            this.part = part;
        }

        @Serial
        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.write(secret);
            out.writeUTF("end");
        }

        @Serial
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            secret = in.read();
            if (!in.readUTF().equals("end")) {
                throw new IOException("not the end");
            }
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Streamed that && secret == that.secret && Objects.equals(part, that.part);
        }

        @Override
        public int hashCode() {
            return secret;
        }
    }

    /** May hold others of its class, between bytes of its own. */
    public static final class External implements Externalizable {
        private int number;
        private Object part;

        public External() {}

        External(int number, Object part) {
            this.number = number;
            this.part = part;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeObject(part);
            out.write(number);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
            part = in.readObject();
            number = in.read();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof External that && number == that.number && Objects.equals(part, that.part);
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    static class Parent {
        private final int number;
        private final String fooBar;

        Parent(int number) {
            this.number = number;
            this.fooBar = "p" + number;
        }
    }

    /** Fields of the same name as its superclass, and names that differ by their writing alone. */
    @SuppressWarnings({"MemberName", "HidingField"})
    static class Child extends Parent {
        private final int number;
        private final String foo_bar;
        private final String fooBar;

        Child(int number) {
            super(number + 1);
            this.number = number;
            this.foo_bar = "u" + number;
            this.fooBar = "c" + number;
        }

        private List<Object> all() {
            return List.of(number, foo_bar, fooBar, ((Parent) this).number, ((Parent) this).fooBar);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Child that && all().equals(that.all());
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** Fields of exactly those classes, of which no class is written where it is final. */
    record Exact(
            BigInteger integer,
            BigDecimal decimal,
            ZonedDateTime time,
            ZoneOffset offset,
            Locale locale,
            SimpleTimeZone zone,
            GregorianCalendar calendar,
            LinkedHashMap<String, Integer> map,
            ImmutableList<Integer> list,
            Range<Integer> range,
            JapaneseDate date,
            Celsius celsius,
            External external,
            FastList<Object> fast,
            Money money,
            Date day) {
        static Exact sample() {
            Date day = new Date(9);
            return new Exact(
                    BigInteger.TEN,
                    BigDecimal.ONE,
                    ZonedDateTime.of(LocalDateTime.of(2026, 1, 2, 3, 4), ZoneId.of("Europe/Paris")),
                    ZoneOffset.UTC,
                    Locale.forLanguageTag("zh-Hant-TW"),
                    new SimpleTimeZone(5, "five"),
                    new GregorianCalendar(2026, 1, 2),
                    new LinkedHashMap<>(Map.of("a", 1)),
                    ImmutableList.of(1, 2),
                    Range.atLeast(3),
                    JapaneseDate.of(2026, 1, 2),
                    new Celsius(5),
                    new External(3, null),
                    FastList.newListWith(1, day, day),
                    Money.parse("EUR 2.00"),
                    day);
        }
    }

    enum Sign {
        PLUS {
            @Override
            int of(int number) {
                return number;
            }
        },
        MINUS {
            @Override
            int of(int number) {
                return -number;
            }
        };

        abstract int of(int number);
    }
}
