package dev.mosaic.node;

import dev.mosaic.monitor.MonitorShell;
import dev.mosaic.worker.WorkerBrief;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/** What the worker processes of a cluster on this machine are started with. Each boot has an instance and a socket of its own. */
record LocalRecipe(
        Wiring wiring,
        Path folder,
        Roll roll,
        int permits,
        long sharedBytes,
        WorkerCommand command,
        SecureRandom random)
        implements Workers.Recipe {
    @Override
    public WorkerBrief brief(String uid, int boot) {
        return new WorkerBrief(
                uid,
                random.nextLong() | 1,
                roll.nodeUid(),
                wiring.endpoint(uid.replace(':', '-') + "." + boot).toString(),
                wiring.endpoint(MonitorShell.UID).toString(),
                wiring.token(),
                permits,
                sharedBytes,
                folder);
    }

    @Override
    public List<String> commandLine(String uid) {
        return command.of(uid);
    }
}
