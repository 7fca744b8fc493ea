package dev.mosaic.mesh.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.MeshException;
import dev.mosaic.mesh.tls.TestAuthority.Leaf;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys from files: read, checked, and looked at again. S7.5. */
class KeyFolderTest {
    private static final Duration LONGER_THAN_A_LOOK = Duration.ofSeconds(5);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private final AtomicLong clock = new AtomicLong();
    private final TestAuthority authority = new TestAuthority("first");

    @ParameterizedTest
    @EnumSource(names = {"GOOD", "RSA"})
    void shouldAgreeWithAUnitOfTheSameAuthority(Leaf kind) throws IOException {
        KeyFolder one = KeyFolder.open(authority.write(folder.resolve("one"), kind));
        KeyFolder other = KeyFolder.open(authority.write(folder.resolve("other"), Leaf.GOOD));

        assertThat(agree(one, other)).isTrue();
        assertThat(agree(other, one)).isTrue();
    }

    @Test
    void shouldNotAgreeWithAUnitOfAnotherAuthority() throws IOException {
        KeyFolder one = KeyFolder.open(authority.write(folder.resolve("one"), Leaf.GOOD));
        KeyFolder other = KeyFolder.open(new TestAuthority("first").write(folder.resolve("other"), Leaf.GOOD));

        assertThat(agree(one, other)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPIRED", "NOT_YET", "SERVER_ONLY"})
    void shouldNotOpenWithACertificateThatNobodyWouldAccept(Leaf kind) {
        authority.write(folder, kind);

        assertRefused(
                switch (kind) {
                    case EXPIRED -> "expired on";
                    case NOT_YET -> "not valid before";
                    default -> "must be for TLS servers and clients";
                });
    }

    @Test
    void shouldNotOpenWhereSomethingIsMissingOrDoesNotBelongTogether() throws IOException {
        assertRefused("ca.crt is missing");
        TestAuthority.Made one = authority.make(Leaf.GOOD);
        TestAuthority.Made other = authority.make(Leaf.GOOD);
        TestAuthority.Made rsa = authority.make(Leaf.RSA);

        write(authority, new TestAuthority.Made(one.certificate(), other.key()));
        assertRefused("is not the key of the certificate");
        write(authority, new TestAuthority.Made(one.certificate(), rsa.key()));
        assertRefused("is no private key of kind EC");
        write(new TestAuthority("stranger"), one);
        assertRefused("is not from an authority in ca.crt");
        write(authority, new TestAuthority.Made(one.key(), one.key()));
        assertRefused("holds no whole certificate");
        write(authority, new TestAuthority.Made(one.certificate(), one.certificate()));
        assertRefused("holds no whole private key");
        write(authority, new TestAuthority.Made(one.certificate(), one.key().replace("PRIVATE KEY", "EC PRIVATE KEY")));
        assertRefused("openssl pkcs8");
        write(authority, one);
        assertThatCode(() -> KeyFolder.open(folder)).doesNotThrowAnyException();
    }

    @Test
    void shouldUseWhatIsInTheFilesForNewLinksOnly() throws IOException {
        KeyFolder keys = new KeyFolder(authority.write(folder, Leaf.GOOD), clock::get);
        KeyFolder other = KeyFolder.open(authority.write(folder.resolve("other"), Leaf.GOOD));
        X509Certificate before = shownBy(keys, other);

        authority.write(folder, Leaf.GOOD);
        assertThat(shownBy(keys, other)).as("looked at not so soon").isEqualTo(before);
        clock.addAndGet(LONGER_THAN_A_LOOK.toNanos());

        X509Certificate after = shownBy(keys, other);
        assertThat(after).isNotEqualTo(before);
        assertThat(shownBy(keys, other)).isEqualTo(after);
    }

    /** The three steps by which an authority is replaced while units live: trust both, show the new, trust the new only. */
    @Test
    void shouldReplaceAnAuthorityInSteps() throws IOException {
        TestAuthority next = new TestAuthority("next");
        String both = authority.certificate() + "\n" + next.certificate();
        TestAuthority.Made oldA = authority.make(Leaf.GOOD);
        TestAuthority.Made newA = next.make(Leaf.GOOD);
        TestAuthority.Made newB = next.make(Leaf.GOOD);
        Path a = TestAuthority.write(folder.resolve("a"), authority.certificate(), oldA);
        Path b = authority.write(folder.resolve("b"), Leaf.GOOD);
        KeyFolder unitA = new KeyFolder(a, clock::get);
        KeyFolder unitB = new KeyFolder(b, clock::get);

        Files.writeString(a.resolve("ca.crt"), both);
        assertAgree(unitA, unitB);
        Files.writeString(b.resolve("ca.crt"), both);
        assertAgree(unitA, unitB);
        TestAuthority.write(b, both, newB);
        assertAgree(unitA, unitB);
        TestAuthority.write(a, both, newA);
        assertAgree(unitA, unitB);
        Files.writeString(a.resolve("ca.crt"), next.certificate());
        assertAgree(unitA, unitB);
        Files.writeString(b.resolve("ca.crt"), next.certificate());
        assertAgree(unitA, unitB);

        KeyFolder late = KeyFolder.open(authority.write(folder.resolve("late"), Leaf.GOOD));
        assertThat(agree(unitA, late)).as("with the old authority").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"half a certificate", "half a key", "another key", "no file", "expired"})
    void shouldKeepTheLastGoodKeysAndSaySoOnce(String what) throws IOException {
        KeyFolder keys = new KeyFolder(authority.write(folder, Leaf.GOOD), clock::get);
        KeyFolder other = KeyFolder.open(authority.write(folder.resolve("other"), Leaf.GOOD));
        X509Certificate before = shownBy(keys, other);
        TestAuthority.Made next = authority.make(Leaf.GOOD);

        switch (what) {
            case "half a certificate" -> write(authority, new TestAuthority.Made(half(next.certificate()), next.key()));
            case "half a key" -> write(authority, new TestAuthority.Made(next.certificate(), half(next.key())));
            case "another key" -> Files.writeString(folder.resolve("tls.key"), next.key());
            case "no file" -> Files.delete(folder.resolve("ca.crt"));
            default -> write(authority, authority.make(Leaf.EXPIRED));
        }
        for (int look = 0; look < 3; look++) {
            clock.addAndGet(LONGER_THAN_A_LOOK.toNanos());
            assertThat(shownBy(keys, other)).isEqualTo(before);
        }
        log.expect(1, "the old ones stay in use");

        write(authority, next);
        clock.addAndGet(LONGER_THAN_A_LOOK.toNanos());
        assertThat(shownBy(keys, other)).as("once they are whole").isNotEqualTo(before);
    }

    /** Each link is checked anew: nothing is resumed from a time when the certificate was good. */
    @Test
    void shouldNotOpenANewLinkOnceACertificateExpired() throws IOException {
        KeyFolder keys = KeyFolder.open(authority.write(folder, Leaf.GOOD));
        KeyFolder brief = KeyFolder.open(authority.write(folder.resolve("brief"), Leaf.BRIEF));
        assertThat(agree(brief, keys)).isTrue();
        Instant end = seen(keys.engine(true), brief.engine(false)).getNotAfter().toInstant();

        while (!Instant.now().isAfter(end)) {
            LockSupport.parkNanos(1_000_000);
        }

        assertThat(agree(brief, keys)).isFalse();
        assertThat(agree(keys, brief)).isFalse();
    }

    private void assertRefused(String why) {
        assertThatThrownBy(() -> KeyFolder.open(folder))
                .isInstanceOfSatisfying(
                        MeshException.class, thrown -> assertThat(thrown.code()).isEqualTo(MeshException.Code.KEYS))
                .hasMessageContaining(why)
                .hasMessageContaining("mosaic keys");
    }

    private void assertAgree(KeyFolder one, KeyFolder other) throws IOException {
        clock.addAndGet(LONGER_THAN_A_LOOK.toNanos());
        assertThat(agree(one, other)).isTrue();
        assertThat(agree(other, one)).isTrue();
    }

    private void write(TestAuthority trusted, TestAuthority.Made unit) {
        TestAuthority.write(folder, trusted.certificate(), unit);
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }

    private static X509Certificate shownBy(KeyFolder keys, KeyFolder to) throws SSLPeerUnverifiedException {
        return seen(to.engine(true), keys.engine(false));
    }

    private static X509Certificate seen(SSLEngine sees, SSLEngine shows) throws SSLPeerUnverifiedException {
        assertThat(shake(sees, shows)).isTrue();
        return (X509Certificate) sees.getSession().getPeerCertificates()[0];
    }

    private static boolean agree(KeyFolder dials, KeyFolder listens) {
        return shake(dials.engine(true), listens.engine(false));
    }

    /** A handshake without a wire between them. */
    private static boolean shake(SSLEngine dials, SSLEngine listens) {
        ByteBuffer there = ByteBuffer.allocate(1 << 16);
        ByteBuffer back = ByteBuffer.allocate(1 << 16);
        try {
            dials.beginHandshake();
            boolean moves = true;
            while (moves) {
                boolean dialler = step(dials, back, there);
                moves = step(listens, there, back) || dialler;
            }
            listens.getSession().getPeerCertificates();
            return dials.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
        } catch (SSLException e) {
            return false;
        }
    }

    private static boolean step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> engine.getDelegatedTask().run();
            case NEED_WRAP -> engine.wrap(ByteBuffer.allocate(0), out);
            default -> {
                in.flip();
                boolean some = in.hasRemaining();
                if (some) {
                    engine.unwrap(in, ByteBuffer.allocate(1 << 15));
                }
                in.compact();
                return some;
            }
        }
        return true;
    }
}
