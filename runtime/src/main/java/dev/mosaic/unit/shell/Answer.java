package dev.mosaic.unit.shell;

import dev.mosaic.TimedOutException;
import dev.mosaic.message.Id;
import dev.mosaic.message.ObjectMessage;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a thread waits for that has asked a store.
 *
 * <p><b>Threading:</b> made and awaited by one thread, given in the loop.
 */
final class Answer implements Consumer<ObjectMessage> {
    /** Nobody's: such a wait is not chased for cycles. */
    static final Id NOBODY = new Id(0, 0);

    private final Engine engine;
    private final Thread asker = Thread.currentThread();
    private volatile @Nullable ObjectMessage given;

    Answer(Engine engine) {
        this.engine = engine;
    }

    @Override
    public void accept(ObjectMessage answer) {
        given = answer;
        engine.patience.wake(asker);
    }

    /**
     * The answer.
     *
     * @param what is asked, in words
     */
    <T extends ObjectMessage> T await(Class<T> type, String what, long timeoutNanos) {
        if (!Seat.await(engine, () -> given != null, NOBODY, timeoutNanos) && given == null) {
            if (engine.isClosed()) {
                throw engine.isOver();
            }
            throw new TimedOutException(what + " was not done within " + Duration.ofNanos(timeoutNanos), "");
        }
        return type.cast(java.util.Objects.requireNonNull(given));
    }
}
