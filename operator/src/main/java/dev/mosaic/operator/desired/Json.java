package dev.mosaic.operator.desired;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Objects of Kubernetes as trees, and as hashes that depend on nothing but what is in them. */
final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** Long enough that two revisions of one cluster differ. */
    private static final int HASH_DIGITS = 10;

    private Json() {}

    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    static <T> T read(JsonNode tree, Class<T> type) {
        return MAPPER.convertValue(tree, type);
    }

    /** The same for the same content, whatever the order of its fields. */
    static String hash(Object value) {
        try {
            Object plain = MAPPER.convertValue(value, Object.class);
            return hash(MAPPER.writeValueAsBytes(plain));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + value.getClass(), e);
        }
    }

    static String hash(String text) {
        return hash(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
