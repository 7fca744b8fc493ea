package dev.mosaic.invoke.codec;

import dev.mosaic.message.Id;

/**
 * A ref inside a payload: {@code i64 origin, i64 number, i64 home, i64 size, name label}.
 *
 * @param id of the entry
 * @param home the instance of the store that counts its holders
 * @param sizeBytes of the entry
 * @param label for its uid
 */
public record RefForm(Id id, long home, long sizeBytes, String label) {
    void write(Sink sink) {
        sink.i64(id.origin());
        sink.i64(id.number());
        sink.i64(home);
        sink.i64(sizeBytes);
        sink.name(label);
    }

    static RefForm read(Source source) {
        return new RefForm(new Id(source.i64(), source.i64()), source.i64(), source.i64(), source.name());
    }
}
