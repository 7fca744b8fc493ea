package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.Endpoint;
import dev.mosaic.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;
import zmq.ZError;

/** JeroMQ, in this JVM. */
final class JeroMqContext implements ForeignZmq {
    private static final int BURST = 256;

    /**
     * About one connect in thirty of JeroMQ 0.6.0 never sends its greeting (zeromq/jeromq#1022); it tries again after this
     * time.
     */
    private static final int HANDSHAKE_MILLIS = 300;

    private final ZContext context = new ZContext();
    private final List<Socket> sockets = new ArrayList<>();

    JeroMqContext() {
        context.setLinger(0);
    }

    @Override
    public ForeignSocket open(Setup setup) {
        Socket socket = new Socket(setup);
        sockets.add(socket);
        return socket;
    }

    @Override
    public void close() {
        sockets.forEach(Socket::close);
        context.close();
    }

    /** Its calls run on a thread of its own, because a socket of JeroMQ is not for two. */
    private final class Socket implements ForeignSocket {
        private final ExecutorService thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().name("jeromq-peer").daemon(true).factory());
        private final List<byte[]> route;
        private final ZMQ.Socket socket;
        private final Endpoint endpoint;
        private boolean closed;

        Socket(Setup setup) {
            route = setup.kind() == SocketKind.ROUTER
                    ? List.of(setup.routesTo().getBytes(StandardCharsets.UTF_8))
                    : List.of();
            socket = context.createSocket(SocketType.valueOf(setup.kind().name()));
            endpoint = Eventually.get(submit(() -> opened(setup)), "JeroMQ opens " + setup);
        }

        @Override
        public Endpoint endpoint() {
            return endpoint;
        }

        @Override
        public void send(byte[]... parts) {
            Eventually.get(
                    submit(() -> {
                        Eventually.holds("JeroMQ knows the peer", () -> sent(parts, 0));
                        return true;
                    }),
                    "JeroMQ sends");
        }

        @Override
        public void offer(byte[]... parts) {
            Eventually.get(submit(() -> sent(parts, ZMQ.DONTWAIT)), "JeroMQ sends or does not");
        }

        @Override
        public Future<List<byte[]>> receive() {
            return submit(() -> received(0));
        }

        @Override
        public Future<Long> exchange(int messages) {
            return submit(() -> exchanged(messages));
        }

        @Override
        public Future<?> drip(int messages, int pauseMillis) {
            return submit(() -> {
                for (int i = 0; i < messages; i++) {
                    Eventually.isSoWithin(java.time.Duration.ofMillis(pauseMillis), () -> false);
                    sent(new byte[][] {Sequence.message(i)}, 0);
                }
                return true;
            });
        }

        @Override
        public Future<Long> sendLarge(long sizeBytes) {
            return submit(() -> {
                byte[] body = new byte[Math.toIntExact(sizeBytes)];
                for (int i = 0; i < body.length; i++) {
                    body[i] = (byte) ((i % 1_000_003) >> 3);
                }
                sent(new byte[][] {body}, 0);
                return checksum(body);
            });
        }

        @Override
        public Future<Large> receiveLarge() {
            return submit(() -> {
                byte[] body = received(0).getFirst();
                return new Large(body.length, checksum(body));
            });
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                Eventually.get(
                        submit(() -> {
                            socket.close();
                            return true;
                        }),
                        "JeroMQ closes its socket");
                thread.shutdown();
            }
        }

        private <T> Future<T> submit(Callable<T> action) {
            return thread.submit(action);
        }

        private Endpoint opened(Setup setup) {
            int patienceMillis = (int) Eventually.PATIENCE.toMillis();
            socket.setReceiveTimeOut(patienceMillis);
            socket.setSendTimeOut(patienceMillis);
            socket.setHandshakeIvl(HANDSHAKE_MILLIS);
            setup.identity().ifPresent(socket::setIdentity);
            if (setup.heartbeatMillis() > 0) {
                socket.setHeartbeatIvl(setup.heartbeatMillis());
                socket.setHeartbeatTimeout(setup.heartbeatTimeoutMillis());
            }
            if (setup.kind() == SocketKind.ROUTER) {
                socket.setRouterMandatory(true);
                socket.setRouterHandover(true);
            }
            if (setup.binds()) {
                String at = setup.endpoint().toString().replaceFirst(":0$", ":*");
                Eventually.holds("JeroMQ gets " + at, () -> isBound(at));
                return Endpoint.parse(socket.getLastEndpoint());
            }
            socket.connect(setup.endpoint().toString());
            return setup.endpoint();
        }

        /** False while a socket that listened there is not quite closed: JeroMQ frees the port some time after the close. */
        private boolean isBound(String at) {
            try {
                return socket.bind(at);
            } catch (ZMQException e) {
                if (e.getErrorCode() == ZError.EADDRINUSE) {
                    return false;
                }
                throw e;
            }
        }

        private long exchanged(int messages) {
            Sequence.Tally tally = new Sequence.Tally();
            ZMQ.Poller poller = context.createPoller(1);
            int index = poller.register(socket, ZMQ.Poller.POLLIN | ZMQ.Poller.POLLOUT);
            int sent = 0;
            while (sent < messages || tally.count() < messages) {
                if (sent == messages) {
                    poller.unregister(socket);
                    index = poller.register(socket, ZMQ.Poller.POLLIN);
                }
                if (poller.poll(Eventually.PATIENCE.toMillis()) <= 0) {
                    throw new AssertionError("JeroMQ sent " + sent + ", received " + tally.count() + " of " + messages);
                }
                for (int i = 0; i < BURST && poller.pollin(index) && tally.count() < messages; i++) {
                    List<byte[]> parts = received(ZMQ.DONTWAIT);
                    if (parts.isEmpty()) {
                        break;
                    }
                    tally.add(java.nio.ByteBuffer.wrap(parts.getFirst()));
                }
                for (int i = 0; i < BURST && sent < messages && poller.pollout(index); i++) {
                    if (!sent(new byte[][] {Sequence.message(sent)}, ZMQ.DONTWAIT)) {
                        break;
                    }
                    sent++;
                }
            }
            return tally.checksum();
        }

        /** False where its queue is full or, as a router, it does not know the peer yet. */
        private boolean sent(byte[][] parts, int flags) {
            try {
                for (byte[] id : route) {
                    if (!socket.send(id, flags | ZMQ.SNDMORE)) {
                        return false;
                    }
                }
            } catch (ZMQException e) {
                if (e.getErrorCode() == ZError.EHOSTUNREACH) {
                    return false;
                }
                throw e;
            }
            for (int i = 0; i < parts.length; i++) {
                boolean more = i < parts.length - 1;
                if (!socket.send(parts[i], more ? flags | ZMQ.SNDMORE : flags)) {
                    return false;
                }
            }
            return true;
        }

        private List<byte[]> received(int flags) {
            List<byte[]> parts = new ArrayList<>();
            do {
                byte[] part = socket.recv(flags);
                if (part == null && flags == ZMQ.DONTWAIT && parts.isEmpty()) {
                    return parts;
                }
                if (part == null) {
                    throw new AssertionError("JeroMQ received nothing: " + ZError.toString(socket.errno()));
                }
                parts.add(part);
            } while (socket.hasReceiveMore());
            return parts.subList(route.size(), parts.size());
        }

        private static long checksum(byte[] bytes) {
            CRC32 sum = new CRC32();
            sum.update(bytes);
            return sum.getValue();
        }
    }
}
