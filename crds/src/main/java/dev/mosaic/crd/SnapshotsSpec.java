package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** When the state of a {@link Tessera} is kept. */
@Fields
@ValidationRule(
        value = "has(self.interval) == (self.mode == 'Interval')",
        message = "interval goes with mode: Interval, such as 30s")
public record SnapshotsSpec(
        @Default("EveryCall")
        @JsonPropertyDescription(
                "EveryCall: before each reply, so that what was told is never lost; Interval: when calls have ended and so much time is over; Drain: only before it moves. EveryCall by default.")
        SnapshotMode mode,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription("The time of Interval, such as 30s; what calls did since is lost with the worker.")
        @Nullable String interval) {
    /** Before each reply. */
    public static final SnapshotsSpec DEFAULT = new SnapshotsSpec(SnapshotMode.EVERY_CALL, null);

    public SnapshotsSpec {
        mode = Objects.requireNonNullElse(mode, SnapshotMode.EVERY_CALL);
    }
}
