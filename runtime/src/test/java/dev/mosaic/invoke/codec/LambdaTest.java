package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.SerializationException;
import dev.mosaic.function.Action0;
import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import java.io.Serializable;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LambdaTest {
    private final Codecs codecs = new Codecs();

    record Scale(double by) {
        double of(double value) {
            return by * value;
        }
    }

    @Test
    void shouldGiveLambdasBackWithWhatTheyCaptured() throws Exception {
        int number = 3;
        double[] large = new double[1000];
        large[999] = 7;
        List<String> list = List.of("a");
        Function1<Integer, Object> function = x -> x + number + large[999] + list.getFirst();
        assertThat(codecs.sent(function).apply(1)).isEqualTo("11.0a");
        Action0 none = () -> {};
        assertThat(codecs.sent(none)).isInstanceOf(Action0.class);
    }

    @Test
    void shouldGiveMethodReferencesBack() throws Exception {
        Function1<String, Integer> unbound = String::length;
        assertThat(codecs.sent(unbound).apply("four")).isEqualTo(4);
        Function1<Double, Double> bound = new Scale(2)::of;
        assertThat(codecs.sent(bound).apply(4d)).isEqualTo(8d);
        Function1<Double, Scale> maker = Scale::new;
        assertThat(codecs.sent(maker).apply(1d)).isEqualTo(new Scale(1));
        Function2<Integer, Integer, Integer> statics = Math::max;
        assertThat(codecs.sent(statics).apply(1, 2)).isEqualTo(2);
    }

    @Test
    void shouldGiveLambdasInLambdasBack() throws Exception {
        Function0<Integer> inner = () -> 5;
        Function0<Integer> outer = () -> inner.apply() + 1;
        assertThat(codecs.sent(List.of(outer)).getFirst().apply()).isEqualTo(6);
    }

    @Test
    void shouldSayHowToMakeALambdaSerialisable() {
        Supplier<String> supplier = () -> "x";
        assertThatThrownBy(() -> codecs.payload(1, List.of(supplier)))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("argument 2: ")
                .hasMessageContaining("is a lambda that is not serialisable")
                .hasMessageContaining("dev.mosaic.function");
    }

    @Test
    void shouldNameWhatALambdaCapturedInVain() {
        Thread thread = Thread.currentThread();
        Function0<String> function = () -> thread.getName();
        assertThatThrownBy(() -> codecs.payload(function))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("argument 1: lambda")
                .hasMessageContaining("captured Thread: java.lang.Thread");
        Supplier<Object> withThis = (Supplier<Object> & Serializable) () -> codecs;
        assertThatThrownBy(() -> codecs.payload(withThis))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("LambdaTest.codecs");
    }
}
