package dev.mosaic.testing;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Architecture} finds what must not be in pure code, and who sleeps. */
class PurityTest {
    record Sum(List<Long> values) {
        long all() {
            return values.stream().mapToLong(Long::longValue).sum();
        }
    }

    record Timed(LongSupplier clock) {
        Timed() {
            this(System::nanoTime);
        }
    }

    record Drawn(UUID id) {
        Drawn() {
            this(UUID.randomUUID());
        }
    }

    record Chance(Random random) {}

    record Threaded(Thread thread) {}

    record Filed(Path path) {}

    record Logging(System.Logger log) {}

    @Test
    void shouldPassWhatIsPure() {
        assertThat(violates(Sum.class)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(classes = {Timed.class, Drawn.class, Chance.class, Threaded.class, Filed.class, Logging.class})
    void shouldFindWhatIsNot(Class<?> impure) {
        assertThat(violates(impure)).isTrue();
    }

    record Sleeper(long millis) {
        void sleep() throws InterruptedException {
            Thread.sleep(millis);
        }
    }

    @Test
    void shouldFindWhoSleeps() {
        assertThat(Architecture.sleepless()
                        .evaluate(Architecture.mainAndTests())
                        .getFailureReport()
                        .toString())
                .contains(Sleeper.class.getSimpleName());
    }

    private static boolean violates(Class<?> code) {
        return Architecture.pure(equivalentTo(code), equivalentTo(code))
                .evaluate(new ClassFileImporter().importClasses(code))
                .hasViolation();
    }
}
