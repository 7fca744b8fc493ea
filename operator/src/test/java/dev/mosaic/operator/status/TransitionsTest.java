package dev.mosaic.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.reason.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each change is told once. */
class TransitionsTest {
    @ParameterizedTest
    @CsvSource({
        "'',                            'Ready:False:HeadNotReady',     ''",
        "'Ready:False:HeadNotReady',    'Ready:True:AllReady',          AllReady",
        "'Ready:True:AllReady',         'Ready:True:AllReady',          ''",
        "'Ready:True:AllReady',         'Ready:False:HeadNotReady',     HeadNotReady",
        "'Ready:False:HeadNotReady',    'Ready:False:WorkersNotReady',  ''",
        "'',                            'Accepted:True:Valid',          ''",
        "'',                            'Accepted:False:ReservedName',  ReservedName",
        "'Accepted:False:ReservedName', 'Accepted:False:SecretNotFound', SecretNotFound",
        "'Accepted:False:ReservedName', 'Accepted:True:Valid',          Valid",
        "'',                            'Degraded:False:AsDeclared',    ''",
        "'Degraded:False:AsDeclared',   'Degraded:True:CrashLoop',      CrashLoop",
        "'Degraded:True:CrashLoop',     'Degraded:True:CrashLoop',      ''",
        "'Degraded:True:CrashLoop',     'Degraded:False:AsDeclared',    AsDeclared",
        "'',                            'Progressing:True:Provisioning', ''",
    })
    void shouldTellWhatChanged(String before, String after, String told) {
        assertThat(Transitions.between(conditions(before), conditions(after)).stream()
                        .map(each -> each.reason().word()))
                .isEqualTo(told.isEmpty() ? List.of() : List.of(told));
    }

    /** Programs know them by the word. */
    @Test
    void shouldHaveWordsThatDiffer() {
        assertThat(Reason.values()).extracting(Reason::word).doesNotHaveDuplicates();
        assertThat(Reason.values()).allSatisfy(each -> assertThat(each.word()).matches("[A-Z][A-Za-z]+"));
    }

    private static List<Condition> conditions(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> parts = Arrays.asList(text.split(":", -1));
        return List.of(new Condition(
                parts.get(0),
                ConditionStatus.valueOf(parts.get(1).toUpperCase(Locale.ROOT)),
                1L,
                Given.NOW.toString(),
                parts.get(2),
                ""));
    }
}
