package dev.mosaic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.unit.Unit;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.smallrye.mutiny.subscription.Cancellable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PipelinesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Unit unit = (Unit) Proxy.newProxyInstance(
            Unit.class.getClassLoader(), new Class<?>[] {Unit.class}, (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    @Test
    void shouldCallOnceForEachSubscriptionAsCodeOfTheUnit() {
        AtomicInteger calls = new AtomicInteger();
        Uni<Unit> current = Pipelines.uni(unit, () -> {
            calls.incrementAndGet();
            return Unit.current();
        });
        assertThat(calls).hasValue(0);
        assertThat(current.await().atMost(MINUTE)).isSameAs(unit);
        assertThat(current.await().atMost(MINUTE)).isSameAs(unit);
        assertThat(calls).hasValue(2);
    }

    @Test
    void shouldGiveNull() {
        assertThat(Pipelines.uni(unit, () -> null).await().atMost(MINUTE)).isNull();
    }

    @Test
    void shouldFailWithWhatTheCallThrows() {
        Uni<?> failing = Pipelines.uni(unit, () -> {
            throw new TimedOutException("late", "wait");
        });
        assertThatThrownBy(() -> failing.await().atMost(MINUTE)).isInstanceOf(TimedOutException.class);
    }

    @Test
    void shouldInterruptTheCallWhereTheSubscriptionIsCancelled() throws InterruptedException {
        CountDownLatch waits = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Cancellable subscription = Pipelines.uni(unit, () -> {
                    waits.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException ended) {
                        interrupted.countDown();
                    }
                    return 1;
                })
                .subscribe()
                .with(value -> {});
        assertThat(waits.await(1, TimeUnit.MINUTES)).isTrue();
        subscription.cancel();
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void shouldGiveTheItemsOfAStreamInOrderAndCloseIt() {
        AtomicBoolean closed = new AtomicBoolean();
        AssertSubscriber<Integer> subscriber = Pipelines.multi(
                        unit, () -> IntStream.range(0, 1000).boxed().onClose(() -> closed.set(true)))
                .subscribe()
                .withSubscriber(AssertSubscriber.create(1000));
        subscriber.awaitCompletion(MINUTE);
        assertThat(subscriber.getItems())
                .isEqualTo(IntStream.range(0, 1000).boxed().toList());
        assertThat(closed).isTrue();
    }

    @Test
    void shouldEndAStreamWithWhatItThrows() {
        AssertSubscriber<Integer> subscriber = Pipelines.multi(
                        unit,
                        () -> Stream.of(1, 2).peek(item -> {
                            if (item == 2) {
                                throw new TimedOutException("late", "wait");
                            }
                        }))
                .subscribe()
                .withSubscriber(AssertSubscriber.create(10));
        subscriber.awaitFailure(MINUTE).assertFailedWith(TimedOutException.class, "late");
        assertThat(subscriber.getItems()).containsExactly(1);
    }
}
