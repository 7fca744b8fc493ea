package dev.mosaic.operator.status;

import dev.mosaic.operator.desired.VolumeChange;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Optional;

/** Why a warehouse has not got a volume of the size that its cluster asks for. */
public final class VolumeWords {
    private VolumeWords() {}

    /** Empty where it has, or is about to. */
    public static Optional<Refusal> of(StatefulSet wanted, ClusterSnapshot snapshot) {
        return switch (VolumeChange.of(wanted, snapshot.warehouse(), snapshot.volume())) {
            case VolumeChange.Refused refused -> Optional.of(new Refusal(Reason.VOLUME_CANNOT_SHRINK, refused.words()));
            case VolumeChange.Wait wait -> wait.trouble().map(words -> new Refusal(Reason.VOLUME_NOT_GROWN, words));
            case VolumeChange.None _, VolumeChange.Ask _, VolumeChange.Renew _, VolumeChange.Going _ ->
                Optional.empty();
        };
    }
}
