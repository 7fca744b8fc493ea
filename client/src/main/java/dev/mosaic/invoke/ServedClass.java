package dev.mosaic.invoke;

/**
 * What has to be known of a class to make a tessera of it that is {@linkplain Serving served}, by who does not have the class.
 *
 * @param name binary
 * @param signature of its {@link MethodTable}
 * @param concurrency how many of its calls may run at once
 */
public record ServedClass(String name, long signature, int concurrency) {
    /** Of a class that is here. */
    public static ServedClass of(Class<?> type) {
        MethodTable table = MethodTable.of(type);
        return new ServedClass(type.getName(), table.signature(), table.concurrency());
    }
}
