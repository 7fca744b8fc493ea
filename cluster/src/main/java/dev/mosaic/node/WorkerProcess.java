package dev.mosaic.node;

import dev.mosaic.connect.WorkerOutput;
import dev.mosaic.worker.WorkerBrief;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The process of a worker, from its start to its last line.
 *
 * <pre>
 *   starts ── brief ──► runs ── stop, kill, or by itself ──► its end is told ── its pipes are read out ──► over
 * </pre>
 *
 * <p><b>Threading:</b> any thread; three daemon threads wait for its end and read its two pipes. <b>Failure:</b> a process that holds on
 * to the pipes of a dead worker, such as a child of it, is waited for {@value #LAST_LINES_MILLIS} ms.
 */
final class WorkerProcess {
    /** What a worker tells its node by being a process. Called on a thread of the process. */
    interface Fate {
        /** It has ended; its last lines may still be on their way. */
        void ended(WorkerProcess process);

        /** All it said was passed on. */
        void over(WorkerProcess process);
    }

    private static final int LAST_LINES_MILLIS = 500;

    private final WorkerBrief brief;
    private final Process process;
    private final Writer toProcess;
    private final LastLines lastLines = new LastLines();
    private final CountDownLatch over = new CountDownLatch(1);
    private final StoppedTime stopped;

    /** Why its node ended it; empty where it did not, or said so elsewhere. */
    private volatile String reason = "";

    private WorkerProcess(WorkerBrief brief, Process process) {
        this.brief = brief;
        this.process = process;
        this.stopped = new StoppedTime(process.pid());
        this.toProcess = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** Tells a blank process who it is. */
    static WorkerProcess of(Process blank, WorkerBrief brief, WorkerOutput output, Fate fate) {
        WorkerProcess started = new WorkerProcess(brief, blank);
        Thread out = started.pump(false, output);
        Thread error = started.pump(true, output);
        Thread.ofPlatform()
                .daemon()
                .name("mosaic-" + brief.uid() + "-end")
                .start(() -> started.await(out, error, fate));
        try {
            brief.write(started.toProcess);
        } catch (IOException e) {
            // It has ended already; its fate tells why.
            started.kill();
        }
        return started;
    }

    private Thread pump(boolean isError, WorkerOutput output) {
        return LinePump.start(
                "mosaic-" + brief.uid() + (isError ? "-err" : "-out"),
                isError ? process.getErrorStream() : process.getInputStream(),
                line -> {
                    lastLines.add(line);
                    output.line(brief.uid(), isError, line);
                });
    }

    private void await(Thread out, Thread error, Fate fate) {
        try {
            process.waitFor();
            fate.ended(this);
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_LINES_MILLIS);
            for (Thread pump : List.of(out, error)) {
                pump.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            over.countDown();
        }
        fate.over(this);
    }

    String uid() {
        return brief.uid();
    }

    long instance() {
        return brief.instance();
    }

    /** How it ended, in words; for a process that has. */
    String end() {
        return !reason.isEmpty() ? reason : ExitWords.of(process.exitValue());
    }

    String lastWords() {
        return lastLines.toString();
    }

    /** Asks it to end in good order. */
    void stop() {
        try {
            toProcess.write(WorkerBrief.STOP + "\n");
            toProcess.flush();
        } catch (IOException e) {
            // It has ended already.
            process.toHandle().destroy();
        }
    }

    /**
     * Ends it at once, whatever it does, stopped or not, and then the processes that it has started. Not by {@link Process}, which would close the
     * pipes unread.
     */
    void kill() {
        List<ProcessHandle> started = process.descendants().toList();
        process.toHandle().destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends it at once, which callers are told with that reason. */
    void kill(String why) {
        reason = why;
        kill();
    }

    /** True for one that has not ended, and was not stopped by a signal for too long. One thread at a time, steadily. */
    boolean runs(long now) {
        return process.isAlive() && !stopped.isOver(now);
    }

    long pid() {
        return process.pid();
    }

    /** True where it is over by then. */
    boolean awaitOver(long nanos) {
        try {
            return over.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
