package dev.mosaic.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The limit of Java on this machine: a blocking {@code SocketChannel} and one direct buffer on either side. Streams of small
 * messages are written and read 64 KiB and more at a time, each behind a header of two bytes: no locks, no queues.
 */
final class RawContender implements Contender {
    private static final String TCP = "tcp://127.0.0.1:";
    private static final String UNIX = "ipc://";
    private static final int HEADER_BYTES = 2;
    private static final int WRITE_BYTES = 64 << 10;
    private static final int READ_BYTES = 256 << 10;

    @Override
    public String serve(Workload workload, String endpoint, Tally tally) throws IOException {
        ServerSocketChannel listener;
        String reachable = endpoint;
        if (endpoint.startsWith(UNIX)) {
            listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(unix(endpoint));
        } else {
            listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            reachable = TCP + ((InetSocketAddress) listener.getLocalAddress()).getPort();
        }
        Thread.ofPlatform().name("serve").start(() -> {
            try (SocketChannel channel = tuned(listener.accept())) {
                if (isStream(workload)) {
                    serveStream(workload, channel, tally);
                } else {
                    serve(workload, channel, tally);
                }
            } catch (IOException over) {
                System.err.println("serve: " + over.getMessage());
            }
        });
        return reachable;
    }

    private static void serve(Workload workload, SocketChannel channel, Tally tally) throws IOException {
        ByteBuffer message = ByteBuffer.allocateDirect(workload.sizeBytes());
        MemorySegment pages = MemorySegment.ofBuffer(message);
        while (true) {
            readAll(channel, message.clear());
            message.flip();
            if (workload == Workload.BULK_10MB) {
                Payload.checkPages(pages, workload.sizeBytes(), tally);
            } else {
                Payload.check(message, workload.sizeBytes(), tally);
            }
            tally.add();
            if (workload == Workload.ROUND_TRIP) {
                writeAll(channel, message);
            }
        }
    }

    @Override
    public Step dial(Workload workload, String endpoint) throws IOException {
        SocketAddress address = endpoint.startsWith(UNIX)
                ? unix(endpoint)
                : new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), Integer.parseInt(endpoint.substring(TCP.length())));
        SocketChannel channel = tuned(SocketChannel.open(address));
        return isStream(workload) ? stream(workload, channel) : oneByOne(workload, channel);
    }

    private static Step oneByOne(Workload workload, SocketChannel channel) {
        ByteBuffer message = ByteBuffer.allocateDirect(workload.sizeBytes());
        return number -> {
            message.clear();
            if (workload != Workload.BULK_10MB) {
                Payload.number(message, number);
            }
            writeAll(channel, message);
            if (workload == Workload.ROUND_TRIP) {
                readAll(channel, message.clear());
            }
        };
    }

    private static Step stream(Workload workload, SocketChannel channel) {
        ByteBuffer batch = ByteBuffer.allocateDirect(WRITE_BYTES);
        byte[] message = new byte[workload.sizeBytes()];
        return number -> {
            if (batch.remaining() < HEADER_BYTES + message.length) {
                writeAll(channel, batch.flip());
                batch.clear();
            }
            Payload.number(message, number);
            batch.put((byte) 0).put((byte) message.length).put(message);
        };
    }

    private static void serveStream(Workload workload, SocketChannel channel, Tally tally) throws IOException {
        HandOff queue = workload == Workload.SMALL_RATE_HANDOFF ? HandOff.checking(workload, tally) : null;
        ByteBuffer inbox = ByteBuffer.allocateDirect(READ_BYTES);
        while (channel.read(inbox) >= 0) {
            inbox.flip();
            while (inbox.remaining() > HEADER_BYTES) {
                int start = inbox.position() + HEADER_BYTES;
                int end = start + inbox.get(start - 1);
                int limit = inbox.limit();
                if (end > limit) {
                    break;
                }
                inbox.limit(end).position(start);
                if (queue != null) {
                    byte[] own = new byte[end - start];
                    inbox.get(own);
                    queue.put(own);
                } else {
                    Payload.check(inbox, workload.sizeBytes(), tally);
                    tally.add();
                }
                inbox.limit(limit).position(end);
            }
            inbox.compact();
        }
    }

    private static boolean isStream(Workload workload) {
        return workload == Workload.SMALL_RATE_HANDOFF || workload == Workload.SMALL_RATE_IN_PLACE;
    }

    private static UnixDomainSocketAddress unix(String endpoint) {
        return UnixDomainSocketAddress.of(endpoint.substring(UNIX.length()));
    }

    private static SocketChannel tuned(SocketChannel channel) throws IOException {
        if (channel.getRemoteAddress() instanceof InetSocketAddress) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        return channel;
    }

    private static void readAll(SocketChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("closed by the other side");
            }
        }
    }

    private static void writeAll(SocketChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    @Override
    public String note(Workload workload) {
        return "blocking SocketChannel, one system call per " + (isStream(workload) ? "64 KiB" : "message");
    }
}
