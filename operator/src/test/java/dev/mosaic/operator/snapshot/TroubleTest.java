package dev.mosaic.operator.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

/** Why a pod does not run. */
class TroubleTest {
    /** The exit code alone says nothing: the cause is in the log. */
    @Test
    void shouldSayTheLastLineOfTheLogOfOneThatEndsAgainAndAgain() {
        String status = """
                metadata: {name: demo-warehouse-0}
                status:
                  containerStatuses:
                  - name: mosaic
                    state: {waiting: {reason: CrashLoopBackOff, message: back-off 20s}}
                    lastState: {terminated: {exitCode: 1, reason: Error%s}}
                """;
        assertThat(
                        words(
                                status.formatted(
                                        ", message: \"INFO begin\\nfolder: AccessDeniedException (MOSAIC-START-003, mosaic.dev/errors)\\n\"")))
                .isEqualTo("pod demo-warehouse-0: ends again and again, last with exit code 1 (Error): "
                        + "folder: AccessDeniedException (MOSAIC-START-003, mosaic.dev/errors)");
        assertThat(words(status.formatted("")))
                .isEqualTo("pod demo-warehouse-0: ends again and again, last with exit code 1 (Error)");
    }

    private static String words(String pod) {
        return Trouble.of(Given.read(pod, Pod.class)).orElseThrow().message();
    }
}
