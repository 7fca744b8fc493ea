package dev.mosaic.invoke.codec;

import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.FinalFieldReplaceResolveSerializer;
import org.apache.fory.serializer.Serializer;

/**
 * A class with {@code writeReplace} or {@code readResolve}, always in one form. Fory has two, with and without the name of the class, and puts the
 * second in the place of the first as soon as a final field of that class is met; then what was written before cannot be read after. It does so for
 * its own serializers only, so this one, which is none of them, stays.
 *
 * @param <T> the class
 */
final class ReplacedSerializer<T> extends Serializer<T> {
    private final FinalFieldReplaceResolveSerializer content;

    ReplacedSerializer(TypeResolver resolver, Class<T> type) {
        super(resolver.getConfig(), type);
        this.content = new FinalFieldReplaceResolveSerializer(resolver, type);
    }

    @Override
    public void write(WriteContext context, T value) {
        content.write(context, value);
    }

    @Override
    @SuppressWarnings("unchecked") // whatever readResolve gives: Fory casts where a field needs the class
    public T read(ReadContext context) {
        return (T) content.read(context);
    }
}
