package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.node.RunningProgram;
import dev.mosaic.system.load.Busy;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@link Busy}, in a process of its own, with nothing else of the tests on its class path. */
final class LoadRun implements AutoCloseable {
    private static final Pattern DONE = Pattern.compile("load: (\\d+) tasks, (\\d+) calls, (\\d+) failures");

    private final RunningProgram program;
    private final Path stop;
    private Supplier<String> state = () -> "";

    private LoadRun(RunningProgram program, Path stop) {
        this.program = program;
        this.stop = stop;
    }

    /** On that cluster; it has done some tasks and calls when this returns. */
    static LoadRun on(String address, Path folder) throws IOException {
        return on(address, folder, Stream.of());
    }

    /** With keys in a folder, in place of those of the Secret. */
    static LoadRun on(String address, Path folder, Path keys) throws IOException {
        return on(address, folder, Stream.of("MOSAIC_KEYS=" + keys));
    }

    private static LoadRun on(String address, Path folder, Stream<String> environment) throws IOException {
        Path stop = folder.resolve("stop");
        Path own = classes(folder.resolve("classes"));
        String classPath = UserProgram.joined(Stream.concat(Stream.of(own.toString()), UserProgram.classPath()));
        LoadRun run = new LoadRun(
                RunningProgram.startWith(
                        classPath,
                        Stream.concat(UserProgram.on(address).stream(), environment)
                                .toList(),
                        Busy.class,
                        List.of("--sun-misc-unsafe-memory-access=allow"),
                        stop.toString()),
                stop);
        run.awaitMore("it has begun", Duration.ofMinutes(1));
        return run;
    }

    private static Path classes(Path folder) throws IOException {
        Path from = Path.of("target/test-classes");
        Path to = Files.createDirectories(folder.resolve("dev/mosaic/system/load"));
        try (Stream<Path> all = Files.list(from.resolve("dev/mosaic/system/load"))) {
            for (Path each : all.toList()) {
                Files.copy(each, to.resolve(each.getFileName().toString()));
            }
        }
        return folder;
    }

    /** What failures are told with. */
    LoadRun saying(Supplier<String> more) {
        state = more;
        return this;
    }

    /** Since now, it has done tasks and calls. */
    void awaitMore(String when, Duration limit) {
        int tasks = done(1);
        int calls = done(2);
        Eventually.holds(
                "tasks and calls are done: " + when,
                limit,
                () -> done(1) > tasks + 20 && done(2) > calls + 5,
                () -> program.output() + state.get());
        int failures = done(3);
        if (failures > 0) {
            throw new AssertionError(failures + " failures when " + when + "\n" + program.output() + state.get());
        }
    }

    private int done(int figure) {
        int last = 0;
        Matcher lines = DONE.matcher(program.output());
        while (lines.find()) {
            last = Integer.parseInt(lines.group(figure));
        }
        return last;
    }

    /** Ends it: nothing has failed, and all results were right. */
    void end() throws IOException, InterruptedException {
        Files.createFile(stop);
        int exit = program.awaitEnd(180);
        assertThat(exit).as(program.output()).isZero();
        System.out.println("system-test load: "
                + program.output()
                        .lines()
                        .filter(line -> line.contains("ended with"))
                        .findFirst()
                        .orElse(""));
    }

    @Override
    public void close() {
        program.close();
    }
}
