package dev.mosaic.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.Ports;
import dev.mosaic.operator.Given;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The ServiceMonitor of docs/operations.md finds what the operator makes. */
class MonitorOnPageTest {
    private static final Path PAGE = Path.of("../docs/operations.md");
    private static final Pattern MONITOR =
            Pattern.compile("```yaml\n(apiVersion: \\S+\nkind: ServiceMonitor\n.*?)```", Pattern.DOTALL);

    @Test
    void shouldNameTheHeadsServiceItsPortAndTheClustersSecret() throws IOException {
        GenericKubernetesResource monitor = monitor();
        String name = monitor.getMetadata().getName();
        Service head = service();
        assertThat(name).isEqualTo("demo");
        Map<String, String> selector = monitor.get("spec", "selector", "matchLabels");
        assertThat(head.getMetadata().getLabels()).containsAllEntriesOf(selector);
        assertThat(selector)
                .as("of the services of this cluster the head's alone")
                .isEqualTo(Labels.selecting(name, Role.HEAD));
        assertThat(head.getMetadata().getLabels().get((String) monitor.get("spec", "targetLabels", 0)))
                .isEqualTo(name);

        assertThat(head.getSpec().getPorts())
                .filteredOn(port -> port.getName().equals(said(monitor, "port")))
                .singleElement()
                .satisfies(port -> assertThat(port.getPort()).isEqualTo(Ports.HTTP));
        assertThat(said(monitor, "path")).isEqualTo(HeadHttp.METRICS);
        assertThat(said(monitor, "scheme")).isEqualTo("https");
        assertThat(said(monitor, "authorization", "credentials", "name")).isEqualTo(Names.keys(name));
        assertThat(said(monitor, "authorization", "credentials", "key"))
                .isIn(Names.HTTP_TOKENS)
                .isEqualTo("admin.token");
        assertThat(said(monitor, "tlsConfig", "ca", "secret", "name")).isEqualTo(Names.keys(name));
        assertThat(said(monitor, "tlsConfig", "ca", "secret", "key")).isIn(Names.KEY_FILES);
        assertThat(said(monitor, "tlsConfig", "serverName"))
                .isIn(Names.headHosts(monitor.getMetadata().getNamespace(), name));
    }

    private static String said(GenericKubernetesResource monitor, String... path) {
        Object[] whole = new Object[3 + path.length];
        whole[0] = "spec";
        whole[1] = "endpoints";
        whole[2] = 0;
        System.arraycopy(path, 0, whole, 3, path.length);
        return monitor.get(whole);
    }

    /** With the names of the cluster that tests have. */
    private static GenericKubernetesResource monitor() throws IOException {
        Matcher found = MONITOR.matcher(Files.readString(PAGE));
        assertThat(found.find()).isTrue();
        String text = found.group(1).replace("brain", "demo").replace("team-a", "lab");
        return new KubernetesSerialization().unmarshal(text, GenericKubernetesResource.class);
    }

    private static Service service() {
        var cluster = Given.cluster("");
        RuntimeImage image =
                RuntimeImage.of(cluster.getSpec(), Optional.of(Given.IMAGE)).orElseThrow();
        return Head.service(Declared.of(cluster, image, Declared.keysMark(""), PodUser.FIXED));
    }
}
