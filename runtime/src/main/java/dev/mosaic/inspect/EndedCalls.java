package dev.mosaic.inspect;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import org.jspecify.annotations.Nullable;

/**
 * The calls that ended in a unit: the last {@value #MOST}, and of those that failed the last {@value #MOST_FAILED} beside them, so that
 * a million that are done displace no failure.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> 72 B for each that is remembered, in pieces of {@value #PIECE} that are made as they fill; to
 * add one writes ten numbers. A failure keeps its text, up to {@value FailedTasks#MOST_TEXT} characters.
 */
public final class EndedCalls {
    static final int MOST = 1 << 16;
    static final int MOST_FAILED = 1 << 10;
    private static final int PIECE = 1 << 12;
    private static final int NUMBERS = 7;

    /** So many calls, a column each. */
    private static final class Piece {
        private final long[] numbers = new long[PIECE * NUMBERS];
        private final int[] methods = new int[PIECE];
        private final int[] states = new int[PIECE];
        private final @Nullable String[] classNames = new @Nullable String[PIECE];
    }

    private record Failed(CallView call, long endedNanos, String text) {}

    private final @Nullable Piece[] pieces = new @Nullable Piece[MOST / PIECE];
    private final @Nullable Failed[] failures = new @Nullable Failed[MOST_FAILED];
    private long ended;
    private long failed;

    /**
     * Remembers one.
     *
     * @param failure null where it did not fail
     */
    public void add(CallView call, long endedNanos, @Nullable Failure failure) {
        if (failure != null && call.state() == CallView.State.FAILED) {
            addItem(call, endedNanos, failure);
        }
        int slot = (int) (ended++ % MOST);
        Piece piece = pieces[slot / PIECE];
        if (piece == null) {
            piece = new Piece();
            pieces[slot / PIECE] = piece;
        }
        int row = slot % PIECE;
        int at = row * NUMBERS;
        long[] numbers = piece.numbers;
        numbers[at] = call.task().origin();
        numbers[at + 1] = call.task().number();
        numbers[at + 2] = call.tessera().origin();
        numbers[at + 3] = call.tessera().number();
        numbers[at + 4] = call.arrivedNanos();
        numbers[at + 5] = call.startedNanos();
        numbers[at + 6] = endedNanos;
        piece.methods[row] = call.method();
        piece.states[row] = call.state().ordinal() | call.attempt() << 8;
        piece.classNames[row] = call.className();
    }

    /** Remembers a part of a call that failed, beside others. */
    public void addItem(CallView call, long endedNanos, Failure failure) {
        failures[(int) (failed++ % MOST_FAILED)] = new Failed(call, endedNanos, FailedTasks.text(failure));
    }

    /** Since the unit began. */
    public long ended() {
        return ended;
    }

    /** Since the unit began, and items of batches. */
    public long failed() {
        return failed;
    }

    /** How many are remembered no more. */
    public long displaced() {
        return Math.max(0, ended - MOST);
    }

    /** What a visitor is shown. */
    public interface Visitor {
        /**
         * A call.
         *
         * @param failure empty where it did not fail
         */
        void call(CallView call, long endedNanos, String failure);
    }

    /** Shows what is remembered, the latest first: failures, then all others. */
    public void visit(Visitor visitor) {
        for (long number = failed - 1; number >= Math.max(0, failed - MOST_FAILED); number--) {
            Failed each = failures[(int) (number % MOST_FAILED)];
            if (each != null) {
                visitor.call(each.call(), each.endedNanos(), each.text());
            }
        }
        for (long number = ended - 1; number >= Math.max(0, ended - MOST); number--) {
            int slot = (int) (number % MOST);
            Piece piece = pieces[slot / PIECE];
            if (piece != null) {
                show(piece, slot % PIECE, visitor);
            }
        }
    }

    private static void show(Piece piece, int row, Visitor visitor) {
        CallView.State state = CallView.State.values()[piece.states[row] & 0xff];
        String className = piece.classNames[row];
        if (state == CallView.State.FAILED || className == null) {
            return;
        }
        long[] numbers = piece.numbers;
        int at = row * NUMBERS;
        CallView call = new CallView(
                new Id(numbers[at], numbers[at + 1]),
                new Id(numbers[at + 2], numbers[at + 3]),
                className,
                piece.methods[row],
                piece.states[row] >>> 8,
                numbers[at],
                state,
                numbers[at + 4],
                numbers[at + 5],
                null);
        visitor.call(call, numbers[at + 6], "");
    }
}
