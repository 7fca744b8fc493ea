package dev.mosaic.mesh.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tokens in a file that changes. S7.5. */
class TokenFileTest {
    private static final Duration LOOK = Duration.ofSeconds(2);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private long nanos;

    /** Of the file. */
    private Duration age = Duration.ZERO;

    private TokenFile open(String content) throws IOException {
        write(content);
        return new TokenFile(file(), () -> nanos, file -> age.toNanos());
    }

    private Path file() {
        return folder.resolve("token");
    }

    private void write(String content) throws IOException {
        Files.writeString(file(), content);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void shouldKnowOneTokenALineTheNewestFirst() throws IOException {
        assertThat(open("one\n").now()).containsExactly("one");
        assertThat(open("two words\n").now()).containsExactly("two words");
        assertThat(open("new\r\n\n old \nnew").now()).containsExactly("new", "old");
    }

    @Test
    void shouldKnowTheOneBeforeForTheOverlapAndNoLonger() throws IOException {
        TokenFile tokens = open("old");
        write("new");
        assertThat(tokens.now()).as("it looks now and then").containsExactly("old");
        pass(LOOK);
        assertThat(tokens.now()).containsExactly("new", "old");
        pass(TokenFile.OVERLAP);
        assertThat(tokens.now()).containsExactly("new", "old");
        pass(Duration.ofNanos(1));
        assertThat(tokens.now()).containsExactly("new");
    }

    @Test
    void shouldCountTheOverlapFromTheChangeHoweverLateSomebodyAsks() throws IOException {
        TokenFile tokens = open("old");
        write("new");
        pass(Duration.ofHours(1));
        age = TokenFile.OVERLAP;
        assertThat(tokens.now()).containsExactly("new", "old");
        pass(Duration.ofNanos(1));
        assertThat(tokens.now()).containsExactly("new");

        write("newer");
        pass(Duration.ofHours(1));
        age = TokenFile.OVERLAP.plusNanos(1);
        assertThat(tokens.now()).containsExactly("newer");
    }

    /** A clock that was set, or a file with the time of another. */
    @Test
    void shouldKnowTheOneBeforeForTheOverlapAfterItWasInTheFileWhateverTheTimeOfTheFile() throws IOException {
        TokenFile tokens = open("old");
        write("new");
        age = Duration.ofDays(9);
        pass(LOOK);
        assertThat(tokens.now()).containsExactly("new", "old");
        pass(TokenFile.OVERLAP.minus(LOOK));
        assertThat(tokens.now()).containsExactly("new", "old");
        write("newer");
        age = Duration.ofDays(-9);
        pass(LOOK);
        assertThat(tokens.now()).containsExactly("newer", "new");
        pass(TokenFile.OVERLAP.plusNanos(1));
        assertThat(tokens.now()).containsExactly("newer");
    }

    @Test
    void shouldKnowWhenAFileCameThoughItHasTheTimeOfItsOriginal() throws IOException {
        write("one");
        Files.setLastModifiedTime(file(), FileTime.from(Instant.now().minus(Duration.ofDays(9))));
        assertThat(Duration.ofNanos(TokenFile.Age.ofFile(file()))).isLessThan(Duration.ofHours(1));
    }

    @Test
    void shouldKnowATokenThatComesBackAsTheNewest() throws IOException {
        TokenFile tokens = open("old");
        write("new");
        pass(LOOK);
        assertThat(tokens.now()).containsExactly("new", "old");
        write("old");
        pass(LOOK);
        assertThat(tokens.now()).containsExactly("old", "new");
        pass(TokenFile.OVERLAP.plus(LOOK));
        assertThat(tokens.now()).containsExactly("old");
    }

    @Test
    void shouldKeepWhatItKnowsWhereTheFileIsGoneOrEmptyWithOneWarning() throws IOException {
        TokenFile tokens = open("one");
        write("\n");
        pass(LOOK);
        assertThat(tokens.now()).containsExactly("one");
        Files.delete(file());
        pass(LOOK);
        assertThat(tokens.now()).containsExactly("one");
        log.expect(1, "the old one stays in use");
        assertThat(tokens).hasToString("TokenFile[" + file() + "]");
    }

    @Test
    void shouldNotOpenAFileWithoutAToken() {
        assertThatThrownBy(() -> open(" \n")).isInstanceOf(IOException.class).hasMessageContaining("is empty");
    }
}
