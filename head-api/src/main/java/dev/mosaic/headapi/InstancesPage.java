package dev.mosaic.headapi;

import java.util.List;

/**
 * The tesserae of a cluster, as {@link HeadHttp#INSTANCES} gives them: those that live in no worker first, all others by class.
 *
 * @param matched how many there are; more than tesserae where the limit was reached
 * @param silent units that did not answer in time: their tesserae are missing here
 */
public record InstancesPage(List<Instance> tesserae, long matched, List<String> silent) {
    public InstancesPage {
        tesserae = tesserae == null ? List.of() : List.copyOf(tesserae);
        silent = silent == null ? List.of() : List.copyOf(silent);
    }

    /**
     * A tessera.
     *
     * @param id as it stands at the end of its uid
     * @param className simple name of its class; empty where it is not known
     * @param name empty for none
     * @param state {@code PENDING}, {@code LISTENING}, {@code MOVING}, {@code PASSIVE}, {@code FAILED} or {@code STOPPED}
     * @param unit uid of its worker; empty for none
     * @param maker uid of the unit that made it; empty for one that is gone
     * @param madeAt when it came to its worker, or was made where it lives in none, in ISO 8601, by the clock of that unit
     * @param needs what it takes of its node, in words; empty for nothing
     * @param concurrency how many of its calls run at once; 0 where it lives in no worker
     * @param running calls that run in it
     * @param queued calls that wait in it
     * @param holders units that have a proxy of it
     * @param incarnation which of its lives this is, from 1; 0 where it lives in no worker
     * @param restarts how often it was made again after its worker was lost
     * @param reason why it has no place, or failed; else empty
     */
    public record Instance(
            String id,
            String className,
            String name,
            String state,
            String unit,
            String maker,
            String madeAt,
            String needs,
            int concurrency,
            int running,
            int queued,
            int holders,
            long incarnation,
            int restarts,
            String reason) {}
}
