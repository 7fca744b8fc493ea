package dev.mosaic.unit.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Remote;
import dev.mosaic.Task;
import dev.mosaic.function.Function0;
import dev.mosaic.program.Guest;
import dev.mosaic.testing.Eventually;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a thread that runs tasks keeps of one of them. */
class LaneTest {
    private TestCluster cluster;

    @BeforeEach
    void open() {
        cluster = TestCluster.of(1, 1);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "promise", "failure"})
    void shouldRunATaskInAThreadAsItWasBeforeAnotherChangedIt(String ending) {
        List<Object> before = thread();
        Task<Object> leaving = cluster.head
                .submit(Guest.leave(), new CallOptions())
                .arg(Arg.of(ending))
                .send();
        assertThat(cluster.head.waitFor(List.of(leaving), 1, Eventually.PATIENCE))
                .hasSize(1);
        assertThat(thread()).isEqualTo(before);
    }

    @Test
    void shouldMakeThreadsThatInheritNothingOfATask() {
        Function0<Guest> constructor = Guest::new;
        Remote<Guest> guest = cluster.make(Guest.class, constructor);
        List<Object> usual = thread();
        Task<List<Object>> making = cluster.head
                .submit(Guest.makeThreads(), new CallOptions())
                .arg(Arg.of(guest))
                .send();
        List<Object> found = making.result(Eventually.PATIENCE);
        List<?> other = (List<?>) found.getFirst();
        assertThat(other.getFirst()).as("another thread").isNotEqualTo(usual.getFirst());
        assertThat(other.subList(2, 6)).isEqualTo(usual.subList(2, 6));
        assertThat(found.getLast()).isEqualTo("nothing");
    }

    private List<Object> thread() {
        Task<List<Object>> task =
                cluster.head.submit(Guest.look(), new CallOptions()).send();
        return task.result(Eventually.PATIENCE);
    }
}
