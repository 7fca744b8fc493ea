package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.CallContext;
import dev.mosaic.Mosaic;
import dev.mosaic.NameException;
import dev.mosaic.NoMosaicException;
import dev.mosaic.NodeInfo;
import dev.mosaic.Remote;
import dev.mosaic.testing.ChildJvms;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import program.Inhabitant;
import program.Introvert;

/** What code knows of the call it is in, and of the machines around it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallContextTest {
    @RegisterExtension
    final LogGuard log = new LogGuard();

    private Mosaic mosaic;

    @BeforeAll
    void start() {
        mosaic = Mosaic.start(options -> options.workers(2)
                .cpus(4)
                .memory(1L << 30)
                .resource("licence", 3)
                .jvmArguments(ChildJvms.JIT));
    }

    @AfterAll
    void close() {
        mosaic.close();
    }

    @Test
    void shouldGiveATesseraItsOwnProxy() {
        Remote<Introvert> introvert = mosaic.remote(Introvert::new);
        assertThat(introvert.call(Introvert::proxy).result()).isEqualTo(introvert);
        assertThat(introvert.call(Introvert::isTheSame).result()).isTrue();
        Remote<Introvert> self = introvert.call(Introvert::self).result();
        assertThat(self).isEqualTo(introvert);
        assertThat(self.call(Introvert::isTheSame).result()).isTrue();
        introvert.drop().await();
    }

    @Test
    void shouldRefuseAProxyOfAnotherClass() {
        Remote<Introvert> introvert = mosaic.remote(Introvert::new);
        assertThatThrownBy(() -> introvert.call(Introvert::other).result())
                .isInstanceOf(NameException.class)
                .hasMessageContaining(
                        "this code runs in a tessera of class=program.Introvert, not of class=program.Pair");
    }

    @Test
    void shouldKnowNoTesseraInAStatelessTask() {
        assertThatThrownBy(() -> mosaic.submit(() -> CallContext.current().selfRemote(Introvert.class))
                        .result())
                .isInstanceOf(NoMosaicException.class)
                .hasMessageContaining("runs in no tessera");
        assertThatThrownBy(CallContext::current)
                .isInstanceOf(NoMosaicException.class)
                .hasMessageContaining("this thread runs no call");
    }

    @Test
    void shouldCountTheAttempts() {
        Remote<Introvert> introvert = mosaic.remote(Introvert::new);
        assertThat(introvert
                        .withCallOptions(o -> o.maxRetries(3).retryOn(IllegalStateException.class))
                        .call(Introvert::attemptThatWorks)
                        .result())
                .isEqualTo(2);
    }

    @Test
    void shouldSayWhatNodesOfferAndWhatIsTaken() {
        Remote<Inhabitant> holder =
                mosaic.withOptions(o -> o.cpus(1.5).resource("licence", 2)).remote(Inhabitant::new);
        holder.ready().await();
        NodeInfo node = mosaic.nodes().getFirst();
        assertThat(mosaic.nodes()).hasSize(1);
        assertThat(node.uid()).isEqualTo("node:0");
        assertThat(node.workers()).containsExactlyInAnyOrderElementsOf(mosaic.workers());
        assertThat(node.offered().cpus()).isEqualTo(4);
        assertThat(node.offered().memory()).isEqualTo(1L << 30);
        assertThat(node.offered().resources()).containsEntry("licence", 3.0);
        assertThat(node.used().cpus()).isEqualTo(1.5);
        assertThat(node.used().resources()).containsEntry("licence", 2.0);
        assertThat(mosaic.submit(() -> Mosaic.current().nodes()).result())
                .as("asked in a worker")
                .hasSize(1);

        holder.drop().await();
        Eventually.holds(
                "it is given back",
                () -> List.of(0.0).contains(mosaic.nodes().getFirst().used().cpus()));
    }
}
