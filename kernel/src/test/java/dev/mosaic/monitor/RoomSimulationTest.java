package dev.mosaic.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Demand;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.placement.Pack;
import dev.mosaic.placement.Placement;
import dev.mosaic.placement.RoundRobin;
import dev.mosaic.placement.Spread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random lives of a cluster: nodes, workers and programs come and go, claims of all kinds are made and ended. After each step no node gives out
 * more than it offers, by a count of this test's own; in the end what could be placed is, and the rest is explained.
 */
class RoomSimulationTest {
    private static final int STEPS = 300;
    private static final List<Placement> STRATEGIES =
            List.of(new LeastBusy(), new Pack(), new Spread(), new RoundRobin());

    private final Map<Integer, Resources> offers = new HashMap<>();
    private final Map<Integer, Integer> devices = new HashMap<>();
    private final Map<Integer, Long> nodes = new HashMap<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    private final Map<Long, Member> workers = new LinkedHashMap<>();
    private final Map<Id, Claim> asked = new LinkedHashMap<>();
    private final Map<Id, List<Resources>> rooms = new LinkedHashMap<>();
    private final Set<Long> tickets = new LinkedHashSet<>();
    private int seen;
    private long next = 10_000;
    private long number;
    private Random random;
    private Stage stage;

    static IntStream seeds() {
        return IntStream.range(0, Integer.getInteger("mosaic.placement.seeds", 60));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldNeverGiveOutMoreThanThereIsAndPlaceOrExplainTheRest_S5_3(int seed) {
        random = new Random(seed);
        stage = new Stage(MonitorSettings.DEFAULT.thatBegins(), STRATEGIES.get(seed % STRATEGIES.size()));
        stage.head(1);
        stage.head(2);
        for (int i = 0; i < 3; i++) {
            node(i);
        }
        for (int i = 0; i < STEPS; i++) {
            step();
            follow();
            check(seed, i);
        }
        settle(seed);
    }

    private void node(int index) {
        if (offers.containsKey(index)) {
            return;
        }
        int gpus = random.nextInt(4);
        Resources offer = Resources.ofCpus(1 + random.nextInt(4));
        offer = random.nextBoolean() ? offer.plus(Stage.label("fpga", 2)) : offer;
        offers.put(index, offer);
        devices.put(index, gpus);
        long instance = ++next;
        nodes.put(index, instance);
        numbers.put(instance, index);
        stage.hello(new Member(
                "node:" + index,
                instance,
                Member.Kind.NODE,
                "",
                "",
                2,
                0,
                offer,
                IntStream.range(0, gpus).mapToObj(Integer::toString).toList()));
    }

    private void step() {
        switch (random.nextInt(14)) {
            case 0 -> node(random.nextInt(5));
            case 1 -> loseNode();
            case 2 -> loseWorker();
            case 3, 4, 5 -> end();
            case 6 -> stage.pass(random.nextInt(3) * Stage.SECOND);
            case 7 -> reserve();
            case 8 -> endRoom();
            default -> ask();
        }
    }

    private void loseNode() {
        if (offers.size() > 1 && random.nextInt(3) == 0) {
            int index = List.copyOf(offers.keySet()).get(random.nextInt(offers.size()));
            offers.remove(index);
            stage.machine.lose(nodes.get(index), "it is gone");
            workers.values().removeIf(worker -> worker.node().equals("node:" + index));
            again();
        }
    }

    private void loseWorker() {
        if (!workers.isEmpty()) {
            long instance = List.copyOf(workers.keySet()).get(random.nextInt(workers.size()));
            stage.machine.lose(instance, "killed");
            Member lost = workers.remove(instance);
            if (lost != null && lost.gpus().isEmpty()) {
                comes(Integer.parseInt(lost.node().substring(5)), lost.program(), 0); // as nodes do
            }
            again();
        }
    }

    /** What lived in a lost worker is over, or is asked for again by who made it. */
    private void again() {
        for (Id id : List.copyOf(asked.keySet())) {
            if (random.nextBoolean()) {
                place(id, asked.get(id));
            }
        }
    }

    private void ask() {
        Resources needs = switch (random.nextInt(6)) {
            case 0 -> Resources.NONE;
            case 1 -> Resources.ofCpus(0.5 + random.nextInt(3));
            case 2 -> Stage.label("fpga", 1);
            case 3 -> Resources.NONE.withGpus(Resources.ONE / 2);
            default -> Resources.ofCpus(0.5).withGpus((1 + random.nextInt(2)) * Resources.ONE);
        };
        Claim claim = Claim.of(needs);
        if (!rooms.isEmpty() && random.nextInt(4) == 0) {
            Id room = List.copyOf(rooms.keySet()).get(random.nextInt(rooms.size()));
            claim = new Claim(rooms.get(room).getFirst(), List.of(), "", room, 0);
        }
        Id id = new Id(claim.isReserved() ? claim.reservation().origin() : 1 + random.nextInt(2), ++number);
        asked.put(id, claim);
        place(id, claim);
    }

    private void place(Id id, Claim claim) {
        stage.place(id.origin(), id.number(), claim);
    }

    private void end() {
        if (!asked.isEmpty()) {
            Id id = List.copyOf(asked.keySet()).get(random.nextInt(asked.size()));
            asked.remove(id);
            stage.ended(id.origin(), id.number());
        }
    }

    private void reserve() {
        if (rooms.size() < 3) {
            Id id = new Id(1 + random.nextInt(2), ++number);
            List<Resources> bundles =
                    List.of(Resources.ofCpus(0.5).withGpus(random.nextInt(2) * Resources.ONE), Resources.ofCpus(0.5));
            rooms.put(id, bundles);
            stage.machine.received(
                    stage.now, id.origin(), new ClusterMessage.Book(id, bundles, random.nextBoolean(), List.of()));
        }
    }

    private void endRoom() {
        if (!rooms.isEmpty()) {
            Id id = List.copyOf(rooms.keySet()).get(random.nextInt(rooms.size()));
            rooms.remove(id);
            stage.machine.received(stage.now, id.origin(), new ClusterMessage.Ended(id));
        }
    }

    /** Nodes do what they are asked, with devices that are free; workers that are ended are gone. */
    private void follow() {
        for (; seen < stage.sent.size(); seen++) {
            Stage.Sent said = stage.sent.get(seen);
            int index = numbers.getOrDefault(said.unit(), -1);
            if (said.message() instanceof ClusterMessage.Equip equip && tickets.add(equip.ticket())) {
                comes(index, equip.program().instance(), equip.devices());
            } else if (said.message() instanceof ClusterMessage.Staff staff) {
                long here = workers.values().stream()
                        .filter(worker -> worker.node().equals("node:" + index)
                                && worker.gpus().isEmpty()
                                && worker.program() == staff.program().instance())
                        .count();
                for (; here < staff.workers(); here++) {
                    comes(index, staff.program().instance(), 0);
                }
            } else if (said.message() instanceof ClusterMessage.Members members) {
                members.lost().forEach(loss -> workers.remove(loss.instance()));
            }
        }
    }

    private void comes(int index, long program, int wanted) {
        if (offers.containsKey(index)) {
            Set<String> used = new HashSet<>();
            workers.values().stream()
                    .filter(worker -> worker.node().equals("node:" + index))
                    .forEach(worker -> used.addAll(worker.gpus()));
            List<String> free = IntStream.range(0, devices.get(index))
                    .mapToObj(Integer::toString)
                    .filter(id -> !used.contains(id))
                    .limit(wanted)
                    .toList();
            assertThat(free)
                    .as("node:" + index + " has the devices it is asked for")
                    .hasSize(wanted);
            Member worker = stage.worker(++next, index, program, free.toArray(String[]::new));
            workers.put(worker.instance(), worker);
            stage.hello(worker);
        }
    }

    private void check(int seed, int step) {
        Map<Integer, Resources> used = new HashMap<>();
        Map<Long, Long> parts = new HashMap<>();
        asked.forEach((id, claim) -> {
            Long instance = stage.machine.workerOf(id);
            Member worker = instance == null ? null : workers.get(instance);
            if (worker != null && !claim.isReserved()) {
                int index = Integer.parseInt(worker.node().substring(5));
                used.merge(index, claim.needs().withoutGpus(), Resources::plus);
                parts.merge(instance, claim.needs().gpus(), Long::sum);
                assertThat(worker.program()).isEqualTo(id.origin());
            }
        });
        used.forEach((index, sum) -> assertThat(sum.fits(offers.get(index)))
                .as("seed=" + seed + " step=" + step + " node:" + index + " offers " + offers.get(index) + " and gave "
                        + sum)
                .isTrue());
        parts.forEach((instance, sum) -> assertThat(sum)
                .as("seed=" + seed + " step=" + step + " of the devices of worker " + instance)
                .isLessThanOrEqualTo(workers.get(instance).gpus().size() * Resources.ONE));
    }

    /** All but one program's last claims end: what is left has a place, can never have one, or is told with a reason. */
    private void settle(int seed) {
        List.copyOf(rooms.keySet()).forEach(id -> {
            rooms.remove(id);
            stage.machine.received(stage.now, id.origin(), new ClusterMessage.Ended(id));
        });
        List<Id> left = new ArrayList<>(asked.keySet());
        for (Id id : left.subList(0, Math.max(0, left.size() - 1))) {
            asked.remove(id);
            stage.ended(id.origin(), id.number());
        }
        Id last = new Id(1, ++number);
        Resources some = Resources.ofCpus(0.5);
        asked.put(last, Claim.of(some));
        place(last, Claim.of(some));
        for (int i = 0; i < 12; i++) {
            stage.pass(Stage.SECOND);
            follow();
            check(seed, STEPS + i);
        }
        assertThat(stage.machine.workerOf(last))
                .as("seed=" + seed + ": there is room, so it has a place; " + stage.machine.demand(stage.now))
                .isNotNull();
        for (Demand each : stage.machine.demand(stage.now)) {
            assertThat(each.reason()).as("seed=" + seed).isNotBlank();
        }
    }
}
