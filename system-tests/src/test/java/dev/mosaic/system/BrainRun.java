package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.StartException;
import dev.mosaic.examples.brain.Brain;
import dev.mosaic.node.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The brain's program, in a process of its own, as a user starts it. */
final class BrainRun implements AutoCloseable {
    private static final Path DATA = Path.of("../examples/brain/data");

    /** A put that has waited for 30 s, as MOSAIC-STORE-001 says it. */
    private static final String NO_WAY = "has not reached warehouse:0 for waitNanos=";

    private final RunningProgram program;
    private final Path folder;

    private BrainRun(RunningProgram program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /** The small one on this machine, with two workers. */
    static BrainRun here(Path folder) throws IOException {
        return start(folder, List.of("env", "--unset=MOSAIC_ADDRESS"), "--small");
    }

    /** The same, where the environment names a cluster. */
    static BrainRun on(String address, Path folder) throws IOException {
        return start(folder, UserProgram.on(address), "--small");
    }

    /** The small one on two OpenCL devices of this machine, which its processor stands for. */
    static BrainRun onDevicesHere(Path folder) throws IOException {
        return start(
                folder,
                List.of("env", "--unset=MOSAIC_ADDRESS", "POCL_DEVICES=basic"),
                "--small",
                "--device",
                "opencl");
    }

    /** The same, on those of the cluster. */
    static BrainRun onDevices(String address, Path folder) throws IOException {
        return start(folder, UserProgram.on(address), "--small", "--device", "opencl");
    }

    /** That of the demo, there. */
    static BrainRun fullOn(String address, Path folder) throws IOException {
        return start(folder, UserProgram.on(address));
    }

    private static BrainRun start(Path folder, List<String> prefix, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(DATA.toString(), folder.toString(), "--workers", "2"));
        arguments.addAll(List.of(more));
        RunningProgram program = RunningProgram.startWith(
                UserProgram.joined(UserProgram.classPath()),
                prefix,
                Brain.class,
                List.of("--sun-misc-unsafe-memory-access=allow"),
                arguments.toArray(String[]::new));
        return new BrainRun(program, folder);
    }

    /** What it printed so far. */
    String output() {
        return program.output();
    }

    /** It has not drawn its picture yet. */
    boolean isUnderWay() {
        return ProcessHandle.of(program.pid()).filter(ProcessHandle::isAlive).isPresent();
    }

    /** The picture it drew. */
    byte[] picture() throws IOException, InterruptedException {
        int exit = program.awaitEnd(400);
        assertThat(exit).as(program.output()).isZero();
        return drawn();
    }

    /**
     * The picture it drew in that time; empty where it was not let in, or had no way to the warehouse for longer than it waits for one, and has
     * said so.
     */
    Optional<byte[]> pictureUnlessRefused(Duration limit) throws IOException, InterruptedException {
        int exit = program.awaitEnd(limit.toSeconds());
        String said = program.output();
        if (exit != 0 && (said.contains(StartException.class.getName()) || said.contains(NO_WAY))) {
            return Optional.empty();
        }
        assertThat(exit).as(program.output()).isZero();
        return Optional.of(drawn());
    }

    private byte[] drawn() throws IOException {
        return Files.readAllBytes(folder.resolve("brain.png"));
    }

    @Override
    public void close() {
        program.close();
    }
}
