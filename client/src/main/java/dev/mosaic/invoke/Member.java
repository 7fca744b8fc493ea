package dev.mosaic.invoke;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;

/**
 * One line of a {@link MethodTable}: a method, or the read or write of a field, as proxies call it.
 *
 * @param kind what it is
 * @param name as the proxy shows it: its own, or that of {@link dev.mosaic.annotation.Remote}
 * @param member its own name in the class
 * @param descriptor erased, as in class files: {@code ([F)[F}; of a read {@code ()[F}, of a write {@code ([F)V}
 * @param parameters erased types
 * @param returns erased type; of an asynchronous method the stage, not its value
 * @param declared the same with its type arguments
 */
public record Member(
        Kind kind,
        String name,
        String member,
        String descriptor,
        List<Class<?>> parameters,
        Class<?> returns,
        Type declared) {
    /** What a member is. */
    public enum Kind {
        METHOD,
        READ,
        WRITE
    }

    public Member {
        parameters = List.copyOf(parameters);
    }

    /** True where the method returns before its value is there, and so does not hold back the tessera's next call. */
    public boolean isAsynchronous() {
        return kind == Kind.METHOD
                && (java.util.concurrent.CompletionStage.class.isAssignableFrom(returns)
                        || io.smallrye.mutiny.Uni.class.isAssignableFrom(returns)
                        || dev.mosaic.Task.class.isAssignableFrom(returns)
                        || io.smallrye.mutiny.Multi.class.isAssignableFrom(returns));
    }

    /** True where the values come one by one: the method returns a {@code Multi}. It is asynchronous as well. */
    public boolean isFlow() {
        return kind == Kind.METHOD && io.smallrye.mutiny.Multi.class.isAssignableFrom(returns);
    }

    /** The type of what its task gives: of an asynchronous method the value, of a flow an item. */
    public Type gives() {
        if (!isAsynchronous()) {
            return declared;
        }
        return declared instanceof ParameterizedType promise && promise.getActualTypeArguments().length == 1
                ? promise.getActualTypeArguments()[0]
                : Object.class;
    }

    @Override
    public String toString() {
        return name + descriptor;
    }
}
