package dev.mosaic.node;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Member;
import java.util.List;

/**
 * How a node takes part in a cluster.
 *
 * @param uid its name
 * @param instance its boot
 * @param listen where programs that cannot be dialled dial it; none where all can
 * @param monitor where the monitor listens
 * @param token the cluster's secret
 * @param workers how many it has for a program
 * @param offer what it has for them
 * @param code where the files with programs' classes are kept
 * @param hasCode true where workers have the classes of their program already
 */
record NodeOptions(
        String uid,
        long instance,
        List<Endpoint> listen,
        Endpoint monitor,
        String token,
        int workers,
        Offer offer,
        CodeStore code,
        boolean hasCode) {
    NodeOptions {
        listen = List.copyOf(listen);
    }

    /** As the monitor is told. */
    Member member(String endpoint) {
        return new Member(uid, instance, Member.Kind.NODE, endpoint, "", workers, 0, offer.resources(), offer.gpus());
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "NodeOptions[" + uid + ", monitor=" + monitor + "]";
    }
}
