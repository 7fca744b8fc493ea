package dev.mosaic.crd;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.math.BigDecimal;

/** Reads quantities, and refuses those with which nobody can calculate: Fabric8's own takes {@code 4GB}, whose hash it cannot make. */
final class QuantityReader extends JsonDeserializer<Quantity> {
    /** With what is added to it, it is still a long. */
    private static final BigDecimal MOST = BigDecimal.valueOf(1L << 60);

    @Override
    public Quantity deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonNode json = context.readTree(parser);
        String text = json.isValueNode() ? json.asText() : json.toString();
        try {
            Quantity quantity = Quantity.parse(text);
            BigDecimal amount = quantity.getNumericalAmount();
            if (amount.signum() >= 0 && amount.compareTo(MOST) <= 0) {
                return quantity;
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw refused(parser, text);
        }
        throw refused(parser, text);
    }

    private static InvalidFormatException refused(JsonParser parser, String text) {
        return InvalidFormatException.from(parser, "no quantity", text, Quantity.class);
    }
}
