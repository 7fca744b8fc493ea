package dev.mosaic.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class NotRunTest {
    @TempDir
    Path folder;

    static final class GivenUp {
        @BeforeAll
        static void start() {
            Assumptions.abort("no cluster\nat all");
        }

        @Test
        void one() {}

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void two(int number) {}
    }

    static final class Runs {
        @Test
        void one() {}

        @Test
        void skipped() {
            Assumptions.abort("Surefire names it");
        }
    }

    private List<String> notRun(Class<?>... classes) throws IOException {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (Class<?> each : classes) {
            request.selectors(selectClass(each));
        }
        LauncherConfig alone = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .build();
        LauncherFactory.create(alone).execute(request.build(), new NotRun(folder));
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> all = files.toList();
            return all.isEmpty() ? List.of() : Files.readAllLines(all.getFirst());
        }
    }

    @Test
    void shouldNameTheTestsOfAClassThatWasGivenUpBeforeThem() throws IOException {
        assertThat(notRun(GivenUp.class, Runs.class))
                .containsExactlyInAnyOrder("NotRunTest$GivenUp.one\tno cluster", "NotRunTest$GivenUp.two\tno cluster");
    }

    @Test
    void shouldWriteNothingWhereAllRan() throws IOException {
        assertThat(notRun(Runs.class)).isEmpty();
    }
}
