package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Remote;
import dev.mosaic.SerializationException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.unit.TesseraHandle;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProxyFormTest {
    /** A tessera. */
    public static class Solver {
        public int solve() {
            return 1;
        }
    }

    /** As the processor writes it. */
    public static final class SolverProxy extends TesseraProxy {
        public static final MethodTable TABLE = MethodTable.of(Solver.class);

        public SolverProxy(TesseraHandle handle) {
            super(handle);
        }
    }

    /** Of another class. */
    public static final class OtherProxy extends TesseraProxy {
        public static final MethodTable TABLE = MethodTable.of(String.class);

        public OtherProxy(TesseraHandle handle) {
            super(handle);
        }
    }

    private final Codecs codecs = new Codecs();
    private final Id id = new Id(3, 4);
    private final TesseraHandle handle = new Codecs.Handle(id, MethodTable.of(Solver.class));

    @Test
    void shouldGiveProxiesBackAndReportThem() {
        Payload payload = codecs.codec.encoder().proxy(new SolverProxy(handle)).finish();
        assertThat(payload.carried()).containsExactly(new Carried(id, 77));
        SolverProxy read = codecs.codec.decoder(payload, List.of()).proxy(SolverProxy.class);
        assertThat(read).isEqualTo(new SolverProxy(handle));
        assertThat(read.handle().table()).isSameAs(SolverProxy.TABLE);
        assertThat(codecs.arrived).containsExactly(id);
    }

    @Test
    void shouldGiveTheKindOfProxyThatIsAskedFor() {
        assertThat(codecs.decoder(new Remote<Solver>(handle)).proxy(SolverProxy.class))
                .isNotNull();
        assertThat(codecs.decoder(new SolverProxy(handle)).object(Remote.class)).isNotNull();
        assertThat(codecs.sent(new SolverProxy(handle))).isInstanceOf(SolverProxy.class);
        assertThat(codecs.sent(new Remote<Solver>(handle))).isInstanceOf(Remote.class);
        assertThat(codecs.decoder(new SolverProxy(handle)).proxy(TesseraProxy.class))
                .isInstanceOf(SolverProxy.class);
    }

    @Test
    void shouldGiveProxiesInObjectsBackOnceEach() {
        SolverProxy proxy = new SolverProxy(handle);
        Payload payload = codecs.payload(Map.of("a", List.of(proxy, proxy)), new Object[] {new Remote<Solver>(handle)});
        assertThat(payload.carried()).containsExactly(new Carried(id, 77));
        Decoder in = codecs.codec.decoder(payload, List.of());
        assertThat((Object) in.object(Map.class)).isEqualTo(Map.of("a", List.of(proxy, proxy)));
        assertThat(in.object(Object[].class)[0]).isInstanceOf(Remote.class);
        assertThat(codecs.arrived).containsExactly(id, id);
    }

    @Test
    void shouldRefuseAProxyOfAnotherTessera() {
        assertThatThrownBy(() -> codecs.decoder(new SolverProxy(handle)).proxy(OtherProxy.class))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining(OtherProxy.class.getName());
        assertThatThrownBy(() -> codecs.decoder(new SolverProxy(handle)).object(String.class))
                .isInstanceOf(SerializationException.class)
                .hasMessageContaining("SolverProxy, not java.lang.String");
    }

    @Test
    void shouldRefuseWhatIsNotAProxyAndReportNothing() {
        Encoder encoder = codecs.codec.encoder().proxy(new SolverProxy(handle));
        byte[] bytes = encoder.finish().inline();
        String name = SolverProxy.class.getName();
        byte[] other = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1)
                .replace(name, "x".repeat(name.length()))
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        assertThatThrownBy(
                        () -> codecs.codec.decoder(Payload.of(other), List.of()).object(Object.class))
                .isInstanceOf(SerializationException.class);
        assertThat(codecs.arrived).isEmpty();
    }
}
