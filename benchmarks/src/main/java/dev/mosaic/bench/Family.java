package dev.mosaic.bench;

import java.util.List;

/** Workloads that are measured together. */
interface Family {
    /** In the order of its lines. */
    List<Workload> workloads();

    /** Measures and reports. What it throws becomes a line of its own. */
    void run(Session session) throws Exception;
}
