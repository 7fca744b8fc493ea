package dev.mosaic.operator.head;

/**
 * How a head is reached.
 *
 * @param namespace of the cluster
 * @param service its name there
 * @param host the cluster IP of the Service
 * @param authorities certificates, as PEM: one of them has to vouch for the head
 * @param token what is shown to it
 */
record Door(String namespace, String service, String host, int port, String authorities, String token) {
    /** A record that is printed must not tell. */
    @Override
    public String toString() {
        return namespace + "/" + service + " at " + host + ":" + port;
    }
}
