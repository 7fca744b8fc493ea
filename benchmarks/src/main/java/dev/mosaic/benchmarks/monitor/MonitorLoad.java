package dev.mosaic.benchmarks.monitor;

import com.sun.management.OperatingSystemMXBean;
import dev.mosaic.head.MonitorShell;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.process.Access;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures the CPU time of a monitor for each heartbeat and each placement, by the number of units. The monitor has a process of its
 * own, the units are spread over four, each unit with a mesh and a TCP connection.
 *
 * <pre>
 *   java -cp 'benchmarks/target/classes:benchmarks/target/lib/*' dev.mosaic.benchmarks.monitor.MonitorLoad 10 100 300 1000
 * </pre>
 *
 * <p>Prints one JSON line for each number.
 */
public final class MonitorLoad {
    private static final int PROCESSES = 4;
    private static final int QUIET_SECONDS = 20;
    private static final int PACE_MILLIS = 40;
    private static final int WARM_UP = 40_000;
    private static final int PLACEMENTS = 40_000;

    private MonitorLoad() {}

    /**
     * Measures, or is one of the processes that it starts.
     *
     * @param args numbers of units; or the role
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        switch (args[0]) {
            case "monitor" -> monitor();
            case "units" -> units(Integer.parseInt(args[1]), Integer.parseInt(args[2]), Endpoint.parse(args[3]));
            default -> {
                for (String count : args) {
                    measure(Integer.parseInt(count));
                }
            }
        }
    }

    /** Tells its CPU time, in nanoseconds, for each line it is given. */
    private static void monitor() throws IOException {
        try (MonitorShell monitor = MonitorShell.open(
                new Endpoint.Tcp("127.0.0.1", 0),
                "",
                MonitorSettings.DEFAULT,
                new LeastBusy(),
                Access.local("").opener())) {
            System.out.println(monitor.endpoint());
            OperatingSystemMXBean self = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            while (in.readLine() != null) {
                System.out.println(self.getProcessCpuTime());
            }
        }
        System.exit(0);
    }

    private static void units(int first, int count, Endpoint monitor) throws IOException, InterruptedException {
        for (int i = 0; i < count; i++) {
            LightUnit.open(first + i, Placing.INSTANCE, monitor);
            TimeUnit.MILLISECONDS.sleep(PACE_MILLIS);
        }
        while (System.in.read() >= 0) {
            // until the pipe ends
        }
        System.exit(0);
    }

    private static void measure(int count) throws IOException, InterruptedException {
        List<Process> processes = new ArrayList<>();
        try {
            Process monitor = start(processes, "monitor");
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(monitor.getInputStream(), StandardCharsets.UTF_8));
            PrintStream ask = new PrintStream(monitor.getOutputStream(), true, StandardCharsets.UTF_8);
            String endpoint = out.readLine();
            for (int i = 0; i < PROCESSES; i++) {
                int first = i * count / PROCESSES;
                int last = (i + 1) * count / PROCESSES;
                start(processes, "units", Integer.toString(first), Integer.toString(last - first), endpoint);
            }
            Placing program = new Placing(Endpoint.parse(endpoint));
            program.await(count + 1);
            program.place(WARM_UP);
            TimeUnit.SECONDS.sleep(2);

            long before = cpu(ask, out);
            long beganNanos = System.nanoTime();
            TimeUnit.SECONDS.sleep(QUIET_SECONDS);
            double quietSeconds = (System.nanoTime() - beganNanos) / 1e9;
            double quiet = (cpu(ask, out) - before) / quietSeconds;

            before = cpu(ask, out);
            beganNanos = System.nanoTime();
            program.place(PLACEMENTS);
            double seconds = (System.nanoTime() - beganNanos) / 1e9;
            double busy = cpu(ask, out) - before - quiet * seconds;

            System.out.printf(
                    Locale.ROOT,
                    "{\"units\": %d, \"cpu_percent_quiet\": %.2f, \"heartbeat_us\": %.1f, \"placement_us\": %.1f, "
                            + "\"placements_per_s\": %.0f}%n",
                    count,
                    quiet / 1e7,
                    quiet / 1e3 / (count + 4),
                    busy / 1e3 / PLACEMENTS,
                    PLACEMENTS / seconds);
            program.close();
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private static long cpu(PrintStream ask, BufferedReader out) throws IOException {
        ask.println();
        return Long.parseLong(out.readLine());
    }

    private static Process start(List<Process> processes, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MonitorLoad.class.getName()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }
}
