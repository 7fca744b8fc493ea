package dev.mosaic.operator.status;

import dev.mosaic.crd.IdleSpec;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.SuspensionReason;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.Idleness;
import dev.mosaic.operator.snapshot.Rest;
import java.util.Objects;

/** The conditions Suspended and Idle; each is said only where the spec, or a suspension, gives a reason to. */
final class RestConditions {
    private static final String SUSPENDED = "Suspended";
    private static final String IDLE = "Idle";

    private RestConditions() {}

    static void say(Conditions conditions, MosaicCluster cluster, Rest rest) {
        rest.suspension()
                .ifPresentOrElse(
                        suspension -> conditions.say(
                                SUSPENDED,
                                rest.isComplete(),
                                rest.isComplete() ? Reason.SUSPENDED : Reason.SUSPENDING,
                                words(suspension.reason(), cluster)),
                        () -> {
                            if (conditions.before(SUSPENDED).isPresent()) {
                                conditions.say(SUSPENDED, false, Reason.RUNNING, "");
                            }
                        });
        IdleSpec idle = cluster.getSpec().idle();
        if (idle != null && rest.suspension().isEmpty()) {
            idle(conditions, idle, rest.idleness());
        }
    }

    private static void idle(Conditions conditions, IdleSpec spec, Idleness idleness) {
        switch (idleness) {
            case Idleness.Told(var time)
            when time.compareTo(spec.time()) >= 0 ->
                conditions.say(IDLE, true, Reason.IDLE, "no program was attached and nothing ran for " + spec.after());
            case Idleness.Told _ -> conditions.say(IDLE, false, Reason.IN_USE, "");
            case Idleness.Unknown(String why) ->
                conditions.say(IDLE, false, Reason.HEAD_NOT_ASKED, "taken for in use: " + why);
            case Idleness.Unasked _ ->
                conditions.say(IDLE, false, Reason.HEAD_NOT_READY, "taken for in use: the head is not ready");
        }
    }

    private static String words(SuspensionReason reason, MosaicCluster cluster) {
        return switch (reason) {
            case REQUESTED -> "spec.suspend is true";
            case IDLE ->
                "it was idle for "
                        + Objects.requireNonNull(
                                cluster.getSpec().idle() == null
                                        ? "long"
                                        : cluster.getSpec().idle().after())
                        + "; to resume it change its spec, or write another value to the annotation " + Labels.RESUME;
        };
    }
}
