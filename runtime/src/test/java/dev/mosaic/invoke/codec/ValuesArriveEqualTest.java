package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.invoke.codec.Samples.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A value arrives equal, with all its parts, whatever writer and reader met before, and in which order. */
class ValuesArriveEqualTest {
    private static final int SEEDS = 40;
    private static final int DRAWS = 12;

    record Holder(Object inside) {}

    static class Field {
        private final Object before = "before";
        private Object inside;
        private String after = "after";
    }

    /**
     * Where a value is put.
     *
     * @param in puts it there
     * @param out all places where it is afterwards
     */
    private record Place(String name, Function<Object, Object> in, Function<Object, List<Object>> out) {}

    private static final List<Place> PLACES = List.of(
            new Place("alone", value -> value, List::of),
            new Place("in a record", Holder::new, there -> List.of(((Holder) there).inside())),
            new Place("in a field", ValuesArriveEqualTest::field, there -> {
                assertThat(((Field) there).before).isEqualTo("before");
                assertThat(((Field) there).after).isEqualTo("after");
                return List.of(((Field) there).inside);
            }),
            new Place("twice in a list", value -> new ArrayList<>(Arrays.asList(value, null, value)), there -> {
                List<?> list = (List<?>) there;
                return List.of(list.get(0), list.get(2));
            }),
            new Place("in List.of", value -> List.of(value, "x"), there -> List.of(((List<?>) there).get(0))),
            new Place(
                    "in a map",
                    value -> new HashMap<>(Map.of("k", value)),
                    there -> List.of(((Map<?, ?>) there).get("k"))),
            new Place("in an array", value -> new Object[] {"x", value}, there -> List.of(((Object[]) there)[1])),
            new Place(
                    "deep and twice", value -> new Holder(List.of(new Holder(value), new Object[] {value})), there -> {
                        List<?> both = (List<?>) ((Holder) there).inside();
                        return List.of(((Holder) both.get(0)).inside(), ((Object[]) both.get(1))[0]);
                    }));

    private static Field field(Object value) {
        Field field = new Field();
        field.inside = value;
        return field;
    }

    private static void pass(Codecs writer, Codecs reader, Sample sample, Place place) {
        Object value = sample.make();
        Object there;
        try {
            there = reader.codec
                    .decoder(writer.payload(place.in().apply(value)), List.of())
                    .object(Object.class);
        } catch (RuntimeException failed) {
            throw new AssertionError(sample + " " + place.name() + ": " + failed, failed);
        }
        List<Object> found = place.out().apply(there);
        for (Object each : found) {
            assertThat(sample.parts().apply(each))
                    .as("%s %s", sample, place.name())
                    .isEqualTo(sample.parts().apply(value));
        }
        if (found.size() == 2 && hasIdentity(value.getClass())) {
            assertThat(found.get(0)).as("%s, one object", sample).isSameAs(found.get(1));
        }
    }

    /** False for classes of which Java says that a program must not ask which of two equal ones it has. */
    private static boolean hasIdentity(Class<?> type) {
        return !type.getPackageName().equals("java.time") && type != Double.class && type != String.class;
    }

    static Stream<Sample> samples() {
        return Samples.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("samples")
    void shouldArriveEqualInEveryPlace(Sample sample) {
        Codecs writer = new Codecs();
        Codecs reader = new Codecs();
        for (Place place : PLACES) {
            pass(writer, reader, sample, place);
            pass(reader, writer, sample, place);
        }
    }

    static IntStream seeds() {
        return IntStream.range(0, SEEDS);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void shouldNotDependOnWhatWasMetBefore(int seed) {
        Random random = new Random(seed);
        List<Codecs> processes = List.of(new Codecs(), new Codecs(), new Codecs());
        List<Sample> samples = Samples.all();
        Map<String, Object> tried = new LinkedHashMap<>();
        for (int i = 0; i < DRAWS; i++) {
            Sample sample = samples.get(random.nextInt(samples.size()));
            Place place = PLACES.get(random.nextInt(PLACES.size()));
            tried.put(sample.name() + " " + place.name(), "");
            try {
                pass(processes.get(random.nextInt(3)), processes.get(random.nextInt(3)), sample, place);
            } catch (AssertionError failed) {
                throw new AssertionError("seed " + seed + " after " + tried.keySet(), failed);
            }
        }
    }

    /** Those that say themselves how they are written meet each other in every order of two. */
    @Test
    void shouldWriteClassesWithMethodsOfTheirOwnInOneForm() {
        List<Sample> own = Samples.all().stream()
                .filter(sample -> List.of("Unit", "Length", "Several", "Scale", "Celsius", "External", "Range", "Exact")
                        .contains(sample.name()))
                .toList();
        Place alone = PLACES.getFirst();
        for (Sample first : own) {
            for (Sample second : own) {
                Codecs writer = new Codecs();
                Codecs reader = new Codecs();
                pass(writer, writer, first, alone);
                pass(reader, reader, second, alone);
                pass(writer, reader, second, alone);
                pass(reader, writer, first, alone);
                pass(writer, reader, first, alone);
                pass(new Codecs(), writer, second, alone);
                pass(reader, new Codecs(), first, alone);
            }
        }
    }
}
