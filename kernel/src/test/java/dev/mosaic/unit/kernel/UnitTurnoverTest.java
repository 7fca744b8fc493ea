package dev.mosaic.unit.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.ValueMessage;
import dev.mosaic.testing.Elements;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A unit that lives for years while others come and go: what it keeps of them is bounded. */
class UnitTurnoverTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MONITOR = 2;

    /** 100,000 units, four in each round. */
    private static final int ROUNDS = 25_000;

    private static final Member SELF = new Member("worker:0:0", 1, Member.Kind.WORKER, "", "node:0", 1);

    /** What it says is heard by nobody. */
    private final KernelOutput out = (KernelOutput) Proxy.newProxyInstance(
            UnitTurnoverTest.class.getClassLoader(),
            new Class<?>[] {KernelOutput.class},
            (proxy, method, arguments) -> method.getReturnType() == boolean.class ? Boolean.FALSE : null);

    private final UnitKernel kernel =
            new UnitKernel(SELF, KernelSettings.DEFAULT, (className, method) -> className, out);
    private long now = SECOND;

    @Tag("long")
    @Tag("variants")
    @Test
    void shouldKeepNoMoreAfter100000JoinsAndDeathsThanAfter50000() {
        kernel.connected(now, "monitor", MONITOR);
        for (int round = 0; round < ROUNDS / 2; round++) {
            comeAndGo(round);
        }
        Map<String, Long> half = Elements.of(kernel, out, this);
        for (int round = ROUNDS / 2; round < ROUNDS; round++) {
            comeAndGo(round);
        }

        assertThat(kernel.members()).containsExactly(SELF);
        assertThat(Elements.of(kernel, out, this)).isEqualTo(half);
    }

    private void comeAndGo(int round) {
        long first = 10_000_000L + 10L * round;
        List<Member> joined = List.of(
                new Member("head:" + round, first, Member.Kind.PROGRAM, "", "", 0),
                new Member("node:" + round, first + 1, Member.Kind.NODE, "", "", 1),
                new Member("worker:" + round + ":0", first + 2, Member.Kind.WORKER, "", "node:" + round, 1),
                new Member("store:" + round, first + 3, Member.Kind.WAREHOUSE, "", "node:" + round, 0));
        kernel.connected(now, "head:" + round, first); // a link before the monitor's word
        say(MONITOR, new ClusterMessage.Members(1, joined, List.of()));
        joined.forEach(member -> kernel.connected(now, member.uid(), member.instance()));
        say(first, new ValueMessage.Hold(new Id(1, round), true, false, 1));
        say(first + 2, new ValueMessage.Hold(new Id(1, round), true, false, 1));
        pass();
        if (round % 2 == 0) {
            joined.forEach(member -> kernel.disconnected(member.instance()));
        }
        say(
                MONITOR,
                new ClusterMessage.Members(
                        1,
                        List.of(),
                        joined.stream()
                                .map(member -> new ClusterMessage.Loss(member.instance(), "it was silent"))
                                .toList()));
        joined.forEach(member -> kernel.disconnected(member.instance()));
        pass();
    }

    /** Longer than anything of the dead is kept. */
    private void pass() {
        now += 60 * SECOND;
        kernel.tick(now);
        kernel.tick(now + SECOND);
    }

    private void say(long from, dev.mosaic.message.UnitMessage message) {
        kernel.received(now, from, message);
    }
}
