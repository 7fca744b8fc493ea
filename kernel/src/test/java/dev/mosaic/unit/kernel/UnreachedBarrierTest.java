package dev.mosaic.unit.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.BarrierMessage.Quiesce;
import dev.mosaic.message.BarrierMessage.Quiet;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.unit.calls.CallSettings;
import dev.mosaic.unit.mailbox.MailboxSettings;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Barriers that ask a worker which lives, which the monitor hears, and to which there is no link. */
class UnreachedBarrierTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long LIMIT = 30 * SECOND;
    private static final Member HEAD = new Member("head:0", 1, Member.Kind.PROGRAM, "", "", 0);
    private static final Member NEAR = new Member("worker:0:0", 3, Member.Kind.WORKER, "", "node:0", 1, 1);
    private static final Member FAR = new Member("worker:0:1", 4, Member.Kind.WORKER, "", "node:0", 1, 1);
    private static final long MONITOR = 2;

    /** It looks for those that it does not reach with each tick. */
    private static final KernelSettings SETTINGS =
            new KernelSettings(CallSettings.DEFAULT, MailboxSettings.DEFAULT, 1, LIMIT);

    private record Letter(long to, UnitMessage message) {}

    private final List<Letter> letters = new ArrayList<>();

    /** How the barriers ended. */
    private final List<String> over = new ArrayList<>();

    private final KernelOutput out = (KernelOutput) Proxy.newProxyInstance(
            UnreachedBarrierTest.class.getClassLoader(),
            new Class<?>[] {KernelOutput.class},
            (proxy, method, arguments) -> said(method, arguments));

    private final UnitKernel kernel = new UnitKernel(HEAD, SETTINGS, (className, method) -> className, out);
    private long now = 100 * SECOND;
    private boolean isHeard = true;

    private @Nullable Object said(Method method, Object[] arguments) {
        if (method.getName().equals("send") && arguments[1] instanceof UnitMessage message) {
            letters.add(new Letter((long) arguments[0], message));
        } else if (method.getName().equals("quiet")) {
            over.add("quiet " + arguments[0]);
        } else if (method.getName().equals("barrierFailed")) {
            over.add("failed " + Arrays.toString(arguments));
        }
        return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
    }

    @BeforeEach
    void meet() {
        kernel.connected(now, "monitor", MONITOR);
        kernel.received(now, MONITOR, new ClusterMessage.Members(1, List.of(NEAR, FAR), List.of()));
        kernel.connected(now, NEAR.uid(), NEAR.instance());
        kernel.connected(now, FAR.uid(), FAR.instance());
        letters.clear();
    }

    /** Answers whatever was asked of those that are reached. */
    private void answer() {
        while (!letters.isEmpty()) {
            Letter letter = letters.removeFirst();
            if (letter.message instanceof ClusterMessage.Look look && isHeard) {
                kernel.received(now, letter.to, new ClusterMessage.Looked(look.instance(), SECOND));
            } else if (letter.message instanceof Quiesce asked) {
                kernel.received(
                        now,
                        letter.to,
                        new Quiet(asked.request(), asked.round(), 0, 0, List.of(), List.of(), asked.era() - 1));
            }
        }
    }

    private void cut() {
        letters.removeIf(letter -> letter.to == FAR.instance());
        kernel.disconnected(FAR.instance());
        now++;
        tick();
    }

    private void tick() {
        kernel.tick(now);
        answer();
    }

    private void passUntil(long then) {
        while (now < then) {
            now = Math.min(then, now + SECOND);
            tick();
        }
    }

    @Test
    @DisplayName(
            "S3.10: a barrier that asks a worker which lives and cannot be reached fails after 30 s, naming both sides")
    void shouldFailAfterTheLimitAndNotBefore_S3_10() {
        kernel.barrier(now, 1, null);
        cut();
        long end = now + LIMIT;
        passUntil(end - 1);
        assertThat(over).isEmpty();
        assertThat(kernel.open()).isEqualTo(1);
        passUntil(end);
        assertThat(over)
                .singleElement()
                .asString()
                .startsWith("failed [1,")
                .contains(
                        "WORKER_LOST",
                        "head:0 has not reached worker:0:1 for 30000 ms, and the monitor hears worker:0:1");
        assertThat(kernel.open()).isZero();
    }

    @Test
    void shouldGoOnWhereTheLinkComesBackBefore() {
        kernel.barrier(now, 1, null);
        cut();
        passUntil(now + LIMIT - 1);
        kernel.connected(now, FAR.uid(), FAR.instance());
        answer();
        assertThat(over).containsExactly("quiet 1");
        passUntil(now + 2 * LIMIT);
        assertThat(over).hasSize(1);
    }

    @Test
    void shouldFailEachThatBeginsWhileItIsCut() {
        cut();
        kernel.barrier(now, 1, null);
        now++;
        tick();
        passUntil(now + LIMIT);
        assertThat(over).singleElement().asString().startsWith("failed [1,");
        kernel.barrier(now, 2, null);
        long end = now + LIMIT;
        passUntil(end - 1);
        assertThat(over).hasSize(1);
        passUntil(end);
        assertThat(over).hasSize(2).last().asString().startsWith("failed [2,");
    }

    @Test
    void shouldWaitOnForAWorkerThatTheMonitorDoesNotHearEither() {
        isHeard = false;
        kernel.barrier(now, 1, null);
        cut();
        passUntil(now + 4 * LIMIT);
        assertThat(over).isEmpty();
        kernel.received(
                now,
                MONITOR,
                new ClusterMessage.Members(
                        1, List.of(), List.of(new ClusterMessage.Loss(FAR.instance(), "it was silent"))));
        answer();
        assertThat(over).containsExactly("quiet 1");
    }

    @Test
    void shouldNotFailWhereAllAreReached() {
        kernel.barrier(now, 1, null);
        letters.removeIf(letter -> letter.to == FAR.instance()); // it has tasks, and keeps its answer back
        answer();
        passUntil(now + 4 * LIMIT);
        assertThat(over).isEmpty();
    }

    @Test
    void shouldNotHeedAnAnswerThatComesAfterTheEnd() {
        kernel.barrier(now, 1, null);
        cut();
        passUntil(now + LIMIT);
        kernel.connected(now, FAR.uid(), FAR.instance());
        kernel.received(now, FAR.instance(), new Quiet(1, 1, 0, 0, List.of(), List.of(), 0));
        answer();
        assertThat(over).singleElement().asString().startsWith("failed [1,");
        kernel.barrier(now, 2, null);
        answer();
        assertThat(over).last().isEqualTo("quiet 2");
    }
}
