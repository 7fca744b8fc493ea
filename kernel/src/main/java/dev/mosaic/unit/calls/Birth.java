package dev.mosaic.unit.calls;

import dev.mosaic.message.Claim;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Payload;
import java.util.List;

/**
 * A tessera as it is made.
 *
 * @param className binary name
 * @param signature of its method table
 * @param constructor index
 * @param concurrency how many of its calls may run at once
 * @param name empty for none
 * @param wish the worker that it should live in, if that is there; 0 for none
 * @param claim what it needs where it lives
 * @param dependencies in the order in which the arguments count them
 * @param terms how it outlives its worker
 */
public record Birth(
        String className,
        long signature,
        int constructor,
        int concurrency,
        String name,
        long wish,
        Claim claim,
        List<Dependency> dependencies,
        Payload arguments,
        LifeTerms terms) {
    public Birth {
        dependencies = List.copyOf(dependencies);
    }

    /** For any worker, with one life. */
    public Birth(
            String className,
            long signature,
            int constructor,
            int concurrency,
            String name,
            List<Dependency> dependencies,
            Payload arguments) {
        this(
                className,
                signature,
                constructor,
                concurrency,
                name,
                0,
                Claim.NONE,
                dependencies,
                arguments,
                LifeTerms.NONE);
    }
}
