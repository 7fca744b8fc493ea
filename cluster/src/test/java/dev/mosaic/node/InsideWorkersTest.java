package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.testing.Eventually;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InsideWorkersTest {
    private static final Member PROGRAM =
            new Member("head:0", 7, Member.Kind.PROGRAM, "", "node:0", 0, 0, Resources.NONE, List.of());

    private static final Member OTHER =
            new Member("head:1", 8, Member.Kind.PROGRAM, "", "node:0", 0, 0, Resources.NONE, List.of());

    private final AtomicLong instances = new AtomicLong(100);
    private final BlockingQueue<Long> opened = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> ended = new LinkedBlockingQueue<>();
    private final InsideWorkers workers = new InsideWorkers(0, 0, List.of("0"), (uid, gpus) -> {
        long instance = instances.incrementAndGet();
        opened.add(instance);
        return new InsideWorkers.Opened(instance, () -> ended.add(instance));
    });

    @Test
    @DisplayName("A wish that is said again is served once, and forgotten with its worker")
    void shouldForgetTheWishesOfWorkersThatAreLost() throws Exception {
        for (long ticket = 1; ticket <= 50; ticket++) {
            workers.equip(PROGRAM, ticket, 1, List.of());
            workers.equip(PROGRAM, ticket, 1, List.of());
            Long instance = opened.poll(20, TimeUnit.SECONDS);
            assertThat(instance).isNotNull();
            workers.equip(PROGRAM, ticket, 1, List.of());
            assertThat(workers.wishes()).isEqualTo(1);
            Eventually.holds("the worker ends", () -> isEnded(instance));
            assertThat(workers.wishes()).isZero();
        }
        assertThat(opened).isEmpty();
    }

    @Test
    @DisplayName("Nobody waits for devices for a program that is dead")
    void shouldForgetTheWishesOfADeadProgram() throws Exception {
        workers.equip(OTHER, 1, 1, List.of());
        Long instance = opened.poll(20, TimeUnit.SECONDS);
        assertThat(instance).isNotNull();
        workers.equip(PROGRAM, 2, 1, List.of());
        workers.equip(PROGRAM, 3, 1, List.of());
        workers.equip(OTHER, 4, 1, List.of());
        workers.lost(PROGRAM.instance());
        assertThat(workers.wishes()).isEqualTo(2);
        Eventually.holds("the worker ends", () -> isEnded(instance));
        assertThat(opened.poll(20, TimeUnit.SECONDS)).as("for the last wish").isNotNull();
        assertThat(workers.wishes()).isEqualTo(1);
    }

    /** It may not be known as one of them yet. */
    private boolean isEnded(long instance) {
        workers.lost(instance);
        return ended.contains(instance);
    }
}
