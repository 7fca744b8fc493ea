package dev.mosaic.testing;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An object for a worker, whose methods have a JVM stand still: in native code that keeps the collector out, by a heap that is full, or by SIGSTOP.
 *
 * <p><b>Threading:</b> one thread at a time. <b>Cost:</b> {@link #fill} takes a processor for as long as it is told.
 */
public final class StandingJvm {
    private static final int STOP = 19;
    private static final int MEBI = 1 << 20;

    /** What is left for other threads of the JVM when its heap is full. */
    private static final int LEFT = 3;

    private int calls;

    /** Waits in native code: what allocates waits for it, and so do all threads at the next collection. How many calls there were. */
    public int stand(int seconds) {
        calls++;
        invoke("sleep", List.of(seconds), Linker.Option.critical(false));
        return calls;
    }

    /** Collects garbage. How many calls there were. */
    public int collect() {
        System.gc();
        return ++calls;
    }

    /** Fills the heap but for {@value #LEFT} MiB and makes garbage for so long: nearly all of the time is taken by collections. How many calls there were. */
    public int fill(int seconds) {
        ArrayDeque<byte[]> kept = new ArrayDeque<>();
        try {
            while (true) {
                kept.add(new byte[MEBI]);
            }
        } catch (OutOfMemoryError full) {
            for (int i = 0; i < LEFT; i++) {
                kept.poll();
            }
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int made = 0;
        while (System.nanoTime() < end) {
            made += new byte[MEBI / 4].length;
        }
        if (made == 0) {
            throw new IllegalStateException("the heap was never filled");
        }
        kept.clear();
        return ++calls;
    }

    /** Of the worker. */
    public long pid() {
        return ProcessHandle.current().pid();
    }

    /** Stops a process of this machine, or of this pod, for ever. */
    public void stop(long pid) {
        invoke("kill", List.of(Math.toIntExact(pid), STOP));
    }

    @SuppressWarnings("restricted") // workers have native access
    private static void invoke(String name, List<Integer> arguments, Linker.Option... options) {
        Linker linker = Linker.nativeLinker();
        ValueLayout[] layouts = new ValueLayout[arguments.size()];
        Arrays.fill(layouts, ValueLayout.JAVA_INT);
        MethodHandle function = linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts),
                options);
        int result;
        try {
            result = (int) function.invokeWithArguments(arguments);
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        if (result != 0) {
            throw new IllegalStateException(name + arguments + " gave " + result);
        }
    }
}
