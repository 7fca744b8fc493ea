package dev.mosaic.node;

import dev.mosaic.connect.WorkerOutput;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.service.ServiceUnit;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes what the workers of a node print to the heads of their programs.
 *
 * <p><b>Threading:</b> {@link #to} and its outputs any thread, all else the node's loop. <b>Cost:</b> at most {@value #MOST_LINES} lines for
 * a head that cannot be reached. <b>Failure:</b> beyond that the oldest are dropped, and the head is told how many.
 */
final class LineRelay {
    private static final int MOST_LINES = 10_000;
    private static final int MOST_CHARACTERS = 16 << 10;

    private record Line(String uid, boolean isError, String text) {}

    private static final class Queue {
        private final Member head;
        private final ArrayDeque<Line> lines = new ArrayDeque<>();
        private long dropped;

        private Queue(Member head) {
            this.head = head;
        }
    }

    private final ServiceUnit unit;
    private final String node;
    private final Map<Long, Queue> queues = new HashMap<>();

    /** @param node uid of the node */
    LineRelay(ServiceUnit unit, String node) {
        this.unit = unit;
        this.node = node;
    }

    /** Where the lines of the workers of that program go. */
    WorkerOutput to(Member head) {
        return (uid, isError, text) -> unit.execute(() -> add(head, new Line(uid, isError, text)));
    }

    private void add(Member head, Line line) {
        Queue queue = queues.computeIfAbsent(head.instance(), any -> new Queue(head));
        queue.lines.add(line);
        if (queue.lines.size() > MOST_LINES) {
            queue.lines.poll();
            queue.dropped++;
        }
        flush(queue);
    }

    private void flush(Queue queue) {
        long instance = queue.head.instance();
        if (!unit.isLinked(instance)) {
            unit.dial(queue.head, node);
            return;
        }
        if (queue.dropped > 0) {
            unit.send(instance, new ClusterMessage.Output(node, true, queue.dropped + " lines were dropped"));
            queue.dropped = 0;
        }
        while (!queue.lines.isEmpty()) {
            unit.send(instance, batch(queue.lines));
        }
    }

    /** The next lines of one worker's stream. */
    private static ClusterMessage.Output batch(ArrayDeque<Line> lines) {
        Line first = lines.remove();
        StringBuilder text = new StringBuilder(first.text);
        for (Line next = lines.peek();
                next != null
                        && next.uid.equals(first.uid)
                        && next.isError == first.isError
                        && text.length() < MOST_CHARACTERS;
                next = lines.peek()) {
            text.append('\n').append(next.text);
            lines.remove();
        }
        return new ClusterMessage.Output(first.uid, first.isError, text.toString());
    }

    void connected(long instance) {
        Queue queue = queues.get(instance);
        if (queue != null) {
            flush(queue);
        }
    }

    /** The program is over. */
    void lost(long instance) {
        queues.remove(instance);
    }

    /** Heads that are not linked are dialled again. */
    void tick() {
        queues.values().stream().filter(queue -> !queue.lines.isEmpty()).forEach(this::flush);
    }
}
