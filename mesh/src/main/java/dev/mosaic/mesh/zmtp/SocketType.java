package dev.mosaic.mesh.zmtp;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The two socket types that the mesh speaks, and which types of a foreign peer fit them. */
public enum SocketType {
    /** Announced by who dials. */
    DEALER(Set.of("REP", "DEALER", "ROUTER")),
    /** Announced by who listens. */
    ROUTER(Set.of("REQ", "DEALER", "ROUTER"));

    private final Set<String> partners;

    SocketType(Set<String> partners) {
        this.partners = partners;
    }

    /** Why a peer of the named type cannot be talked to, or nothing. */
    Optional<String> refusal(String peerType) {
        return partners.contains(peerType.toUpperCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of("socket type " + peerType + " does not fit " + this);
    }
}
