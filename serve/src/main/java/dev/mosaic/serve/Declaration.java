package dev.mosaic.serve;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.mosaic.Bundle;
import dev.mosaic.Snapshots;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is to be there, as {@code PUT /v1/tesserae/{namespace}/{name}} says it; on Kubernetes the spec of a {@code Tessera}.
 *
 * @param generation of who declares it, given back in the state; 0 by default
 * @param className binary name of a public class in the artifacts
 * @param args of its constructor, an array or an object by name; none by default
 * @param replicas 1, or 0 for stopped with its state kept
 * @param maxRestarts how often it is made again when its worker dies; -1, without limit, by default
 */
record Declaration(
        Long generation,
        String className,
        Code code,
        JsonNode args,
        Needs resources,
        Integer replicas,
        Activation activation,
        Keeping snapshots,
        Integer maxRestarts) {
    private static final Duration AT_ONCE = Duration.ofMillis(1);
    private static final Pattern MEMORY = Pattern.compile("([0-9]+(?:[.][0-9]+)?)(|k|Ki|M|Mi|G|Gi|T|Ti)");
    private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");
    private static final Map<String, Double> UNITS = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("k", 1e3),
            Map.entry("Ki", 0x1p10),
            Map.entry("M", 1e6),
            Map.entry("Mi", 0x1p20),
            Map.entry("G", 1e9),
            Map.entry("Gi", 0x1p30),
            Map.entry("T", 1e12),
            Map.entry("Ti", 0x1p40));

    Declaration {
        generation = Objects.requireNonNullElse(generation, 0L);
        Objects.requireNonNull(className, "className is missing");
        code = Objects.requireNonNullElseGet(code, () -> new Code(List.of()));
        args = Objects.requireNonNullElseGet(args, JsonNodeFactory.instance::arrayNode);
        resources = Objects.requireNonNullElseGet(resources, () -> new Needs(0.0, 0.0, "0", Map.of()));
        replicas = Objects.requireNonNullElse(replicas, 1);
        activation = Objects.requireNonNullElseGet(activation, () -> new Activation(Mode.EAGER, null, "60s"));
        snapshots = Objects.requireNonNullElseGet(snapshots, () -> new Keeping(When.EVERY_CALL, null));
        maxRestarts = Objects.requireNonNullElse(maxRestarts, -1);
        if (replicas < 0 || replicas > 1) {
            throw new IllegalArgumentException("replicas=" + replicas + " is neither 0 nor 1");
        }
    }

    /** Its jars. */
    record Code(List<Artifact> artifacts) {
        Code {
            artifacts = artifacts == null ? List.of() : List.copyOf(artifacts);
        }
    }

    /**
     * A jar.
     *
     * @param uri {@code image:///path} in the folder for jars of the head's image, {@code https://..}, or whatever {@code content} was read from
     * @param sha256 of the file, in hexadecimal; needed for {@code https}
     * @param content the file itself, in base64, from who declares it
     */
    record Artifact(
            String uri, @Nullable String sha256, @Nullable String content) {
        Artifact {
            Objects.requireNonNull(uri, "an artifact has no uri");
            if (sha256 != null && !HASH.matcher(sha256).matches()) {
                throw new IllegalArgumentException(
                        "sha256=" + sha256 + " of artifact=" + uri + " is not 64 hexadecimal digits");
            }
        }

        /** Without the content. */
        @Override
        public String toString() {
            return uri + (sha256 == null ? "" : "@" + sha256);
        }
    }

    /** What it takes where it lives. */
    record Needs(Double cpus, Double gpus, String memory, Map<String, Double> labels) {
        Needs {
            cpus = Objects.requireNonNullElse(cpus, 0.0);
            gpus = Objects.requireNonNullElse(gpus, 0.0);
            memory = Objects.requireNonNullElse(memory, "0");
            labels = labels == null ? Map.of() : Map.copyOf(labels);
        }

        Bundle bundle() {
            Bundle bundle = Bundle.EMPTY.cpus(cpus).gpus(gpus).memory(bytes(memory));
            for (Map.Entry<String, Double> each : labels.entrySet()) {
                bundle = bundle.resource(each.getKey(), each.getValue());
            }
            return bundle;
        }
    }

    /** When it is made. */
    enum Mode {
        /** At once. */
        @JsonProperty("Eager")
        EAGER,
        /** With the first call. */
        @JsonProperty("OnDemand")
        ON_DEMAND
    }

    /**
     * When it is there.
     *
     * @param passivateAfter without a call, such as {@code 5m}; never by default
     * @param activationTimeout how long calls wait for it; {@code 60s} by default
     */
    record Activation(Mode mode, @Nullable String passivateAfter, String activationTimeout) {
        Activation {
            mode = Objects.requireNonNullElse(mode, Mode.EAGER);
            activationTimeout = Objects.requireNonNullElse(activationTimeout, "60s");
        }

        Duration timeout() {
            return duration(activationTimeout);
        }

        /** Zero for never. */
        Duration idle() {
            return passivateAfter == null ? Duration.ZERO : duration(passivateAfter);
        }
    }

    /** When its state is kept. */
    enum When {
        @JsonProperty("EveryCall")
        EVERY_CALL,
        @JsonProperty("Drain")
        DRAIN,
        @JsonProperty("Interval")
        INTERVAL
    }

    /**
     * When its state is kept.
     *
     * @param interval of {@code Interval}, such as {@code 30s}
     */
    record Keeping(When mode, @Nullable String interval) {
        Keeping {
            mode = Objects.requireNonNullElse(mode, When.EVERY_CALL);
        }

        Snapshots times() {
            return switch (mode) {
                case EVERY_CALL -> Snapshots.EVERY_CALL;
                case DRAIN -> Snapshots.DRAIN;
                case INTERVAL -> Snapshots.every(duration(Objects.requireNonNull(interval, "snapshots.interval")));
            };
        }
    }

    private static Duration duration(String text) {
        try {
            return Duration.parse("PT" + text);
        } catch (DateTimeParseException none) {
            throw new IllegalArgumentException(text + " is no duration such as 90s, 5m or 1h30m", none);
        }
    }

    private static long bytes(String text) {
        Matcher matcher = MEMORY.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text + " is no amount of memory such as 512Mi or 2Gi");
        }
        return (long) (Double.parseDouble(matcher.group(1)) * Objects.requireNonNull(UNITS.get(matcher.group(2))));
    }

    /**
     * Reads all that is only read when it is used.
     *
     * @throws RuntimeException where something is nothing that can be meant
     */
    Declaration checked() {
        var _ = resources.bundle();
        var _ = activation.timeout();
        var _ = activation.idle();
        var _ = snapshots.times();
        return this;
    }

    /** After so long without a call it is to be passive; at once where it is to be stopped, zero for never. */
    Duration idle() {
        return replicas == 0 ? AT_ONCE : activation.idle();
    }

    /** What says whether a life is the declared one; the code is named by its content. */
    String version(String codeHash) {
        return Sha256.of((codeHash + "\n" + className + "\n" + args + "\n" + resources + "\n" + snapshots + "\n"
                        + maxRestarts + "\n" + idle())
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
