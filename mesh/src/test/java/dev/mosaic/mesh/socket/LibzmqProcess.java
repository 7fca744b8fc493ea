package dev.mosaic.mesh.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.testing.Eventually;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;

/** libzmq, through a child process that runs {@code zmq_peer.py}. */
final class LibzmqProcess implements ForeignZmq {
    private static final HexFormat HEX = HexFormat.of();

    private final Process process;
    private final BufferedWriter commands;
    private final Thread reader;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> calls = new ConcurrentHashMap<>();

    private LibzmqProcess(String python) throws IOException {
        process = new ProcessBuilder(
                        python, "-u", Path.of("src/test/python/zmq_peer.py").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        commands = process.outputWriter();
        reader = Thread.ofVirtual().name("libzmq").start(this::readAnswers);
    }

    /** Starts it, or skips the test where this machine has no pyzmq; fails it where that is the CI. */
    static LibzmqProcess start() {
        String python = System.getProperty("mosaic.python", "");
        if (System.getenv("CI") == null) {
            assumeTrue(!python.isEmpty(), "no pyzmq: run with -Dmosaic.python=$(bin/pyzmq)");
        }
        assertThat(python)
                .as("-Dmosaic.python, which the CI must set to $(bin/pyzmq)")
                .isNotEmpty();
        try {
            return new LibzmqProcess(python);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ForeignSocket open(Setup setup) {
        long socket = numbers.incrementAndGet();
        Future<Endpoint> endpoint = call(
                socket,
                Endpoint::parse,
                "open",
                setup.kind().name(),
                setup.binds() ? "bind" : "connect",
                setup.endpoint().toString().replaceFirst(":0$", ":*"),
                setup.identity().map(LibzmqProcess::text).orElse("-"),
                text(setup.routesTo().getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                Integer.toString(setup.heartbeatMillis()),
                Integer.toString(setup.heartbeatTimeoutMillis()));
        return new Socket(socket, Eventually.get(endpoint, "libzmq opens " + setup));
    }

    @Override
    public void close() {
        try {
            commands.close();
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            reader.join();
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private final class Socket implements ForeignSocket {
        private final long number;
        private final Endpoint endpoint;
        private boolean closed;

        Socket(long number, Endpoint endpoint) {
            this.number = number;
            this.endpoint = endpoint;
        }

        @Override
        public Endpoint endpoint() {
            return endpoint;
        }

        @Override
        public void send(byte[]... parts) {
            Eventually.get(call(number, answer -> answer, "send", texts(parts)), "libzmq sends");
        }

        @Override
        public void offer(byte[]... parts) {
            Eventually.get(call(number, answer -> answer, "offer", texts(parts)), "libzmq sends or does not");
        }

        private static String texts(byte[]... parts) {
            return Arrays.stream(parts).map(LibzmqProcess::text).collect(Collectors.joining(","));
        }

        @Override
        public Future<List<byte[]>> receive() {
            return call(
                    number,
                    answer -> Arrays.stream(answer.split(",", -1))
                            .map(part -> HEX.parseHex(part.substring(1)))
                            .toList(),
                    "receive");
        }

        @Override
        public Future<Long> exchange(int messages) {
            return call(number, Long::valueOf, "exchange", Integer.toString(messages));
        }

        @Override
        public Future<?> drip(int messages, int pauseMillis) {
            return call(number, answer -> answer, "drip", Integer.toString(messages), Integer.toString(pauseMillis));
        }

        @Override
        public Future<Long> sendLarge(long sizeBytes) {
            return call(number, Long::valueOf, "sendlarge", Long.toString(sizeBytes));
        }

        @Override
        public Future<Large> receiveLarge() {
            return call(
                    number,
                    answer -> {
                        String[] numbers = answer.split(" ", 2);
                        return new Large(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
                    },
                    "receivelarge");
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                Eventually.get(call(number, answer -> answer, "close"), "libzmq closes its socket");
            }
        }
    }

    private <T> Future<T> call(long socket, Function<String, T> read, String... words) {
        long call = numbers.incrementAndGet();
        CompletableFuture<String> answer = new CompletableFuture<>();
        calls.put(call, answer);
        try {
            synchronized (commands) {
                commands.write(call + " " + socket + " " + String.join(" ", words) + "\n");
                commands.flush();
            }
        } catch (IOException e) {
            answer.completeExceptionally(e);
        }
        return answer.thenApply(read);
    }

    private void readAnswers() {
        try (BufferedReader answers = process.inputReader()) {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                String[] words = line.split(" ", 3);
                CompletableFuture<String> call = calls.remove(Long.valueOf(words[0]));
                if (words[1].equals("ok")) {
                    call.complete(words[2]);
                } else {
                    call.completeExceptionally(new IOException("libzmq: " + words[2]));
                }
            }
        } catch (IOException e) {
            // The process was ended; whoever still waits for it is told below.
        }
        calls.values().forEach(call -> call.completeExceptionally(new IOException("libzmq's process ended")));
    }

    private static String text(byte[] part) {
        return "x" + HEX.formatHex(part);
    }
}
