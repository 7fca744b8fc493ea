package dev.mosaic.monitor;

import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Member;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How many workers each program has at each node, or is to have: a program starts with none, and gets more as it needs them, up to what
 * each node offers to one program.
 *
 * <pre>
 *   need(program, 3) ──► Staff(program, 2) to node:0, Staff(program, 1) to node:1 ──► workers join
 * </pre>
 *
 * <p>Nodes are asked for a sum, again on each new link, so that nothing depends on a message that was lost. Workers with devices are
 * not counted here.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> O(log nodes) for a worker more, and O(the nodes that are full for the program).
 * <b>Failure:</b> a node that is lost takes its workers along; others are asked instead at the next need.
 */
final class Staffing {
    /** A node with workers for programs. */
    private static final class Site {
        private final Roster.Entry node;
        private final long arrival;
        private int asked;

        private Site(Roster.Entry node, long arrival) {
            this.node = node;
            this.arrival = arrival;
        }

        private long instance() {
            return node.member.instance();
        }

        private double load() {
            return (double) asked / node.member.permits();
        }
    }

    /** What is asked of nodes for one program. */
    private static final class Team {
        private final Map<Long, Integer> asked = new LinkedHashMap<>();
        private int sum;

        private int at(Site site) {
            return asked.getOrDefault(site.instance(), 0);
        }
    }

    private static final Comparator<Site> FREEST =
            Comparator.comparingDouble(Site::load).thenComparingLong(site -> site.arrival);

    private final Roster roster;
    private final Ranks ranks;
    private final MonitorOutput out;
    private final Map<Long, Site> sites = new LinkedHashMap<>();
    private final Map<String, Site> byUid = new HashMap<>();
    private final TreeSet<Site> freest = new TreeSet<>(FREEST);
    private final Map<Long, Team> teams = new LinkedHashMap<>();

    /** What each program needs, as far as is known. */
    private final Map<Long, Integer> needs = new HashMap<>();

    private int offered;
    private long arrived;

    Staffing(Roster roster, Ranks ranks, MonitorOutput out) {
        this.roster = roster;
        this.ranks = ranks;
        this.out = out;
    }

    /** The program could use that many workers. */
    void need(long program, int workers) {
        if (program == 0 || roster.isDead(program) || workers <= needs.getOrDefault(program, 0)) {
            return;
        }
        needs.put(program, workers);
        staff(program);
    }

    private void staff(long program) {
        Roster.Entry head = roster.get(program);
        if (head == null) {
            return;
        }
        Team team = teams.computeIfAbsent(program, any -> new Team());
        for (int missing = needs.getOrDefault(program, 0) - team.sum; missing > 0; missing--) {
            Site site = freest(team);
            if (site == null) {
                return;
            }
            asked(team, site, team.at(site) + 1);
            say(head, site, team);
        }
    }

    /** The program needs a worker at that node. True where one is there or was asked for. */
    boolean needAt(long program, String node) {
        Site site = byUid.get(node);
        Roster.Entry head = roster.get(program);
        if (site == null || head == null) {
            return false;
        }
        Team team = teams.computeIfAbsent(program, any -> new Team());
        if (team.at(site) == 0) {
            asked(team, site, 1);
            needs.merge(program, team.sum, Math::max);
            say(head, site, team);
        }
        return true;
    }

    private void asked(Team team, Site site, int workers) {
        int before = team.at(site);
        if (workers != before) {
            freest.remove(site);
            site.asked += workers - before;
            freest.add(site);
            team.sum += workers - before;
            team.asked.put(site.instance(), workers);
        }
    }

    /** The node with room for the program that has the fewest workers of all programs for what it offers. */
    private @Nullable Site freest(Team team) {
        if (team.sum >= offered) {
            return null; // at the least: where nodes have more than they offer, the loop below says so
        }
        for (Site site : freest) {
            if (team.at(site) < site.node.member.permits()) {
                return site;
            }
        }
        return null;
    }

    private void say(Roster.Entry head, Site site, Team team) {
        if (team.at(site) > 0) {
            out.send(site.instance(), new ClusterMessage.Staff(head.member, team.at(site)));
        }
    }

    /** All the workers that the program has and will have. */
    int expected(long program) {
        Team team = teams.get(program);
        return team == null ? 0 : team.sum;
    }

    /** A node has introduced itself, on its first link or on a new one. Workers of it may have come before. */
    void nodeCame(Roster.Entry node, List<Roster.Entry> workers) {
        if (node.member.permits() == 0) {
            return;
        }
        Site site = sites.get(node.member.instance());
        if (site == null) {
            site = new Site(node, ++arrived);
            sites.put(site.instance(), site);
            byUid.put(node.member.uid(), site);
            freest.add(site);
            offered += node.member.permits();
            workers.stream()
                    .filter(worker -> worker.member.node().equals(node.member.uid()))
                    .forEach(worker -> workerCame(worker.member));
        }
        for (Map.Entry<Long, Team> each : teams.entrySet()) {
            Roster.Entry head = roster.get(each.getKey());
            if (head != null) {
                say(head, site, each.getValue());
            }
        }
        List.copyOf(needs.keySet()).forEach(this::staff);
    }

    /** A program's worker is there, whoever asked for it. */
    void workerCame(Member worker) {
        Site site = byUid.get(worker.node());
        if (worker.program() != 0 && site != null) {
            Team team = teams.computeIfAbsent(worker.program(), any -> new Team());
            asked(team, site, Math.max(team.at(site), ranks.size(worker.program(), worker.node())));
        }
    }

    void lost(Member unit) {
        if (unit.kind() == Member.Kind.PROGRAM) {
            Team team = teams.remove(unit.instance());
            needs.remove(unit.instance());
            if (team != null) {
                List.copyOf(team.asked.keySet()).forEach(node -> {
                    Site site = sites.get(node);
                    if (site != null) {
                        asked(team, site, 0);
                    }
                });
            }
        } else if (unit.kind() == Member.Kind.NODE) {
            Site site = sites.remove(unit.instance());
            if (site != null) {
                freest.remove(site);
                byUid.remove(unit.uid(), site);
                offered -= site.node.member.permits();
                for (Team team : teams.values()) {
                    Integer here = team.asked.remove(unit.instance());
                    team.sum -= here == null ? 0 : here;
                }
                List.copyOf(needs.keySet()).forEach(this::staff);
            }
        }
    }
}
