package dev.mosaic.memory;

import dev.mosaic.message.Place;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import java.util.zip.CRC32;

/** Another process, which does with shared memory what the test tells it, a line at a time. */
final class MemoryPeer implements AutoCloseable {
    private final Process process;
    private final PrintWriter commands;
    private final BufferedReader answers;

    MemoryPeer() throws Exception {
        String classes = String.join(
                System.getProperty("path.separator"),
                List.of(folderOf(SharedMemory.class), folderOf(Place.class), folderOf(MemoryPeer.class)));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        process = new ProcessBuilder(
                        java, "-Xmx256m", "-XX:TieredStopAtLevel=4", "-cp", classes, MemoryPeer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        commands = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    private static String folderOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /** Sends a command and waits for its answer. */
    String ask(String command) throws IOException {
        tell(command);
        return hear();
    }

    void tell(String command) {
        commands.println(command);
    }

    String hear() throws IOException {
        return answers.readLine();
    }

    Place own(long owner, long bytes) throws IOException {
        return place(ask("own " + owner + " " + bytes));
    }

    long pid() {
        return process.pid();
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    static String text(Place place) {
        return "%d %d %d %d %d %d %d"
                .formatted(
                        place.owner(),
                        place.pid(),
                        place.file(),
                        place.slab(),
                        place.offset(),
                        place.size(),
                        place.generation());
    }

    private static Place place(String text) {
        Scanner words = new Scanner(text);
        return new Place(
                words.nextLong(),
                words.nextInt(),
                words.nextInt(),
                words.nextInt(),
                words.nextLong(),
                words.nextLong(),
                words.nextLong());
    }

    static String sum(MemorySegment bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes.asByteBuffer());
        return Long.toHexString(crc.getValue());
    }

    /** Different in each word. */
    static void write(MemorySegment bytes, long seed) {
        long value = seed;
        for (long at = 0; at + 8 <= bytes.byteSize(); at += 8) {
            value = value * 0x5851F42D4C957F2DL + 1;
            bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        }
    }

    public static void main(String[] args) throws IOException {
        Peer peer = new Peer();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int space = line.indexOf(' ');
            String answer;
            try {
                answer = space < 0 ? peer.run(line, "") : peer.run(line.substring(0, space), line.substring(space + 1));
            } catch (StaleException _) {
                answer = "stale";
            }
            System.out.println(answer);
        }
    }

    private static final class Peer {
        private final Mappings mappings = new Mappings();
        private SharedMemory memory;
        private SharedMemory.Range range;
        private MemorySegment held;

        String run(String command, String rest) throws StaleException {
            return switch (command) {
                case "own" -> own(new Scanner(rest));
                case "free" -> free();
                case "sum" -> mappings.copy(place(rest), MemoryPeer::sum);
                case "view" -> view(place(rest));
                case "again" -> sum(held);
                case "fill" -> fill(place(rest));
                case "spin" -> spin(place(rest));
                default -> "unknown: " + command;
            };
        }

        private String own(Scanner ownerAndBytes) {
            memory = SharedMemory.open(ownerAndBytes.nextLong(), 1L << 30);
            range = memory.allocate(ownerAndBytes.nextLong());
            write(range.segment(), 1);
            return text(range.place());
        }

        private String view(Place place) throws StaleException {
            held = mappings.view(place);
            return sum(held);
        }

        private String free() {
            range.free();
            memory.trim();
            return "freed";
        }

        private String fill(Place place) throws StaleException {
            MemorySegment bytes = MemorySegment.ofArray(new byte[(int) place.size()]);
            write(bytes, 2);
            mappings.fill(place, 0, bytes);
            return sum(bytes);
        }

        /** Copies until that fails; the text says why. */
        private String spin(Place place) {
            MemorySegment target = MemorySegment.ofArray(new byte[(int) place.size()]);
            try {
                mappings.copy(place, target);
                System.out.println("spinning");
                while (true) {
                    if (place.size() > Copies.SHARED) {
                        mappings.copy(place, target);
                    }
                    mappings.copy(place, Peer::sumOfLongs);
                }
            } catch (StaleException _) {
                return "stale";
            } catch (RuntimeException | Error e) {
                return e.toString();
            }
        }

        /** Reads words one by one, as compiled code does. */
        private static long sumOfLongs(MemorySegment bytes) {
            long sum = 0;
            for (long at = 0; at + 8 <= bytes.byteSize(); at += 8) {
                sum += bytes.get(ValueLayout.JAVA_LONG, at);
            }
            return sum;
        }
    }
}
