package dev.mosaic.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.keys.KeyFiles;
import dev.mosaic.keys.Token;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Which token opens which scope, with all files and with some of them. */
class TokensTest {
    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    @BeforeEach
    void make() throws Exception {
        new KeyFiles(folder).make(Duration.ofDays(30));
    }

    @Test
    void shouldGiveEachTokenItsScopeAndTheTokenOfTheUnitsNone() throws IOException {
        Tokens tokens = tokens();
        for (Scope each : Scope.values()) {
            assertThat(tokens.scope(text(each.file()))).contains(each);
        }
        assertThat(tokens.scope(text("token"))).isEmpty();
        assertThat(tokens.scope("")).isEmpty();
        assertThat(tokens.scope(text("admin.token") + "0")).isEmpty();
        assertThat(tokens.toString()).doesNotContain(text("admin.token"), text("token"));
    }

    /** As with a Secret of one's own that has four files. */
    @Test
    void shouldTakeTheTokenOfTheUnitsWhereAScopeHasNoFile() throws IOException {
        Files.delete(folder.resolve("admin.token"));
        Files.delete(folder.resolve("deploy.token"));
        assertThat(tokens().scope(text("token"))).contains(Scope.ADMIN);
        assertThat(tokens().scope(text("call.token"))).contains(Scope.CALL);

        Files.delete(folder.resolve("call.token"));
        assertThat(tokens().scope(text("token"))).contains(Scope.ADMIN);
    }

    /** As units do. */
    @Test
    void shouldTakeAnotherTokenOfTheUnitsAndTheOneBeforeWhileUnitsKnowIt() throws IOException {
        AtomicReference<List<String>> units = new AtomicReference<>(List.of("old"));
        Files.delete(folder.resolve("call.token"));
        for (Tokens tokens : List.of(Tokens.in(folder, units::get), Tokens.of(units::get))) {
            units.set(List.of("old"));
            assertThat(tokens.scope("old")).isPresent();
            assertThat(tokens.scope("new")).isEmpty();

            units.set(List.of("new", "old"));
            assertThat(tokens.scope("old")).isPresent();
            assertThat(tokens.scope("new")).isPresent();
            assertThat(tokens.scope("new old")).isEmpty();

            units.set(List.of("new"));
            assertThat(tokens.scope("old")).isEmpty();
            assertThat(tokens.scope("new")).isPresent();
        }
        assertThat(Tokens.in(folder, units::get).scope("new")).contains(Scope.CALL);
    }

    @Test
    void shouldOpenNothingWithAFileThatIsEmpty() throws IOException {
        Files.writeString(folder.resolve("admin.token"), "\n");
        assertThat(tokens().scope("")).isEmpty();
        assertThat(tokens().scope(text("token"))).isEmpty();
    }

    /** The operator adds files to the Secret while the head runs; they are there some time later. */
    @Test
    void shouldTakeNewFilesWhileItRunsAndNeverGoBack() throws Exception {
        Files.delete(folder.resolve("admin.token"));
        Tokens tokens = tokens();
        assertThat(tokens.scope(text("token"))).contains(Scope.ADMIN);

        new KeyFiles(folder).renewToken(Token.ADMIN);
        Eventually.holds(
                "the new token is taken",
                () -> tokens.scope(read("admin.token")).isPresent());
        assertThat(tokens.scope(text("token"))).isEmpty();

        String before = text("admin.token");
        new KeyFiles(folder).renewToken(Token.ADMIN);
        Eventually.holds(
                "the next one is taken", () -> tokens.scope(read("admin.token")).isPresent());
        assertThat(tokens.scope(before)).isEmpty();

        String last = text("admin.token");
        String call = text("call.token");
        Files.delete(folder.resolve("admin.token"));
        new KeyFiles(folder).renewToken(Token.CALL);
        Eventually.holds("the files were read again", () -> tokens.scope(call).isEmpty());
        assertThat(tokens.scope(last)).as("its file is deleted").isEmpty();
        assertThat(tokens.scope("")).isEmpty();
        assertThat(tokens.scope(text("token"))).isEmpty();

        Files.writeString(folder.resolve("admin.token"), last);
        Eventually.holds("it is there again", () -> tokens.scope(last).equals(Optional.of(Scope.ADMIN)));
    }

    @Test
    void shouldKeepWhatItHasWhereAFileCannotBeRead() throws Exception {
        Tokens tokens = tokens();
        String admin = text("admin.token");
        Files.delete(folder.resolve("admin.token"));
        Files.createDirectory(folder.resolve("admin.token"));
        Eventually.holds("it has looked", () -> {
            assertThat(tokens.scope(admin)).contains(Scope.ADMIN);
            return log.count("cannot be read") > 0;
        });
        log.expect(1, "cannot be read");
    }

    private Tokens tokens() throws IOException {
        return Tokens.in(folder, () -> List.of(read("token")));
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file)).strip();
    }

    private String read(String file) {
        try {
            return text(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
