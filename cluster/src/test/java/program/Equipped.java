package program;

import dev.mosaic.Tessera;
import dev.mosaic.Worker;
import java.util.List;
import java.util.Optional;

/** Tells of the devices that it has. */
@Tessera
public class Equipped {
    public Equipped() {}

    public List<String> gpus() {
        return Worker.current().gpus();
    }

    public String worker() {
        return Worker.current().uid();
    }

    public String node() {
        return Worker.current().node();
    }

    /** What CUDA would see; "unset" where nothing is said. */
    public String visible() {
        return Optional.ofNullable(System.getenv("CUDA_VISIBLE_DEVICES")).orElse("unset");
    }

    /** Runs for that long. */
    public List<String> works(long millis) {
        Sleeper.rest(millis);
        return gpus();
    }
}
