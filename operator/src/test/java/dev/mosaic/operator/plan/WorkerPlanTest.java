package dev.mosaic.operator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.UpdateStrategySpec;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.plan.Action.Create;
import dev.mosaic.operator.plan.Action.Delete;
import dev.mosaic.operator.snapshot.Gang;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** So many pods, all of the newest revision in the end. */
class WorkerPlanTest {
    private static final Pod WANTED = Given.pod("", "new", false, 0);

    /**
     * Pods as {@code name:revision:readiness:age}, with {@code ready}, {@code not}, {@code dead} or {@code ending}; what is done as
     * {@code +count} and {@code -name}.
     */
    @ParameterizedTest
    @CsvSource({
        "3, '',                                               '+3'",
        "0, '',                                               ''",
        "2, 'a:new:ready:9 b:new:not:9',                      ''",
        "4, 'a:new:ready:9 b:new:not:9',                      '+2'",
        // too many: not ready first, then old, then the youngest
        "1, 'a:new:ready:9 b:new:not:5',                      '-b'",
        "1, 'a:old:ready:5 b:new:ready:9',                    '-a'",
        "1, 'a:new:ready:9 b:new:ready:5',                    '-b'",
        "0, 'a:new:ready:9 b:old:ready:7 c:new:not:5',        '-c -b -a'",
        // dead ones are removed and replaced, after a while where they were of no use; those that end do not count
        "2, 'a:new:dead:10 b:new:ready:9',                    ''",
        "2, 'a:new:dead:11 b:new:ready:9',                    '-a +1'",
        "1, 'a:new:dead:10 b:new:ready:9',                    '-a'",
        "0, 'a:new:dead:10 b:new:dead:11',                    '-a -b'",
        "3, 'a:new:dead:10 b:new:dead:11',                    '-b +1 +1'",
        "2, 'a:new:ending:9 b:new:ready:9',                   '+1'",
        // old ones one at a time, and only when all are ready
        "3, 'a:old:ready:9 b:old:ready:8 c:old:ready:7',      '-a'",
        "3, 'a:old:ready:9 b:old:ready:8 c:new:not:1',        ''",
        "3, 'b:old:ready:8 c:old:ready:7',                    '+1'",
        "3, 'a:new:ready:1 b:old:ready:8 c:old:ready:7',      '-b'",
        // old and not ready anyway
        "3, 'a:old:not:9 b:old:ready:8 c:old:not:7',          '-a -c'",
        "2, 'a:new:ready:1 b:new:ready:8',                    ''",
    })
    void shouldDoWhatIsMissingAndNoMore(int replicas, String pods, String done) {
        Plan plan = of(replicas, pods(pods));

        assertThat(String.join(" ", words(plan))).isEqualTo(done);
    }

    private static Plan of(int replicas, List<Pod> pods) {
        return WorkerPlan.of(WANTED, replicas, 1, UpdateStrategySpec.DEFAULT, true, pods, Map.of(), Given.NOW);
    }

    /** How long a pod that a node does not admit is waited for, by how many of them there were before it. */
    @ParameterizedTest
    @CsvSource({"0, 10", "1, 20", "2, 40", "3, 80", "4, 160", "5, 300", "6, 300", "400, 300"})
    void shouldWaitLongerForEachPodThatANodeDoesNotAdmit(int before, long seconds) {
        Pod early = Given.annotated(notAdmitted("a", seconds - 1), "mosaic.dev/early-ends", Integer.toString(before));
        Plan waits = of(1, List.of(early));
        assertThat(waits.actions()).isEmpty();
        assertThat(waits.lookAgain()).contains(Duration.ofSeconds(1));

        Pod late = Given.annotated(notAdmitted("a", seconds), "mosaic.dev/early-ends", Integer.toString(before));
        Plan again = of(1, List.of(late));
        assertThat(words(again)).containsExactly("-a", "+1");
        assertThat(again.actions().getFirst().message())
                .isEqualTo("pod a: it ended: UnexpectedAdmissionError: Allocate failed: no devices");
        assertThat(((Create) again.actions().get(1)).pod().getMetadata().getAnnotations())
                .containsEntry("mosaic.dev/early-ends", Integer.toString(before + 1));
    }

    @Test
    void shouldMakeAnotherAtOnceForOneThatHadWorked() {
        Pod evicted =
                Given.annotated(Given.ended(Given.pod("a", "new", true, 4_000), 3_999), "mosaic.dev/early-ends", "5");
        Plan plan = of(1, List.of(evicted));
        assertThat(words(plan)).containsExactly("-a", "+1");
        assertThat(((Create) plan.actions().get(1)).pod().getMetadata().getAnnotations())
                .doesNotContainKey("mosaic.dev/early-ends");
    }

    @Test
    void shouldWaitForPodsOfGangsToo() {
        List<Pod> pods = new ArrayList<>();
        for (String name : List.of("a0", "b0")) {
            Pod pod = Given.pod(name, "new", true, 9);
            pod.getMetadata().getLabels().put(Gang.REPLICA, "0");
            pods.add(pod);
        }
        pods.add(ofReplica(notAdmitted("c0", 9), 0));
        pods.add(ofReplica(notAdmitted("a1", 9), 1));
        assertThat(words(WorkerPlan.of(WANTED, 2, 3, UpdateStrategySpec.DEFAULT, true, pods, Map.of(), Given.NOW)))
                .isEmpty();
        Plan later =
                WorkerPlan.of(WANTED, 2, 3, UpdateStrategySpec.DEFAULT, true, pods, Map.of(), Given.NOW.plusSeconds(1));
        assertThat(words(later)).containsExactly("-c0", "-a1", "+1", "+3");
        assertThat(((Create) later.actions().getLast()).pod().getMetadata().getAnnotations())
                .containsEntry("mosaic.dev/early-ends", "1");
    }

    private static Pod ofReplica(Pod pod, int index) {
        pod.getMetadata().getLabels().put(Gang.REPLICA, Integer.toString(index));
        return pod;
    }

    private static Pod notAdmitted(String name, long ageSeconds) {
        return new PodBuilder(Given.pod(name, "new", false, ageSeconds))
                .editStatus()
                .withConditions()
                .withPhase("Failed")
                .withReason("UnexpectedAdmissionError")
                .withMessage("Allocate failed: no devices")
                .endStatus()
                .build();
    }

    /** Addresses are names; idle is said in seconds. */
    @ParameterizedTest
    @CsvSource({
        // drained first, then not ready, then the longest idle, whatever their age
        "2, 'a:drained:ready:9 b:new:not:9 c:new:ready:1',    '-a'",
        "1, 'a:new:ready:9 b:new:ready:5 c:new:ready:1',      '-a -b'",
        "2, 'a:old:ready:9 b:new:ready:9 c:new:ready:1',      '-b'",
        // drained just now and not too many: whoever did it is about to say so; later it is replaced
        "1, 'a:drained:ready:9',                              ''",
        "1, 'a:drainedbefore:ready:9',                        '-a +1'",
    })
    void shouldRemoveWhatWasDrainedFirstAndThenWhatIsIdle(int replicas, String pods, String done) {
        Map<String, Duration> idle = Map.of("a", Duration.ofSeconds(10), "b", Duration.ofSeconds(20));
        List<Pod> given = new ArrayList<>();
        for (Pod each : pods(pods)) {
            String name = each.getMetadata().getName();
            String revision = each.getMetadata().getLabels().get("mosaic.dev/revision");
            Pod pod = new PodBuilder(each)
                    .editStatus()
                    .withPodIP(name)
                    .endStatus()
                    .build();
            if (revision.startsWith("drained")) {
                Instant since = Given.NOW.minusSeconds(revision.equals("drained") ? 1 : 10);
                pod.getMetadata().getLabels().put("mosaic.dev/revision", "new");
                pod = Given.annotated(pod, Gang.DRAIN_STARTED, since.toString());
            }
            given.add(pod);
        }
        Map<String, Duration> known = pods.contains("a:old") ? Map.of("b", Duration.ofSeconds(20)) : idle;
        Plan plan = WorkerPlan.of(WANTED, replicas, 1, UpdateStrategySpec.DEFAULT, true, given, known, Given.NOW);
        assertThat(words(plan)).containsExactlyInAnyOrder(done.isEmpty() ? new String[0] : done.split(" ", -1));
    }

    @Test
    void shouldMakeReplaceAndRemoveGangsWhole() {
        Plan fresh = WorkerPlan.of(WANTED, 2, 3, UpdateStrategySpec.DEFAULT, true, List.of(), Map.of(), Given.NOW);
        assertThat(fresh.actions())
                .extracting(each -> ((Create) each).count() + " of "
                        + ((Create) each).pod().getMetadata().getLabels().get(Gang.REPLICA))
                .containsExactly("3 of 0", "3 of 1");

        List<Pod> pods = new ArrayList<>();
        for (String name : List.of("a0", "b0", "c0", "a1", "b1", "c1", "a2", "b2")) {
            Pod pod = Given.pod(name, "new", true, 9);
            pod.getMetadata().getLabels().put(Gang.REPLICA, name.substring(1));
            pods.add(pod);
        }
        assertThat(words(WorkerPlan.of(WANTED, 3, 3, UpdateStrategySpec.DEFAULT, true, pods, Map.of(), Given.NOW)))
                .as("what a gang has lost")
                .containsExactly("+1");
        assertThat(words(WorkerPlan.of(WANTED, 2, 3, UpdateStrategySpec.DEFAULT, true, pods, Map.of(), Given.NOW)))
                .as("the one that is not whole")
                .containsExactly("-a2", "-b2");
        assertThat(words(WorkerPlan.of(WANTED, 1, 3, UpdateStrategySpec.DEFAULT, true, pods, Map.of(), Given.NOW)))
                .hasSize(5);
    }

    /** Until all is as it should be, whatever becomes ready in between. */
    @Test
    void shouldGetToTheNewRevisionWithOnePodLessAtMost() {
        List<Pod> pods = new ArrayList<>(pods("a:old:ready:9 b:old:ready:8 c:old:ready:7"));
        int made = 0;
        for (int step = 0; step < 20; step++) {
            Plan plan = of(3, pods);
            for (String word : words(plan)) {
                if (word.startsWith("+")) {
                    pods.add(Given.pod("n" + made++, "new", true, 1));
                } else {
                    pods.removeIf(each -> each.getMetadata().getName().equals(word.substring(1)));
                }
            }
            assertThat(pods).hasSizeGreaterThanOrEqualTo(2);
        }
        assertThat(pods).extracting(each -> each.getMetadata().getName()).containsExactly("n0", "n1", "n2");
    }

    private static List<Pod> pods(String text) {
        List<Pod> pods = new ArrayList<>();
        for (String each : text.isBlank() ? new String[0] : text.split(" ", -1)) {
            List<String> parts = List.of(each.split(":", -1));
            Pod pod = Given.pod(parts.get(0), parts.get(1), !parts.get(2).equals("not"), Long.parseLong(parts.get(3)));
            pods.add(
                    switch (parts.get(2)) {
                        case "dead" -> Given.ended(pod, 1);
                        case "ending" -> Given.ending(pod, Given.NOW.plusSeconds(60));
                        default -> pod;
                    });
        }
        return pods;
    }

    private static List<String> words(Plan plan) {
        return plan.actions().stream()
                .map(each -> switch (each) {
                    case Create create -> "+" + create.count();
                    case Delete delete -> "-" + delete.object().getMetadata().getName();
                    case Action.Apply apply ->
                        "=" + apply.object().getMetadata().getName();
                })
                .toList();
    }
}
