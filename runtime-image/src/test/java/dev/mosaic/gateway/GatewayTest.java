package dev.mosaic.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.monitor.MonitorSettings;
import dev.mosaic.monitor.MonitorShell;
import dev.mosaic.placement.LeastBusy;
import dev.mosaic.process.Access;
import dev.mosaic.testing.LogGuard;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whom a gateway lets in, and where it leads. */
class GatewayTest {
    private static final String TOKEN = "secret";

    @RegisterExtension
    final LogGuard log = new LogGuard();

    private MonitorShell monitor;
    private Gateway gateway;

    @BeforeEach
    void open() throws IOException {
        Access access = Access.local(TOKEN);
        monitor = MonitorShell.open(
                new Endpoint.Tcp("127.0.0.1", 0), TOKEN, MonitorSettings.DEFAULT, new LeastBusy(), access.opener());
        gateway = Gateway.open(new Endpoint.Tcp("127.0.0.1", 0), (Endpoint.Tcp) monitor.endpoint(), access);
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

    private static String answer(Socket client, String target, String proof) throws IOException {
        client.getOutputStream().write(GatewayGreeting.bytes(target + " " + proof));
        return GatewayGreeting.line(client.getInputStream());
    }

    @Test
    void shouldLeadToTheMonitorWhoKnowsTheToken_S1_2() throws IOException {
        leadsToTheMonitor();
    }

    private void leadsToTheMonitor() throws IOException {
        try (Socket client = client()) {
            String proof = GatewayGreeting.proof(TOKEN, nonce(client), GatewayGreeting.MONITOR);
            assertThat(answer(client, GatewayGreeting.MONITOR, proof)).isEqualTo(GatewayGreeting.OK);
            assertThat(client.getInputStream().readNBytes(10))
                    .as("the signature with which ZMTP begins")
                    .containsExactly(0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f);
        }
    }

    @Test
    void shouldRefuseWhoDoesNotKnowTheToken_S7_5() throws IOException {
        try (Socket client = client()) {
            String proof = GatewayGreeting.proof("guessed", nonce(client), GatewayGreeting.MONITOR);
            assertThat(answer(client, GatewayGreeting.MONITOR, proof)).startsWith("NO it does not know the token");
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void shouldNotTakeAProofTwice_S7_5() throws IOException {
        String proof;
        try (Socket client = client()) {
            proof = GatewayGreeting.proof(TOKEN, nonce(client), GatewayGreeting.MONITOR);
            assertThat(answer(client, GatewayGreeting.MONITOR, proof)).isEqualTo(GatewayGreeting.OK);
        }
        try (Socket client = client()) {
            assertThat(nonce(client)).isNotEmpty();
            assertThat(answer(client, GatewayGreeting.MONITOR, proof)).startsWith("NO ");
        }
    }

    @Test
    void shouldLeadToUnitsOfTheClusterOnly_S7_5() throws IOException {
        try (Socket client = client()) {
            String target = "127.0.0.1:" + gateway.port();
            String proof = GatewayGreeting.proof(TOKEN, nonce(client), target);
            assertThat(answer(client, target, proof)).isEqualTo("NO there is no unit at " + target);
        }
    }

    @Test
    void shouldEndConnectionsThatSaySomethingElseAndLiveOn_S7_5() throws IOException {
        for (String nonsense : new String[] {"GET / HTTP/1.1", "x".repeat(4_096), "\0\1\2"}) {
            try (Socket client = client()) {
                assertThat(nonce(client)).isNotEmpty();
                client.getOutputStream().write(GatewayGreeting.bytes(nonsense));
                drain(client);
            }
        }
        leadsToTheMonitor();
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
