package dev.mosaic.invoke.codec;

import dev.mosaic.Arg;
import dev.mosaic.Ref;
import dev.mosaic.SerializationException;
import dev.mosaic.TesseraProxy;
import java.io.Externalizable;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.fory.config.Config;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.ObjectStreamSerializer;
import org.apache.fory.serializer.Serializer;
import org.apache.fory.serializer.SerializerFactory;
import org.apache.fory.serializer.SqlTimeSerializers;
import org.apache.fory.serializer.TimeSerializers;
import org.jspecify.annotations.Nullable;

/** Picks our own serializer for what Fory must not write field by field; refuses what may not be in a graph. */
final class GraphSerializers implements SerializerFactory {
    static final List<Class<?>> ARRAYS = List.of(
            boolean[].class,
            byte[].class,
            short[].class,
            char[].class,
            int[].class,
            long[].class,
            float[].class,
            double[].class);

    private static final List<Class<?>> FAMILIES =
            List.of(MemorySegment.class, ByteBuffer.class, TesseraProxy.class, Ref.class, Throwable.class);

    /** Of these Fory keeps less than all; parts of a list it would send as the whole list. */
    @SuppressWarnings("JdkObsolete") // programs have such lists
    private static final List<Class<?>> OURS = List.of(
            Locale.class,
            ArrayBlockingQueue.class,
            ConcurrentHashMap.KeySetView.class,
            Pattern.class,
            new ArrayList<>().subList(0, 0).getClass(),
            new LinkedList<>().subList(0, 0).getClass(),
            Arrays.asList(1).subList(0, 0).getClass(),
            List.of(1).subList(0, 0).getClass());

    private static final String FORY = "org.apache.fory.";

    private final ObjectGraph graph;
    private final AllowedClasses classes;

    GraphSerializers(ObjectGraph graph, AllowedClasses classes) {
        this.graph = graph;
        this.classes = classes;
    }

    /** In the place of those that Fory brings along for classes of the JDK and that keep less than all of a value. */
    static void register(TypeResolver resolver) {
        Config config = resolver.getConfig();
        resolver.registerInternalSerializer(BigInteger.class, ExactSerializer.integers(config));
        resolver.registerInternalSerializer(BigDecimal.class, ExactSerializer.decimals(config));
        resolver.registerInternalSerializer(ZonedDateTime.class, ExactSerializer.zoned(config));
        resolver.registerInternalSerializer(LinkedHashMap.class, new LinkedMapSerializer(resolver));
        for (List<?> list : List.of(List.of(), List.of(1))) {
            resolver.registerInternalSerializer(
                    list.getClass(), new ImmutableListSerializer(resolver, list.getClass()));
        }
        // Those that can be changed are one object there too where they are one here.
        resolver.registerInternalSerializer(Date.class, new TimeSerializers.DateSerializer(config, true));
        if (SqlTimeSerializers.isSqlModuleAvailable()) {
            registerSql(resolver, config);
        }
        for (Class<?> type : OURS) {
            Serializer<?> serializer = ofJdk(config, type);
            if (serializer != null) {
                resolver.registerInternalSerializer(type, serializer);
            }
        }
    }

    private static void registerSql(TypeResolver resolver, Config config) {
        resolver.registerInternalSerializer(
                java.sql.Date.class, new SqlTimeSerializers.SqlDateSerializer(config, true));
        resolver.registerInternalSerializer(
                java.sql.Time.class, new SqlTimeSerializers.SqlTimeSerializer(config, true));
        resolver.registerInternalSerializer(
                java.sql.Timestamp.class, new SqlTimeSerializers.TimestampSerializer(config, true));
    }

    private static @Nullable Serializer<?> ofJdk(Config config, Class<?> type) {
        JdkForm<?> form = JdkForm.of(type);
        return form == null ? JavaSerializer.of(config, type) : form.serializer(config, type);
    }

    /** Null where Fory's own is right. */
    @Override
    @SuppressWarnings("NullAway") // Fory's interface is not annotated: null is its "not mine"
    public @Nullable Serializer<?> createSerializer(TypeResolver resolver, Class<?> type) {
        if (!type.getName().startsWith(FORY)) {
            graph.check(LambdaSerializer.isLambda(type) ? null : type, type.getTypeName());
        }
        for (Class<?> family : FAMILIES) {
            if (family.isAssignableFrom(type)) {
                return new BesideSerializer<>(resolver.getConfig(), type, family, graph);
            }
        }
        if (Arg.class.isAssignableFrom(type)) {
            throw new SerializationException("a Task inside an object", "pass it as argument, or its result()");
        }
        if (LambdaSerializer.isLambda(type)) {
            return new LambdaSerializer(resolver.getConfig(), type, graph, classes);
        }
        if (Proxy.isProxyClass(type) || !isAllowed(type)) {
            throw classes.refusal(type.getTypeName());
        }
        Serializer<?> known = ofJdk(resolver.getConfig(), type);
        return known == null ? byMethods(resolver, type) : known;
    }

    /** For a class that says how it is written, or that Fory takes for one of the JDK because it extends one. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // Fory keeps it for exactly this class
    private static @Nullable Serializer<?> byMethods(TypeResolver resolver, Class type) {
        if (type.isArray() || Modifier.isAbstract(type.getModifiers()) || Enum.class.isAssignableFrom(type)) {
            return null;
        }
        boolean external = Externalizable.class.isAssignableFrom(type) && !type.isRecord();
        boolean replaced = ClassResolver.useReplaceResolveSerializer(type);
        if (external && !replaced) {
            return new ExternalSerializer(resolver, type);
        }
        if (Collection.class.isAssignableFrom(type)
                || Map.class.isAssignableFrom(type)
                || ZoneId.class.isAssignableFrom(type)
                || Charset.class.isAssignableFrom(type)) {
            return null;
        }
        if (replaced) {
            if (external) {
                resolver.setSerializer(type, new ExternalSerializer(resolver, type)); // what it finds for the content
            }
            return new ReplacedSerializer(resolver, type);
        }
        if (Calendar.class.isAssignableFrom(type) || TimeZone.class.isAssignableFrom(type)) {
            return ClassResolver.requireJavaSerialization(type)
                    ? new ObjectStreamSerializer(resolver, type)
                    : new ObjectSerializer(resolver, type);
        }
        return null;
    }

    private boolean isAllowed(Class<?> type) {
        return type.getName().startsWith(FORY) || classes.isAllowed(type);
    }
}
