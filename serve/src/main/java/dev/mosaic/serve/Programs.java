package dev.mosaic.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The programs of declared tesserae: one for each code, since code belongs to programs.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a program lives as long as some declared tessera uses its code, and a minute more.
 */
final class Programs implements AutoCloseable {
    private final ServiceProgram.Place place;
    private final Artifacts artifacts;
    private final Map<String, ServiceProgram> programs = new HashMap<>();
    private final CodeUse use = new CodeUse();

    Programs(ServiceProgram.Place place, Artifacts artifacts) {
        this.place = place;
        this.artifacts = artifacts;
    }

    /** Jars that are here. */
    record Code(Artifacts.Fetched fetched) {
        List<Path> files() {
            return fetched.files();
        }

        /** Of their content. */
        String hash() {
            return fetched.hash();
        }
    }

    /**
     * Looks for them, and waits.
     *
     * @param before what came of it the last time; null where it is the first
     * @throws IOException where a jar is not there, or is another one
     */
    Code code(List<Declaration.Artifact> wanted, @Nullable Code before) throws IOException {
        return new Code(artifacts.fetch(wanted, before == null ? null : before.fetched()));
    }

    /**
     * Opened where there is none, or none any more.
     *
     * @param user for whom it stays
     */
    synchronized ServiceProgram of(Code code, Object user) {
        use.begin(code.hash(), user);
        ServiceProgram known = programs.get(code.hash());
        if (known != null && !known.isOver()) {
            return known;
        }
        ServiceProgram opened = ServiceProgram.open(place, code.files(), artifacts.folder());
        programs.put(code.hash(), opened);
        return opened;
    }

    /** That is all that is used by now; programs that nobody has used for a while end. */
    synchronized void only(Code code, Object user) {
        use.only(code.hash(), user, System.nanoTime());
        sweep();
    }

    /** It uses none any more. */
    synchronized void leave(Object user) {
        use.end(user, System.nanoTime());
        // Nobody else may come to look.
        Executor later = CompletableFuture.delayedExecutor(CodeUse.GRACE_NANOS, TimeUnit.NANOSECONDS);
        later.execute(this::sweep);
    }

    private synchronized void sweep() {
        for (String each : use.over(System.nanoTime())) {
            ServiceProgram program = programs.remove(each);
            if (program != null) {
                program.close();
            }
        }
    }

    @Override
    public synchronized void close() {
        new ArrayList<>(programs.values()).forEach(ServiceProgram::close);
        programs.clear();
        artifacts.close();
    }
}
