package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The workers with devices. A node is asked for one as it is needed; which devices it gets the node decides, who alone knows which are
 * free. The monitor counts them.
 *
 * <pre>
 *   gpus(2) ──► Equip(program, ticket, 2) to the node ──► a process with two devices joins ──► Placed
 *   empty for a while ──► it is ended, and its devices are free for another set
 * </pre>
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(the program's berths with room) for a placement.
 */
final class Berths {
    private final Roster roster;
    private final Stocks stocks;
    private final MonitorOutput out;
    private final Map<Long, Berth> byInstance = new LinkedHashMap<>();
    private final Map<Long, Berth> coming = new LinkedHashMap<>();
    private final Map<Long, Set<Berth>> open = new HashMap<>();
    private final Set<Berth> idle = new LinkedHashSet<>();
    private long tickets;

    /** @param epoch of the monitor: the tickets of another one are others */
    Berths(Roster roster, Stocks stocks, long epoch, MonitorOutput out) {
        this.roster = roster;
        this.stocks = stocks;
        this.out = out;
        this.tickets = epoch << 20;
    }

    /** Those that are being started. */
    List<Berth> coming() {
        return List.copyOf(coming.values());
    }

    /** Those of a program that have room, in the order they were made. */
    List<Berth> open(long program) {
        return List.copyOf(open.getOrDefault(program, Set.of()));
    }

    @Nullable Berth get(long instance) {
        return byInstance.get(instance);
    }

    /** Asks a node for one more. Null where its program is not there. */
    @Nullable Berth equip(long now, Stock stock, Room room, long program, int devices) {
        Roster.Entry head = roster.get(program);
        if (head == null) {
            return null;
        }
        Berth berth = new Berth(stock, room, program, devices, ++tickets);
        berth.idleNanos = now;
        taken(berth, devices);
        coming.put(berth.ticket, berth);
        looked(berth);
        say(head.member, berth);
        return berth;
    }

    private void say(Member head, Berth berth) {
        out.send(berth.stock.node.instance(), new ClusterMessage.Equip(head, berth.ticket, berth.devices));
    }

    private void taken(Berth berth, int devices) {
        berth.room.devices(devices);
        stocks.changed(berth.stock);
    }

    /** Somebody was added to it, or has left it. */
    void looked(Berth berth) {
        Set<Berth> all = open.computeIfAbsent(berth.program, any -> new LinkedHashSet<>());
        if (berth.isOpen()) {
            all.add(berth);
        } else {
            all.remove(berth);
        }
        if (berth.isIdle()) {
            idle.add(berth);
        } else {
            idle.remove(berth);
        }
        if (all.isEmpty()) {
            open.remove(berth.program);
        }
    }

    /** A worker with devices is there. Gives its berth; null where its node is not known yet, or is on a new link. */
    @Nullable Berth came(long now, Member worker) {
        if (byInstance.containsKey(worker.instance())) {
            return null;
        }
        Stock stock = stocks.get(worker.node());
        if (stock == null) {
            return null;
        }
        Berth berth = asked(stock, worker);
        if (berth == null) {
            berth = new Berth(stock, stock.room, worker.program(), worker.gpus().size(), 0);
            taken(berth, berth.devices);
        } else {
            coming.remove(berth.ticket);
        }
        berth.instance = worker.instance();
        berth.idleNanos = now;
        byInstance.put(berth.instance, berth);
        looked(berth);
        return berth;
    }

    private @Nullable Berth asked(Stock stock, Member worker) {
        for (Berth berth : coming.values()) {
            if (berth.stock.arrival == stock.arrival
                    && berth.program == worker.program()
                    && berth.devices == worker.gpus().size()) {
                return berth;
            }
        }
        return null;
    }

    /** A node listens again: what it may not have heard. */
    void nodeCame(Stock stock) {
        for (Berth berth : coming.values()) {
            Roster.Entry head = roster.get(berth.program);
            if (berth.stock.arrival == stock.arrival && head != null) {
                say(head.member, berth);
            }
        }
    }

    /** A worker is lost: its devices are free. */
    @Nullable Berth lost(long instance) {
        Berth berth = byInstance.remove(instance);
        if (berth != null) {
            gone(berth);
        }
        return berth;
    }

    /** Nobody else may live there. */
    void closed(long instance) {
        Berth berth = byInstance.get(instance);
        if (berth != null) {
            berth.isClosed = true;
            looked(berth);
        }
    }

    /** Those that were asked of a node, or for a program, that is lost. */
    List<Berth> lost(Member unit) {
        List<Berth> lost = new ArrayList<>();
        for (Berth berth : coming.values()) {
            if (berth.stock.node.instance() == unit.instance() || berth.program == unit.instance()) {
                lost.add(berth);
            }
        }
        lost.forEach(berth -> {
            coming.remove(berth.ticket);
            gone(berth);
        });
        return lost;
    }

    private void gone(Berth berth) {
        taken(berth, -berth.devices);
        idle.remove(berth);
        Set<Berth> all = open.get(berth.program);
        if (all != null && all.remove(berth) && all.isEmpty()) {
            open.remove(berth.program);
        }
    }

    /** Its devices are those of that bundle, where one is named; else they stay what they are. */
    void into(Berth berth, @Nullable Room bundle) {
        if (bundle != null && !berth.room.equals(bundle)) {
            leave(berth);
            berth.room = bundle;
            enter(berth);
        }
    }

    /** Its devices are free in its room, until it enters one. */
    void leave(Berth berth) {
        taken(berth, -berth.devices);
    }

    void enter(Berth berth) {
        taken(berth, berth.devices);
    }

    /** A reservation has ended: those in its bundle are the node's own now. */
    void outOf(Room bundle) {
        for (Berth berth : all()) {
            if (berth.room.equals(bundle)) {
                into(berth, berth.stock.room);
            }
        }
    }

    private List<Berth> all() {
        List<Berth> all = new ArrayList<>(byInstance.values());
        all.addAll(coming.values());
        return all;
    }

    /** Workers that have had nothing to do for that long. */
    List<Long> unused(long now, long lingerNanos) {
        List<Long> unused = new ArrayList<>();
        for (Berth berth : idle) {
            if (berth.instance != 0 && now - berth.idleNanos > lingerNanos) {
                unused.add(berth.instance);
            }
        }
        return unused;
    }
}
