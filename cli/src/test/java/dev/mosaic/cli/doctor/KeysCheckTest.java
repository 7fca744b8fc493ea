package dev.mosaic.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.keys.KeyFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders as {@code mosaic keys} makes them, and what becomes of them. */
class KeysCheckTest {
    private static final Duration LIFE = Duration.ofDays(40);

    @TempDir
    Path temporary;

    private Path folder;
    private Instant made;

    @BeforeEach
    void make() throws Exception {
        folder = temporary.resolve("keys");
        made = Instant.now();
        var _ = new KeyFiles(folder).make(LIFE);
    }

    @Test
    void shouldFindAllWellInANewFolder() {
        assertThat(KeysCheck.of(folder, made.plusSeconds(1)))
                .allMatch(each ->
                        each.verdict() == Finding.Verdict.OK && each.remedy().isEmpty())
                .extracting(Finding::check)
                .containsExactly("keys", "key files", "certificate", "authority");
    }

    @Test
    void shouldWarnOfACertificateBeforeItEndsAndFailAfterIt() {
        assertThat(of("certificate", made.plus(Duration.ofDays(11))))
                .returns(Finding.Verdict.WARN, Finding::verdict)
                .matches(each -> each.found().contains("days left=2"))
                .matches(each -> each.remedy().contains("mosaic keys --renew " + folder));
        assertThat(of("certificate", made.plus(LIFE).plusSeconds(60)).verdict()).isEqualTo(Finding.Verdict.FAIL);
        assertThat(of("certificate", made.minus(Duration.ofDays(2))))
                .returns(Finding.Verdict.FAIL, Finding::verdict)
                .matches(each -> each.remedy().contains("clock"));
    }

    @Test
    void shouldFailWhereAKeyIsOpenToOthersAndWarnWhereItIsToTheGroup() throws Exception {
        Instant now = made.plusSeconds(1);
        Files.setPosixFilePermissions(folder.resolve("tls.key"), PosixFilePermissions.fromString("rw-r-----"));
        assertThat(of("key files", now).verdict()).isEqualTo(Finding.Verdict.WARN);
        Files.setPosixFilePermissions(folder.resolve("call.token"), PosixFilePermissions.fromString("rw----r--"));
        assertThat(of("key files", now))
                .returns(Finding.Verdict.FAIL, Finding::verdict)
                .matches(each -> each.found().equals("call.token: open to other users"))
                .matches(each -> each.remedy().startsWith("chmod -R go-rwx " + folder));
    }

    @Test
    void shouldSayWhatIsMissingOrOfAnotherCluster() throws Exception {
        Path other = temporary.resolve("other");
        var _ = new KeyFiles(other).make(LIFE);
        Files.delete(folder.resolve("tls.key"));
        assertThat(of("keys", made))
                .returns(Finding.Verdict.FAIL, Finding::verdict)
                .matches(each -> each.found().contains("no tls.key"));
        Files.copy(other.resolve("tls.key"), folder.resolve("tls.key"));
        assertThat(of("keys", made.plusSeconds(1)))
                .returns(Finding.Verdict.FAIL, Finding::verdict)
                .matches(each -> each.found().contains("is not the key of the certificate"));
        Files.writeString(folder.resolve("ca.crt"), "");
        assertThat(of("keys", made.plusSeconds(1)).verdict()).isEqualTo(Finding.Verdict.FAIL);
    }

    private Finding of(String check, Instant now) {
        List<Finding> all = KeysCheck.of(folder, now);
        return all.stream()
                .filter(each -> each.check().equals(check))
                .findFirst()
                .orElseThrow();
    }
}
