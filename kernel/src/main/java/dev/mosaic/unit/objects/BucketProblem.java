package dev.mosaic.unit.objects;

/**
 * Why something could not be done with the bucket, or with what is kept of lives.
 *
 * @param words what failed, with its facts
 */
public record BucketProblem(Kind kind, String words) {
    /** What it means for who asked. */
    public enum Kind {
        /** The object is missing or damaged: this copy is worth nothing. */
        GONE,
        /** The bucket is there no more, or says no. To ask again is in vain; the objects may be fine. */
        REFUSED,
        /** Another has written it since: nothing was changed. */
        TAKEN,
        /** It gave no answer in time, though it was asked again and again. */
        AWAY
    }
}
