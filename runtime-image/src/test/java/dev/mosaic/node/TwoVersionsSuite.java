package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.mesh.MeshOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import program.Reader;

/**
 * The suite over processes of two versions of the messages: the program speaks the newest, some others the one before, as in a cluster whose
 * machines are updated one after the other.
 */
abstract class TwoVersionsSuite extends ClusterSuite {
    private Machines machines;

    /** A head and two nodes with a worker each. */
    abstract Machines started() throws Exception;

    /** What the workers speak. */
    abstract List<Integer> versions();

    @Override
    Mosaic open() throws Exception {
        machines = started();
        machines.awaitJoined("one");
        machines.awaitJoined("two");
        return Mosaic.connect(machines.address());
    }

    @Override
    String opened() {
        return "HEAD:0          Connected to " + machines.address() + ", 2 nodes, 2 workers\n";
    }

    @Override
    void shut() {
        List<String> names = List.of("head", "one", "two");
        String said = String.join(
                "\n",
                names.stream().map(name -> machines.process(name).output()).toList());
        machines.close();
        assertThat(said).doesNotContain("cannot be read", "is none of", "does not work with");
    }

    @Test
    void shouldHaveWorkersOfTheseVersions_S7_5() {
        assertThat(MeshOptions.spoken()).isEqualTo(MeshOptions.PROTOCOL);
        assertThat(inhabitants())
                .extracting(each -> each.call(program.Inhabitant::property, "mosaic.protocol")
                        .result(LONG))
                .extracting(said -> said.isEmpty() ? MeshOptions.PROTOCOL : Integer.parseInt(said))
                .containsExactlyInAnyOrderElementsOf(versions());
    }

    @Test
    void shouldReadEntriesOfTheOtherVersion_S7_5() {
        double[] large = new double[1_000_000];
        large[77] = 4;
        Ref<double[]> ref = mosaic().put(large);
        for (Remote<?> each : inhabitants()) {
            Remote<Reader> reader = mosaic().remote(Reader::new);
            assertThat(reader.call(Reader::sum, ref).result(LONG))
                    .as(each.worker())
                    .isEqualTo(4);
        }
        assertThat(mosaic().submit(() -> Mosaic.current().put(large))
                        .result(LONG)
                        .value())
                .isEqualTo(large);
    }
}
