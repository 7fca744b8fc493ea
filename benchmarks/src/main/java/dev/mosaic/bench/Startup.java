package dev.mosaic.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** From the start of a program to its first result, and what its idle cluster then uses: memory, and processor time. */
final class Startup implements Family {
    private static final int REPS = 3;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.STARTUP_FIRST_RESULT, Workload.IDLE_RSS, Workload.IDLE_PSS);
    }

    @Override
    public void run(Session session) throws Exception {
        session.close();
        List<Double> first = new ArrayList<>();
        List<Double> resident = new ArrayList<>();
        List<Double> proportional = new ArrayList<>();
        List<Double> cpuPercent = new ArrayList<>();
        int processes = 0;
        for (int rep = 0; rep < session.size(REPS, 1); rep++) {
            String mark = UUID.randomUUID().toString();
            long begun = System.nanoTime();
            try (Program program = Program.start(FirstResult.class, Map.of(MarkedProcesses.MARK, mark))) {
                program.awaitLine(FirstResult.READY);
                first.add((System.nanoTime() - begun) / 1e9);
                Pause.of(Duration.ofMillis(session.size(1_000, 100)));
                MarkedProcesses cluster = MarkedProcesses.find(mark);
                double cpu = cluster.cpuSeconds();
                int idleMillis = session.size(2_000, 200);
                Pause.of(Duration.ofMillis(idleMillis));
                cpuPercent.add((cluster.cpuSeconds() - cpu) * 1e5 / idleMillis);
                resident.add(cluster.residentMib());
                proportional.add(cluster.proportionalMib());
                processes = cluster.count();
            }
        }
        int count = processes;
        session.report(Workload.STARTUP_FIRST_RESULT, first, facts -> facts.number("processes", count));
        session.report(
                Workload.IDLE_RSS,
                resident,
                facts -> facts.number("processes", count).numbers("cpu_percent", cpuPercent));
        session.report(Workload.IDLE_PSS, proportional, facts -> facts.number("processes", count));
    }
}
