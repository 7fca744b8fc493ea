package dev.mosaic.operator.desired;

import dev.mosaic.crd.PodOverlay;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSource;
import io.fabric8.kubernetes.api.model.EmptyDirVolumeSourceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Disk of the node that a pod takes, so that one pod does not fill it for all: temporary files, logs, and the warehouse's entries where it
 * has no volume of its own. What the user says of {@code ephemeral-storage} is taken as it is.
 *
 * @param tmpBytes most for temporary files
 * @param entriesBytes most for entries; 0 where they are elsewhere
 */
record Scratch(long tmpBytes, long entriesBytes) {
    private static final String NAME = "ephemeral-storage";
    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;

    /** Logs of containers count, too. */
    private static final long LOGS_BYTES = GIB;

    /** What the scheduler keeps free: most pods write little, and a warehouse writes to disk where its memory is short. */
    private static final long LEAST_BYTES = 64 * MIB;

    private static final int SHARE_OF_ENTRIES = 10;

    /** Of a head and a warehouse: their own files only. */
    static final Scratch SMALL = new Scratch(GIB, 0);

    /** Where users' code runs. */
    static final Scratch OF_PROGRAMS = new Scratch(10 * GIB, 0);

    Scratch withEntries(long bytes) {
        return new Scratch(tmpBytes, bytes);
    }

    /** With the disk that the user's overlay says for Mosaic's own container, which counts before that of the spec. */
    static ResourceRequirements said(ResourceRequirements inSpec, PodOverlay overlay) {
        ResourceRequirementsBuilder all = new ResourceRequirementsBuilder(inSpec);
        overlay.podSpec().stream()
                .flatMap(spec -> spec.getContainers().stream())
                .filter(each -> Names.CONTAINER.equals(each.getName()) && each.getResources() != null)
                .map(Container::getResources)
                .forEach(laid -> {
                    if (has(laid.getRequests())) {
                        all.addToRequests(NAME, laid.getRequests().get(NAME));
                    }
                    if (has(laid.getLimits())) {
                        all.addToLimits(NAME, laid.getLimits().get(NAME));
                    }
                });
        return all.build();
    }

    /** For temporary files; without a limit of its own where the user says something of the container's disk. */
    EmptyDirVolumeSource tmp(ResourceRequirements said) {
        return new EmptyDirVolumeSourceBuilder()
                .withSizeLimit(isSaid(said) ? null : quantity(tmpBytes))
                .build();
    }

    /** Requests and limits with those of disk. A limit of ours beside a request of the user's may be less than that. */
    ResourceRequirements in(ResourceRequirements said) {
        return isSaid(said)
                ? said
                : new ResourceRequirementsBuilder(said)
                        .addToLimits(NAME, quantity(tmpBytes + entriesBytes + LOGS_BYTES))
                        .addToRequests(NAME, quantity(LEAST_BYTES + entriesBytes / SHARE_OF_ENTRIES / MIB * MIB))
                        .build();
    }

    private static boolean isSaid(ResourceRequirements said) {
        return has(said.getLimits()) || has(said.getRequests());
    }

    private static boolean has(@Nullable Map<String, Quantity> amounts) {
        return amounts != null && amounts.containsKey(NAME);
    }

    private static Quantity quantity(long bytes) {
        return bytes % MIB == 0 ? new Quantity(bytes / MIB + "Mi") : new Quantity(Long.toString(bytes));
    }
}
