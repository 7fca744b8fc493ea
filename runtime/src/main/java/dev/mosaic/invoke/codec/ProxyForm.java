package dev.mosaic.invoke.codec;

import dev.mosaic.Remote;
import dev.mosaic.SerializationException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Id;
import dev.mosaic.unit.TesseraHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * How a proxy is written, and made again by its constructor of one {@link TesseraHandle}.
 *
 * <p><b>Threading:</b> stateless. <b>Failure:</b> a class that is not here, or is another version, is a {@link
 * SerializationException}; then no tessera was reported as arrived.
 */
final class ProxyForm {
    private static final ClassValue<Constructor<?>> MADE_BY = new ClassValue<>() {
        @Override
        protected Constructor<?> computeValue(Class<?> type) {
            try {
                Constructor<?> constructor = type.getConstructor(TesseraHandle.class);
                if (TesseraProxy.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
                    return constructor;
                }
            } catch (NoSuchMethodException notAProxy) {
                // said below
            }
            throw new SerializationException(
                    "class=" + type.getName() + " is not a proxy", "take the generated one, or Remote");
        }
    };

    private ProxyForm() {}

    static void write(TesseraProxy proxy, Id tessera, Sink sink) {
        MethodTable table = proxy.handle().table();
        sink.i64(tessera.origin());
        sink.i64(tessera.number());
        sink.i64(table.signature());
        sink.name(table.type().getName());
        sink.name(proxy.getClass().getName());
    }

    /** @param wanted the class asked for; that of the writer where it is a superclass of all proxies */
    static <P> P read(Source source, Class<P> wanted, ValueCodec codec, @Nullable TypeLimit limit) {
        Id tessera = new Id(source.i64(), source.i64());
        long signature = source.i64();
        String tesseraName = source.name();
        String proxyName = source.name();
        MethodTable table = MethodTable.of(codec.classes().load(tesseraName), signature);
        Class<?> type = wanted;
        if (wanted.isAssignableFrom(TesseraProxy.class)) {
            type = proxyName.equals(Remote.class.getName())
                    ? Remote.class
                    : codec.classes().load(proxyName);
        }
        if (limit != null && !limit.permits(type)) {
            throw limit.refusal(type.getName());
        }
        Constructor<?> constructor = MADE_BY.get(type);
        checkFor(table, type);
        TesseraHandle handle = codec.proxies().arrived(tessera, table);
        try {
            return wanted.cast(constructor.newInstance(handle));
        } catch (ReflectiveOperationException broken) {
            throw new SerializationException("a proxy of class=" + type.getName() + " cannot be made", "", broken);
        }
    }

    private static void checkFor(MethodTable table, Class<?> type) {
        try {
            if (type.getField("TABLE").get(null) instanceof MethodTable made && made.type() != table.type()) {
                throw new SerializationException(
                        "a proxy of " + table.type().getName() + " is not a " + type.getName() + ", which is of "
                                + made.type().getName(),
                        "");
            }
        } catch (NoSuchFieldException | IllegalAccessException notGenerated) {
            // Remote, and proxies written by hand, have none: any tessera is theirs
        }
    }
}
