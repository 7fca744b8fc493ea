package dev.mosaic.operator.validate;

import dev.mosaic.crd.OverlayMetadata;
import dev.mosaic.crd.PodOverlay;
import dev.mosaic.headapi.Variables;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.reason.Reason;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** What an overlay may not touch, since the operator could not say any more what its pods are. */
final class ReservedNames {
    private static final List<String> LABEL_PREFIXES = List.of("mosaic.dev/", "app.kubernetes.io/");
    private static final List<String> VARIABLES =
            List.of(Variables.KEYS, Variables.HEAD_HTTP, Variables.HEAD_ELASTIC, "POD_IP");
    private static final String BUCKET_VARIABLES = Variables.S3;

    private ReservedNames() {}

    /** Of an overlay whose spec can be read. */
    static List<Problem> in(String where, PodOverlay overlay) {
        List<Problem> problems = new ArrayList<>(in(where + ".metadata", overlay.metadata()));
        overlay.podSpec().ifPresent(spec -> of(where + ".spec", spec).forEach(problems::add));
        return problems;
    }

    /** Of labels and annotations. */
    static List<Problem> in(String where, OverlayMetadata metadata) {
        List<Problem> problems = new ArrayList<>();
        problems.addAll(labels(where + ".labels", metadata.labels().keySet()));
        problems.addAll(labels(where + ".annotations", metadata.annotations().keySet()));
        return problems;
    }

    static List<Problem> labels(String where, Collection<String> names) {
        return names.stream()
                .filter(name -> LABEL_PREFIXES.stream().anyMatch(name::startsWith))
                .map(name -> reserved(where, name, "choose a prefix of your own"))
                .toList();
    }

    /** What the pods of jobs have beside. */
    static List<Problem> ofPrograms(String where, PodSpec spec) {
        Stream<Problem> volumes = spec.getVolumes().stream()
                .map(Volume::getName)
                .filter(name -> name.startsWith("artifact"))
                .map(name -> reserved(where + ".volumes", name, "choose another name"));
        Stream<Problem> start = spec.getInitContainers().stream()
                .map(Container::getName)
                .filter("fetch"::equals)
                .map(name -> reserved(where + ".initContainers", name, "choose another name"));
        Stream<Problem> variables = spec.getContainers().stream()
                .filter(each -> Names.CONTAINER.equals(each.getName()))
                .flatMap(each -> each.getEnv().stream())
                .map(EnvVar::getName)
                .filter(Variables.ADDRESS::equals)
                .map(name -> reserved(where + ".containers[mosaic].env", name, "it leads to the job's cluster"));
        return Stream.of(volumes, start, variables).flatMap(each -> each).toList();
    }

    private static Stream<Problem> of(String where, PodSpec spec) {
        Stream<Problem> fields = Stream.concat(
                spec.getRestartPolicy() == null
                        ? Stream.of()
                        : Stream.of(reserved(where, "restartPolicy", "the operator chooses it by the role")),
                spec.getTerminationGracePeriodSeconds() == null
                        ? Stream.of()
                        : Stream.of(
                                reserved(where, "terminationGracePeriodSeconds", "write drainTimeout of the group")));
        Stream<Problem> volumes = spec.getVolumes().stream()
                .filter(each -> Names.VOLUMES.contains(each.getName()))
                .map(each -> reserved(where + ".volumes", each.getName(), "choose another name"));
        Stream<Problem> containers = spec.getContainers().stream()
                .filter(each -> Names.CONTAINER.equals(each.getName()))
                .flatMap(each -> of(where + ".containers[mosaic]", each));
        return Stream.of(fields, volumes, containers).flatMap(each -> each);
    }

    private static Stream<Problem> of(String where, Container container) {
        Stream<Problem> command = container.getCommand().isEmpty()
                ? Stream.of()
                : Stream.of(reserved(where, "command", "the image knows what to run"));
        Stream<Problem> arguments = container.getArgs().isEmpty()
                ? Stream.of()
                : Stream.of(reserved(where, "args", "the fields of the role say them"));
        Stream<Problem> variables = container.getEnv().stream()
                .map(EnvVar::getName)
                .filter(name -> VARIABLES.contains(name) || name.startsWith(BUCKET_VARIABLES))
                .map(name -> reserved(where + ".env", name, "the operator sets it"));
        Stream<Problem> mounts = container.getVolumeMounts().stream()
                .map(VolumeMount::getMountPath)
                .filter(Names.FOLDERS::contains)
                .map(path -> reserved(where + ".volumeMounts", path, "mount it elsewhere"));
        return Stream.of(command, arguments, variables, mounts).flatMap(each -> each);
    }

    private static Problem reserved(String where, String name, String instead) {
        return new Problem(Reason.RESERVED_NAME, where + ": " + name + " is the operator's own: " + instead);
    }
}
