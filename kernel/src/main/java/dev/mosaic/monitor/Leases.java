package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.placement.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which workers are on lease to whom, for stateless tasks.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(workers of the programs that have leases) where one comes or goes, nothing where nobody
 * has any.
 */
final class Leases {
    private final Roster roster;
    private final Ranks ranks;
    private final Staffing staffing;
    private final Placement placement;
    private final MonitorOutput out;
    private final Map<Long, Integer> leases = new LinkedHashMap<>();
    private final Map<Long, ClusterMessage.Leased> granted = new HashMap<>();

    Leases(Roster roster, Ranks ranks, Staffing staffing, Placement placement, MonitorOutput out) {
        this.roster = roster;
        this.ranks = ranks;
        this.staffing = staffing;
        this.placement = placement;
        this.out = out;
    }

    void lease(long from, int wanted) {
        if (wanted <= 0) {
            leases.remove(from);
            granted.remove(from);
            out.send(from, new ClusterMessage.Leased(List.of(), 0));
        } else {
            leases.put(from, wanted);
            granted.remove(from);
            long program = roster.program(from);
            staffing.need(program, wanted(program));
        }
        grantAll();
    }

    /** Nodes whose workers the asker may send tasks to, as it was told last. */
    Set<String> nodesOf(long asker) {
        Set<String> nodes = new HashSet<>();
        ClusterMessage.Leased said = granted.get(asker);
        for (long worker : said == null ? List.<Long>of() : said.workers()) {
            Roster.Entry entry = roster.get(worker);
            if (entry != null) {
                nodes.add(entry.member.node());
            }
        }
        return nodes;
    }

    /** Tasks of programs that have no worker, and get none from the nodes that are there. */
    List<Want> wants(long now, String coming) {
        Set<Long> programs = new LinkedHashSet<>();
        leases.keySet().forEach(asker -> programs.add(roster.program(asker)));
        List<Want> wants = new ArrayList<>();
        programs.forEach(program -> {
            if (program != 0 && ranks.size(program) == 0 && staffing.expected(program) == 0) {
                String reason = "tasks wait for a worker: none is there" + coming;
                wants.add(roster.backlog(now, program, wanted(program), reason));
            }
        });
        return wants;
    }

    /** How many workers more a program has asked for than it has. */
    int missing(long program) {
        return Math.max(0, wanted(program) - ranks.size(program));
    }

    private int wanted(long program) {
        return leases.entrySet().stream()
                .filter(lease -> roster.program(lease.getKey()) == program)
                .mapToInt(Map.Entry::getValue)
                .max()
                .orElse(0);
    }

    /** Tells those who have leases where these are others now. */
    void grantAll() {
        if (leases.isEmpty()) {
            return;
        }
        Map<Long, Integer> wanted = new LinkedHashMap<>();
        leases.forEach((asker, count) -> wanted.merge(roster.program(asker), count, Math::max));
        Shares shares = new Shares(roster.nodes(), roster.workers(), wanted);
        Map<Long, Set<Long>> allowed = new HashMap<>();
        leases.forEach((asker, count) -> {
            long program = roster.program(asker);
            Set<Long> share = allowed.computeIfAbsent(program, shares::of);
            List<Long> workers = new ArrayList<>();
            for (Iterator<Ranks.Worker> all = ranks.ranked(program, placement);
                    workers.size() < count && all.hasNext(); ) {
                long worker = all.next().entry.member.instance();
                if (share.contains(worker)) {
                    workers.add(worker);
                }
            }
            int coming = Math.max(0, Math.min(count, staffing.expected(program)) - ranks.size(program));
            ClusterMessage.Leased said = new ClusterMessage.Leased(workers, coming);
            ClusterMessage.Leased before = granted.put(asker, said);
            if (before == null
                    || before.coming() != said.coming()
                    || !Set.copyOf(before.workers()).equals(Set.copyOf(workers))) {
                out.send(asker, said);
            }
        });
    }

    void lost(long instance) {
        leases.remove(instance);
        granted.remove(instance);
    }
}
