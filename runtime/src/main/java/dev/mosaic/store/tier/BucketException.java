package dev.mosaic.store.tier;

import dev.mosaic.unit.objects.BucketProblem;
import org.jspecify.annotations.Nullable;

/** Something could not be done with a bucket. */
public final class BucketException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient BucketProblem problem;

    public BucketException(BucketProblem.Kind kind, String words, @Nullable Throwable cause) {
        super(words, cause);
        this.problem = new BucketProblem(kind, words);
    }

    public BucketProblem problem() {
        return problem;
    }
}
