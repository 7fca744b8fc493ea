package dev.mosaic.node;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Member;

/**
 * How a node takes part in a cluster.
 *
 * @param uid its name
 * @param instance its boot
 * @param monitor where the monitor listens
 * @param token the cluster's secret
 * @param workers how many it has for a program
 * @param code where the files with programs' classes are kept
 */
record NodeOptions(String uid, long instance, Endpoint monitor, String token, int workers, CodeStore code) {
    /** As the monitor is told. Nobody dials a node. */
    Member member() {
        return new Member(uid, instance, Member.Kind.NODE, "", "", workers);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "NodeOptions[" + uid + ", monitor=" + monitor + "]";
    }
}
