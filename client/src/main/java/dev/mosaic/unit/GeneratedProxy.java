package dev.mosaic.unit;

import dev.mosaic.NameException;
import dev.mosaic.TesseraProxy;
import dev.mosaic.invoke.MethodTable;
import java.lang.reflect.InvocationTargetException;
import java.util.Objects;
import java.util.function.Function;

/** Makes proxies of generated classes. */
public final class GeneratedProxy {
    private GeneratedProxy() {}

    /**
     * A proxy of that class.
     *
     * @param handle for the methods that the class knows
     * @throws NameException where the class is not generated
     */
    public static <P extends TesseraProxy> P of(Class<P> proxy, Function<MethodTable, TesseraHandle> handle) {
        try {
            MethodTable expected = (MethodTable) proxy.getField("TABLE").get(null);
            return proxy.getConstructor(TesseraHandle.class)
                    .newInstance(handle.apply(Objects.requireNonNull(expected)));
        } catch (NoSuchFieldException
                | NoSuchMethodException
                | IllegalAccessException
                | InstantiationException
                | InvocationTargetException notGenerated) {
            throw new NameException(
                    "class=" + proxy.getName() + " is not a generated proxy",
                    "use the method that takes the class of the tessera",
                    notGenerated);
        }
    }
}
