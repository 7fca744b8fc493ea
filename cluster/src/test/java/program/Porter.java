package program;

import dev.mosaic.Snapshot;
import dev.mosaic.Tessera;
import java.util.List;

/** Takes and gives what only the program knows, and is kept as such. */
@Tessera
public class Porter implements Snapshot<Parcel> {
    private Parcel last = new Parcel("first", List.of(), Parcel.Label.PLAIN);

    public Porter() {}

    /** Gives the one before. */
    public Parcel takes(Parcel parcel) {
        Parcel before = last;
        last = parcel;
        return before;
    }

    public String loses(Parcel parcel) {
        throw new Parcel.LostException(parcel);
    }

    public long pid() {
        return ProcessHandle.current().pid();
    }

    @Override
    public Parcel snapshot() {
        return last;
    }

    @Override
    public void restore(Parcel state) {
        last = state;
    }
}
