package dev.mosaic.operator;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Passes over fields of Kubernetes' own objects that this version of the client does not understand: they are null, and said in the log.
 * Otherwise one pod or Secret that is odd would end the watch of all.
 *
 * <p><b>Threading:</b> any thread.
 */
final class OddFields extends DeserializationProblemHandler {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** Objects come again and again. */
    private static final long MOST_SAID = 100;

    private final AtomicLong said = new AtomicLong();

    @Override
    public @Nullable Object handleWeirdStringValue(
            DeserializationContext context, Class<?> type, String value, String why) throws IOException {
        return type.isPrimitive() ? NOT_HANDLED : passedOver(context, '"' + value + '"');
    }

    @Override
    public @Nullable Object handleWeirdNumberValue(
            DeserializationContext context, Class<?> type, Number value, String why) throws IOException {
        return type.isPrimitive() ? NOT_HANDLED : passedOver(context, value.toString());
    }

    @Override
    public @Nullable Object handleUnexpectedToken(
            DeserializationContext context, JavaType type, JsonToken token, JsonParser parser, String why)
            throws IOException {
        if (type.isPrimitive()) {
            return NOT_HANDLED;
        }
        parser.skipChildren();
        return passedOver(context, token.toString());
    }

    private @Nullable Object passedOver(DeserializationContext context, String value) {
        if (said.incrementAndGet() <= MOST_SAID) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "a field is passed over, it has " + value + " at "
                            + context.getParser().getParsingContext().pathAsPointer());
        }
        return null;
    }
}
