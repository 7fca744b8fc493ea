package dev.mosaic.operator.autoscale;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to do now.
 *
 * @param replicas how many groups should have that get more, or may not have so many any more
 * @param releases what may go from groups that have too many
 * @param unserved what nothing that there is or may come has room for
 * @param lookAgain after that time at the latest, whatever happens
 * @param memory for the next decision
 */
public record Decision(
        Map<String, Integer> replicas,
        List<Release> releases,
        List<Unserved> unserved,
        Optional<Duration> lookAgain,
        Memory memory) {
    public Decision {
        replicas = Map.copyOf(replicas);
        releases = List.copyOf(releases);
        unserved = List.copyOf(unserved);
    }

    /**
     * Too many of a group.
     *
     * @param joined names of replicas that are idle; each may have got something to do in the meantime, so it has to be asked
     * @param coming names of replicas that nobody needs any more and that have not joined
     * @param unmade how many that were asked for are not made
     */
    public record Release(String group, List<String> joined, List<String> coming, int unmade) {
        public Release {
            joined = List.copyOf(joined);
            coming = List.copyOf(coming);
        }

        int count() {
            return joined.size() + coming.size() + unmade;
        }
    }

    /**
     * Waits in vain for now.
     *
     * @param why for people
     */
    public record Unserved(Demand demand, int count, String why) {}
}
