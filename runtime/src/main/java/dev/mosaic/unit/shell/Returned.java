package dev.mosaic.unit.shell;

import dev.mosaic.PutOption;
import dev.mosaic.invoke.Result;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.message.Payload;
import io.smallrye.mutiny.Multi;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a run of user code gives back. <b>Threading:</b> one thread. */
final class Returned extends EncodedWriter<Result> implements Result {
    /** What a method gave that is to be waited for. */
    private @Nullable Object given;

    private boolean promised;
    private @Nullable Object kept;

    private final Sharing sharing;

    Returned(Encoder encoder, Sharing sharing) {
        super(encoder);
        this.sharing = sharing;
    }

    void begin() {
        given = null;
        promised = false;
        kept = null;
        encoder.reset("result");
    }

    Payload payload() {
        return encoder.finish(sharing);
    }

    /** With its bytes, none of them in memory of this unit's that others would have to read. */
    Payload bytes() {
        return encoder.finish();
    }

    boolean isEmpty() {
        return encoder.inlineBytes() == 0;
    }

    /** True where it may stay in this unit. */
    boolean hasRoom() {
        long far = 0;
        for (MemorySegment each : encoder.far()) {
            far += each.byteSize();
        }
        return sharing.hasRoom(encoder.inlineBytes(), far);
    }

    /** The value goes into the warehouse; the payload says where it is. */
    Payload stored(RefDesk refs, PutOption... options) {
        HeldRef<?> ref = refs.store(encoder, options);
        kept = ref;
        encoder.reset("result");
        encoder.stored(ref.form);
        return encoder.finish();
    }

    /** What is to be reachable until the outcome is told; null for nothing. */
    @Nullable Object kept() {
        return kept;
    }

    boolean isFlow() {
        return promised && given instanceof Multi<?>;
    }

    /** What {@link #isFlow} has seen. */
    Multi<?> flow() {
        return given instanceof Multi<?> items ? items : Multi.createFrom().empty();
    }

    /** The method gave null where it promises something. */
    boolean isNullPromise() {
        return promised && given == null;
    }

    boolean isPromise() {
        return promised;
    }

    /** Begins what the method promised. */
    CompletionStage<?> promise() {
        return Promises.begun(given);
    }

    @Override
    Result self() {
        return this;
    }

    @Override
    public Result nothing() {
        return this;
    }

    @Override
    public Result promise(@Nullable Object promise) {
        given = promise;
        promised = true;
        return this;
    }
}
