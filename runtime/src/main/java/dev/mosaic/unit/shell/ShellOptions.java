package dev.mosaic.unit.shell;

import dev.mosaic.Device;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Member;
import dev.mosaic.unit.kernel.KernelSettings;
import java.util.List;

/**
 * What a unit has to know before it opens.
 *
 * @param kind head or worker
 * @param uid its name, such as {@code worker:0:1}
 * @param instance its boot; 0 draws one
 * @param node uid of its node; empty where it belongs to none
 * @param listen where it can be dialled, on its own machine first; none where it cannot
 * @param monitor where the monitor listens
 * @param token the secret of the cluster; empty for none
 * @param permits how many calls of user code run at once; 0 in a head
 * @param code loads the classes of the program
 * @param kernel figures of the kernel; its permits are replaced by {@code permits}
 * @param sharedBytes of shared memory that its large arguments and results may take; 0 where they travel as bytes
 * @param program of a worker: the instance of the head that it works for; 0 where it works for whoever calls
 * @param isOutside true where others cannot dial it: then it dials all that may want to
 * @param devices of a worker: those that it has for itself
 * @param events told what happens
 */
public record ShellOptions(
        Member.Kind kind,
        String uid,
        long instance,
        String node,
        List<Endpoint> listen,
        Endpoint monitor,
        String token,
        int permits,
        ClassLoader code,
        KernelSettings kernel,
        long sharedBytes,
        long program,
        boolean isOutside,
        List<Device> devices,
        ShellEvents events) {
    public ShellOptions {
        listen = List.copyOf(listen);
        devices = List.copyOf(devices);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "ShellOptions[" + kind + " " + uid + ", node=" + node + ", listen=" + listen + ", monitor=" + monitor
                + ", permits=" + permits + "]";
    }
}
