package dev.mosaic.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The programs of declared tesserae: one for each code, since code belongs to programs.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a program lives as long as some declaration names its code.
 */
final class Programs implements AutoCloseable {
    private final ServiceProgram.Place place;
    private final Artifacts artifacts;
    private final Map<String, ServiceProgram> programs = new HashMap<>();

    Programs(ServiceProgram.Place place, Artifacts artifacts) {
        this.place = place;
        this.artifacts = artifacts;
    }

    /**
     * Jars that are here.
     *
     * @param hash of their content
     */
    record Code(List<Path> files, String hash) {}

    /** @throws IOException where a jar is not there, or is another one */
    Code code(List<Declaration.Artifact> wanted) throws IOException {
        Artifacts.Fetched fetched = artifacts.fetch(wanted);
        return new Code(fetched.files(), fetched.hash());
    }

    /** Opened where there is none, or none any more. */
    synchronized ServiceProgram of(Code code) {
        ServiceProgram known = programs.get(code.hash());
        if (known != null && !known.isOver()) {
            return known;
        }
        ServiceProgram opened = ServiceProgram.open(place, code.files(), artifacts.folder());
        programs.put(code.hash(), opened);
        return opened;
    }

    /** Ends those whose code nobody names any more. */
    synchronized void keep(List<String> hashes) {
        for (String each : List.copyOf(programs.keySet())) {
            if (!hashes.contains(each)) {
                ServiceProgram program = programs.remove(each);
                if (program != null) {
                    program.close();
                }
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
