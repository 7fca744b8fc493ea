package dev.mosaic.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.tls.KeyFolder;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Keys for Secrets: made once, renewed in time, and such as units take. S7.5. */
class ClusterKeysTest {
    private static final Duration LIFE = Duration.ofDays(90);

    /** To the second, as certificates tell the time. */
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    @Test
    void shouldMakeWhatUnitsTakeAndKeepTheAuthoritysKeyFromThem() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);

        assertThat(made.units())
                .containsOnlyKeys("ca.crt", "tls.crt", "tls.key", "token", "call.token", "deploy.token", "admin.token");
        assertThat(made.authority()).containsOnlyKeys("ca.crt", "ca.key", "token");
        assertThat(Stream.of(Token.values()).map(each -> text(made.units(), each.file())))
                .as("each is another one")
                .doesNotHaveDuplicates()
                .allMatch(each -> each.matches("[0-9a-f]{32}\n"));
        assertThat(made.next()).isBetween(now.plus(Duration.ofDays(59)), now.plus(Duration.ofDays(61)));
        assertUnitsTake(made);
    }

    /** So that curl --cacert and gateways that verify reach the head; units look at the authority alone. */
    @Test
    void shouldNameTheHostsThatHttpClientsAskForInNewCertificatesOnly() throws Exception {
        List<String> hosts = List.of("demo-head.lab.svc", "localhost");
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE, hosts);

        assertThat(certificate(made).getSubjectAlternativeNames())
                .containsExactlyInAnyOrder(List.of(2, "demo-head.lab.svc"), List.of(2, "localhost"));
        assertUnitsTake(made);
        ClusterKeys nameless = ClusterKeys.none().cared(now, LIFE);
        assertThat(certificate(nameless).getSubjectAlternativeNames()).isNull();
        assertThat(nameless.cared(now, LIFE, hosts))
                .as("an upgrade of the operator writes no Secret")
                .isSameAs(nameless);
        assertThat(certificate(nameless.cared(now.plus(Duration.ofDays(61)), LIFE, hosts))
                        .getSubjectAlternativeNames())
                .hasSize(2);
    }

    @Test
    void shouldDoNothingWhileAllIsGood() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);

        assertThat(made.cared(now.plus(Duration.ofDays(59)), LIFE)).isSameAs(made);
    }

    /** Somebody wrote another one into the Secret of the units. */
    @Test
    void shouldKeepTheTokenBeforeBesideAnotherOne_S7_5() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);
        String old = text(made.units(), "token");

        ClusterKeys changed = with(made, "another").cared(now, LIFE);

        assertThat(text(changed.units(), "token")).isEqualTo("another\n" + old.strip());
        assertThat(text(changed.authority(), "token")).isEqualTo("another\n");
        assertThat(changed(made.units(), changed.units())).containsExactly("token");
        assertThat(changed.cared(now, LIFE)).isSameAs(changed);
        ClusterKeys alone = with(changed, "another\n");
        assertThat(alone.cared(now, LIFE)).as("the one before is taken out").isSameAs(alone);
        ClusterKeys both = with(made, "third\nsecond\n");
        assertThat(text(both.cared(now, LIFE).units(), "token"))
                .as("who writes two lines has said what is before")
                .isEqualTo("third\nsecond\n");
    }

    /** As an external secrets operator brings it. */
    @Test
    void shouldTakeTheTokenThatSomebodyGivesAndKeepTheOneBeforeBesideIt() throws Exception {
        ClusterKeys made = ClusterKeys.none().withTokens(given("token", "one")).cared(now, LIFE);
        assertThat(text(made.units(), "token")).isEqualTo("one\n");
        verify(made, 0);
        assertThat(made.withTokens(given("token", "one")).cared(now, LIFE)).isSameAs(made);

        ClusterKeys changed = made.withTokens(given("token", "two")).cared(now, LIFE);
        assertThat(text(changed.units(), "token")).isEqualTo("two\none\n");
        assertThat(changed(made.units(), changed.units())).containsExactly("token");
        assertThat(changed.withTokens(given("token", "two")).cared(now, LIFE))
                .as("nothing more is due")
                .isSameAs(changed);
        ClusterKeys alone = with(changed, "two\n");
        assertThat(alone.withTokens(given("token", "two")).cared(now, LIFE))
                .as("the one before is taken out")
                .isSameAs(alone);
        assertThat(text(
                        alone.withTokens(given("token", "four\nthree\n"))
                                .cared(now, LIFE)
                                .units(),
                        "token"))
                .as("who gives two lines has said what is before")
                .isEqualTo("four\nthree\n");
        assertThat(text(
                        alone.withTokens(given("token", "two\nold"))
                                .cared(now, LIFE)
                                .units(),
                        "token"))
                .isEqualTo("two\nold\n");
        assertThat(text(changed.withTokens(given("token", "two\nold")).units(), "token"))
                .as("what is there and not given stays")
                .isEqualTo("two\nold\none\n");
    }

    @Test
    void shouldTakeTheTokensOfHttpClientsThatSomebodyGivesAndMakeTheOthers() throws Exception {
        ClusterKeys made = ClusterKeys.none()
                .withTokens(given("token", "one", "call.token", "call", "other", "x"))
                .cared(now, LIFE);

        assertThat(text(made.units(), "call.token")).isEqualTo("call");
        assertThat(made.units())
                .containsOnlyKeys("ca.crt", "tls.crt", "tls.key", "token", "call.token", "deploy.token", "admin.token");
        assertThat(changed(
                        made.units(),
                        made.withTokens(given("token", "one", "call.token", "another"))
                                .cared(now, LIFE)
                                .units()))
                .containsExactly("call.token");
    }

    /** As cert-manager makes and renews them. */
    @Test
    void shouldPutCertificatesOfSomebodyElseTogetherWithATokenAndSignNothing() throws Exception {
        ClusterKeys theirs = ClusterKeys.none().cared(now, LIFE);
        ClusterKeys renewed = theirs.cared(now.plus(Duration.ofDays(61)), LIFE);

        ClusterKeys made = ClusterKeys.none().withTokens(given("token", "one")).withCertificates(theirs.units());
        assertThat(made.authority()).containsOnlyKeys("token");
        assertThat(text(made.units(), "token")).isEqualTo("one\n");
        assertThat(changed(theirs.units(), made.units()))
                .containsExactly("admin.token", "call.token", "deploy.token", "token");
        assertUnitsTake(made);
        assertThat(made.withTokens(given("token", "one")).withCertificates(theirs.units()))
                .isSameAs(made);

        ClusterKeys later = made.withTokens(given("token", "two")).withCertificates(renewed.units());
        assertThat(changed(made.units(), later.units())).containsExactly("tls.crt", "tls.key", "token");
        assertThat(text(later.units(), "token")).isEqualTo("two\none\n");
        assertThat(later.withTokens(given("token", "two")).withCertificates(renewed.units()))
                .isSameAs(later);
    }

    /** Named on a cluster that has keys of its own authority: from then on that one is trusted no more. */
    @Test
    void shouldTrustTheAuthorityOfSomebodyElseAloneFromTheFirstMomentOn() throws Exception {
        ClusterKeys own = ClusterKeys.none().cared(now, LIFE);
        ClusterKeys theirs = ClusterKeys.none().cared(now, LIFE);

        ClusterKeys both = own.withTokens(given("token", "one")).withCertificates(theirs.units());
        assertThat(text(both.units(), "ca.crt")).isEqualTo(text(theirs.units(), "ca.crt"));
        assertThat(text(both.units(), "tls.crt")).isEqualTo(text(theirs.units(), "tls.crt"));
        assertThat(text(both.units(), "token"))
                .as("tokens overlap")
                .isEqualTo("one\n" + text(own.units(), "token").strip() + "\n");
    }

    private static Map<String, byte[]> given(String... filesAndTexts) {
        Map<String, byte[]> given = new TreeMap<>();
        for (int i = 0; i < filesAndTexts.length; i += 2) {
            given.put(filesAndTexts[i], filesAndTexts[i + 1].getBytes(StandardCharsets.US_ASCII));
        }
        return given;
    }

    private static ClusterKeys with(ClusterKeys keys, String token) {
        Map<String, byte[]> units = new TreeMap<>(keys.units());
        units.put("token", token.getBytes(StandardCharsets.US_ASCII));
        return new ClusterKeys(units, keys.authority());
    }

    @Test
    void shouldRenewTheCertificateOnly() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);

        ClusterKeys renewed = made.cared(now.plus(Duration.ofDays(61)), LIFE);

        assertThat(changed(made.units(), renewed.units())).containsExactly("tls.crt", "tls.key");
        assertThat(changed(made.authority(), renewed.authority())).isEmpty();
        verify(renewed, 0);
    }

    @Test
    void shouldTrustANewAuthorityLongBeforeItSigns() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, Duration.ofDays(3_000));
        Instant twoThirds = now.plus(Duration.ofDays(2_434));

        ClusterKeys renewed = made.cared(now.plus(Duration.ofDays(2_400)), LIFE);
        ClusterKeys rotated = renewed.cared(twoThirds, LIFE);
        ClusterKeys moved = rotated.cared(twoThirds.plus(Duration.ofDays(60)), LIFE);

        assertThat(changed(renewed.units(), rotated.units())).containsExactly("ca.crt");
        assertThat(authorities(rotated)).hasSize(2);
        verify(rotated, 0);
        verify(moved, 1);
        assertThat(rotated.units().get("token")).isEqualTo(made.units().get("token"));
    }

    /** As after an upgrade of the operator. */
    @Test
    void shouldAddTheTokensThatKeysOfAnEarlierVersionLack() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);
        Map<String, byte[]> before = new TreeMap<>(made.units());
        before.keySet().removeAll(List.of("call.token", "deploy.token", "admin.token"));

        ClusterKeys added = new ClusterKeys(before, made.authority()).cared(now, LIFE);

        assertThat(changed(before, added.units())).containsExactly("admin.token", "call.token", "deploy.token");
        assertThat(added.cared(now, LIFE)).as("once").isSameAs(added);
        assertUnitsTake(added);
    }

    @Test
    void shouldMakeOneTokenAnewThatWasTakenAway() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);
        Map<String, byte[]> without = new TreeMap<>(made.units());
        without.remove("call.token");

        ClusterKeys again = new ClusterKeys(without, made.authority()).cared(now, LIFE);

        assertThat(changed(made.units(), again.units())).containsExactly("call.token");
    }

    @Test
    void shouldMakeLostKeysOfUnitsAgainWithTheSameToken() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);

        ClusterKeys again = new ClusterKeys(Map.of(), made.authority()).cared(now, LIFE);

        assertThat(changed(made.units(), again.units()))
                .containsExactly("admin.token", "call.token", "deploy.token", "tls.crt", "tls.key");
        assertUnitsTake(again);
    }

    @Test
    void shouldTrustANewAuthorityBesideOneWhoseKeyWasLost() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);

        ClusterKeys again = new ClusterKeys(made.units(), Map.of()).cared(now, LIFE);

        assertThat(changed(made.units(), again.units())).containsExactly("ca.crt");
        assertThat(authorities(again)).hasSize(2);
        assertThat(again.authority()).containsKey("ca.key");
        assertUnitsTake(again);
    }

    /** Somebody wrote another token and took the authority's key away before anybody looked. */
    @Test
    void shouldKeepTheTokenBeforeWhereTheAuthorityIsAnotherAtTheSameTime() throws Exception {
        ClusterKeys made = ClusterKeys.none().cared(now, LIFE);
        String old = text(made.units(), "token").strip();
        Map<String, byte[]> without = new TreeMap<>(made.authority());
        without.remove("ca.key");

        ClusterKeys both = new ClusterKeys(with(made, "another\n").units(), without).cared(now, LIFE);

        assertThat(text(both.units(), "token")).isEqualTo("another\n" + old + "\n");
        assertThat(text(both.authority(), "token")).isEqualTo("another\n");
        assertThat(authorities(both)).hasSize(2);
        assertUnitsTake(both);
    }

    @Test
    void shouldSayWhichFileIsBad() {
        ClusterKeys bad =
                new ClusterKeys(Map.of("ca.crt", new byte[0]), Map.of("ca.key", new byte[] {1}, "ca.crt", new byte[0]));

        assertThatThrownBy(() -> bad.cared(now, LIFE))
                .isInstanceOf(KeyFilesException.class)
                .hasMessageContaining("ca.crt");
    }

    /** Opening rehearses a handshake. */
    private void assertUnitsTake(ClusterKeys keys) throws IOException {
        for (Map.Entry<String, byte[]> each : keys.units().entrySet()) {
            Files.write(folder.resolve(each.getKey()), each.getValue());
        }
        assertThat(KeyFolder.open(folder)).isNotNull();
    }

    private static X509Certificate certificate(ClusterKeys keys) throws GeneralSecurityException {
        return Pem.certificates("tls.crt", keys.units().get("tls.crt")).getFirst();
    }

    private static List<X509Certificate> authorities(ClusterKeys keys) throws GeneralSecurityException {
        return Pem.certificates("ca.crt", keys.units().get("ca.crt"));
    }

    private static void verify(ClusterKeys keys, int authority) throws GeneralSecurityException {
        Pem.certificates("tls.crt", keys.units().get("tls.crt"))
                .getFirst()
                .verify(authorities(keys).get(authority).getPublicKey());
    }

    private static List<String> changed(Map<String, byte[]> before, Map<String, byte[]> after) {
        return new TreeMap<>(after)
                .keySet().stream()
                        .filter(name ->
                                !before.containsKey(name) || !text(before, name).equals(text(after, name)))
                        .toList();
    }

    private static String text(Map<String, byte[]> files, String name) {
        return new String(files.get(name), StandardCharsets.US_ASCII);
    }
}
