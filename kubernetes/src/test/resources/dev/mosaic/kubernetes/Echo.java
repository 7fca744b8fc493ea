import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.zip.CRC32;

/**
 * What stands in a pod at the other end of a tunnel, run by the java of the image from this source. A client says how many bytes it sends
 * and how many it wants; both go at once, then comes the checksum of what it sent. A negative number is a client that is never read.
 */
class Echo {
    private static final int PORT = 7601;
    private static final int CHUNK = 64 << 10;

    static void main() throws IOException {
        try (ServerSocket listener = new ServerSocket(PORT, 200)) {
            while (true) {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client));
            }
        }
    }

    private static void serve(Socket client) {
        try (client) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(client.getInputStream(), CHUNK));
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            long comes = in.readLong();
            long goes = in.readLong();
            if (comes < 0) {
                Thread.currentThread().join();
            }
            Thread sender = Thread.ofVirtual().start(() -> send(out, goes));
            long sum = sum(in, comes);
            sender.join();
            out.writeLong(sum);
        } catch (IOException | InterruptedException e) {
            System.out.println(e);
        }
    }

    private static void send(DataOutputStream out, long count) {
        byte[] chunk = new byte[CHUNK];
        for (int i = 0; i < CHUNK; i++) {
            chunk[i] = (byte) (i * 31 + (i >> 8));
        }
        try {
            for (long left = count; left > 0; left -= CHUNK) {
                out.write(chunk, 0, (int) Math.min(left, CHUNK));
            }
        } catch (IOException e) {
            System.out.println(e);
        }
    }

    private static long sum(InputStream in, long count) throws IOException {
        CRC32 sum = new CRC32();
        byte[] chunk = new byte[CHUNK];
        for (long left = count; left > 0; ) {
            int read = in.read(chunk, 0, (int) Math.min(left, CHUNK));
            if (read < 0) {
                throw new IOException("ended " + left + " bytes early");
            }
            sum.update(chunk, 0, read);
            left -= read;
        }
        return sum.getValue();
    }
}
