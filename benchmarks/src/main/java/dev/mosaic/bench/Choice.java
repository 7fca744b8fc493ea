package dev.mosaic.bench;

import java.util.List;

/**
 * Which workloads to run.
 *
 * @param only beginnings of names; empty for all
 * @param skip beginnings of names that are left out all the same
 */
public record Choice(List<String> only, List<String> skip) {
    public static final Choice ALL = new Choice(List.of(), List.of());

    boolean wants(Workload workload) {
        return (only.isEmpty() || beginsWithOne(workload, only)) && !beginsWithOne(workload, skip);
    }

    boolean wants(Family family) {
        return family.workloads().stream().anyMatch(this::wants);
    }

    private static boolean beginsWithOne(Workload workload, List<String> starts) {
        return starts.stream().anyMatch(workload.toString()::startsWith);
    }
}
