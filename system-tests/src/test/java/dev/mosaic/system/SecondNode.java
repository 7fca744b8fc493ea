package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.Programs;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A second node with a kubelet and a containerd of its own, which can be lost. It goes when this is closed.
 *
 * <p><b>Failure:</b> where the cluster is not the one that runs on this machine, or this is not root, the test is skipped: a machine cannot be
 * added to any cluster.
 */
final class SecondNode implements AutoCloseable {
    static final String NAME = "node-2";
    private static final int IMPOSSIBLE = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final KubernetesClient client = Cluster.any().client();
    private final List<String> others;

    private SecondNode(List<String> others) {
        this.others = others;
    }

    /** Beside those that there are. */
    static SecondNode join() {
        List<String> others = Cluster.any().client().nodes().list().getItems().stream()
                .filter(each -> !Boolean.TRUE.equals(each.getSpec().getUnschedulable()))
                .map(each -> each.getMetadata().getName())
                .filter(each -> !each.equals(NAME))
                .toList();
        SecondNode node = new SecondNode(others);
        try {
            Programs.Result started = script("start");
            if (started.exit() == IMPOSSIBLE) {
                abort(started.err());
            }
            assertThat(started.isSuccess()).as("%s", started).isTrue();
            return node;
        } catch (AssertionError e) {
            node.close();
            throw e;
        }
    }

    private static Programs.Result script(String verb) {
        try {
            Path script = Path.of(Objects.requireNonNull(SecondNode.class.getResource("second-node"))
                    .toURI());
            return Cluster.any().programs().within(PATIENCE).attempt("bash", script.toString(), verb);
        } catch (URISyntaxException e) {
            throw new AssertionError("a resource is a file", e);
        }
    }

    /** New pods come to this node only, or to the others as well. */
    void alone(boolean isAlone) {
        others.forEach(each -> client.nodes().withName(each).edit(node -> {
            node.getSpec().setUnschedulable(isAlone);
            return node;
        }));
    }

    /** Nothing on it runs any more, and nobody has said so. */
    void lose() {
        Programs.Result lost = script("lose");
        assertThat(lost.isSuccess()).as("%s", lost).isTrue();
        System.out.print(lost.out());
    }

    boolean isReady() {
        Node node = client.nodes().withName(NAME).get();
        return node != null
                && node.getStatus().getConditions().stream()
                        .anyMatch(each -> each.getType().equals("Ready")
                                && each.getStatus().equals("True"));
    }

    /** After a test that ran out of time, too: the thread is not interrupted meanwhile. */
    @Override
    public void close() {
        boolean wasInterrupted = Thread.interrupted();
        try {
            alone(false);
        } finally {
            Programs.Result stopped = script("stop");
            if (!stopped.isSuccess()) {
                System.out.println(stopped);
            }
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
