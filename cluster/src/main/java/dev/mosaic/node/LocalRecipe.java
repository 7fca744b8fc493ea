package dev.mosaic.node;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.worker.WorkerBrief;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Function;

/**
 * What the worker processes of a node are started with. Each boot has an instance and a socket of its own.
 *
 * @param node the node's number
 * @param monitor where the monitor listens
 * @param token the cluster's secret
 * @param keys folder of the keys of the mesh; empty for none
 * @param listen where the worker of that name listens
 * @param folder the private folder of the node
 * @param permits how many calls of user code each runs at once
 * @param threads how many {@link NativeThreads} each has
 * @param sharedBytes of shared memory that the large arguments and results of each may take
 * @param command starts a process
 * @param gpus ids of the devices that are offered
 * @param blanks how many processes are kept ready
 * @param random draws instances
 */
record LocalRecipe(
        int node,
        Endpoint monitor,
        String token,
        String keys,
        Function<String, List<Endpoint>> listen,
        Path folder,
        int permits,
        int threads,
        long sharedBytes,
        WorkerCommand command,
        List<String> gpus,
        int blanks,
        SecureRandom random)
        implements Workers.Recipe {
    @Override
    public WorkerBrief brief(WorkerSlot slot, int boot) {
        return new WorkerBrief(
                slot.uid,
                random.nextLong() | 1,
                Roll.nodeUid(node),
                listen.apply(slot.uid.replace(':', '-') + "." + boot),
                monitor,
                token,
                keys,
                permits,
                sharedBytes,
                slot.program.instance(),
                slot.code,
                folder,
                slot.gpus);
    }

    @Override
    public List<String> commandLine(String name) {
        return command.of(name);
    }

    @Override
    public String uid(int number) {
        return Roll.workerUid(node, number);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "LocalRecipe[node=" + node + ", monitor=" + monitor + "]";
    }
}
