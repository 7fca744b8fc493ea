package dev.mosaic.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The names by which tasks are shown. */
class TaskNameTest {
    private record Scaled(double factor) implements Function1<Double, Double> {
        @Override
        public Double apply(Double value) {
            return factor * value;
        }
    }

    private record Called(String name) implements Function0<String>, TaskName {
        @Override
        public String apply() {
            return name;
        }
    }

    private static final class Broken implements Action0, TaskName {
        @Override
        public String name() {
            throw new IllegalStateException("no name");
        }

        @Override
        public void run() {}
    }

    @Test
    void shouldNameAMethodReferenceByItsMethod() {
        Function1<Double, Double> root = Math::sqrt;
        Function1<Double, Scaled> made = Scaled::new;
        Function0<String> bound = "text"::strip;
        assertThat(TaskName.of(root)).isEqualTo("Math.sqrt");
        assertThat(TaskName.of(made)).isEqualTo("Scaled.new");
        assertThat(TaskName.of(bound)).isEqualTo("String.strip");
    }

    @Test
    void shouldNameALambdaByTheMethodThatItStandsIn() {
        Function0<Integer> one = () -> 1;
        Function0<Function0<Integer>> nested = () -> () -> 2;
        assertThat(TaskName.of(one)).isEqualTo("TaskNameTest.shouldNameALambdaByTheMethodThatItStandsIn");
        assertThat(TaskName.of(nested)).isEqualTo("TaskNameTest.shouldNameALambdaByTheMethodThatItStandsIn");
    }

    @Test
    void shouldNameAnObjectByItsClass() {
        Callable<Integer> anonymous = new Callable<>() {
            @Override
            public Integer call() {
                return 1;
            }
        };
        assertThat(TaskName.of(new Scaled(1))).isEqualTo("Scaled");
        assertThat(TaskName.of(anonymous)).isEqualTo("TaskNameTest");
        Callable<Integer> silent = () -> 1;
        assertThat(TaskName.of(silent)).as("a lambda that is not serialisable").isEqualTo("TaskNameTest");
    }

    @Test
    void shouldTakeANameOfItsOwn() {
        assertThat(TaskName.of(new Called(" shot 7 "))).isEqualTo("shot 7");
        assertThat(TaskName.of(new Called("x".repeat(100)))).isEqualTo("x".repeat(100));
        assertThat(TaskName.of(new Called("x".repeat(101)))).isEqualTo("x".repeat(99) + "…");
        assertThat(TaskName.of(new Called(" "))).isEqualTo("Called");
        assertThat(TaskName.of(new Called("two\nlines"))).isEqualTo("Called");
        assertThat(TaskName.of(new Broken())).isEqualTo("Broken");
    }

    @Test
    void shouldNotKeepWhatALambdaHasCaptured() {
        WeakReference<Object> captured = named();
        long end = System.nanoTime() + 10_000_000_000L;
        while (captured.get() != null && System.nanoTime() < end) {
            System.gc();
        }
        assertThat(captured.get()).isNull();
    }

    private static WeakReference<Object> named() {
        Object large = new Object();
        Function0<Object> function = () -> large;
        assertThat(TaskName.of(function)).isEqualTo("TaskNameTest.named");
        return new WeakReference<>(large);
    }
}
