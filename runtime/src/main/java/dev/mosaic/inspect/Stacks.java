package dev.mosaic.inspect;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The stacks of the threads that run user code in a unit, virtual ones too, without the frames of Mosaic below that code.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a dump of all threads of the process, some ms, which a file of the temporary folder holds
 * for as long.
 */
public final class Stacks {
    private static final String IDLE = "dev.mosaic.unit.shell.Lane.await";
    private static final String PERFORMER = "dev.mosaic.unit.shell.Performer.";
    private static final String DISPATCHER = "dev.mosaic.invoke.";
    private static final String HANDLES = "java.lang.invoke.";
    private static final String SHELL = "dev.mosaic.unit.shell.";

    private Stacks() {}

    /**
     * Of that unit, as text: a line for each thread, its frames below.
     *
     * @throws IOException where the temporary folder has no room
     */
    public static String of(String uid) throws IOException {
        Path folder = Files.createTempDirectory("mosaic-stacks-");
        Path file = folder.resolve("threads");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toAbsolutePath().toString(), ThreadDumpFormat.TEXT_PLAIN);
            return text(uid, Files.readString(file));
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    /** @param dump a block for each thread, its name in quotes in the first line, with an empty line behind */
    static String text(String uid, String dump) {
        StringBuilder text = new StringBuilder();
        int idle = 0;
        for (String block : dump.split("\\R\\R", -1)) {
            boolean isOfUnit = threads(uid).stream().anyMatch(each -> block.contains("\"" + each));
            if (isOfUnit && isIdle(block)) {
                idle++;
            } else if (isOfUnit) {
                append(text, block.strip().lines().toList());
            }
        }
        return text.append("threads without a call: ").append(idle).append('\n').toString();
    }

    private static void append(StringBuilder text, List<String> lines) {
        text.append(lines.getFirst().replaceFirst("^#\\d+ ", "")).append('\n');
        List<String> frames = new ArrayList<>(lines.subList(1, lines.size()));
        userFrames(frames)
                .forEach(frame -> text.append("    ").append(frame.strip()).append('\n'));
        text.append('\n');
    }

    /** Without those of Mosaic below the user's code. */
    static List<String> userFrames(List<String> frames) {
        int end = frames.size();
        for (int i = 0; i < frames.size(); i++) {
            if (frames.get(i).contains(PERFORMER)) {
                end = i;
                break;
            }
        }
        while (end > 0
                && (frames.get(end - 1).contains(DISPATCHER)
                        || frames.get(end - 1).contains(HANDLES)
                        || frames.get(end - 1).contains(SHELL))) {
            end--;
        }
        return frames.subList(0, end == 0 ? frames.size() : end);
    }

    /** Whether a thread with that frame waits for a call. */
    static boolean isIdle(String frame) {
        return frame.contains(IDLE);
    }

    /** The beginnings of the names of threads that run calls in that unit. */
    static List<String> threads(String uid) {
        return List.of("mosaic-" + uid + "-lane-", "mosaic-" + uid + "-strand-");
    }
}
