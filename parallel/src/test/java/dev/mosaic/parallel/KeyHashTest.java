package dev.mosaic.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The hash of keys. */
class KeyHashTest {
    private record Day(DayOfWeek day, double hours, List<DayOfWeek> others) {}

    private static final LocalDateTime TIME = LocalDateTime.of(2026, 2, 28, 23, 59);

    private static List<Object> keys() {
        return List.of(
                "text",
                true,
                'c',
                (byte) 1,
                (short) 2,
                3,
                4L,
                5.5f,
                6.5,
                BigInteger.TWO.pow(100),
                new BigDecimal("1.50"),
                new UUID(1, 2),
                URI.create("http://host/path?query"),
                new File("a/b"),
                Path.of("a/b"),
                InetAddress.ofLiteral("127.0.0.1"),
                InetAddress.ofLiteral("::1"),
                Locale.GERMANY,
                Currency.getInstance("EUR"),
                Date.from(Instant.ofEpochMilli(12345)),
                BitSet.valueOf(new long[] {5, 6}),
                OptionalInt.of(1),
                OptionalLong.of(2),
                OptionalDouble.of(3),
                Duration.ofMillis(1),
                Instant.ofEpochMilli(1),
                LocalDate.EPOCH,
                TIME,
                LocalTime.NOON,
                MonthDay.of(2, 28),
                TIME.atOffset(ZoneOffset.UTC),
                TIME.atOffset(ZoneOffset.UTC).toOffsetTime(),
                Period.ofDays(1),
                Year.of(2026),
                YearMonth.of(2026, 2),
                ZoneId.of("Europe/Berlin"),
                ZoneOffset.ofHours(1),
                TIME.atZone(ZoneId.of("Europe/Berlin")),
                DayOfWeek.MONDAY,
                String.class,
                new Day(DayOfWeek.FRIDAY, 7.5, List.of(DayOfWeek.MONDAY)),
                Set.of(DayOfWeek.MONDAY, DayOfWeek.FRIDAY),
                Map.of(DayOfWeek.MONDAY, Optional.of(DayOfWeek.FRIDAY)));
    }

    @Test
    void shouldBeTheSameInEachProcessAndNotZero() {
        List<Object> keys = keys();
        List<Integer> here = keys.stream().map(KeyHash::of).toList();
        try (Mosaic mosaic = Mosaic.start(options -> options.workers(1).noDashboard())) {
            assertThat(Bag.of(keys, 1).map(KeyHash::of).toList().compute(mosaic))
                    .isEqualTo(here);
        }
        assertThat(here).doesNotContain(0);
    }

    @Test
    void shouldBeEqualForEqualKeysOfSeveralClasses() {
        List<DayOfWeek> list = List.of(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);
        Map<DayOfWeek, Integer> map = Map.of(DayOfWeek.MONDAY, 1, DayOfWeek.FRIDAY, 2);
        List<List<Object>> equal = List.of(
                List.of(list, new ArrayList<>(list), Collections.unmodifiableList(list)),
                List.of(Set.copyOf(list), new TreeSet<>(list)),
                List.of(map, new HashMap<>(map), new TreeMap<>(map)),
                List.of(Map.entry("a", list), new AbstractMap.SimpleEntry<>("a", new ArrayList<>(list))));
        for (List<Object> keys : equal) {
            assertThat(keys).allSatisfy(key -> {
                assertThat(key).isEqualTo(keys.getFirst());
                assertThat(KeyHash.of(key)).isEqualTo(KeyHash.of(keys.getFirst()));
            });
        }
    }
}
