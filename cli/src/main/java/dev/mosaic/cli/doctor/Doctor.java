package dev.mosaic.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import dev.mosaic.MosaicException;
import dev.mosaic.S3Options;
import dev.mosaic.headapi.Ports;
import dev.mosaic.memory.MemoryShare;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Checks this machine, and the way to a cluster, as processes of Mosaic use them.
 *
 * <p><b>Threading:</b> the calling thread, one check after the other. <b>Cost:</b> seconds where something does not answer. <b>Failure:</b>
 * what fails is a finding. It leaves behind this user's own token, which the next process would make.
 *
 * @param version of Mosaic
 * @param monitor of the cluster; empty for none
 * @param keys the folder with the cluster's keys; empty for none
 * @param access made when it is needed; it fails with StartException or MeshException
 * @param http of the head; empty for none
 * @param isHead whether this machine is to have the head
 * @param bucket that the environment names; it fails with a MosaicException where it is not all said
 * @param limit how long the monitor, and S3, have to answer
 */
public record Doctor(
        String version,
        Optional<Endpoint.Tcp> monitor,
        Optional<Path> keys,
        Supplier<Access> access,
        Optional<URI> http,
        boolean isHead,
        Supplier<Optional<S3Options>> bucket,
        Duration limit) {
    /** In the order in which what is wrong is to be mended. */
    public List<Finding> findings() {
        List<Finding> all = new ArrayList<>();
        all.add(MachineChecks.java(
                Runtime.version().feature(),
                Runtime.version().toString(),
                ManagementFactory.getRuntimeMXBean().getInputArguments()));
        all.add(Finding.ok("mosaic", version));
        machine(all);
        all.addAll(keys.isPresent() ? KeysCheck.of(keys.get(), Instant.now()) : List.of(ClusterChecks.own(access)));
        if (isHead) {
            all.addAll(MachineChecks.ports(Ports.MONITOR, Ports.GATEWAY, Ports.HTTP));
        }
        monitor.ifPresent(there -> all.add(ClusterChecks.monitor(there, access, limit)));
        http.ifPresent(url ->
                all.add(ClockCheck.of(url, keys.map(folder -> folder.resolve(KeysCheck.AUTHORITIES)), false)));
        s3(all);
        return List.copyOf(all);
    }

    private static void machine(List<Finding> all) {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        if (system instanceof UnixOperatingSystemMXBean unix) {
            all.add(MachineChecks.files(unix.getMaxFileDescriptorCount()));
        }
        MachineChecks.mostProcesses(Path.of("/proc/self/limits"))
                .ifPresent(most -> all.add(MachineChecks.processes(most)));
        all.add(MachineChecks.memory(
                system.getTotalMemorySize(), Runtime.getRuntime().maxMemory()));
        Path shared = MemoryShare.folder();
        all.add(MachineChecks.sharedMemory(shared, shared.toFile().getUsableSpace()));
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        all.add(MachineChecks.temporary(temporary, temporary.toFile().getUsableSpace()));
        all.add(MachineChecks.sockets(temporary));
    }

    private void s3(List<Finding> all) {
        try {
            bucket.get().ifPresent(s3 -> {
                all.add(ClockCheck.of(URI.create(s3.endpoint()), s3.authorities(), true));
                all.add(BucketCheck.of(s3, limit));
            });
        } catch (MosaicException wrong) {
            all.add(Finding.fail(BucketCheck.NAME, wrong));
        }
    }
}
