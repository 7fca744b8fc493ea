package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import program.Flagged;

/** Flags of the program that decide what its code may use reach its workers. */
class ProgramFlagsTest {
    @Test
    void shouldTakeThoseThatDecideWhatCodeMayUse() {
        assertThat(ProgramFlags.of(List.of(
                        "--enable-preview",
                        "--add-modules=jdk.incubator.vector,java.sql",
                        "--add-modules=com.example.program",
                        "--add-modules=ALL-MODULE-PATH",
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "--add-opens=java.base/java.util=com.example.program",
                        "--module-path=lib",
                        "-Xmx1g",
                        "-javaagent:agent.jar",
                        "-Duser.language=ar")))
                .containsExactly(
                        "--enable-preview",
                        "--add-modules=jdk.incubator.vector,java.sql",
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    /** The program has a locale of its own too, with other digits, and its workers that of the machine: large entries pass. */
    @Test
    void shouldGiveThemToWorkers() throws Exception {
        List<String> flags = List.of(
                "--add-modules",
                "jdk.incubator.vector",
                "--enable-preview",
                "--add-exports",
                "java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Duser.language=ar",
                "-Duser.country=EG");
        try (RunningProgram program = RunningProgram.start(Flagged.class, flags)) {
            assertThat(program.awaitEnd(60)).as(program.output()).isZero();
            assertThat(program.output()).contains("module jdk.incubator.vector, preview true, sum 131072.0");
        }
    }
}
