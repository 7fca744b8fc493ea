package dev.mosaic.head;

import dev.mosaic.http.Json;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What units answer to one question.
 *
 * @param uids of all units, by instance
 * @param silent uids of those that did not answer within {@value #PATIENCE_SECONDS} s, or not in JSON of that type
 */
record UnitAnswers<T>(Map<Member, T> answers, Map<Long, String> uids, List<String> silent) {
    private static final int PATIENCE_SECONDS = 3;
    private static final int OK = 200;

    /** Uid of the program that a worker works for; empty for none that is there. */
    String program(Member unit) {
        return unit.program() == 0 ? "" : uids.getOrDefault(unit.program(), "");
    }

    /**
     * Asks programs and workers.
     *
     * @param only uid of the one that is meant; empty for all
     * @return empty where the monitor is stuck
     */
    static <T> Optional<UnitAnswers<T>> ask(MonitorShell monitor, String only, String path, Class<T> type)
            throws InterruptedException {
        return ask(
                monitor,
                unit -> (unit.kind() == Member.Kind.WORKER || unit.kind() == Member.Kind.PROGRAM)
                        && (only.isEmpty() || unit.uid().equals(only)),
                unit -> path,
                type);
    }

    /**
     * Asks all that are meant at once, and waits.
     *
     * @param path what each is asked
     * @return empty where the monitor is stuck
     */
    static <T> Optional<UnitAnswers<T>> ask(
            MonitorShell monitor, Predicate<Member> isMeant, Function<Member, String> path, Class<T> type)
            throws InterruptedException {
        Optional<ClusterMessage.Surveyed> survey = monitor.survey();
        if (survey.isEmpty()) {
            return Optional.empty();
        }
        List<Member> units =
                survey.get().units().stream().map(ClusterMessage.UnitLoad::unit).toList();
        Map<Member, CompletableFuture<ClusterMessage.QueryResult>> asked = new LinkedHashMap<>();
        for (Member unit : units) {
            if (isMeant.test(unit)) {
                asked.put(unit, monitor.ask(unit.instance(), path.apply(unit), Duration.ofSeconds(PATIENCE_SECONDS)));
            }
        }
        Map<Member, T> answers = new LinkedHashMap<>();
        List<String> silent = new ArrayList<>();
        for (Map.Entry<Member, CompletableFuture<ClusterMessage.QueryResult>> each : asked.entrySet()) {
            Optional<T> answer = answer(each.getValue(), type);
            answer.ifPresentOrElse(
                    told -> answers.put(each.getKey(), told),
                    () -> silent.add(each.getKey().uid()));
        }
        silent.sort(Comparator.naturalOrder());
        Map<Long, String> uids = units.stream().collect(Collectors.toMap(Member::instance, Member::uid));
        return Optional.of(new UnitAnswers<>(answers, uids, silent));
    }

    private static <T> Optional<T> answer(CompletableFuture<ClusterMessage.QueryResult> asked, Class<T> type)
            throws InterruptedException {
        try {
            ClusterMessage.QueryResult result = asked.get();
            String text = new String(result.body().inline(), StandardCharsets.UTF_8);
            return result.status() == OK ? Optional.of(Json.readLenient(text, type)) : Optional.empty();
        } catch (ExecutionException | Json.MalformedException unanswered) {
            return Optional.empty();
        }
    }
}
