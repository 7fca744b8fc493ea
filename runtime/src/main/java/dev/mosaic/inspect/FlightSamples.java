package dev.mosaic.inspect;

import java.io.IOException;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK's flight recorder sees of the threads of a unit. An image of Java may lack the recorder: {@link Profile} looks first.
 *
 * <p><b>Threading:</b> the thread that asks. <b>Cost:</b> see {@link Profile}.
 */
final class FlightSamples {
    static final int PERIOD_MILLIS = 10;

    private static final String RUNNING = "jdk.ExecutionSample";
    private static final String IN_NATIVE = "jdk.NativeMethodSample";
    private static final String ALLOCATION = "jdk.ObjectAllocationSample";
    private static final String ALLOCATIONS_A_SECOND = "500/s";
    private static final String DEEPER = "[deeper]";

    /** Native code that waits, and takes no time of a processor. */
    private static final Set<String> WAITING = Set.of(
            "dev.mosaic.mesh.socket.Driver.select",
            "java.lang.ProcessHandleImpl.waitForProcessExit0",
            "sun.nio.ch.EPoll.wait",
            "sun.nio.ch.KQueue.poll",
            "sun.nio.ch.Net.accept",
            "sun.nio.ch.Net.poll",
            "sun.nio.ch.UnixDomainSockets.accept0");

    private final String uid;
    private final CollapsedStacks stacks = new CollapsedStacks();

    private FlightSamples(String uid) {
        this.uid = uid;
    }

    static CollapsedStacks take(String uid, ProfileOrder order) throws IOException {
        FlightSamples samples = new FlightSamples(uid);
        try (Recording recording = new Recording()) {
            record(order, recording);
            // Made only now: a process that ends while it records leaves none.
            Path file = Files.createTempFile("mosaic-profile-", ".jfr");
            try {
                recording.dump(file);
                try (RecordingFile events = new RecordingFile(file)) {
                    while (events.hasMoreEvents()) {
                        samples.add(events.readEvent());
                    }
                }
            } finally {
                Files.deleteIfExists(file);
            }
        }
        return samples.stacks;
    }

    private static void record(ProfileOrder order, Recording recording) {
        switch (order.event()) {
            case CPU -> {
                Duration period = Duration.ofMillis(PERIOD_MILLIS);
                recording.enable(RUNNING).withPeriod(period);
                recording.enable(IN_NATIVE).withPeriod(period);
            }
            case ALLOC -> recording.enable(ALLOCATION).with("throttle", ALLOCATIONS_A_SECOND);
        }
        recording.disable(CallEvent.class);
        recording.start();
        long end = System.nanoTime() + Duration.ofSeconds(order.seconds()).toNanos();
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        recording.stop();
    }

    private void add(RecordedEvent event) {
        boolean isAllocation = event.getEventType().getName().equals(ALLOCATION);
        boolean isSample = event.hasField("sampledThread");
        RecordedStackTrace trace = event.getStackTrace();
        if ((!isAllocation && !isSample) || trace == null) {
            return; // the recorder has events of its own
        }
        if (!isOfUnit(isSample ? event.getThread("sampledThread") : event.getThread())) {
            return;
        }
        List<String> frames = new ArrayList<>();
        trace.getFrames().forEach(frame -> frames.add(name(frame.getMethod())));
        if (frames.stream().anyMatch(each -> Stacks.isIdle(each) || WAITING.contains(each))) {
            return;
        }
        List<String> shown = new ArrayList<>(Stacks.userFrames(frames));
        if (trace.isTruncated() && shown.size() == frames.size()) {
            shown.add(DEEPER);
        }
        if (isAllocation) {
            shown.addFirst(allocated(event.getClass("objectClass").getName()));
        }
        stacks.add(shown, isAllocation ? event.getLong("weight") : 1);
    }

    private boolean isOfUnit(@Nullable RecordedThread thread) {
        String name = thread == null ? null : thread.getJavaName();
        if (name == null) {
            return false;
        }
        return uid.startsWith("head:")
                ? !name.startsWith("mosaic-") && !name.startsWith("JFR ")
                : Stacks.threads(uid).stream().anyMatch(name::startsWith);
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    /** {@code byte[]} for {@code [B}. */
    private static String allocated(String className) {
        return className.startsWith("[")
                ? ClassDesc.ofDescriptor(className.replace('.', '/')).displayName()
                : className;
    }
}
