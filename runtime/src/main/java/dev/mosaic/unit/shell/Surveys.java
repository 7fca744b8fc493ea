package dev.mosaic.unit.shell;

import dev.mosaic.Bundle;
import dev.mosaic.NodeInfo;
import dev.mosaic.TimedOutException;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/**
 * Asks the monitor what there is. A monitor that comes in the place of another is asked again.
 *
 * <p><b>Threading:</b> {@link #nodes} any thread, {@link #surveyed} the loop. <b>Failure:</b> {@link TimedOutException} where none answers
 * within 30 s, or the unit closes.
 */
final class Surveys {
    private static final int MOST_SECONDS = 30;

    private final Bell answered;
    private final LongConsumer question;
    private final AtomicLong last = new AtomicLong();
    private final Map<Long, ClusterMessage.Surveyed> answers = new ConcurrentHashMap<>();

    /** @param question asks, and names the request */
    Surveys(Patience patience, LongConsumer question) {
        this.answered = new Bell(patience);
        this.question = question;
    }

    List<NodeInfo> nodes() {
        for (int second = 0; second < MOST_SECONDS; second++) {
            long request = last.incrementAndGet();
            question.accept(request);
            answered.await(() -> answers.containsKey(request), TimeUnit.SECONDS.toNanos(1));
            ClusterMessage.Surveyed answer = answers.remove(request);
            if (answer != null) {
                return nodes(answer);
            }
        }
        throw new TimedOutException("no monitor returned the nodes within " + MOST_SECONDS + " s", "try again");
    }

    void surveyed(ClusterMessage.Surveyed answer) {
        answers.put(answer.request(), answer);
        answered.ring();
    }

    private static List<NodeInfo> nodes(ClusterMessage.Surveyed answer) {
        Map<String, List<String>> workers = answer.units().stream()
                .map(ClusterMessage.UnitLoad::unit)
                .filter(unit -> unit.kind() == Member.Kind.WORKER)
                .collect(Collectors.groupingBy(Member::node, Collectors.mapping(Member::uid, Collectors.toList())));
        return answer.units().stream()
                .filter(load -> load.unit().kind() == Member.Kind.NODE)
                .map(load -> new NodeInfo(
                        load.unit().uid(),
                        workers.getOrDefault(load.unit().uid(), List.of()),
                        amounts(load.unit().offersWithGpus()),
                        amounts(load.used())))
                .toList();
    }

    private static Bundle amounts(Resources of) {
        return new Bundle(
                of.cpus() / (double) Resources.ONE,
                of.gpus() / (double) Resources.ONE,
                of.memoryBytes(),
                of.labels().entrySet().stream()
                        .collect(
                                Collectors.toMap(Map.Entry::getKey, each -> each.getValue() / (double) Resources.ONE)));
    }
}
