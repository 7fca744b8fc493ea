package dev.mosaic.http;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a client gets.
 *
 * @param headers besides length and type of the body
 * @param contentType empty where there is no body
 */
public record Response(int status, Map<String, String> headers, String contentType, Body body) {
    /** All at once, or as it comes. */
    public sealed interface Body {}

    /** It is there. */
    public record Whole(String text) implements Body {}

    /** It comes; the response ends when the stream returns. */
    public record Streamed(Stream stream) implements Body {}

    /**
     * Says a body as it comes.
     *
     * <p><b>Threading:</b> the request's own virtual thread, which is interrupted when the server closes. <b>Failure:</b> an
     * {@link IOException} of the sink says that the client has gone, and may leave.
     */
    @FunctionalInterface
    public interface Stream {
        void writeTo(Sink sink) throws IOException, InterruptedException;
    }

    /** Where a stream goes. Each call is with the client as soon as the network allows. */
    public interface Sink {
        void text(String text) throws IOException;

        /** One line of JSON. */
        default void line(Object value) throws IOException {
            text(Json.text(value) + "\n");
        }
    }

    private static final String JSON = "application/json";

    public Response {
        headers = Map.copyOf(headers);
    }

    /** 200 with one object. */
    public static Response json(Object value) {
        return json(200, value);
    }

    public static Response json(int status, Object value) {
        return whole(status, JSON, Json.text(value));
    }

    public static Response whole(int status, String contentType, String text) {
        return new Response(status, Map.of(), contentType, new Whole(text));
    }

    /** Without a body. */
    public static Response empty(int status) {
        return new Response(status, Map.of(), "", new Whole(""));
    }

    /** 200 with one JSON object after another, each on a line of its own. */
    public static Response lines(Stream stream) {
        return streamed("application/x-ndjson", stream);
    }

    /** 200 with a body of that type. */
    public static Response streamed(String contentType, Stream stream) {
        return new Response(200, Map.of("Cache-Control", "no-store"), contentType, new Streamed(stream));
    }

    /**
     * What is wrong, as {@code application/problem+json} (RFC 9457).
     *
     * @param detail what failed, with its facts, and what to do
     */
    public static Response problem(int status, String detail) {
        return whole(status, "application/problem+json", Json.text(new Problem(title(status), status, detail)));
    }

    private record Problem(String title, int status, String detail) {}

    /** With that header too. */
    public Response with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Response(status, more, contentType, body);
    }

    /** As RFC 9110 calls it. */
    static String title(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 204 -> "No Content";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 409 -> "Conflict";
            case 411 -> "Length Required";
            case 413 -> "Content Too Large";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 503 -> "Service Unavailable";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            default -> "Status " + status;
        };
    }
}
