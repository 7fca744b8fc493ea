package dev.mosaic.keys;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What has to be done about the keys of a cluster, and when. Pure: what is there and the time are arguments.
 *
 * <p>Certificates and authorities are replaced at two thirds of their lives. An authority is replaced by trusting a new one
 * beside it; the next certificate is of the new one. By then all units have had a third of a certificate's life to read the new
 * authorities.
 */
public final class KeyCare {
    private KeyCare() {}

    /** What to do. */
    public enum Step {
        /** All is good until {@link #next}. */
        KEEP,
        /** Nothing is there: an authority, a certificate and a token. */
        MAKE,
        /** A new certificate of the authority that is there. */
        RENEW,
        /** A new authority, trusted beside what is trusted. */
        ROTATE
    }

    /**
     * How long a certificate is good.
     *
     * @param from its beginning
     * @param until its end
     */
    public record Life(Instant from, Instant until) {
        /** When it is to be replaced. */
        public Instant twoThirds() {
            return from.plus(Duration.between(from, until).dividedBy(3).multipliedBy(2));
        }
    }

    /**
     * What has to be done now; one thing at a time.
     *
     * @param trusted the newest authority that units trust, if there is one
     * @param signs whether the key of that authority is there
     * @param certificate what units show, if there is one
     */
    public static Step due(Optional<Life> trusted, boolean signs, Optional<Life> certificate, Instant now) {
        if (trusted.isEmpty()) {
            return Step.MAKE;
        }
        if (!signs || !now.isBefore(trusted.get().twoThirds())) {
            return Step.ROTATE;
        }
        if (certificate.isEmpty() || !now.isBefore(certificate.get().twoThirds())) {
            return Step.RENEW;
        }
        return Step.KEEP;
    }

    /** When something is due again, where {@link #due} says {@link Step#KEEP}. */
    public static Instant next(Life trusted, Life certificate) {
        Instant authority = trusted.twoThirds();
        Instant shown = certificate.twoThirds();
        return shown.isBefore(authority) ? shown : authority;
    }
}
