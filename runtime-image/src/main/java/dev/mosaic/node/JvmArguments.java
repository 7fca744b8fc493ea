package dev.mosaic.node;

import dev.mosaic.memory.MemoryShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How the JVM of a worker is started.
 *
 * <p>Its heap is its {@link MemoryShare}. Collection is serial: a worker is meant to have one core, and this starts fastest;
 * who names a collector gets that one.
 */
final class JvmArguments {
    /** Names the file with classes that were parsed ahead of time, where this process was started with one. */
    private static final String PARSED = "mosaic.aot";

    private JvmArguments() {}

    /**
     * The arguments in their order; those of the user are last, so that they win.
     *
     * @param heapPercent of the memory, for its heap
     * @param environment of the worker, in which JVMs look for arguments too
     */
    static List<String> of(
            List<String> entries, double heapPercent, List<String> ofUser, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>();
        arguments.add("-XX:MaxRAMPercentage=" + heapPercent);
        if (!namesCollector(ofUser, environment)) {
            arguments.add("-XX:+UseSerialGC");
            // Large arrays are made where they stay: copying those that survive took most of the pauses.
            arguments.add("-XX:PretenureSizeThreshold=16m");
        }
        arguments.addAll(parsed(System.getProperty(PARSED, "")));
        arguments.add("--enable-native-access=ALL-UNNAMED");
        // For Fory, which makes lambdas and reads fields.
        arguments.add("--add-opens=java.base/java.lang.invoke=ALL-UNNAMED");
        arguments.add("--sun-misc-unsafe-memory-access=allow");
        arguments.add("-Dstdout.encoding=UTF-8");
        arguments.add("-Dstderr.encoding=UTF-8");
        if (JvmArguments.class.desiredAssertionStatus()) {
            arguments.add("-ea");
        }
        arguments.addAll(ofUser);
        arguments.add("-cp");
        arguments.add(String.join(java.io.File.pathSeparator, entries));
        return arguments;
    }

    /** Where the file does not fit, classes are loaded as ever, without a word. */
    private static List<String> parsed(String file) {
        return file.isEmpty()
                ? List.of("-Xshare:auto")
                : List.of("-XX:AOTCache=" + file, "-Xlog:aot=off", "-Xlog:cds=off");
    }

    private static boolean namesCollector(List<String> ofUser, Map<String, String> environment) {
        String all = String.join(" ", ofUser) + " " + environment.getOrDefault("JDK_JAVA_OPTIONS", "") + " "
                + environment.getOrDefault("JAVA_TOOL_OPTIONS", "");
        return all.matches("(?s).*-XX:\\+Use\\w*GC\\b.*");
    }
}
