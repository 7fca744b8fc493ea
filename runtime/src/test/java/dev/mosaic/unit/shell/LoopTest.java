package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.testing.Eventually;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoopTest {
    private final Loop loop = new Loop("unit");

    @BeforeEach
    void open() {
        loop.open(() -> {});
    }

    /** Its own trace cannot be logged either. */
    private static final class Unspeakable extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("no words");
        }
    }

    @Test
    void shouldRunTheNextEventWhateverOneThrows() {
        List<String> ran = new CopyOnWriteArrayList<>();
        for (Throwable thrown : List.of(new StackOverflowError(), new LinkageError(), new Unspeakable())) {
            loop.run(now -> {
                throw sneaky(thrown);
            });
            loop.run(now -> ran.add(thrown.getClass().getSimpleName()));
        }
        assertRan(ran, "StackOverflowError", "LinkageError", "Unspeakable");
    }

    @Test
    void shouldKeepOneTickWaitingAtMost() {
        List<String> ran = new CopyOnWriteArrayList<>();
        loop.run(now -> {
            for (int i = 0; i < 3; i++) { // three ticks' time goes by in this event
                loop.tick(tick -> ran.add("tick"));
            }
            loop.later(later -> ran.add("message"));
        });
        assertRan(ran, "tick", "message");
        loop.tick(tick -> {
            loop.tick(next -> ran.add("next"));
            throw new StackOverflowError();
        });
        assertRan(ran, "tick", "message", "next");
        loop.tick(tick -> ran.add("last"));
        assertRan(ran, "tick", "message", "next", "last");
    }

    @Test
    void shouldTellWhoAsked() {
        assertThatThrownBy(() -> loop.ask(() -> {
                    throw new StackOverflowError();
                }))
                .hasRootCauseInstanceOf(StackOverflowError.class);
        assertThat(loop.ask(() -> 1)).isEqualTo(1);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void shouldNotKeepWhoBringsAnEventForTheEventsOfOthers() {
        AtomicBoolean isOver = new AtomicBoolean();
        Loop.Event endless = new Loop.Event() {
            @Override
            public void run(long now) {
                if (!isOver.get()) {
                    loop.later(this);
                }
            }
        };
        loop.run(endless); // this thread comes back only where another one deals with the rest
        CompletableFuture<Thread> ticked = new CompletableFuture<>();
        loop.tick(now -> ticked.complete(Thread.currentThread()));
        assertThat(ticked.join()).isNotEqualTo(Thread.currentThread());
        isOver.set(true);
    }

    @Test
    void shouldDealWithABeatBeforeAllThatWait() {
        List<String> ran = new CopyOnWriteArrayList<>();
        loop.run(now -> {
            loop.later(then -> ran.add("message"));
            loop.tick(then -> ran.add("tick"));
            loop.beat(then -> ran.add("beat"));
        });
        assertRan(ran, "beat", "message", "tick");
    }

    /** Where the machine is slow, another thread may run the last of them. */
    private static void assertRan(List<?> ran, Object... expected) {
        Eventually.holds("all have run", () -> ran.size() >= expected.length);
        assertThat(ran).isEqualTo(List.of(expected));
    }
}
