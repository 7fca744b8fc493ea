package dev.mosaic.node;

import dev.mosaic.memory.MemoryShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How the JVM of a worker is started.
 *
 * <p>Its heap is at most its {@link MemoryShare}, is small at first, and grows with what lives. Collection is serial: a worker is meant to have
 * one core, and this starts fastest. Who names a collector gets that one, and who says sizes gets those.
 */
final class JvmArguments {
    /** Names the file with classes that were parsed ahead of time, where this process was started with one. */
    private static final String PARSED = "mosaic.aot";

    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w*GC\\b");
    private static final Pattern SIZE = Pattern.compile("-Xm[nsx]|-XX:\\w*(HeapSize|NewSize|NewRatio|RAM)");
    /** In percent; a heap of the least size begins with what young objects have. */
    private static final double LITTLE = 0.01;

    private JvmArguments() {}

    /**
     * The arguments in their order; those of the user are last, so that they win.
     *
     * @param share of the memory
     * @param environment of the worker, in which JVMs look for arguments too
     */
    static List<String> of(
            List<String> entries, MemoryShare share, List<String> ofUser, Map<String, String> environment) {
        List<String> arguments = new ArrayList<>();
        arguments.add("-XX:MaxRAMPercentage=" + share.heapPercent());
        String words = words(ofUser, environment);
        if (!COLLECTOR.matcher(words).find()) {
            arguments.add("-XX:+UseSerialGC");
            // Large arrays are made where they stay: copying those that survive took most of the pauses.
            arguments.add("-XX:PretenureSizeThreshold=16m");
            arguments.add("-XX:-ShrinkHeapInSteps");
            if (!SIZE.matcher(words).find()) {
                arguments.add("-XX:InitialRAMPercentage=" + LITTLE);
                arguments.add("-XX:NewSize=" + share.young());
            }
        }
        // Serial and parallel collectors leave counted loops without safepoint polls. One long loop would then stop all
        // threads of the worker
        // at the next collection, stack or profile, until it ends.
        arguments.add("-XX:+UseCountedLoopSafepoints");
        arguments.add("-XX:LoopStripMiningIter=1000");
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

    /** All that the user says to this JVM. */
    private static String words(List<String> ofUser, Map<String, String> environment) {
        return String.join(" ", ofUser) + " " + environment.getOrDefault("JDK_JAVA_OPTIONS", "") + " "
                + environment.getOrDefault("JAVA_TOOL_OPTIONS", "");
    }
}
