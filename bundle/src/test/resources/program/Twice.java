package program;

import dev.mosaic.Mosaic;
import dev.mosaic.StartException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Starts where jars cannot be written, and again where they can. */
public final class Twice {
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 2; i++) {
            try (Mosaic mosaic = Mosaic.start(o -> o.workers(1).inProcess())) {
                System.out.println("started: " + mosaic.submit(() -> 7).result());
            } catch (StartException refused) {
                System.out.println("refused: " + refused.getMessage());
            }
            Files.createDirectories(Path.of(System.getProperty("java.io.tmpdir")));
        }
    }
}
