package dev.mosaic.operator.plan;

import dev.mosaic.crd.UpdateStrategySpec;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Gang;
import dev.mosaic.operator.snapshot.Pods;
import dev.mosaic.operator.snapshot.Trouble;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * So many replicas, all of the newest revision in the end. A replica is a pod, or a {@link Gang} of several.
 *
 * <p>What is missing is made at once, side by side. Of what is too many, those that were drained go first, then those that are not
 * ready, then those that have been idle the longest, then those of an old revision, then the youngest. One that was drained and is not
 * too many any more takes nothing more: it is replaced. Old revisions are replaced as the group's strategy says; those that are not
 * ready anyway are replaced at once. One that ended before it was of use is made again after a while, {@link Remake}.
 */
public final class WorkerPlan {
    /** Whoever drains a pod lowers the replicas in the same breath. */
    private static final Duration BREATH = Duration.ofSeconds(10);

    private final Pod wanted;
    private final Replacing replacing;
    private final int replicas;
    private final int hosts;
    private final Instant now;
    private final List<Action> actions = new ArrayList<>();

    /** Pods that ended, for which others are not made yet. */
    private final List<Remake> waiting = new ArrayList<>();

    /** Pods that ended, for which others may be made. */
    private final List<Remake> due = new ArrayList<>();

    private WorkerPlan(Pod wanted, Replacing replacing, Instant now) {
        this.wanted = wanted;
        this.replacing = replacing;
        this.replicas = replacing.replicas();
        this.hosts = replacing.hosts();
        this.now = now;
    }

    /**
     * What to do about the pods of a group.
     *
     * @param wanted one of them as it should be
     * @param hosts how many pods a replica is
     * @param mayReplace whether a replica that is ready may go because its revision is old
     * @param idle for how long pods have had nothing to do, by their addresses; those that have, and those of which nobody knows, are
     *     not in it
     */
    public static Plan of(
            Pod wanted,
            int replicas,
            int hosts,
            UpdateStrategySpec strategy,
            boolean mayReplace,
            List<Pod> pods,
            Map<String, Duration> idle,
            Instant now) {
        String revision = Pods.label(wanted, Labels.REVISION);
        return new WorkerPlan(wanted, new Replacing(revision, replicas, hosts, strategy, mayReplace), now)
                .made(pods, idle);
    }

    /** Whether pods have to go that may have something to do: then it is good to know which have not. */
    public static boolean hasToChoose(int replicas, int hosts, List<Pod> pods) {
        List<Gang> gangs = Gang.of(pods, hosts);
        return gangs.size() > replicas
                && gangs.stream().anyMatch(Gang::isReady)
                && gangs.stream()
                                .filter(each -> each.drainStarted().isPresent())
                                .count()
                        < gangs.size() - replicas;
    }

    private Plan made(List<Pod> pods, Map<String, Duration> idle) {
        List<Gang> gangs = new ArrayList<>(Gang.of(pods, hosts));
        Optional<Duration> lookAgain = Optional.empty();
        int missing = replacing.most(gangs) - gangs.size();
        missing -= ended(pods, gangs, missing);
        if (missing < 0) {
            List<Gang> gone = surplus(gangs, idle, -missing);
            String why = "goes: " + gangs.size() + " replicas are there, " + replacing.most(gangs) + " are to be";
            gone.forEach(each -> remove(each, Reason.REMOVED_WORKER, why));
            gangs.removeAll(gone);
        } else {
            List<Gang> drained = drained(gangs);
            drained.forEach(each -> remove(each, Reason.REMOVED_WORKER, "was drained and takes nothing more"));
            gangs.removeAll(drained);
            lookAgain = gangs.stream().anyMatch(each -> each.drainStarted().isPresent())
                    ? Optional.of(BREATH)
                    : Optional.empty();
            missing += drained.size();
            if (drained.isEmpty()) {
                outdated(gangs);
            }
        }
        complete(gangs);
        if (missing > 0) {
            create(gangs, missing);
        }
        Optional<Duration> untilNext = waiting.stream().map(Remake::left).min(Comparator.naturalOrder());
        return new Plan(
                actions, Stream.concat(lookAgain.stream(), untilNext.stream()).min(Comparator.naturalOrder()));
    }

    /** Removes dead pods but those for which no other is made yet; returned is for how many replicas that is so. */
    private int ended(List<Pod> pods, List<Gang> living, int missing) {
        List<Remake> ended = pods.stream()
                .filter(each -> Pods.ended(each) && !Pods.ends(each))
                .map(each -> Remake.of(each, now))
                .toList();
        Set<String> alive =
                living.stream().map(each -> Integer.toString(each.index())).collect(Collectors.toSet());
        Set<String> held = new TreeSet<>();
        for (Remake each : ended) {
            String replica = hosts == 1 ? Pods.name(each.pod()) : each.replica();
            boolean isMissed = hosts > 1 && alive.contains(replica);
            boolean isWanted = isMissed || held.contains(replica) || held.size() < missing;
            if (each.waits() && isWanted) {
                waiting.add(each);
                if (!isMissed) {
                    held.add(replica);
                }
            } else {
                due.add(each);
                actions.add(new Delete(
                        each.pod(),
                        Optional.of(Reason.REMOVED_DEAD_POD),
                        Trouble.ofEnded(each.pod()).message()));
            }
        }
        return held.size();
    }

    private List<Gang> surplus(List<Gang> gangs, Map<String, Duration> idle, int count) {
        return gangs.stream()
                .sorted(Comparator.comparing((Gang each) -> each.drainStarted().isEmpty())
                        .thenComparing(Gang::isReady)
                        .thenComparing(each -> each.idle(idle).negated())
                        .thenComparing(replacing::isNew)
                        .thenComparing(Comparator.comparing(Gang::created).reversed())
                        .thenComparing(Gang::name))
                .limit(count)
                .toList();
    }

    private List<Gang> drained(List<Gang> gangs) {
        return gangs.stream()
                .filter(each -> each.drainStarted()
                        .filter(since -> !since.plus(BREATH).isAfter(now))
                        .isPresent())
                .toList();
    }

    private void outdated(List<Gang> gangs) {
        List<Gang> replaced = replacing.now(gangs);
        replaced.forEach(each -> remove(each, Reason.UPDATED_WORKER, "has an old revision"));
        gangs.removeAll(replaced);
    }

    private void remove(Gang gang, Reason reason, String why) {
        gang.pods()
                .forEach(each ->
                        actions.add(new Delete(each, Optional.of(reason), "worker " + Pods.name(each) + " " + why)));
    }

    /** Pods that a gang has lost. */
    private void complete(List<Gang> gangs) {
        for (Gang each : gangs) {
            String replica = Integer.toString(each.index());
            int held = (int) waiting.stream()
                    .filter(one -> one.replica().equals(replica))
                    .count();
            int missing = hosts == 1 ? 0 : hosts - each.pods().size() - held;
            if (missing > 0) {
                actions.add(new Create(
                        of(each.index()),
                        missing,
                        Optional.of(Reason.CREATED_WORKERS),
                        missing + " of " + hosts + " workers of replica " + each.index()));
            }
        }
    }

    private void create(List<Gang> gangs, int missing) {
        if (hosts == 1) {
            createSingle(missing);
            return;
        }
        TreeSet<Integer> taken = new TreeSet<>();
        waiting.forEach(each -> {
            if (each.replica().matches("\\d{1,5}")) {
                taken.add(Integer.parseInt(each.replica()));
            }
        });
        gangs.forEach(each -> taken.add(each.index()));
        int index = 0;
        for (int i = 0; i < missing; i++) {
            while (taken.contains(index)) {
                index++;
            }
            taken.add(index);
            actions.add(new Create(
                    of(index),
                    hosts,
                    Optional.of(Reason.CREATED_WORKERS),
                    hosts + " workers of replica " + index + ", of " + replicas));
        }
    }

    /** Those in the place of pods that ended early know how many of them there were. */
    private void createSingle(int missing) {
        TreeMap<Integer, Integer> byEnds = new TreeMap<>(Comparator.reverseOrder());
        due.stream().limit(missing).forEach(each -> byEnds.merge(each.earlyEnds(), 1, Integer::sum));
        byEnds.merge(0, Math.max(0, missing - due.size()), Integer::sum);
        byEnds.forEach((earlyEnds, count) -> {
            if (count > 0) {
                actions.add(new Create(
                        marked(wanted, earlyEnds),
                        count,
                        Optional.of(Reason.CREATED_WORKERS),
                        count + " of " + replicas + " workers"));
            }
        });
    }

    private static Pod marked(Pod pod, int earlyEnds) {
        return earlyEnds == 0
                ? pod
                : new PodBuilder(pod)
                        .editMetadata()
                        .addToAnnotations(Labels.EARLY_ENDS, Integer.toString(earlyEnds))
                        .endMetadata()
                        .build();
    }

    private Pod of(int index) {
        String replica = Integer.toString(index);
        int earlyEnds = due.stream()
                .filter(each -> each.replica().equals(replica))
                .mapToInt(Remake::earlyEnds)
                .max()
                .orElse(0);
        return new PodBuilder(marked(wanted, earlyEnds))
                .editMetadata()
                .addToLabels(Gang.REPLICA, Integer.toString(index))
                .endMetadata()
                .build();
    }
}
