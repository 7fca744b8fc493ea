package dev.mosaic.serve.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.serve.call.Reply;
import org.junit.jupiter.api.Test;

/** How much is kept of the replies to calls with a key. */
class KeptRepliesTest {
    private static final int MOST = 8 << 20;

    private final KeptReplies replies = new KeptReplies();

    private void keep(String key, int characters) {
        replies.keep(key, 1, new Reply(200, "x".repeat(characters)), 0);
    }

    @Test
    void shouldForgetTheOldestBeyond8MiCharacters() {
        keep("first", MOST / 2);
        keep("second", MOST / 2);
        assertThat(replies.find("first", 0)).as("at the limit").isNotNull();

        keep("third", 1);

        assertThat(replies.find("first", 0)).as("beyond it").isNull();
        assertThat(replies.find("second", 0)).isNotNull();
        assertThat(replies.find("third", 0)).isNotNull();
    }

    @Test
    void shouldKeepTheLastHoweverLongItIs() {
        keep("first", 1);
        keep("long", MOST + 1);

        assertThat(replies.find("first", 0)).isNull();
        assertThat(replies.find("long", 0)).isNotNull();
    }
}
