package outside;

import dev.mosaic.Mosaic;
import dev.mosaic.Snapshot;
import dev.mosaic.Tessera;
import java.util.ArrayList;
import java.util.List;

/** Adds a line to notes that outlive the program, and prints all of them. */
public final class Notes {
    private Notes() {}

    public static void main(String[] arguments) {
        try (Mosaic mosaic = Mosaic.fromEnvironment()) {
            NotebookProxy notebook = NotebookProxy.withOptions(options ->
                            options.name("notes").durable().maxRestarts(-1).takeOver("1"))
                    .remote();
            System.out.println("notes: " + notebook.add(arguments[0]).result());
        }
    }
}

/** Lines, kept in the warehouse after each call. */
@Tessera
class Notebook implements Snapshot<ArrayList<String>> {
    private ArrayList<String> lines = new ArrayList<>();

    List<String> add(String line) {
        lines.add(line);
        return lines;
    }

    @Override
    public ArrayList<String> snapshot() {
        return lines;
    }

    @Override
    public void restore(ArrayList<String> state) {
        lines = state;
    }
}
