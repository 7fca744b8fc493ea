package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.Given;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a deleted tessera waits for; now is 12:00:00, as a table. */
class PartingTest {
    private static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # suspended | Suspended since | HeadReady since | deleted  | what comes of it
            false       | -               | True 10:00:00   | 11:59:59 | ASK_HEAD
            false       | -               | True 10:00:00   | 11:58:59 | GO
            false       | -               | False 10:00:00  | 11:59:59 | ASK_HEAD
            false       | -               | False 10:00:00  | 11:58:59 | GO
            false       | -               | True 11:59:30   | 11:00:00 | ASK_HEAD
            true        | True 10:00:00   | False 10:00:00  | 10:30:00 | WAIT
            true        | -               | False 10:00:00  | 11:59:59 | WAIT
            false       | False 11:59:00  | False 10:00:00  | 10:30:00 | ASK_HEAD
            false       | False 11:50:01  | False 10:00:00  | 10:30:00 | ASK_HEAD
            false       | False 11:49:59  | False 10:00:00  | 10:30:00 | GO
            false       | False 11:50:00  | True 11:59:10   | 10:30:00 | ASK_HEAD
            false       | False 11:50:00  | True 11:58:50   | 10:30:00 | GO
            false       | False 09:00:00  | False 10:00:00  | 11:58:50 | GO
            """)
    void shouldWaitForAClusterThatRestsAndForNoHeadThatIsSilent(
            boolean isSuspended, String suspended, String headReady, String deleted, Parting parting) {
        MosaicCluster cluster = Given.read(
                """
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: demo, namespace: lab}
                status:
                """
                        + (isSuspended ? "  suspension: {reason: Requested, since: '2026-01-31T10:00:00Z'}\n" : "")
                        + "  conditions:\n" + condition("Suspended", suspended) + condition("HeadReady", headReady),
                MosaicCluster.class);

        assertThat(Parting.of(Optional.of(cluster), Instant.parse("2026-01-31T" + deleted + "Z"), NOW))
                .isEqualTo(parting);
    }

    private static String condition(String type, String said) {
        String[] words = said.split(" ", -1);
        return words.length < 2
                ? ""
                : "  - {type: %s, status: '%s', reason: Word, message: '', lastTransitionTime: '2026-01-31T%sZ'}\n"
                        .formatted(type, words[0], words[1]);
    }

    @Test
    void shouldGoWithItsCluster() {
        assertThat(Parting.of(Optional.empty(), NOW, NOW)).isEqualTo(Parting.GO);
    }

    @Test
    void shouldWaitForOneThatIsToBeSuspended() {
        assertThat(Parting.of(Optional.of(Given.cluster("suspend: true")), NOW.minusSeconds(3_600), NOW))
                .isEqualTo(Parting.WAIT);
    }
}
