package dev.mosaic.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class EventLoopTest {
    @Test
    void shouldRunTheNextEventAfterAnError() {
        EventLoop loop = new EventLoop("service");
        loop.start();
        List<Integer> ran = new ArrayList<>();
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
        assertThat(ran).containsExactly(1, 2, 3);
    }

    @Test
    void shouldKeepOneTickWaitingAtMost() {
        EventLoop loop = new EventLoop("service");
        List<String> ran = new ArrayList<>();
        for (int i = 0; i < 3; i++) { // nobody is in the loop yet
            loop.tick(() -> ran.add("tick"));
        }
        loop.execute(() -> ran.add("message"));
        loop.start();
        assertThat(ran).containsExactly("tick", "message");
        loop.tick(() -> {
            loop.tick(() -> ran.add("next"));
            throw new StackOverflowError();
        });
        loop.tick(() -> ran.add("last"));
        assertThat(ran).containsExactly("tick", "message", "next", "last");
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
        List<String> ran = new ArrayList<>();
        loop.execute(() -> {
            loop.execute(() -> ran.add("message"));
            loop.tick(() -> ran.add("tick"));
            for (int i = 0; i < 3; i++) {
                loop.beat(() -> ran.add("beat"));
            }
        });
        assertThat(ran).containsExactly("beat", "message", "tick");
    }
}
