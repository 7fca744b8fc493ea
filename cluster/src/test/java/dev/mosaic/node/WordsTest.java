package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.memory.MemoryShare;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said about units, and to JVMs. */
class WordsTest {
    @Test
    void shouldNameWhatListens_S1_4() {
        assertThat(new Roll(0, 2)).hasToString("<NODE:0 | WORKER:0-1>");
        assertThat(new Roll(0, 1)).hasToString("<NODE:0 | WORKER:0>");
    }

    @Test
    void shouldKeepTheKeysOfTheBucketFromUserCode_S1_5() {
        Map<String, String> environment = new HashMap<>(Map.of("PATH", "/bin", "MOSAIC_S3_SECRET_KEY", "x"));
        Blank.removeSecrets(environment);
        assertThat(environment).containsOnlyKeys("PATH");
    }

    @Test
    void shouldTellHowAProcessEnded_S7_1() {
        assertThat(ExitWords.of(3)).isEqualTo("its process ended with exit code 3");
        assertThat(ExitWords.of(137)).isEqualTo("its process was ended by signal 9 (SIGKILL)");
        assertThat(ExitWords.of(129)).isEqualTo("its process was ended by signal 1");
    }

    @Test
    void shouldLeaveTheCollectorToWhoNamesOne() {
        String own = "-XX:+UseSerialGC";
        assertThat(jvm(List.of("-Xmx1g"), Map.of())).contains(own, "-Xmx1g");
        assertThat(jvm(List.of("-XX:+UseZGC"), Map.of())).doesNotContain(own);
        assertThat(jvm(List.of("-XX:+UseParallelGC"), Map.of()))
                .as("which has no polls in counted loops either")
                .contains("-XX:+UseCountedLoopSafepoints");
        assertThat(jvm(List.of(), Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseG1GC -ea")))
                .doesNotContain(own);
    }

    @Test
    void shouldGiveAWorkerItsPartOfTheMemoryAsHeap() {
        assertThat(jvm(List.of(), Map.of())).contains("-XX:MaxRAMPercentage=7.5", "-XX:NewSize=1000");
        assertThat(jvm(List.of("-Xmx64m"), Map.of())).doesNotContain("-XX:NewSize=1000");
    }

    private static List<String> jvm(List<String> ofUser, Map<String, String> environment) {
        return JvmArguments.of(List.of("a.jar"), new MemoryShare(0, 0, 7.5, 1000), ofUser, environment);
    }

    @Test
    void shouldQuoteArguments() {
        assertThat(ArgumentFile.quote("C:\\my jars\\\"a\".jar")).isEqualTo("\"C:\\\\my jars\\\\\\\"a\\\".jar\"");
    }
}
