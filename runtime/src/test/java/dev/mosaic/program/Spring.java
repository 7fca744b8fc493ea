package dev.mosaic.program;

import dev.mosaic.Remote;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.operators.AbstractMulti;
import io.smallrye.mutiny.subscription.MultiSubscriber;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.atomic.AtomicLong;

/** Gives values one by one. */
public class Spring {
    private final AtomicLong requested = new AtomicLong();
    private volatile boolean cancelled;
    private volatile boolean emitted;

    public Multi<Integer> numbers(int count) {
        return Multi.createFrom()
                .range(0, count)
                .onRequest()
                .invoke(requested::addAndGet)
                .onCancellation()
                .invoke(() -> cancelled = true);
    }

    /** The same array again and again, with another first element. */
    public Multi<float[]> arrays(int count, int length) {
        float[] array = new float[length];
        return Multi.createFrom().range(0, count).map(i -> {
            array[0] = i;
            return array;
        });
    }

    public Multi<Integer> failAfter(int count) {
        return Multi.createFrom().range(0, count + 1).map(i -> {
            if (i == count) {
                throw new IllegalStateException("dry");
            }
            return i;
        });
    }

    public Multi<Integer> never() {
        return Multi.createFrom().<Integer>nothing().onCancellation().invoke(() -> cancelled = true);
    }

    public Multi<Object> uncapturable() {
        return Multi.createFrom().items("fine", new Thread(), "late");
    }

    public Multi<Integer> nothing() {
        return null;
    }

    public Multi<Integer> empty() {
        return Multi.createFrom().empty();
    }

    /** Breaks the rules of reactive streams. */
    public Multi<Object> broken(String how) {
        return new Broken(how);
    }

    private final class Broken extends AbstractMulti<Object> {
        /** With the 6 bytes before its content, 1 KiB. */
        private static final int SMALL = (1 << 10) - 6;

        private final String how;

        private Broken(String how) {
            this.how = how;
        }

        @Override
        public void subscribe(MultiSubscriber<? super Object> subscriber) {
            if (how.equals("subscribe")) {
                throw new IllegalStateException("no subscribers here");
            }
            if (how.equals("link")) {
                throw new NoClassDefFoundError("org/absent/Publisher");
            }
            subscriber.onSubscribe(new Subscription() {
                @Override
                public void request(long count) {
                    switch (how) {
                        case "null item" -> {
                            subscriber.onItem("first");
                            subscriber.onNext(null);
                        }
                        case "null failure" -> subscriber.onError(null);
                        case "request" -> throw new IllegalStateException("no requests here");
                        default -> {}
                    }
                }

                @Override
                public void cancel() {}
            });
            if (how.equals("too many")) {
                for (int i = 0; i < 100; i++) {
                    subscriber.onItem(i);
                }
                subscriber.onCompletion();
            }
            if (how.startsWith("4 MiB")) {
                for (int i = 0; i <= 4 << 10; i++) { // the first is asked for
                    subscriber.onItem(new byte[SMALL]);
                }
                if (how.equals("4 MiB and more")) {
                    subscriber.onItem(0);
                    subscriber.onItem(0);
                }
                subscriber.onCompletion();
                emitted = true;
            }
            if (how.equals("without end")) {
                for (int i = 0; i < 300; i++) {
                    subscriber.onItem(new byte[1 << 16]);
                }
            }
        }
    }

    public Multi<Integer> refuse() {
        throw new IllegalArgumentException("no spring here");
    }

    /** What another one gives, through this one. */
    public Multi<Integer> through(Remote<Spring> other, int count) {
        return other.flow(Spring::numbers, count).map(i -> i * 2);
    }

    public Multi<Remote<Counter>> proxies(Remote<Counter> counter, int count) {
        return Multi.createFrom().range(0, count).map(i -> counter);
    }

    public long requested() {
        return requested.get();
    }

    /** The 4 MiB of {@link #broken}, and what comes behind. */
    public boolean emitted() {
        return emitted;
    }

    public boolean cancelled() {
        return cancelled;
    }
}
