package dev.mosaic.monitor;

import dev.mosaic.message.Claim;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.Resources;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.placement.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A monitor's machine, with all that it says. Node n has instance 1000 + n; what nodes are asked to start, tests start. */
final class Stage implements MonitorOutput {
    static final long SECOND = 1_000_000_000L;

    record Sent(long unit, ClusterMessage message) {}

    final List<Sent> sent = new ArrayList<>();
    final List<String> lost = new ArrayList<>();
    final MonitorMachine machine;
    long now = SECOND;

    Stage() {
        this(MonitorSettings.DEFAULT.thatBegins(), new LeastBusy());
    }

    Stage(MonitorSettings settings, Placement placement) {
        machine = new MonitorMachine(now, 1, settings, placement, this);
    }

    @Override
    public void send(long unit, ClusterMessage message) {
        sent.add(new Sent(unit, message));
    }

    @Override
    public void joined(Member member) {}

    @Override
    public void lost(Member member, String reason, boolean orderly) {
        lost.add(member.uid() + (orderly ? " left" : " died"));
    }

    static long node(int number) {
        return 1_000L + number;
    }

    void head(long instance) {
        hello(new Member("head:" + instance, instance, Member.Kind.PROGRAM, "", "", 0));
    }

    void node(int number, int workers, Resources offers, String... gpus) {
        hello(new Member("node:" + number, node(number), Member.Kind.NODE, "", "", workers, 0, offers, List.of(gpus)));
    }

    Member worker(long instance, int node, long program, String... gpus) {
        return new Member(
                "worker:" + node + ":" + instance,
                instance,
                Member.Kind.WORKER,
                "",
                "node:" + node,
                1,
                program,
                Resources.NONE,
                List.of(gpus));
    }

    void hello(Member member, ClusterMessage.Hosted... hosted) {
        machine.connected(now, member.instance());
        machine.received(
                now,
                member.instance(),
                new ClusterMessage.Hello(member, hosted.length, List.of(), List.of(), List.of(), List.of(hosted)));
    }

    void place(long program, long number, Claim claim) {
        machine.received(now, program, new ClusterMessage.Place(new Id(program, number), "a.Solver", 7, "", 0, claim));
    }

    void ended(long program, long number) {
        machine.received(now, program, new ClusterMessage.Ended(new Id(program, number)));
    }

    void pass(long nanos) {
        now += nanos;
        for (Member member : machine.members()) {
            machine.received(now, member.instance(), new ClusterMessage.Heartbeat(0, 0, 0));
        }
        machine.tick(now);
    }

    Long workerOf(long program, long number) {
        return machine.workerOf(new Id(program, number));
    }

    List<ClusterMessage.Equip> equips() {
        return sent.stream()
                .filter(each -> each.message instanceof ClusterMessage.Equip)
                .map(each -> (ClusterMessage.Equip) each.message)
                .toList();
    }

    <M extends ClusterMessage> List<M> said(long to, Class<M> kind) {
        return sent.stream()
                .filter(each -> each.unit == to && kind.isInstance(each.message))
                .map(each -> kind.cast(each.message))
                .toList();
    }

    static Claim gpus(double count) {
        return Claim.of(Resources.NONE.withGpus(Resources.units(count)));
    }

    static Claim cpus(double count) {
        return Claim.of(Resources.ofCpus(count));
    }

    static Resources label(String name, double amount) {
        return new Resources(0, 0, 0, Map.of(name, Resources.units(amount)));
    }
}
