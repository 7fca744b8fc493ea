package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicJob;
import dev.mosaic.headapi.Ports;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.validate.Validation;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.networking.v1.HTTPIngressPath;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Objects of others that the docs show beside ours name what there is. A real API server takes them: {@code ApiServerTest}. */
class ExamplesTest {
    private static final Path FOLDER = Path.of("..", "examples", "kubernetes");

    private static <T> T read(String file, Class<T> kind) throws IOException {
        return Arrays.stream(Files.readString(FOLDER.resolve(file)).split("\n---\n"))
                .filter(each -> each.contains("\nkind: " + kind.getSimpleName() + "\n"))
                .map(each -> Given.read(each, kind))
                .findFirst()
                .orElseThrow();
    }

    private static GenericKubernetesResource other(String file, String kind) throws IOException {
        return Arrays.stream(Files.readString(FOLDER.resolve(file)).split("\n---\n"))
                .filter(each -> each.contains("\nkind: " + kind + "\n"))
                .map(each -> Given.read(each, GenericKubernetesResource.class))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldMakeAJobByASchedule() throws IOException {
        CronJob cron = read("cron.yaml", CronJob.class);
        ConfigMap map = read("cron.yaml", ConfigMap.class);
        MosaicJob job = Given.read(map.getData().get("job.yaml"), MosaicJob.class);

        assertThat(Validation.of(job)).isEmpty();
        assertThat(job.getMetadata().getGenerateName().length() + 5)
                .as("names of its pods begin with it")
                .isLessThanOrEqualTo(36);
        assertThat(job.getSpec().ttlAfterFinished())
                .as("they are not kept for ever")
                .isNotNull();
        assertThat(cron.getSpec()
                        .getJobTemplate()
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getVolumes()
                        .getFirst()
                        .getConfigMap()
                        .getName())
                .isEqualTo(map.getMetadata().getName());
        assertThat(read("cron.yaml", Role.class).getRules()).singleElement().satisfies(rule -> {
            assertThat(rule.getResources()).containsExactly(HasMetadata.getPlural(MosaicJob.class));
            assertThat(rule.getVerbs()).containsExactly("create");
        });
    }

    @Test
    void shouldLeadFromOutsideToTesseraeOnly() throws IOException {
        Ingress ingress = read("ingress.yaml", Ingress.class);
        List<HTTPIngressPath> paths =
                ingress.getSpec().getRules().getFirst().getHttp().getPaths();
        assertThat(paths).extracting(HTTPIngressPath::getPath).containsExactly("/v1/tesserae/default/", "/v1/calls/");
        assertThat(paths).allSatisfy(each -> {
            assertThat(each.getBackend().getService().getName()).isEqualTo(Names.head("demo"));
            assertThat(each.getBackend().getService().getPort().getNumber()).isEqualTo(Ports.HTTP);
        });
        assertThat(ingress.getMetadata().getAnnotations())
                .containsEntry("nginx.ingress.kubernetes.io/proxy-ssl-name", Names.headHost("default", "demo"))
                .doesNotContainValue("default/" + Names.keys("demo"));
        assertThat(Names.headHosts("default", "demo")).contains(Names.headHost("default", "demo"));
    }

    @Test
    void shouldVerifyTheHeadBehindAGateway() throws IOException {
        GenericKubernetesResource policy = other("gateway.yaml", "BackendTLSPolicy");
        assertThat(policy.<String>get("spec", "validation", "hostname")).isEqualTo(Names.headHost("default", "demo"));
        GenericKubernetesResource route = other("gateway.yaml", "HTTPRoute");
        List<Map<String, Object>> rules = route.get("spec", "rules");
        assertThat(rules.getFirst().get("backendRefs"))
                .isEqualTo(List.of(Map.of("name", Names.head("demo"), "port", Ports.HTTP)));
    }

    /** What docs/kubernetes.md shows for Strict. */
    @Test
    void shouldLetHeadsAndProgramsOutToJars() throws IOException {
        String docs = Files.readString(Path.of("..", "docs", "kubernetes.md"));
        int begin = docs.indexOf("apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy");
        NetworkPolicy policy = Given.read(docs.substring(begin, docs.indexOf("```", begin)), NetworkPolicy.class);
        assertThat(policy.getSpec().getPolicyTypes()).containsExactly("Egress");
        assertThat(policy.getSpec().getPodSelector().getMatchExpressions())
                .extracting(each -> each.getKey() + " " + each.getOperator() + " " + each.getValues())
                .containsExactly(Labels.CLUSTER + " In [brain]", Labels.ROLE + " NotIn [worker, warehouse]");
    }
}
