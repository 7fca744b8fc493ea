package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.mesh.GatewayGreeting;
import dev.mosaic.mesh.TokenProof;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A unit that knows several tokens comes to a gateway that knows one of them, or none. S7.5. */
class GatewayDialTest {
    private static final String UNKNOWN = GatewayGreeting.NO + GatewayGreeting.UNKNOWN_TOKEN;

    private ServerSocket gateway;
    private Endpoint.Via via;

    @BeforeEach
    void listen() throws IOException {
        gateway = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        via = new Endpoint.Via(new Endpoint.Tcp("127.0.0.1", gateway.getLocalPort()), GatewayGreeting.MONITOR);
    }

    @AfterEach
    void close() throws IOException {
        gateway.close();
    }

    /** What a gateway says to one that dials after the other; {@code OK} stands for its proof by that token. */
    private CompletableFuture<List<String>> answers(String token, String... answers) {
        CompletableFuture<List<String>> targets = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            List<String> heard = new ArrayList<>();
            try {
                for (String answer : answers) {
                    heard.add(answer(token, answer));
                }
                targets.complete(heard);
            } catch (IOException e) {
                targets.completeExceptionally(e);
            }
        });
        return targets;
    }

    /** What it was told. */
    private String answer(String token, String answer) throws IOException {
        try (Socket client = gateway.accept()) {
            String nonce = TokenProof.nonce();
            client.getOutputStream().write(GatewayGreeting.bytes(GatewayGreeting.HELLO + nonce));
            String said = GatewayGreeting.line(client.getInputStream());
            String[] words = said.split(" ", -1);
            String proof = answer.equals(GatewayGreeting.OK)
                    ? " " + GatewayGreeting.gatewayProof(token, nonce, words[0], words[2])
                    : "";
            client.getOutputStream().write(GatewayGreeting.bytes(answer + proof));
            boolean isIt = GatewayGreeting.isSame(
                    words[1],
                    GatewayGreeting.clientProof(token, nonce, words[0], words[2], Integer.parseInt(words[3])));
            return isIt ? "knows" : "guesses";
        }
    }

    private SocketChannel dial(String... tokens) throws IOException {
        return GatewayDial.connect(
                via, new InetSocketAddress(gateway.getInetAddress(), gateway.getLocalPort()), List.of(tokens), false);
    }

    private static List<String> result(CompletableFuture<List<String>> heard)
            throws InterruptedException, ExecutionException, TimeoutException {
        return heard.get(1, TimeUnit.MINUTES);
    }

    @Test
    void shouldShowTheTokenBeforeToAGatewayThatDoesNotKnowTheNewest_S7_5() throws Exception {
        CompletableFuture<List<String>> heard = answers("old", UNKNOWN, GatewayGreeting.OK);
        try (SocketChannel channel = dial("new", "old", "older")) {
            assertThat(channel.isConnected()).isTrue();
        }
        assertThat(result(heard)).containsExactly("guesses", "knows");
    }

    @Test
    void shouldSayAtOnceWhyAGatewayRefusesATokenThatItKnows_S7_5() throws Exception {
        CompletableFuture<List<String>> heard = answers("new", "NO there is no unit at monitor", UNKNOWN);
        assertThatThrownBy(() -> dial("new", "old")).hasMessage("the gateway says NO there is no unit at monitor");
        assertThat(heard).as("it does not come again").isNotDone();
    }

    @Test
    void shouldSayWhyTheTokenBeforeIsRefusedWhereThatIsKnown_S7_5() throws Exception {
        CompletableFuture<List<String>> heard = answers("old", UNKNOWN, "NO it has 9 connections");
        assertThatThrownBy(() -> dial("new", "old", "older")).hasMessage("the gateway says NO it has 9 connections");
        assertThat(result(heard)).containsExactly("guesses", "knows");
    }

    @Test
    void shouldSayWhatTheGatewaySaidFirstWhereItKnowsNone_S7_5() throws Exception {
        CompletableFuture<List<String>> heard = answers("other", UNKNOWN + " (1)", UNKNOWN + " (2)");
        assertThatThrownBy(() -> dial("new", "old"))
                .isInstanceOf(InsecureException.class)
                .hasMessage("the gateway says " + UNKNOWN + " (1)");
        assertThat(result(heard)).containsExactly("guesses", "guesses");
    }

    @Test
    void shouldNotComeWithoutAToken_S7_5() {
        assertThatThrownBy(this::dial).isInstanceOf(IOException.class).hasMessageContaining("has none");
    }
}
