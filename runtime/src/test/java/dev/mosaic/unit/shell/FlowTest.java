package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.mosaic.FlowTakenException;
import dev.mosaic.Remote;
import dev.mosaic.SerializationException;
import dev.mosaic.TesseraStoppedException;
import dev.mosaic.WorkerLostException;
import dev.mosaic.function.Function0;
import dev.mosaic.program.Counter;
import dev.mosaic.program.Spring;
import dev.mosaic.testing.Eventually;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.helpers.test.AssertSubscriber;
import io.smallrye.mutiny.subscription.BackPressureFailure;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Results that come one by one, between a head and workers in one JVM. */
class FlowTest {
    private static final Duration LONG = Eventually.PATIENCE;

    private TestCluster cluster;
    private Remote<Spring> spring;

    @BeforeEach
    void open() {
        cluster = TestCluster.of(2, 1);
        Function0<Spring> constructor = Spring::new;
        spring = cluster.make(Spring.class, constructor);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void shouldGiveAllItemsInOrderOnce() {
        List<Integer> all =
                spring.flow(Spring::numbers, 5_000).collect().asList().await().atMost(LONG);
        assertThat(all).isEqualTo(IntStream.range(0, 5_000).boxed().toList());
        List<Integer> none =
                spring.flow(Spring::numbers, 0).collect().asList().await().atMost(LONG);
        assertThat(none).isEmpty();
    }

    @Test
    @DisplayName("back-pressure: no more is asked of the method's Multi than the subscriber has requested")
    void shouldAskForNoMoreThanIsRequested() {
        AssertSubscriber<Integer> subscriber = AssertSubscriber.create(3);
        spring.flow(Spring::numbers, 1_000).subscribe().withSubscriber(subscriber);
        subscriber.awaitItems(3, LONG);
        assertThat(spring.call(Spring::requested).result()).isEqualTo(3);
        subscriber.request(2);
        subscriber.awaitItems(5, LONG);
        assertThat(spring.call(Spring::requested).result()).isEqualTo(5);
        subscriber.assertItems(0, 1, 2, 3, 4).assertNotTerminated().cancel();
        assertThat(comesTrue(() -> spring.call(Spring::cancelled).result())).isTrue();
        assertThat(comesTrue(() -> flows() == 0)).as("it is forgotten").isTrue();
    }

    @Test
    void shouldCaptureItemsWhenTheyAreEmitted() {
        List<float[]> all = spring.flow(Spring::arrays, 20, 100_000)
                .collect()
                .asList()
                .await()
                .atMost(LONG);
        assertThat(all).hasSize(20);
        for (int i = 0; i < 20; i++) {
            assertThat(all.get(i)).hasSize(100_000).startsWith(i);
        }
    }

    @Test
    void shouldGiveTheFailureBehindTheItems() {
        AssertSubscriber<Integer> subscriber = AssertSubscriber.create(Long.MAX_VALUE);
        spring.flow(Spring::failAfter, 300).subscribe().withSubscriber(subscriber);
        subscriber.awaitFailure(LONG).assertFailedWith(IllegalStateException.class, "dry");
        assertThat(subscriber.getItems()).hasSize(300);
        AssertSubscriber<Object> other = AssertSubscriber.create(Long.MAX_VALUE);
        spring.flow(Spring::uncapturable).subscribe().withSubscriber(other);
        other.awaitFailure(LONG).assertFailedWith(SerializationException.class);
        assertThat(other.getItems()).containsExactly("fine");
        AssertSubscriber<Integer> third = AssertSubscriber.create(1);
        spring.flow(Spring::refuse).subscribe().withSubscriber(third);
        third.awaitFailure(LONG).assertFailedWith(IllegalArgumentException.class, "no spring here");
    }

    @Test
    @DisplayName("S3.5: an open flow holds no permit and not the tessera's turn")
    void shouldHoldNothingBack() {
        Multi<Integer> open = spring.flow(Spring::never);
        AssertSubscriber<Integer> subscriber = AssertSubscriber.create(1);
        open.subscribe().withSubscriber(subscriber);
        assertThat(spring.call(Spring::requested).result(LONG)).isZero();
        List<Integer> beside =
                spring.flow(Spring::numbers, 10).collect().asList().await().atMost(LONG);
        assertThat(beside).hasSize(10);
        subscriber.assertNotTerminated().cancel();
        assertThat(comesTrue(() -> spring.call(Spring::cancelled).result())).isTrue();
    }

    @Test
    void shouldPassThroughAnotherTessera() {
        Function0<Spring> constructor = Spring::new;
        Remote<Spring> other = cluster.make(Spring.class, constructor);
        List<Integer> all = spring.flow(Spring::through, other, 500)
                .collect()
                .asList()
                .await()
                .atMost(LONG);
        assertThat(all).hasSize(500).endsWith(998);
    }

    @Test
    void shouldCarryProxies() {
        Function0<Counter> constructor = Counter::new;
        Remote<Counter> counter = cluster.make(Counter.class, constructor);
        List<Remote<Counter>> all = spring.flow(Spring::proxies, counter, 20)
                .collect()
                .asList()
                .await()
                .atMost(LONG);
        all.forEach(each -> each.<Integer, Integer>call(Counter::add, 1));
        assertThat(counter.<Integer, Integer>call(Counter::add, 0).result()).isEqualTo(20);
    }

    @Test
    void shouldFailWithTheWorker() {
        AssertSubscriber<Integer> subscriber = AssertSubscriber.create(1);
        spring.flow(Spring::never).subscribe().withSubscriber(subscriber);
        spring.call(Spring::requested).await();
        cluster.lose(spring.worker());
        subscriber.awaitFailure(LONG).assertFailedWith(WorkerLostException.class);
    }

    @Test
    void shouldEndWithTheTessera() {
        AssertSubscriber<Integer> subscriber = AssertSubscriber.create(1);
        spring.flow(Spring::never).subscribe().withSubscriber(subscriber);
        assertThat(comesTrue(() -> flows() == 1)).isTrue();
        spring.drop();
        subscriber.awaitFailure(LONG).assertFailedWith(TesseraStoppedException.class);
    }

    @Test
    void shouldHaveOneSubscriber() {
        Multi<Integer> flow = spring.flow(Spring::numbers, 3);
        assertThat(flow.collect().asList().await().atMost(LONG)).hasSize(3);
        assertThatThrownBy(() -> flow.collect().asList().await().atMost(LONG)).isInstanceOf(FlowTakenException.class);
    }

    @Test
    void shouldStopAFlowThatNobodySubscribesTo() {
        spring.flow(Spring::numbers, 3);
        assertThat(comesTrue(() -> flows() == 1)).isTrue();
        assertThat(comesTrue(() -> {
                    System.gc();
                    return flows() == 0;
                }))
                .isTrue();
    }

    @Test
    void shouldFailWhereTheMethodReturnsNull() {
        AssertSubscriber<Integer> subscriber = AssertSubscriber.create(1);
        spring.flow(Spring::nothing).subscribe().withSubscriber(subscriber);
        subscriber.awaitFailure(LONG).assertFailedWith(NullPointerException.class, "Spring.nothing returned null");
        assertThat(spring.flow(Spring::empty).collect().asList().await().atMost(LONG))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "null item, java.lang.NullPointerException",
        "null failure, java.lang.NullPointerException",
        "subscribe, java.lang.IllegalStateException",
        "request, java.lang.IllegalStateException",
        "link, java.lang.NoClassDefFoundError",
        "without end, io.smallrye.mutiny.subscription.BackPressureFailure"
    })
    @DisplayName("a Multi that breaks the rules of reactive streams fails its flow, and no wait is left")
    void shouldFailWithABrokenMulti(String how, Class<? extends Throwable> thrown) {
        AssertSubscriber<Object> subscriber = AssertSubscriber.create(3);
        spring.flow(Spring::broken, how).subscribe().withSubscriber(subscriber);
        if (how.equals("without end")) {
            subscriber
                    .awaitItems(3, LONG)
                    .request(1_000); // what came unasked, up to 4 MiB of it, and the failure behind
        }
        subscriber.awaitFailure(LONG).assertFailedWith(thrown);
        assertThat(comesTrue(() -> flows() == 0)).as("it is forgotten").isTrue();
    }

    /** The first item comes asked for. */
    @ParameterizedTest
    @CsvSource({"4 MiB, false", "4 MiB and more, true"})
    void shouldKeep4MiBOfItemsThatNobodyRequested(String how, boolean isTooMuch) {
        AssertSubscriber<Object> subscriber = AssertSubscriber.create(1);
        spring.flow(Spring::broken, how).subscribe().withSubscriber(subscriber);
        subscriber.awaitItems(1, LONG);
        assertThat(comesTrue(() -> spring.call(Spring::emitted).result()))
                .as("all has come, and was not requested")
                .isTrue();
        subscriber.request(10_000);
        if (isTooMuch) {
            subscriber.awaitFailure(LONG).assertFailedWith(BackPressureFailure.class, "not requested");
        } else {
            subscriber.awaitCompletion(LONG);
            assertThat(subscriber.getItems()).hasSize((4 << 10) + 1);
        }
    }

    @Test
    void shouldGiveNoMoreThanIsRequestedOfWhatComesUnasked() {
        AssertSubscriber<Object> subscriber = AssertSubscriber.create(3);
        spring.flow(Spring::broken, "too many").subscribe().withSubscriber(subscriber);
        subscriber.awaitItems(3, LONG);
        subscriber.assertItems(0, 1, 2).assertNotTerminated();
        subscriber.request(1_000);
        subscriber.awaitCompletion(LONG);
        assertThat(subscriber.getItems()).hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"onSubscribe", "onNext", "onNextError"})
    void shouldEndTheFlowOfASubscriberThatThrows(String where) {
        AtomicReference<Throwable> told = new AtomicReference<>();
        Flow.Subscriber<Integer> subscriber = new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                if (where.equals("onSubscribe")) {
                    throw new IllegalStateException(where);
                }
                subscription.request(5);
            }

            @Override
            public void onNext(Integer item) {
                if (where.equals("onNextError")) {
                    throw new NoClassDefFoundError(where);
                }
                throw new IllegalStateException(where);
            }

            @Override
            public void onError(Throwable thrown) {
                told.set(thrown);
            }

            @Override
            public void onComplete() {}
        };
        var _ = catchThrowable(() -> spring.flow(Spring::numbers, 1_000_000).subscribe(subscriber));
        if (!where.equals("onSubscribe")) {
            assertThat(comesTrue(() -> told.get() != null)).isTrue();
            assertThat(told.get()).hasMessage(where);
        }
        spring.call(Spring::requested).await(LONG);
        assertThat(comesTrue(() -> flows() == 0)).as("its source is stopped").isTrue();
    }

    private int flows() {
        return cluster.workers.stream().mapToInt(UnitShell::flows).sum();
    }

    private static boolean comesTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        return condition.getAsBoolean();
    }
}
