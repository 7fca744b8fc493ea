package dev.mosaic.node;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Member;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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
 * @param ofProgram the files with the classes of the only program of this node; empty where it asks each program for them
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
        Optional<List<Path>> ofProgram) {
    NodeOptions {
        listen = List.copyOf(listen);
        ofProgram = ofProgram.map(List::copyOf);
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
