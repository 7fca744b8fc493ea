package dev.mosaic.benchmarks;

import java.lang.foreign.MemorySegment;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** JeroMQ: a ROUTER serves, a DEALER drives; its own thread reads the socket and hands over to {@code recv}. */
final class JeroMqContender implements Contender {
    /** Of small messages: the best of 1,000 (the default), 10,000 and 100,000 for its own rate here. */
    private static final int SMALL_MARK = 10_000;

    /** Of large messages, so that they fit into memory. */
    private static final int BULK_MARK = 4;

    private final ZContext context = new ZContext();

    @Override
    public String serve(Workload workload, String endpoint, Tally tally) {
        ZMQ.Socket socket = socket(SocketType.ROUTER, workload);
        socket.bind(endpoint);
        Thread.ofPlatform().name("recv").start(() -> serve(workload, socket, tally));
        return socket.getLastEndpoint();
    }

    private static void serve(Workload workload, ZMQ.Socket socket, Tally tally) {
        while (true) {
            byte[] sender = socket.recv();
            byte[] message = socket.recv();
            if (workload == Workload.BULK_10MB) {
                Payload.checkPages(MemorySegment.ofArray(message), workload.sizeBytes(), tally);
            } else {
                Payload.check(message, workload.sizeBytes(), tally);
            }
            tally.add();
            if (workload == Workload.ROUND_TRIP) {
                socket.send(sender, ZMQ.SNDMORE);
                socket.send(message);
            }
        }
    }

    @Override
    public Step dial(Workload workload, String endpoint) {
        ZMQ.Socket socket = socket(SocketType.DEALER, workload);
        socket.connect(endpoint);
        return switch (workload) {
            case ROUND_TRIP ->
                number -> {
                    socket.send(numbered(workload, number));
                    socket.recv();
                };
            case BULK_10MB -> {
                byte[] message = new byte[workload.sizeBytes()];
                yield number -> socket.send(message);
            }
            case SMALL_RATE_HANDOFF, SMALL_RATE_IN_PLACE -> number -> socket.send(numbered(workload, number));
        };
    }

    private static byte[] numbered(Workload workload, long number) {
        byte[] message = new byte[workload.sizeBytes()];
        Payload.number(message, number);
        return message;
    }

    private ZMQ.Socket socket(SocketType type, Workload workload) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.setHWM(mark(workload));
        return socket;
    }

    @Override
    public String note(Workload workload) {
        return "JeroMQ 0.6.0 ROUTER/DEALER, high-water mark " + mark(workload);
    }

    private static int mark(Workload workload) {
        return workload == Workload.BULK_10MB ? BULK_MARK : SMALL_MARK;
    }
}
