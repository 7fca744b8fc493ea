import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A folder over http on the loopback, as a Maven repository is: GET and PUT. {@code java HttpFolder.java FOLDER PORT} */
void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]).toRealPath();
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1]));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/", exchange -> {
        try (exchange) {
            answer(exchange, folder);
        }
    });
    server.start();
}

void answer(HttpExchange exchange, Path folder) throws IOException {
    Path file = folder.resolve(exchange.getRequestURI().getPath().substring(1)).normalize();
    boolean isInside = file.startsWith(folder);
    if (isInside && exchange.getRequestMethod().equals("PUT")) {
        Files.createDirectories(file.getParent());
        try (InputStream in = exchange.getRequestBody()) {
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
        exchange.sendResponseHeaders(201, -1);
    } else if (isInside && Files.isRegularFile(file)) {
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(200, isHead ? -1 : Files.size(file));
        if (!isHead) {
            Files.copy(file, exchange.getResponseBody());
        }
    } else {
        exchange.sendResponseHeaders(404, -1);
    }
}
