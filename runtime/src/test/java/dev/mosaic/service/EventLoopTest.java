package dev.mosaic.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.testing.Eventually;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventLoopTest {
    @Test
    void shouldRunTheNextEventAfterAnError() {
        EventLoop loop = new EventLoop("service");
        loop.start();
        List<Integer> ran = new CopyOnWriteArrayList<>();
        loop.execute(() -> {
            throw new StackOverflowError();
        });
        loop.execute(() -> ran.add(1));
        loop.execute(() -> {
            throw new IllegalStateException("no");
        });
        loop.execute(() -> {
            loop.execute(() -> ran.add(3));
            ran.add(2);
            throw new LinkageError();
        });
        assertRan(ran, 1, 2, 3);
    }

    @Test
    void shouldKeepOneTickWaitingAtMost() {
        EventLoop loop = new EventLoop("service");
        List<String> ran = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) { // nobody is in the loop yet
            loop.tick(() -> ran.add("tick"));
        }
        loop.execute(() -> ran.add("message"));
        loop.start();
        assertRan(ran, "tick", "message");
        loop.tick(() -> {
            loop.tick(() -> ran.add("next"));
            throw new StackOverflowError();
        });
        assertRan(ran, "tick", "message", "next");
        loop.tick(() -> ran.add("last"));
        assertRan(ran, "tick", "message", "next", "last");
    }

    @Test
    void shouldNotKeepWhoBringsAnEventForTheEventsOfOthers() {
        EventLoop loop = new EventLoop("service");
        loop.start();
        AtomicBoolean isOver = new AtomicBoolean();
        Runnable endless = new Runnable() {
            @Override
            public void run() {
                if (!isOver.get()) {
                    loop.execute(this);
                }
            }
        };
        loop.execute(endless); // this thread comes back only where another one runs the rest
        CompletableFuture<Thread> ticked = new CompletableFuture<>();
        loop.tick(() -> ticked.complete(Thread.currentThread()));
        assertThat(ticked.join()).isNotEqualTo(Thread.currentThread());
        isOver.set(true);
    }

    @Test
    void shouldRunABeatBeforeAllThatWait() {
        EventLoop loop = new EventLoop("service");
        loop.start();
        List<String> ran = new CopyOnWriteArrayList<>();
        loop.execute(() -> {
            loop.execute(() -> ran.add("message"));
            loop.tick(() -> ran.add("tick"));
            for (int i = 0; i < 3; i++) {
                loop.beat(() -> ran.add("beat"));
            }
        });
        assertRan(ran, "beat", "message", "tick");
    }

    /** Where the machine is slow, another thread may run the last of them. */
    private static void assertRan(List<?> ran, Object... expected) {
        Eventually.holds("all have run", () -> ran.size() >= expected.length);
        assertThat(ran).isEqualTo(List.of(expected));
    }
}
