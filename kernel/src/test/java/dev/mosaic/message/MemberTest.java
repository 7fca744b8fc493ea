package dev.mosaic.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MemberTest {
    /** They would begin a line of the log that somebody else seems to have written, or steer a terminal. */
    @Test
    void shouldHaveNoControlCharactersInItsTexts() {
        Member member = new Member(
                "node:0\nERROR all is lost",
                1,
                Member.Kind.NODE,
                "tcp://a:1\r\n tcp://b:2",
                "node:\u001b[2J",
                0,
                0,
                Resources.NONE,
                List.of("gpu\u0085", "gpu 1"));

        assertThat(member.uid()).isEqualTo("node:0?ERROR all is lost");
        assertThat(member.endpoint()).isEqualTo("tcp://a:1?? tcp://b:2");
        assertThat(member.node()).isEqualTo("node:?[2J");
        assertThat(member.gpus()).containsExactly("gpu?", "gpu 1");
    }
}
