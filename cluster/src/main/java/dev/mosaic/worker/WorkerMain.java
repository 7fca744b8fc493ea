package dev.mosaic.worker;

import dev.mosaic.Device;
import dev.mosaic.code.CodeLoader;
import dev.mosaic.message.Member;
import dev.mosaic.process.Access;
import dev.mosaic.unit.CurrentUnit;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.shell.CallPrinting;
import dev.mosaic.unit.shell.ShellEvents;
import dev.mosaic.unit.shell.ShellOptions;
import dev.mosaic.unit.shell.UnitShell;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * Main of a worker process. It is started by a node, which says on standard input who it is ({@link WorkerBrief}); it then joins the
 * cluster, and runs user code until the node says stop or is gone.
 *
 * <p><b>Threading:</b> the main thread starts and waits. <b>Failure:</b> what keeps it from joining goes to standard error, where the node
 * reads it, with exit code 1; a verdict of the monitor ends it with {@value #EXCLUDED},
 * a call that is cancelled by force with {@value #FORCED}.
 */
public final class WorkerMain {
    private static final int EXCLUDED = 76;
    private static final int FORCED = 77;

    private WorkerMain() {}

    /**
     * Joins and works until told otherwise.
     *
     * @param args the uid, for those who look at a list of processes
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        BufferedReader in = new BufferedReader(new InputStreamReader(NodePipe.take(), StandardCharsets.UTF_8));
        WorkerBrief brief = WorkerBrief.read(in);
        System.setIn(InputStream.nullInputStream());
        System.setOut(CallPrinting.over(System.out, false));
        System.setErr(CallPrinting.over(System.err, true));
        ChildProcesses.endAtExit();
        new Lifeline(in, brief.folder()).watch();
        ClassLoader code = new CodeLoader(brief.code(), ClassLoader.getSystemClassLoader());
        SystemLoader.set(code);
        UnitShell shell = UnitShell.open(options(brief, code), access(brief).opener());
        CurrentUnit.install(shell);
        HeapTrimmer.start();
        new CountDownLatch(1).await();
    }

    private static ShellOptions options(WorkerBrief brief, ClassLoader code) {
        return new ShellOptions(
                Member.Kind.WORKER,
                brief.uid(),
                brief.instance(),
                brief.node(),
                brief.listen(),
                brief.monitor(),
                brief.token(),
                brief.permits(),
                code,
                KernelSettings.DEFAULT.withPermits(brief.permits()),
                brief.sharedBytes(),
                brief.program(),
                false,
                brief.gpus().stream().map(Device::parse).toList(),
                new Verdicts(brief.uid()));
    }

    private static Access access(WorkerBrief brief) {
        return brief.keys().isEmpty() ? Access.local(brief.token()) : Access.of(brief.keys());
    }

    /** What ends the process. */
    private record Verdicts(String uid) implements ShellEvents {
        @Override
        public void excluded(String reason) {
            System.err.println("The monitor holds " + uid + " for dead: " + reason);
            ChildProcesses.kill();
            Runtime.getRuntime().halt(EXCLUDED);
        }

        @Override
        public boolean endsByForce() {
            return true;
        }

        @Override
        public void forced(String reason) {
            System.err.println(uid + " ends " + reason);
            ChildProcesses.kill();
            Runtime.getRuntime().halt(FORCED);
        }

        @Override
        public void drained() {
            Runtime.getRuntime().exit(0);
        }

        @Override
        public void shutdown() {
            Runtime.getRuntime().exit(0);
        }
    }
}
