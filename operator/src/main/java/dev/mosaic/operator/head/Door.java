package dev.mosaic.operator.head;

/**
 * How a head is reached.
 *
 * @param namespace of the cluster
 * @param service its name there
 * @param host the cluster IP of the Service
 * @param authorities certificates, as PEM: one of them has to vouch for the head
 * @param token what is shown first
 * @param memberToken the token of the units. A head of an earlier version knows no other, and one that has not seen the new files of its
 *     Secret yet takes it too
 */
record Door(
        String namespace, String service, String host, int port, String authorities, String token, String memberToken) {
    /** The same, for a head that does not take the first token. */
    Door asMember() {
        return new Door(namespace, service, host, port, authorities, memberToken, memberToken);
    }

    boolean hasAnotherToken() {
        return !memberToken.equals(token);
    }

    /** A record that is printed must not tell. */
    @Override
    public String toString() {
        return namespace + "/" + service + " at " + host + ":" + port;
    }
}
