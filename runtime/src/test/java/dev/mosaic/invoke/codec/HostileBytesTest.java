package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mosaic.RemoteException;
import dev.mosaic.SerializationException;
import dev.mosaic.function.Function0;
import dev.mosaic.message.Payload;
import dev.mosaic.program.Trap;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.apache.fory.resolver.ClassResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of a worker that means harm to its program, or of a program that means harm to a worker. */
class HostileBytesTest {
    private final Codecs codecs = new Codecs();
    private final AllowedClasses classes = new AllowedClasses(getClass().getClassLoader());

    /** Writes whatever it is given. */
    private static byte[] careless(Object value) {
        return Fory.builder()
                .withXlang(false)
                .withRefTracking(true)
                .withCodegen(false)
                .withCompatible(false)
                .withClassVersionCheck(true)
                .requireClassRegistration(false)
                .withTypeChecker((resolver, name) -> true)
                .build()
                .serialize(value);
    }

    static Payload graph(Object value) {
        byte[] bytes = careless(value);
        Sink sink = new Sink();
        sink.u8(Tag.GRAPH);
        sink.i32(bytes.length);
        sink.raw(bytes, 0, bytes.length);
        sink.i32(0);
        return Payload.of(sink.toArray());
    }

    @Test
    void shouldRefuseAListOfMoreValuesThanThereAreBytes() {
        for (int size : new int[] {-1, 2, Integer.MAX_VALUE}) {
            assertThatExceptionOfType(SerializationException.class)
                    .isThrownBy(() -> codecs.codec
                            .decoder(
                                    codecs.codec
                                            .encoder()
                                            .list(size)
                                            .intValue(1)
                                            .finish(),
                                    List.of())
                            .object(Object.class));
            assertThatExceptionOfType(SerializationException.class)
                    .isThrownBy(() -> codecs.codec
                            .decoder(
                                    codecs.codec.encoder().map(size).intValue(1).finish(), List.of())
                            .object(Object.class));
        }
    }

    @Test
    void shouldRefuseListsThatAreTooDeep() {
        Encoder encoder = codecs.codec.encoder();
        for (int i = 0; i < 100_000; i++) {
            encoder.list(1);
        }
        Payload payload = encoder.intValue(1).finish();
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() -> codecs.codec.decoder(payload, List.of()).object(Object.class))
                .withMessageContaining("64 deep");
    }

    static Stream<Object> hostile() throws Exception {
        Function0<String> own = () -> "x";
        Method replace = own.getClass().getDeclaredMethod("writeReplace");
        replace.setAccessible(true);
        SerializedLambda lambda = (SerializedLambda) replace.invoke(own);
        return Stream.of(
                lambda,
                new javax.naming.CompositeName("rmi://elsewhere"),
                new javax.naming.LinkRef("rmi://elsewhere"),
                new javax.management.ObjectName("a:b=c"),
                new java.util.logging.LogRecord(java.util.logging.Level.INFO, "x"),
                java.util.logging.Level.INFO,
                new java.security.cert.PKIXReason[] {java.security.cert.PKIXReason.NAME_CHAINING},
                new java.beans.PropertyChangeEvent("source", "name", 1, 2),
                javax.naming.InitialContext.class,
                ProcessBuilder.class);
    }

    @ParameterizedTest
    @MethodSource("hostile")
    @SuppressWarnings("JdkObsolete") // one of those that may travel
    void shouldRefuseAClassOfTheJdkThatIsNoData(Object value) {
        for (Object sent : List.of(value, new ArrayList<>(List.of("x", value)), new Hashtable<>(Map.of("k", value)))) {
            assertThatExceptionOfType(SerializationException.class)
                    .isThrownBy(
                            () -> codecs.codec.decoder(graph(sent), List.of()).object(Object.class));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.reflect.Proxy",
                "java.lang.ProcessBuilder",
                "java.lang.invoke.MethodHandles",
                "java.lang.invoke.SerializedLambda",
                "java.beans.EventHandler",
                "java.rmi.server.UnicastRemoteObject",
                "java.rmi.server.RemoteObjectInvocationHandler",
                "java.security.SignedObject",
                "java.util.ServiceLoader$LazyClassPathLookupIterator",
                "javax.imageio.ImageIO$ContainsFilter",
                "javax.management.BadAttributeValueExpExceptionX",
                "javax.naming.Reference",
                "javax.naming.ldap.Rdn$RdnEntry",
                "javax.script.ScriptEngineManager",
                "javax.sql.rowset.RowSetProvider",
                "javax.swing.UIDefaults",
                "javax.xml.transform.Templates",
                "com.sun.jndi.ldap.LdapAttribute",
                "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
                "com.sun.rowset.JdbcRowSetImpl",
                "sun.reflect.annotation.AnnotationInvocationHandler",
                "sun.rmi.server.UnicastRef",
                "jdk.internal.misc.Unsafe",
                "org.apache.commons.collections.functors.InvokerTransformer",
                "org.apache.commons.collections4.functors.InvokerTransformer",
                "org.codehaus.groovy.runtime.MethodClosure",
                "org.apache.fory.serializer.JdkProxySerializer$StubInvocationHandler",
                "dev.mosaic.unit.shell.Engine",
                "dev.mosaic.mesh.MeshOptions",
                "dev.mosaic.Mosaic",
                "[Ljavax.naming.Reference;"
            })
    void shouldRefuseByName(String name) {
        assertThat(classes.isAllowed(name)).isFalse();
    }

    /** What Fory brings along it reads by a number, so that nobody is asked. */
    @Test
    void shouldKnowAllThatForyReadsWithoutAsking() throws Exception {
        Field field = ObjectGraph.class.getDeclaredField("fory");
        field.setAccessible(true);
        ClassResolver resolver = (ClassResolver)
                ((Fory) field.get(new ObjectGraph(getClass().getClassLoader(), classes))).getTypeResolver();
        List<String> unknown = new ArrayList<>();
        for (short id = 0; id < 4_000; id++) {
            Class<?> type = resolver.getRegisteredClass(id);
            if (type != null && !classes.isAllowed(type) && !type.getName().startsWith("org.apache.fory.")) {
                unknown.add(type.getName());
            }
        }
        assertThat(unknown).isSubsetOf(HARMLESS);
    }

    /** Two are arrays of numbers; the last is refused by a serializer of ours, see above. */
    private static final List<String> HARMLESS = List.of(
            "[Lorg.apache.fory.type.Float16;", "[Lorg.apache.fory.type.BFloat16;", SerializedLambda.class.getName());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.mosaic.program.Trap$NoException",
                "java.lang.ProcessBuilder",
                "javax.naming.InitialContext",
                "not.here.AtAll"
            })
    void shouldMakeNothingButExceptionsOfWhatIsSaidToBeThrown(String type) {
        Sink sink = new Sink();
        sink.u16(1);
        sink.name(type);
        for (int text = 0; text < 2; text++) {
            sink.u8(1);
            sink.i32(1);
            sink.u8('x');
        }
        sink.u16(0);
        sink.u16(ThrownWriter.NONE);
        sink.u16(0);
        sink.u16(0);

        assertThat(codecs.codec.rebuilt(sink.toArray()))
                .isExactlyInstanceOf(RemoteException.class)
                .hasMessageContaining(type + ": x");
        assertThat(Trap.SPRUNG).isFalse();
    }

    @Test
    void shouldRefuseTheTaskBeforeTheFirst() {
        Sink sink = new Sink();
        sink.u8(Tag.NEED_WIDE);
        sink.i32(-1);
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() -> codecs.codec
                        .decoder(Payload.of(sink.toArray()), List.of())
                        .intValue());
    }
}
