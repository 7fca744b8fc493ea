package dev.mosaic.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.http.HttpApi;
import dev.mosaic.http.Tokens;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long the body of a request to a declared tessera may be. */
class BodyLimitTest {
    private static final int LIMIT = 16 << 20;

    @TempDir
    Path jars;

    @Test
    void shouldTakeABodyOf16MiBAndAnswer413ToOneByteMore() throws IOException {
        Endpoint.Tcp nobody = new Endpoint.Tcp("127.0.0.1", 1);
        try (TesseraService service = TesseraService.open(nobody, "127.0.0.1", jars, Access.local("x"));
                HttpApi api = HttpApi.open(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        Optional.empty(),
                        Tokens.of(List::of),
                        service.routes())) {
            String call = "POST /v1/tesserae/default/counter/add";
            assertThat(answer(api, call, LIMIT)).contains(" 503 ").contains("is not declared");
            assertThat(answer(api, call, LIMIT + 1))
                    .contains(" 413 ")
                    .contains("the body is longer than limitBytes=" + LIMIT);
            String declaration = "PUT /v1/tesserae/default/counter";
            assertThat(answer(api, declaration, LIMIT))
                    .as("it is read, and no JSON")
                    .contains(" 400 ");
            assertThat(answer(api, declaration, LIMIT + 1)).contains(" 413 ");
        }
    }

    /** Of a request with a body of so many spaces. */
    private static String answer(HttpApi api, String what, int bytes) throws IOException {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
            String head =
                    what + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + bytes + "\r\n\r\n";
            client.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            client.getOutputStream().write(new byte[bytes]);
            return new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
