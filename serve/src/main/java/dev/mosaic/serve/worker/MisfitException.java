package dev.mosaic.serve.worker;

import dev.mosaic.serve.call.Problem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was sent is nothing that can be called. <b>Cost:</b> no stack. */
final class MisfitException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient @Nullable Problem problem;

    MisfitException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return Objects.requireNonNull(problem);
    }
}
