package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Tessera;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Starts processes. */
@Tessera
public class Parent {
    /** As programs have it that do not think of workers. */
    public static final class Starting {
        public static final @Nullable Mosaic MOSAIC = Mosaic.start(1);

        private Starting() {}
    }

    public Parent() {}

    /** The exit code of one that reads its input to the end. */
    public int reads() throws IOException, InterruptedException {
        return new ProcessBuilder("cat").inheritIO().start().waitFor();
    }

    /** The process id of a shell. */
    public long starts(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).inheritIO().start().pid();
    }
}
