package dev.mosaic.serve.worker;

import dev.mosaic.Snapshot;
import dev.mosaic.function.Function0;
import dev.mosaic.invoke.ServedClass;
import dev.mosaic.serve.call.Description;

/**
 * Looks at a class in a worker, where it can be loaded. <b>Failure:</b> a class that is not there, or cannot be called, is an {@link
 * IllegalArgumentException} that says so.
 */
public final class Describe implements Function0<Description> {
    private static final long serialVersionUID = 1L;

    private final String className;

    /** @param className binary */
    public Describe(String className) {
        this.className = className;
    }

    @Override
    public Description apply() {
        try {
            ClassLoader code = Thread.currentThread().getContextClassLoader();
            return of(JsonClass.of(Class.forName(className, true, code)), "");
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException("class=" + className + " is in none of the artifacts", missing);
        } catch (LinkageError broken) {
            throw new IllegalArgumentException("class=" + className + " cannot be loaded: " + broken, broken);
        }
    }

    static Description of(JsonClass json, String version) {
        ServedClass served = ServedClass.of(json.type());
        return new Description(
                served.name(),
                served.signature(),
                served.concurrency(),
                Snapshot.class.isAssignableFrom(json.type()),
                version,
                OpenApi.of(json));
    }
}
