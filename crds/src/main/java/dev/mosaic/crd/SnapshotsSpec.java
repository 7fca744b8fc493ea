package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The settings for when the state of a {@link Tessera} is stored. */
@Fields
@ValidationRule(
        value = "has(self.interval) == (self.mode == 'Interval')",
        message = "interval goes with mode: Interval, such as 30s")
public record SnapshotsSpec(
        @Default("EveryCall")
        @JsonPropertyDescription(
                "When the state is stored: EveryCall (before each reply, so that no result is lost), Interval (at this interval, if calls have ended) or Drain (only before the tessera moves). EveryCall by default.")
        SnapshotMode mode,

        @DurationText
        @ValidationRule(value = Patterns.IS_DURATION, message = Patterns.DURATION_IN_WORDS)
        @JsonPropertyDescription(
                "The interval of the mode Interval, such as 30s. If the worker is lost, changes of calls since the last snapshot are lost.")
        @Nullable String interval) {
    /** Before each reply. */
    public static final SnapshotsSpec DEFAULT = new SnapshotsSpec(SnapshotMode.EVERY_CALL, null);

    public SnapshotsSpec {
        mode = Objects.requireNonNullElse(mode, SnapshotMode.EVERY_CALL);
    }
}
