package dev.mosaic.node;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The uids of a node and its workers.
 *
 * @param node the node's number
 * @param workers how many it has
 */
record Roll(int node, int workers) {
    static String nodeUid(int node) {
        return "node:" + node;
    }

    static String workerUid(int node, int worker) {
        return "worker:" + node + ":" + worker;
    }

    String nodeUid() {
        return nodeUid(node);
    }

    String workerUid(int worker) {
        return workerUid(node, worker);
    }

    List<String> workerUids() {
        return IntStream.range(0, workers).mapToObj(this::workerUid).toList();
    }

    /** {@code <NODE:0 | WORKER:0-1>}: the workers' numbers from first to last. */
    @Override
    public String toString() {
        return "<NODE:" + node + " | WORKER:0" + (workers > 1 ? "-" + (workers - 1) : "") + ">";
    }
}
