package dev.mosaic.serve.call;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, as RFC 9457 writes it.
 *
 * @param type a URN of its own for each {@link Kind}, for programs
 * @param title the same for people
 * @param detail what failed, with its facts, and what to do
 * @param exception class of what user code threw
 * @param at where in the arguments, as a JSON pointer
 * @param stack of what user code threw, where that was asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        @Nullable String exception,
        @Nullable String at,
        @Nullable String stack) {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** All that can go wrong with a call. */
    public enum Kind {
        NO_TESSERA(404, "no-tessera", "No such tessera"),
        NO_METHOD(404, "no-method", "No such method"),
        NO_CALL(404, "no-call", "No such call"),
        ARGUMENTS(400, "arguments", "The arguments do not fit"),
        DECLARATION(400, "declaration", "The declaration cannot be read"),
        KEY_USED(422, "key-used", "The key belongs to another request"),
        REJECTED(422, "rejected", "The method refuses these arguments"),
        NAME_TAKEN(409, "name-taken", "The name is another tessera's"),
        FAILED(500, "failed", "The method failed"),
        RESULT(500, "result", "The result cannot be written as JSON"),
        OUTCOME_UNKNOWN(502, "outcome-unknown", "Whether the call has run is not known"),
        NOT_ACTIVE(503, "not-active", "The tessera was not there in time"),
        CANNOT_RUN(503, "cannot-run", "The tessera cannot be made"),
        STOPPED(503, "stopped", "The tessera is stopped"),
        SETTLING(503, "settling", "The head has only just begun"),
        OVERLOADED(429, "overloaded", "Too many calls wait"),
        TIMED_OUT(504, "timed-out", "The call was not done in time");

        private final int status;
        private final String word;
        private final String title;

        Kind(int status, String word, String title) {
            this.status = status;
            this.word = word;
            this.title = title;
        }
    }

    public static Problem of(Kind kind, String detail) {
        return new Problem("urn:mosaic:problem:" + kind.word, kind.title, kind.status, detail, null, null, null);
    }

    /** With the place in the arguments. */
    public Problem at(String pointer) {
        return new Problem(type, title, status, detail, exception, pointer, stack);
    }

    /** With what user code threw. */
    public Problem thrown(String className, @Nullable String trace) {
        return new Problem(type, title, status, detail, className, at, trace);
    }

    /** As a reply's body. */
    public Reply reply() {
        return new Reply(status, json());
    }

    /** On one line. */
    public String json() {
        try {
            return MAPPER.writeValueAsString(this);
        } catch (JsonProcessingException impossible) {
            return "{\"status\":" + status + "}";
        }
    }
}
