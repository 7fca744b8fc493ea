package dev.mosaic.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.StringJoiner;

/** The last that a worker said, for the error that tells of its end. <b>Threading:</b> any thread. */
final class LastLines {
    private static final int MOST = 20;

    private final Deque<String> lines = new ArrayDeque<>();

    synchronized void add(String line) {
        if (lines.size() == MOST) {
            lines.removeFirst();
        }
        lines.add(line);
    }

    /** One line each, indented; or that there are none. */
    @Override
    public synchronized String toString() {
        if (lines.isEmpty()) {
            return "it printed nothing";
        }
        StringJoiner text = new StringJoiner("\n    ", "it printed\n    ", "");
        lines.forEach(text::add);
        return text.toString();
    }
}
