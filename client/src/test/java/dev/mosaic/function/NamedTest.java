package dev.mosaic.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The names by which tasks are shown. */
class NamedTest {
    private record Scaled(double factor) implements Function1<Double, Double> {
        @Override
        public Double apply(Double value) {
            return factor * value;
        }
    }

    private record Called(String name) implements Function0<String>, Named {
        @Override
        public String apply() {
            return name;
        }
    }

    private static final class Broken implements Action0, Named {
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
        assertThat(Named.of(root)).isEqualTo("Math.sqrt");
        assertThat(Named.of(made)).isEqualTo("Scaled.new");
        assertThat(Named.of(bound)).isEqualTo("String.strip");
    }

    @Test
    void shouldNameALambdaByTheMethodThatItStandsIn() {
        Function0<Integer> one = () -> 1;
        Function0<Function0<Integer>> nested = () -> () -> 2;
        assertThat(Named.of(one)).isEqualTo("NamedTest.shouldNameALambdaByTheMethodThatItStandsIn");
        assertThat(Named.of(nested)).isEqualTo("NamedTest.shouldNameALambdaByTheMethodThatItStandsIn");
    }

    @Test
    void shouldNameAnObjectByItsClass() {
        Callable<Integer> anonymous = new Callable<>() {
            @Override
            public Integer call() {
                return 1;
            }
        };
        assertThat(Named.of(new Scaled(1))).isEqualTo("Scaled");
        assertThat(Named.of(anonymous)).isEqualTo("NamedTest");
        Callable<Integer> silent = () -> 1;
        assertThat(Named.of(silent)).as("a lambda that is not serialisable").isEqualTo("NamedTest");
    }

    @Test
    void shouldTakeANameOfItsOwn() {
        assertThat(Named.of(new Called(" shot 7 "))).isEqualTo("shot 7");
        assertThat(Named.of(new Called("x".repeat(100)))).isEqualTo("x".repeat(100));
        assertThat(Named.of(new Called("x".repeat(101)))).isEqualTo("x".repeat(99) + "…");
        assertThat(Named.of(new Called(" "))).isEqualTo("Called");
        assertThat(Named.of(new Called("two\nlines"))).isEqualTo("Called");
        assertThat(Named.of(new Broken())).isEqualTo("Broken");
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
        assertThat(Named.of(function)).isEqualTo("NamedTest.named");
        return new WeakReference<>(large);
    }
}
