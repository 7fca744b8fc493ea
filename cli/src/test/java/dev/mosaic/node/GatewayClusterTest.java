package dev.mosaic.node;

import java.io.IOException;

/**
 * The suite for a program outside of the cluster's network: of its hosts this one reaches only that of the head, where the gateway is. All
 * links are TLS from end to end.
 */
class GatewayClusterTest extends HostsSuite {
    @Override
    void startHead(Machines cluster, Hosts around) throws IOException {
        cluster.head("--gateway", cluster.gateway());
        around.forbid(1);
        around.forbid(2);
    }

    @Override
    String address(Machines cluster) {
        return cluster.outside();
    }
}
