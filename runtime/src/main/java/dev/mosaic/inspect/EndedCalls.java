package dev.mosaic.inspect;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.unit.mailbox.CallView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

    private record Failed(CallView call, long endedNanos, String text, LaterText input) {}

    private final @Nullable Piece[] pieces = new @Nullable Piece[MOST / PIECE];
    private final @Nullable Failed[] failures = new @Nullable Failed[MOST_FAILED];
    private long ended;
    private long failed;

    /**
     * Remembers one.
     *
     * @param failure null where it did not fail
     * @param input of one that failed, in words
     */
    public void add(CallView call, long endedNanos, @Nullable Failure failure, LaterText input) {
        if (failure != null && call.state() == CallView.State.FAILED) {
            addItem(call, endedNanos, failure, input);
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
    public void addItem(CallView call, long endedNanos, Failure failure, LaterText input) {
        failures[(int) (failed++ % MOST_FAILED)] = new Failed(call, endedNanos, FailedTasks.text(failure), input);
    }

    /** How many are forgotten. */
    public long displaced() {
        return Math.max(0, ended - MOST);
    }

    /** What a visitor is shown. */
    public interface Visitor {
        /**
         * A call.
         *
         * @param failure empty where it did not fail, or that is remembered no more
         * @param input of one that failed, in words; empty where that is not known
         */
        void call(CallView call, long endedNanos, String failure, String input);
    }

    private record Attempt(Id task, int number) {
        private static Attempt of(CallView call) {
            return new Attempt(call.task(), call.attempt());
        }
    }

    /** Shows what is remembered, the latest first. A failure whose text is remembered no more is shown without. */
    public void visit(Visitor visitor) {
        List<Failed> texts = new ArrayList<>();
        for (long number = failed - 1; number >= Math.max(0, failed - MOST_FAILED); number--) {
            Failed each = failures[(int) (number % MOST_FAILED)];
            if (each != null) {
                texts.add(each);
            }
        }
        Set<Attempt> withText = new HashSet<>();
        texts.forEach(each -> withText.add(Attempt.of(each.call())));
        int next = 0;
        for (long number = ended - 1; number >= Math.max(0, ended - MOST); number--) {
            int slot = (int) (number % MOST);
            Piece piece = pieces[slot / PIECE];
            if (piece == null) {
                continue;
            }
            int row = slot % PIECE;
            long endedNanos = piece.numbers[row * NUMBERS + 6];
            while (next < texts.size() && texts.get(next).endedNanos() >= endedNanos) {
                show(texts.get(next++), visitor);
            }
            CallView call = call(piece, row);
            boolean isShown = call.state() == CallView.State.FAILED && withText.contains(Attempt.of(call));
            if (!isShown) {
                visitor.call(call, endedNanos, "", "");
            }
        }
        texts.subList(next, texts.size()).forEach(each -> show(each, visitor));
    }

    private static void show(Failed each, Visitor visitor) {
        visitor.call(each.call(), each.endedNanos(), each.text(), each.input().get());
    }

    private static CallView call(Piece piece, int row) {
        CallView.State state = CallView.State.values()[piece.states[row] & 0xff];
        String className = piece.classNames[row];
        long[] numbers = piece.numbers;
        int at = row * NUMBERS;
        return new CallView(
                new Id(numbers[at], numbers[at + 1]),
                new Id(numbers[at + 2], numbers[at + 3]),
                className == null ? "" : className,
                piece.methods[row],
                piece.states[row] >>> 8,
                numbers[at],
                state,
                numbers[at + 4],
                numbers[at + 5],
                null);
    }
}
