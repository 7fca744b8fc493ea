package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.mosaic.operator.reason.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/** The health checks of Argo CD, run as it runs them. */
class ArgoHealthTest {
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Path FILE = Path.of("..", "helm", "mosaic", "files", "argocd", "argocd-cm.yaml");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            MosaicCluster     | {}                                                                                               | Progressing | no operator has looked at it yet
            MosaicCluster     | {phase: Pending, observedGeneration: 2, conditions: [{type: Ready, status: "False", reason: HeadNotReady, message: the head is not ready}]} | Progressing | the head is not ready
            MosaicCluster     | {phase: Ready, observedGeneration: 1, conditions: [{type: Ready, status: "True", reason: AllReady, message: ""}]} | Progressing | the operator has not looked at its newest spec yet
            MosaicCluster     | {phase: Ready, observedGeneration: 2, conditions: [{type: Ready, status: "True", reason: AllReady, message: ""}]} | Healthy |
            MosaicCluster     | {phase: Updating, observedGeneration: 2, conditions: [{type: Ready, status: "True", reason: AllReady, message: ""}, {type: Progressing, status: "True", reason: RollingUpdate, message: pods are replaced}]} | Progressing | pods are replaced
            MosaicCluster     | {phase: Updating, observedGeneration: 2, conditions: [{type: Ready, status: "True", reason: AllReady, message: ""}, {type: Progressing, status: "False", reason: ProgressDeadlineExceeded, message: too late}]} | Degraded | too late
            MosaicCluster     | {phase: Failed, observedGeneration: 2, conditions: [{type: Accepted, status: "False", reason: SecretNotFound, message: no Secret}]} | Degraded | no Secret
            MosaicCluster     | {phase: Degraded, observedGeneration: 2, conditions: [{type: Ready, status: "False", reason: HeadNotReady, message: no head}, {type: Degraded, status: "True", reason: CrashLoop, message: it ends again and again}]} | Degraded | it ends again and again
            MosaicCluster     | {phase: Provisioning, observedGeneration: 2, conditions: [{type: Ready, status: "False", reason: HeadNotReady, message: no head}, {type: Degraded, status: "True", reason: Unschedulable, message: a node may come}]} | Progressing | no head
            MosaicCluster     | {phase: Ready, observedGeneration: 1, conditions: [{type: Ready, status: "True", reason: AllReady, message: ""}, {type: Degraded, status: "True", reason: WriteRefused, message: exceeded quota}]} | Degraded | exceeded quota
            MosaicCluster     | {phase: Suspended, observedGeneration: 2, conditions: [{type: Ready, status: "False", reason: Suspended, message: the cluster is suspended}]} | Suspended | the cluster is suspended
            MosaicWorkerGroup | {}                                                                                               | Progressing | no operator has looked at it yet
            MosaicWorkerGroup | {conditions: [{type: Ready, status: "True", reason: AllReady, message: ""}]}                     | Healthy     |
            MosaicWorkerGroup | {conditions: [{type: Ready, status: "False", reason: Suspended, message: it rests}]}             | Suspended   | it rests
            MosaicWorkerGroup | {conditions: [{type: Ready, status: "False", reason: WriteRefused, message: exceeded quota}]}    | Degraded    | exceeded quota
            MosaicWorkerGroup | {conditions: [{type: Ready, status: "False", reason: WorkersNotReady, message: 1 of 2}, {type: Progressing, status: "False", reason: ProgressDeadlineExceeded, message: too late}]} | Degraded | too late
            MosaicWorkerGroup | {conditions: [{type: Ready, status: "False", reason: WorkersNotReady, message: 1 of 2}]}         | Progressing | 1 of 2
            MosaicJob         | {}                                                                                               | Progressing | no operator has looked at it yet
            MosaicJob         | {phase: Queued, conditions: [{type: Started, status: "False", reason: ClusterNotReady, message: it waits}]} | Progressing | it waits
            MosaicJob         | {phase: Suspended, conditions: [{type: Started, status: "False", reason: JobSuspended, message: it is suspended}]} | Suspended | it is suspended
            MosaicJob         | {phase: Succeeded, conditions: [{type: Complete, status: "True", reason: Succeeded, message: main ended with exit code 0}]} | Healthy | main ended with exit code 0
            MosaicJob         | {phase: Failed, conditions: [{type: Complete, status: "False"}, {type: Failed, status: "True", reason: ApplicationFailed, message: exit code 3}]} | Degraded | exit code 3
            MosaicJob         | {phase: Pending, conditions: [{type: Accepted, status: "False", reason: Unreadable, message: a field}]} | Degraded | a field
            Tessera           | {}                                                                                               | Progressing | the operator has not looked at its newest spec yet
            Tessera           | {phase: Running, observedGeneration: 2, conditions: [{type: Ready, status: "True", reason: Running, message: ""}]} | Healthy |
            Tessera           | {phase: Passive, observedGeneration: 2, conditions: [{type: Ready, status: "True", reason: Passive, message: ""}]} | Healthy |
            Tessera           | {phase: Suspended, observedGeneration: 2, conditions: [{type: Ready, status: "False", reason: Stopped, message: replicas is 0}]} | Suspended | replicas is 0
            Tessera           | {phase: Failed, observedGeneration: 2, conditions: [{type: Ready, status: "False", reason: CannotRun, message: no class}]} | Degraded | no class
            Tessera           | {phase: Failed, observedGeneration: 2, conditions: [{type: Accepted, status: "False", reason: RefusedByHead, message: taken}]} | Degraded | taken
            Tessera           | {phase: Pending, observedGeneration: 2, conditions: [{type: Ready, status: "False", reason: HeadNotReady, message: no answer}]} | Progressing | no answer
            """)
    void shouldSayHowAnObjectIs(String kind, String status, String health, String message) throws IOException {
        JsonNode object =
                YAML.readTree("{kind: " + kind + ", metadata: {name: demo, generation: 2}, status: " + status + "}");
        Globals globals = JsePlatform.standardGlobals();
        globals.set("obj", lua(object));

        LuaTable said = globals.load(script(kind)).call().checktable();

        assertThat(said.get("status").tojstring()).isEqualTo(health);
        assertThat(said.get("message").tojstring()).isEqualTo(message == null ? "" : message);
    }

    /** Argo CD merges it into a ConfigMap; a word that no operator says would never be met. */
    @Test
    void shouldKnowTheKindsAndSayNoReasonThatThereIsNot() throws IOException {
        JsonNode data = YAML.readTree(FILE.toFile()).path("data");
        List<String> keys = new ArrayList<>();
        data.fieldNames().forEachRemaining(keys::add);
        assertThat(keys)
                .containsExactly(
                        "resource.customizations.health.mosaic.dev_MosaicCluster",
                        "resource.customizations.health.mosaic.dev_MosaicWorkerGroup",
                        "resource.customizations.health.mosaic.dev_MosaicJob",
                        "resource.customizations.health.mosaic.dev_Tessera");
        Set<String> reasons = Arrays.stream(Reason.values()).map(Reason::word).collect(Collectors.toSet());
        Pattern reason = Pattern.compile("(?:reason == \"|[{ ])([A-Z][A-Za-z]+)(?:\"| = true)");
        List<String> named = keys.stream()
                .flatMap(key -> reason.matcher(data.path(key).asText()).results())
                .map(each -> each.group(1))
                .toList();
        assertThat(named)
                .contains("ProgressDeadlineExceeded", "WriteRefused", "CannotRun")
                .allMatch(reasons::contains);
    }

    private static String script(String kind) throws IOException {
        return YAML.readTree(FILE.toFile())
                .path("data")
                .path("resource.customizations.health.mosaic.dev_" + kind)
                .asText();
    }

    private static LuaValue lua(JsonNode node) {
        if (node.isObject()) {
            LuaTable table = new LuaTable();
            node.properties().forEach(each -> table.set(each.getKey(), lua(each.getValue())));
            return table;
        }
        if (node.isArray()) {
            LuaTable table = new LuaTable();
            for (int i = 0; i < node.size(); i++) {
                table.set(i + 1, lua(node.get(i)));
            }
            return table;
        }
        return node.isNumber() ? LuaValue.valueOf(node.asInt()) : LuaValue.valueOf(node.asText());
    }
}
