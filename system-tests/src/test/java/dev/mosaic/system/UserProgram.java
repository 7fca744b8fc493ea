package dev.mosaic.system;

import dev.mosaic.crd.Cluster;
import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a program has that a user starts, in a process of its own. */
final class UserProgram {
    private static final Pattern OF_TESTS = Pattern.compile(
            "junit|assertj|opentest4j|testcontainers|docker-java|archunit|byte-buddy|test-classes|-tests\\.jar");

    private UserProgram() {}

    /** The entries of ours, without what tests need beside it. */
    static Stream<String> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !OF_TESTS.matcher(entry).find());
    }

    static String joined(Stream<String> entries) {
        return entries.collect(Collectors.joining(File.pathSeparator));
    }

    /** A start in an environment that names the cluster at that address. */
    static List<String> on(String address) {
        return List.of(
                "env",
                "MOSAIC_ADDRESS=" + address,
                "KUBECONFIG=" + Cluster.any().kubeconfig());
    }
}
