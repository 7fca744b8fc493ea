package dev.mosaic.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** R2: whoever waits for a message that is too large, or for its answer, hears why. */
class UndeliverableTest {
    /** Those with values of the program's in them, or lists of them. */
    private static final Set<MessageType> LARGE = Set.of(
            MessageType.CREATE,
            MessageType.CALL,
            MessageType.DONE,
            MessageType.VALUE,
            MessageType.RESERVE,
            MessageType.RESERVED,
            MessageType.PUT,
            MessageType.ACQUIRE,
            MessageType.ACQUIRED,
            MessageType.ANNOUNCE,
            MessageType.COPIES,
            MessageType.DESCRIBE,
            MessageType.KEEP,
            MessageType.RAISE,
            MessageType.ADOPT);

    private final Messages messages = new Messages(new SplittableRandom(3));

    @ParameterizedTest
    @EnumSource
    void shouldTellSomebodyOfAllThatCanBeLarge(MessageType type) {
        Undeliverable told = Undeliverable.of(messages.any(type), "count=5 is above 4");

        assertThat(told.instead() != null || told.answer() != null)
                .as("somebody hears of it")
                .isEqualTo(LARGE.contains(type));
        UnitMessage instead = told.instead();
        if (instead != null) {
            assertThat(new MessageWriter().write(instead).remaining()).isLessThan(1_000_000);
        }
    }

    @Test
    void shouldSendACallWithItsNumberAndTheReasonInPlaceOfItsArguments() {
        StreamMessage.Call call = (StreamMessage.Call) messages.any(MessageType.CALL);

        StreamMessage.Call sent = (StreamMessage.Call) java.util.Objects.requireNonNull(
                Undeliverable.of(call, "count=5 is above 4").instead());

        assertThat(sent.task()).isEqualTo(call.task());
        assertThat(sent.number()).isEqualTo(call.number());
        assertThat(sent.stream()).isEqualTo(call.stream());
        assertThat(sent.arguments()).isEqualTo(Payload.EMPTY);
        assertThat(sent.needs()).hasSize(1);
        assertThat(sent.needs().getFirst().known()).isInstanceOfSatisfying(Outcome.Failed.class, failed -> {
            assertThat(failed.failure().kind()).isEqualTo(Failure.Kind.TOO_LARGE);
            assertThat(failed.failure().what()).contains("count=5 is above 4", "task=" + call.task());
        });
    }

    @Test
    void shouldAnswerAQuestionToAStoreAsIfItHadRefused() {
        Id ref = new Id(4, 5);
        assertThat(Undeliverable.of(new ObjectMessage.Put(ref, "list", 0, Payload.EMPTY), "why")
                        .answer())
                .isInstanceOfSatisfying(ObjectMessage.Stored.class, stored -> {
                    assertThat(stored.ref()).isEqualTo(ref);
                    assertThat(stored.failure()).isNotNull();
                });
        assertThat(Undeliverable.of(new ObjectMessage.Acquire(ref, List.of(ref, ref)), "why")
                        .answer())
                .isInstanceOfSatisfying(
                        ObjectMessage.Acquired.class,
                        acquired -> assertThat(acquired.values()).hasSize(2));
    }
}
