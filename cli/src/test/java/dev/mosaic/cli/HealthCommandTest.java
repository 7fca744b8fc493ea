package dev.mosaic.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class HealthCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private int wellFrom;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/readyz", exchange -> {
            boolean isWell = asked.incrementAndGet() >= wellFrom;
            byte[] body = (isWell ? "{\"ready\":true}" : "{\"ready\":false}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isWell ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private int health(String... arguments) {
        return new CommandLine(new HealthCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/readyz";
    }

    @Test
    void shouldPrintWhatAWellUnitAnswers() {
        assertThat(health(url())).isZero();
        assertThat(out).hasToString("{\"ready\":true}\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldFailWithWhatAnIllUnitAnswers() {
        wellFrom = Integer.MAX_VALUE;
        assertThat(health(url())).isEqualTo(1);
        assertThat(err.toString()).contains("answers 503: {\"ready\":false}");
        assertThat(asked).hasValue(1);
    }

    @Test
    void shouldWaitUntilItIsWell() {
        wellFrom = 3;
        assertThat(health("--wait=30", url())).isZero();
        assertThat(asked).hasValue(3);
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        server.stop(0);
        assertThat(health(url())).isEqualTo(1);
        assertThat(err.toString()).contains("does not answer: java.net.ConnectException");
    }

    @Test
    void shouldRefuseWhatIsNoUrl() {
        assertThat(health("127.0.0.1:7680")).isEqualTo(2);
        assertThat(health("ftp://127.0.0.1/readyz")).isEqualTo(2);
        assertThat(err.toString()).contains("is no URL such as http://127.0.0.1:7680/readyz");
    }
}
