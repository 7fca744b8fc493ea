package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.serve.call.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is kept of calls that nobody waits for, by time, number and size. */
class OutcomesTest {
    private static final int CHARACTERS = 8 << 20;

    private final Outcomes outcomes = new Outcomes();

    @Test
    void shouldKeepAReplyForTenMinutes() {
        String id = outcomes.begin(0).orElseThrow();
        assertThat(outcomes.find(id, 1)).contains(new Outcomes.Runs());
        Reply reply = new Reply(200, "42");
        outcomes.end(id, reply, 5);
        assertThat(outcomes.find(id, 5 + Outcomes.KEPT_NANOS)).contains(new Outcomes.Ended(reply));
        assertThat(outcomes.find(id, 6 + Outcomes.KEPT_NANOS)).isEmpty();
    }

    @Test
    void shouldNotBeginMoreThanItCanKeep() {
        for (int i = 0; i < Outcomes.MOST; i++) {
            assertThat(outcomes.begin(0)).isPresent();
        }
        assertThat(outcomes.begin(1)).isEmpty();
    }

    /** They were 4,096 times 8 Mi characters. */
    @Test
    void shouldForgetTheOldestRepliesWhereTheyAreTooLarge() {
        Reply large = new Reply(200, "x".repeat(CHARACTERS));
        String running = outcomes.begin(0).orElseThrow();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String id = outcomes.begin(i).orElseThrow();
            outcomes.end(id, large, i);
            ids.add(id);
        }
        int fits = (int) (Outcomes.MOST_BYTES / (2L * CHARACTERS));
        assertThat(ids.stream().map(id -> outcomes.find(id, 100)).filter(Optional::isPresent))
                .hasSize(fits);
        assertThat(ids.subList(100 - fits, 100))
                .as("the newest")
                .allMatch(id -> outcomes.find(id, 100).isPresent());
        assertThat(outcomes.find(running, 100)).contains(new Outcomes.Runs());
    }

    @Test
    void shouldNotKeepAReplyThatIsTooLargeByItself() {
        String id = outcomes.begin(0).orElseThrow();
        outcomes.end(id, new Reply(200, "x".repeat((int) Outcomes.MOST_BYTES / 2 + 1)), 1);
        assertThat(outcomes.find(id, 2)).isEmpty();
        String next = outcomes.begin(3).orElseThrow();
        outcomes.end(next, new Reply(200, ""), 4);
        assertThat(outcomes.find(next, 5)).isPresent();
    }
}
