package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import picocli.CommandLine;

/** What {@code mosaic} says of itself, and the project that it writes. */
@ResourceLock(Resources.SYSTEM_OUT)
class CliMainTest {
    @TempDir
    Path folder;

    @Test
    void shouldListAllVerbsInGroups() {
        Said help = said("help");

        assertThat(help.status()).isZero();
        assertThat(help.output())
                .contains("Clusters on machines:\n  head", "Programs:\n  init", "\n  version ")
                .doesNotContain("Others:");
    }

    @Test
    void shouldReadOneVerbAloneAsAmongAll() {
        Map<String, CommandLine> all = CliMain.commandLine().getSubcommands();

        assertThat(all).containsKeys(CliMain.VERBS.keySet().toArray(String[]::new));
        CliMain.VERBS.keySet().forEach(verb -> {
            CommandLine alone = CliMain.commandLine(verb).getSubcommands().get(verb);
            assertThat(alone.getUsageMessage()).isEqualTo(all.get(verb).getUsageMessage());
        });
    }

    @Test
    void shouldSayInALineWhatIsWrong() {
        assertThat(said("status", "--nothing"))
                .returns(2, Said::status)
                .extracting(Said::errors)
                .asString()
                .startsWith("mosaic: Unknown option: '--nothing'")
                .hasLineCount(2)
                .contains("mosaic status --help");
        assertThat(said("intractive").errors()).contains("mosaic: Unmatched argument", "interactive");
        assertThat(said().errors()).isEqualTo("mosaic: a verb is missing\nSee: mosaic --help\n");
    }

    @Test
    void shouldTellItsVersion() {
        assertThat(said("version").output())
                .startsWith("Mosaic " + Version.text() + "\nJava 25")
                .hasLineCount(3);
    }

    @Test
    void shouldCompleteVerbsInBash() throws Exception {
        Path script = Files.writeString(
                folder.resolve("completion"), said("completion", "bash").output());
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source " + script
                                + "; COMP_WORDS=(mosaic he); COMP_CWORD=1; _complete_mosaic; echo ${COMPREPLY[@]}")
                .start();

        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\\s+"))
                .contains("head", "health", "help");
        assertThat(bash.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldCompleteVerbsAndOptionsInFish() {
        assertThat(said("completion", "fish").output().lines())
                .contains(
                        "complete -c mosaic -n __fish_use_subcommand -a head -d 'Runs the monitor of a cluster, and its warehouse'")
                .anyMatch(line -> line.startsWith(
                        "complete -c mosaic -n '__fish_seen_subcommand_from interactive' -l workers -r -F -d "));
    }

    @Test
    void shouldWriteAProjectNamedAsItsFolder() throws Exception {
        Path project = folder.resolve("My App 2");

        assertThat(said("init", project.toString()).status()).isZero();

        assertThat(Files.readString(project.resolve("pom.xml")))
                .contains("<artifactId>my-app-2</artifactId>", "com.example.myapp2.Main")
                .contains("<mosaic.version>" + Version.text() + "</mosaic.version>")
                .doesNotContain("@ARTIFACT@", "@PACKAGE@", "@VERSION@");
        assertThat(project.resolve("src/main/java/com/example/myapp2/Estimator.java"))
                .exists();
        assertThat(project.resolve("src/test/java/com/example/myapp2/EstimatorTest.java"))
                .exists();
        assertThat(said("init", project.toString()).errors()).contains("exists; give another name");
    }

    private record Said(int status, String output, String errors) {}

    private static Said said(String... arguments) {
        PrintStream before = System.out;
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        StringWriter errors = new StringWriter();
        System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
        try {
            CommandLine mosaic = CliMain.commandLine(arguments)
                    .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
                    .setErr(new PrintWriter(errors, true));
            int status = mosaic.execute(arguments);
            return new Said(status, output.toString(StandardCharsets.UTF_8), errors.toString());
        } finally {
            System.setOut(before);
        }
    }
}
