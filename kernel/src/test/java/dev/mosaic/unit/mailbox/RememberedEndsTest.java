package dev.mosaic.unit.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.unit.links.Links;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of how many tesserae that have ended in it a worker still says why. */
class RememberedEndsTest {
    private static final int MOST = 10_000;
    private static final long SELF = 1;
    private static final long HEAD = 11;
    private static final long LATE = 12;
    private static final long NOW = 1_000_000_000L;

    private final Recorder out = new Recorder();
    private final Links links = new Links(SELF, out);
    private final MailboxMachine machine =
            new MailboxMachine(links, MailboxSettings.DEFAULT, out, out, (name, method) -> name + "#" + method);

    @Test
    void shouldSayOfTheLast10000TesseraeWhyTheyEnded_S2_7() {
        live(MOST);
        assertThat(endSaidOf(0)).contains("tessera=" + tessera(0) + " was held by nobody");
        assertThat(endSaidOf(MOST - 1)).contains("tessera=" + tessera(MOST - 1) + " was held by nobody");
    }

    @Test
    void shouldNotRememberTheEndOfTheOneBeforeThese_S2_7() {
        live(MOST + 1);
        assertThat(endSaidOf(0)).as("the call waits for it to come").isEmpty();
        assertThat(endSaidOf(1)).contains("tessera=" + tessera(1) + " was held by nobody");
    }

    /** So many tesserae come, and are let go of. */
    private void live(int count) {
        links.connected(HEAD);
        links.connected(LATE);
        for (int i = 0; i < count; i++) {
            Id making = new Id(HEAD, 1_000_000 + i);
            machine.received(
                    NOW,
                    HEAD,
                    new StreamMessage.Create(
                            making, tessera(i), 1, -1, "Solver", 7, 0, 1, "", List.of(), Payload.EMPTY));
            machine.finished(NOW, out.started.getLast(), new Outcome.Returned(Payload.of(new byte[8])));
            out.takeStarted();
            machine.confirmed(HEAD, new ReplyMessage.Confirm(tessera(i), 0));
            machine.hold(NOW, HEAD, new ValueMessage.Hold(tessera(i), false, false, 2));
        }
        assertThat(machine.open()).isZero();
        out.take(ReplyMessage.Done.class);
    }

    /** What a caller hears who comes with a proxy now; empty where it hears nothing. */
    private Optional<String> endSaidOf(int index) {
        Id task = new Id(LATE, 2_000_000 + index);
        machine.hold(NOW, LATE, new ValueMessage.Hold(tessera(index), true, false, 4));
        machine.received(
                NOW,
                LATE,
                new StreamMessage.Call(task, tessera(index), 1, 0, -1, 1, false, 0, 0, List.of(), Payload.EMPTY));
        return out.take(ReplyMessage.Done.class).stream()
                .filter(done -> done.task().equals(task))
                .map(done -> ((Outcome.Failed) done.outcome()).failure())
                .map(Failure::what)
                .findFirst();
    }

    private static Id tessera(int index) {
        return new Id(HEAD, 1 + index);
    }
}
