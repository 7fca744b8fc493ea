package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Carrier;
import dev.mosaic.mesh.LinkSuite;
import dev.mosaic.mesh.MeshOptions;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The suite of links over TLS, and tokens that change while units run. */
class TlsLinkTest extends LinkSuite {
    @Override
    protected Carrier newCarrier() {
        return SocketCarrier.tls();
    }

    /** With a space between tokens, and {@code _} for one in a token. */
    private static MeshOptions knowing(String uid, String tokens) {
        List<String> all = List.of(tokens.split(" ")).stream()
                .map(each -> each.replace('_', ' '))
                .toList();
        return MeshOptions.of(uid).withTokens(() -> all);
    }

    @ParameterizedTest(name = "{0} dials {1}")
    @CsvSource({
        "old, new old",
        "new old, old",
        "new, new old",
        "new old, new",
        "new old, new old",
        "my_old%20%, my_old%20%",
        "new my_old%20%, my_old%20%",
        "my_old, new my_old",
        "new a+b%20c, a+b%20c"
    })
    void shouldLinkUnitsThatHaveATokenInCommon_S7_5(String dials, String listens) {
        Unit dialler = unit(knowing("a", dials));
        Unit listener = unit(knowing("b", listens));

        link(dialler, listener);

        assertThat(listener.inbox().connected()).hasSize(1);
    }

    @ParameterizedTest(name = "{0} dials {1}")
    @CsvSource({"old, new", "new, old", "older old, newest new", "my_old, old", "my_old, my", "a my_old, b my"})
    void shouldRefuseUnitsThatHaveNoneInCommon_S7_5(String dials, String listens) {
        assertRefused(unit(knowing("a", dials)), unit(knowing("b", listens)), "wrong token");
    }

    @Test
    void shouldTakeAnotherTokenWhileItRuns_S7_5() {
        AtomicReference<List<String>> tokens = new AtomicReference<>(List.of("old"));
        Unit listener = unit(MeshOptions.of("b").withTokens(tokens::get));
        Unit before = unit(knowing("a", "old"));
        link(before, listener);

        tokens.set(List.of("new"));
        link(unit(knowing("c", "new")), listener);

        assertThat(before.inbox().losses()).as("a link that is up stays").isEmpty();
        assertThat(listener.inbox().connected()).hasSize(2);
    }
}
