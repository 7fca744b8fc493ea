package dev.mosaic.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import dev.mosaic.head.MonitorShell;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.mesh.TokenProof;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.process.Access;
import dev.mosaic.process.ListenAddress;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whom a gateway lets in, and where it leads. */
class GatewayTest {
    private static final String TOKEN = "secret";
    private static final String OWN = TokenProof.nonce();
    private static final Duration LONG = Eventually.PATIENCE;

    /** More than half of what it holds, which is what one address gets. */
    private static final int DRIPPING = 300;

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private MonitorShell monitor;
    private Gateway gateway;

    @BeforeEach
    void open() throws IOException {
        Access access = Access.local(TOKEN);
        monitor = MonitorShell.open(
                new Endpoint.Tcp("127.0.0.1", 0), TOKEN, MonitorSettings.DEFAULT, new LeastBusy(), access.opener());
        gateway = Gateway.open(
                ListenAddress.of("--gateway", new Endpoint.Tcp("127.0.0.1", 0), false),
                (Endpoint.Tcp) monitor.endpoint(),
                access);
    }

    @AfterEach
    void close() {
        gateway.close();
        monitor.close();
    }

    private Socket client() throws IOException {
        Socket client = new Socket(InetAddress.getLoopbackAddress(), gateway.port());
        client.setSoTimeout(10_000);
        return client;
    }

    private static String nonce(Socket client) throws IOException {
        String hello = GatewayGreeting.line(client.getInputStream());
        assertThat(hello).startsWith(GatewayGreeting.HELLO);
        return hello.substring(GatewayGreeting.HELLO.length());
    }

    /** What a client says that knows that token, and dialled that port. */
    private static String words(String token, String nonce, String target, int port) {
        return target + " " + GatewayGreeting.clientProof(token, nonce, target, OWN, port) + " " + OWN + " " + port;
    }

    private static String say(Socket client, String words) throws IOException {
        client.getOutputStream().write(GatewayGreeting.bytes(words));
        return GatewayGreeting.line(client.getInputStream());
    }

    @Test
    void shouldLeadToTheMonitorWhoKnowsTheToken_S1_2() throws IOException {
        leadsToTheMonitor();
    }

    private void leadsToTheMonitor() throws IOException {
        try (Socket client = client()) {
            String nonce = nonce(client);
            assertThat(say(client, words(TOKEN, nonce, GatewayGreeting.MONITOR, gateway.port())))
                    .as("it shows that it knows the token too")
                    .isEqualTo("OK " + GatewayGreeting.gatewayProof(TOKEN, nonce, GatewayGreeting.MONITOR, OWN));
            assertThat(client.getInputStream().readNBytes(10))
                    .as("the signature with which ZMTP begins")
                    .containsExactly(0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f);
        }
    }

    @Test
    void shouldRefuseWhoDoesNotKnowTheToken_S7_5() throws IOException {
        try (Socket client = client()) {
            String words = words("guessed", nonce(client), GatewayGreeting.MONITOR, gateway.port());
            assertThat(say(client, words)).startsWith("NO it does not know the token");
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
        Eventually.holds("it says so", LONG, () -> log.count("does not know the token") == 1);
        log.expect(1, "does not know the token");
    }

    @Test
    void shouldNotTakeAProofTwice_S7_5() throws IOException {
        String words;
        try (Socket client = client()) {
            words = words(TOKEN, nonce(client), GatewayGreeting.MONITOR, gateway.port());
            assertThat(say(client, words)).startsWith(GatewayGreeting.OK);
        }
        try (Socket client = client()) {
            assertThat(nonce(client)).isNotEmpty();
            assertThat(say(client, words)).startsWith("NO ");
        }
        awaitRefusals(1);
    }

    /** A process that took another port, and passes on what is said. */
    @Test
    void shouldRefuseWhatWasSaidToAnotherPort_S7_5() throws IOException {
        try (Socket client = client()) {
            assertThat(say(client, words(TOKEN, nonce(client), GatewayGreeting.MONITOR, gateway.port() ^ 1)))
                    .startsWith("NO it connected to port");
        }
        awaitRefusals(1);
    }

    @Test
    void shouldLeadToUnitsOfTheClusterOnly_S7_5() throws IOException {
        try (Socket client = client()) {
            String target = "127.0.0.1:" + gateway.port();
            assertThat(say(client, words(TOKEN, nonce(client), target, gateway.port())))
                    .isEqualTo("NO there is no unit at " + target);
        }
        awaitRefusals(1);
    }

    @Test
    void shouldEndConnectionsThatSaySomethingElseAndLiveOn_S7_5() throws IOException {
        for (String nonsense : new String[] {"GET / HTTP/1.1", "x".repeat(4_096), "\0\1\2", "a b c d", "a b c -1"}) {
            try (Socket client = client()) {
                assertThat(nonce(client)).isNotEmpty();
                client.getOutputStream().write(GatewayGreeting.bytes(nonsense));
                drain(client);
            }
        }
        leadsToTheMonitor();
        awaitRefusals(5);
    }

    /** More than it holds: those who came first go, and nobody waits for them. */
    @Test
    void shouldGreetWhoKnowsTheTokenWhileHundredsDrip_S7_5() throws IOException {
        Deque<Socket> dripping = new ArrayDeque<>();
        try {
            for (int i = 0; i < DRIPPING; i++) {
                Socket slow = client();
                dripping.push(slow);
                slow.getOutputStream().write('m');
            }
            Eventually.holds("those who came first are gone", LONG, () -> isClosed(dripping.getLast()));
            leadsToTheMonitor();
            assertThat(isClosed(dripping.getFirst()))
                    .as("there is room for the last")
                    .isFalse();
        } finally {
            for (Socket each : dripping) {
                each.close();
            }
        }
        Eventually.holds("it says so, some times", LONG, () -> log.count("refused connection") > 0);
        int lines = log.count("refused connection");
        assertThat(lines).as("not one for each").isLessThanOrEqualTo(20);
        log.expect(lines, "refused connection");
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(20);
            byte[] hello = new byte[256];
            int bytes = 0;
            while (bytes >= 0) {
                bytes = socket.getInputStream().read(hello);
            }
            return true;
        } catch (java.net.SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private void awaitRefusals(int count) {
        Eventually.holds("refusals are logged", LONG, () -> log.count("refused connection") >= count);
        log.expect(log.count("refused connection"), "refused connection");
    }

    @Test
    void shouldNotOpenWithoutAToken_S7_5() {
        Access none = Access.local("");
        assertThatThrownBy(() -> Gateway.open(
                        ListenAddress.of("--gateway", new Endpoint.Tcp("127.0.0.1", 0), false),
                        (Endpoint.Tcp) monitor.endpoint(),
                        none))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("mosaic keys");
        assertThatThrownBy(() -> GatewayGreeting.clientProof("", "0", "monitor", OWN, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** A time for all of it, not for each byte. */
    @Test
    void shouldReadALineForSoLongAtMost_S7_5() throws IOException {
        try (Socket client = client()) {
            assertThat(nonce(client)).isNotEmpty();
            assertThatThrownBy(() -> GatewayGreeting.line(client, System.nanoTime()))
                    .isInstanceOf(java.net.SocketTimeoutException.class);
            long until = System.nanoTime() + Duration.ofMillis(300).toNanos();
            assertThatThrownBy(() -> GatewayGreeting.line(client, until))
                    .isInstanceOf(java.net.SocketTimeoutException.class);
            assertThat(System.nanoTime())
                    .isGreaterThan(until - Duration.ofMillis(50).toNanos());
        }
        awaitRefusals(1);
    }

    @Test
    void shouldGiveWhoComes10SecondsToGreetAndTake4096Connections_S7_5() {
        assertThat(Gateway.GREETING).isEqualTo(Duration.ofSeconds(10));
        assertThat(Gateway.MOST).isEqualTo(4_096);
    }

    /** The time is one for all that it says, and begins when it comes. */
    @Test
    void shouldLetGoOfWhoHasNotGreetedInTime_S7_5() throws IOException {
        Duration greeting = Duration.ofMillis(300);
        reopen(4, greeting);
        long begun = System.nanoTime();
        try (Socket client = client()) {
            assertThat(nonce(client)).isNotEmpty();
            client.getOutputStream().write('m');
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isGreaterThanOrEqualTo(greeting.minusMillis(5)); // so much earlier a wait may end
        }
        awaitRefusals(1);
    }

    @Test
    void shouldTakeAsManyConnectionsAsItsLimitAndRefuseTheNextUntilOneEnds_S7_5() throws IOException {
        AtomicInteger refused = new AtomicInteger(); // of those who ask whether there is room again
        reopen(2, Gateway.GREETING);
        try (Socket second = greeted()) {
            try (Socket first = client()) {
                assertThat(answer(first)).as("the last that fits").startsWith(GatewayGreeting.OK);
                try (Socket third = client()) {
                    assertThat(answer(third))
                            .isEqualTo(GatewayGreeting.NO + "it has 2 connections, which is all it takes");
                    assertThat(third.getInputStream().read()).isEqualTo(-1);
                }
            }
            AtomicBoolean taken = new AtomicBoolean();
            Eventually.holds("there is room again", LONG, () -> {
                if (!taken.get()) { // it is asked once more when it holds
                    taken.set(isTaken());
                    refused.addAndGet(taken.get() ? 0 : 1);
                }
                return taken.get();
            });
            assertThat(second.isClosed()).isFalse();
        }
        Eventually.holds("it says so", LONG, () -> log.count("which is all it takes") > 0);
        awaitRefusals(Math.min(Gateway.LINES_A_MINUTE, 1 + refused.get()));
    }

    @Test
    void shouldNotPassAClientOnToItself() throws IOException {
        try (SocketChannel unit = SocketChannel.open()) {
            unit.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            unit.connect(unit.getLocalAddress());
            assertThatThrownBy(() -> Gateway.refuseItself(unit)).hasMessageContaining("no process listens at");
        }
    }

    private void reopen(int most, Duration greeting) throws IOException {
        close();
        monitor = MonitorShell.open(
                new Endpoint.Tcp("127.0.0.1", 0),
                TOKEN,
                MonitorSettings.DEFAULT,
                new LeastBusy(),
                Access.local(TOKEN).opener());
        gateway = Gateway.open(
                ListenAddress.of("--gateway", new Endpoint.Tcp("127.0.0.1", 0), false),
                (Endpoint.Tcp) monitor.endpoint(),
                Access.local(TOKEN),
                most,
                greeting);
    }

    private String answer(Socket client) throws IOException {
        return say(client, words(TOKEN, nonce(client), GatewayGreeting.MONITOR, gateway.port()));
    }

    private Socket greeted() throws IOException {
        Socket client = client();
        assertThat(answer(client)).startsWith(GatewayGreeting.OK);
        return client;
    }

    private boolean isTaken() {
        try (Socket client = client()) {
            return answer(client).startsWith(GatewayGreeting.OK);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void drain(Socket client) {
        try {
            while (client.getInputStream().read() >= 0) {
                // What it says before it ends does not matter.
            }
        } catch (IOException reset) {
            assertThat(reset).isNotInstanceOf(java.net.SocketTimeoutException.class);
        }
    }
}
