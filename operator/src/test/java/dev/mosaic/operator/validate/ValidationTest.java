package dev.mosaic.operator.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.GivenJob;
import dev.mosaic.operator.GivenTessera;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands against a spec, and how it is said. */
class ValidationTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            head: {template: {metadata: {labels: {mosaic.dev/role: king}}}}                          | mosaic.dev/role is the operator's own
            head: {template: {metadata: {annotations: {app.kubernetes.io/name: me}}}}                | app.kubernetes.io/name is the operator's own
            warehouse: {template: {spec: {volumes: [{name: keys, emptyDir: {}}]}}}                   | keys is the operator's own
            warehouse: {template: {spec: {restartPolicy: Never}}}                                    | restartPolicy is the operator's own
            head: {template: {spec: {terminationGracePeriodSeconds: 1}}}                             | terminationGracePeriodSeconds is the operator's own
            head: {template: {spec: {containers: [{name: mosaic, args: [node]}]}}}                   | args is the operator's own
            head: {template: {spec: {containers: [{name: mosaic, command: [sh]}]}}}                  | command is the operator's own
            head: {template: {spec: {containers: [{name: mosaic, env: [{name: MOSAIC_KEYS}]}]}}}     | MOSAIC_KEYS is the operator's own
            head: {template: {spec: {containers: [{name: mosaic, env: [{name: MOSAIC_S3_BUCKET}]}]}}} | MOSAIC_S3_BUCKET is the operator's own
            head: {template: {spec: {containers: [{name: mosaic, volumeMounts: [{name: a, mountPath: /tmp}]}]}}} | /tmp is the operator's own
            workerGroups: [{name: head}]                                                             | cannot be called head
            workerGroups: [{name: one, labels: {mosaic.dev/group: two}}]                             | mosaic.dev/group is the operator's own
            """)
    void shouldRefuseNamesThatAreTheOperatorsOwn(String spec, String words) {
        assertThat(Validation.of(Given.fresh(Given.cluster(spec))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason().word()).isEqualTo("ReservedName");
                    assertThat(problem.message()).startsWith("spec.").contains(words);
                });
    }

    /** Whatever somebody writes, it is said of that object, and the others do not know of it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            head: {template: {spec: {terminationGracePeriodSeconds: 30s}}}                           | spec.head.template.spec.terminationGracePeriodSeconds: "30s" is not a whole number
            warehouse: {template: {spec: {containers: [{name: a, resources: {limits: {memory: 4GB}}}]}}} | spec.warehouse.template.spec.containers[0].resources.limits.memory: "4GB" is not a quantity
            workerGroups: [{name: cpu, template: {spec: {containers: {}}}}]                          | spec.workerGroups[cpu].template.spec.containers: it is not a list
            affinity: {nodeAffinity: [a]}                                                            | spec.affinity.nodeAffinity: it is not an object with fields
            affinity: near                                                                           | spec.affinity:
            topologySpreadConstraints: [{maxSkew: 1}, {maxSkew: some}]                               | spec.topologySpreadConstraints[1].maxSkew: "some" is not a whole number
            head: {affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {}}}}    | spec.head.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution: it is not a list
            warehouse: {topologySpreadConstraints: [{minDomains: few}]}                              | spec.warehouse.topologySpreadConstraints[0].minDomains: "few" is not a whole number
            workerGroups: [{name: cpu, affinity: {nodeAffinity: 7}}]                                 | spec.workerGroups[cpu].affinity.nodeAffinity:
            imagePullPolicy: Sometimes                                                               | spec.imagePullPolicy: "Sometimes" is not one of Always, IfNotPresent, Never
            warehouse: {memory: 4GB}                                                                 | spec.warehouse.memory: "4GB" is not a quantity
            """)
    void shouldSayWhichFieldCannotBeRead(String spec, String words) {
        assertThat(Validation.of(Given.fresh(Given.cluster(spec))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.reason().word()).isEqualTo("Unreadable");
                    assertThat(problem.message()).startsWith(words);
                });
    }

    /** Whether it is suspended stands there: its groups make no pods, and remove none. */
    @Test
    void shouldRefuseAClusterWhoseStatusCannotBeRead() {
        MosaicCluster cluster = Given.read("""
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata: {name: demo, namespace: lab, uid: uid-of-demo}
                spec: {}
                status: {suspension: [Requested]}
                """, MosaicCluster.class);

        assertThat(Validation.of(Given.fresh(cluster))).singleElement().satisfies(problem -> {
            assertThat(problem.reason().word()).isEqualTo("Unreadable");
            assertThat(problem.message()).startsWith("status.suspension");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            main: {className: A, template: {spec: {activeDeadlineSeconds: soon}}}                    | spec.main.template.spec.activeDeadlineSeconds: "soon" is not a whole number
            main: {className: A, affinity: {nodeAffinity: [a]}}                                      | spec.main.affinity.nodeAffinity: it is not an object with fields
            clusterTemplate: {topologySpreadConstraints: [{maxSkew: some}]}                          | spec.clusterTemplate.topologySpreadConstraints[0].maxSkew: "some" is not a whole number
            clusterTemplate: {head: {template: {spec: {containers: 7}}}}                             | spec.clusterTemplate.head.template.spec.containers: it is not a list
            main: {className: A, artifacts: [{uri: 'https://host/a{b}.jar'}]}                        | spec.main.artifacts: https://host/a{b}.jar is no address
            cleanup: {onSuccess: Burn}                                                               | spec.cleanup.onSuccess: "Burn" is not one of Delete, Keep
            """)
    void shouldSayWhichFieldOfAJobCannotBeRead(String spec, String words) {
        assertThat(Validation.of(new GivenJob(spec).snapshot().job()))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).startsWith(words));
    }

    @Test
    void shouldRefuseTheOperatorsLabelsForAJobsOwnCluster() {
        assertThat(Validation.of(
                        new GivenJob("clusterTemplate: {}\nclusterMetadata: {labels: {team: a, mosaic.dev/job: other}}")
                                .job()))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .startsWith("spec.clusterMetadata.labels: mosaic.dev/job is the operator's own"));
    }

    @Test
    void shouldSayWhichFieldOfATesseraCannotBeRead() {
        assertThat(Validation.of(GivenTessera.known(GivenTessera.tessera("resources: {memory: 4GB}"))))
                .singleElement()
                .satisfies(problem ->
                        assertThat(problem.message()).startsWith("spec.resources.memory: \"4GB\" is not a quantity"));
    }

    @Test
    void shouldTakeAnOverlayThatTouchesNothingOfThat() {
        MosaicCluster cluster = Given.cluster("""
                head:
                  template:
                    metadata: {labels: {team: brain}}
                    spec:
                      containers:
                      - {name: mosaic, env: [{name: TZ, value: UTC}]}
                      - {name: side, image: 'side:1', args: [run], env: [{name: POD_IP, value: x}]}
                """);

        assertThat(Validation.of(Given.fresh(cluster))).isEmpty();
    }

    @Test
    void shouldWaitForTheUsersSecrets() {
        MosaicCluster cluster = Given.cluster("""
                security: {keysSecretName: own}
                warehouse:
                  objectStore: {endpoint: 'http://minio:9000', bucket: entries, credentialsSecretName: s3}
                """);
        List<String> keys = List.of("ca.crt", "tls.crt", "tls.key", "token");

        assertThat(words(cluster, Map.of()))
                .containsExactly(
                        "spec.security.keysSecretName: there is no Secret own: make one with ca.crt, tls.crt, tls.key, token",
                        "spec.warehouse.objectStore.credentialsSecretName: there is no Secret s3: make one with accessKey, secretKey");
        assertThat(words(cluster, Map.of("own", keys, "s3", List.of("accessKey"))))
                .containsExactly("spec.warehouse.objectStore.credentialsSecretName: Secret s3 lacks secretKey");
        assertThat(words(cluster, Map.of("own", keys, "s3", List.of("accessKey", "secretKey"))))
                .isEmpty();
    }

    /** No pod is made with them; a cluster that lost one can be suspended. */
    @Test
    void shouldWantNoSecretsWhileAClusterRests() {
        MosaicCluster cluster = Given.cluster("""
                suspend: true
                security: {keysSecretName: own}
                warehouse:
                  objectStore: {endpoint: 'http://minio:9000', bucket: entries, credentialsSecretName: s3}
                """);

        assertThat(words(cluster, Map.of())).isEmpty();
    }

    /** As cert-manager makes the one Secret and an external secrets operator the other. */
    @Test
    void shouldWantCertificatesInOneSecretAndTheTokenInTheOther() {
        MosaicCluster both = Given.cluster("security: {keysSecretName: certs, tokenSecretName: word}");
        assertThat(words(both, Map.of()))
                .containsExactly(
                        "spec.security.keysSecretName: there is no Secret certs: make one with ca.crt, tls.crt, tls.key",
                        "spec.security.tokenSecretName: there is no Secret word: make one with token");
        assertThat(words(both, Map.of("certs", List.of("ca.crt", "tls.crt", "tls.key"), "word", List.of("other"))))
                .containsExactly("spec.security.tokenSecretName: Secret word lacks token");
        assertThat(words(both, Map.of("certs", List.of("ca.crt", "tls.crt", "tls.key"), "word", List.of("token"))))
                .isEmpty();
        assertThat(words(Given.cluster("security: {tokenSecretName: word}"), Map.of("word", List.of("token"))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            token      | 0123456789abcdef        | -
            token      | 0123456789abcdef~fedcba | -
            token      | short                   | spec.security.tokenSecretName: token of Secret word is not one word of 16 to 1024 characters of ASCII a line
            token      | two words of a sentence | spec.security.tokenSecretName: token of Secret word is not one word
            token      | 0123456789äbcdef        | spec.security.tokenSecretName: token of Secret word is not one word
            token      | 0123456789abcdef^too    | spec.security.tokenSecretName: token of Secret word is not one word
            token      | 0123456789abcdef^0123456789fedcba | -
            token      | ^                       | spec.security.tokenSecretName: token of Secret word is not one word
            call.token | 0123456789abcdef^0123456789fedcba | spec.security.tokenSecretName: call.token of Secret word is not one word
            note       | whatever it is          | -
            """)
    void shouldSayWhichTokenIsNone(String file, String text, String words) {
        List<Problem> problems =
                Validation.ofTokens("word", Map.of(file, text.replace('^', '\n').getBytes(StandardCharsets.UTF_8)));
        if (words.equals("-")) {
            assertThat(problems).isEmpty();
        } else {
            assertThat(problems)
                    .singleElement()
                    .satisfies(each -> assertThat(each.message()).startsWith(words));
        }
    }

    /** Who edits a cluster does not stop the jobs of others with it, nor the operator. */
    @Test
    void shouldMakeNoPodsOfJobsOnAClusterWhosePlacementNobodyCanRead() {
        assertThat(Validation.ofPrograms(Given.cluster("head: {affinity: {nodeAffinity: [a]}}")))
                .as("only what is for all pods counts for them")
                .isEmpty();
        assertThat(Validation.ofPrograms(Given.cluster("affinity: {nodeAffinity: [a]}")))
                .isNotEmpty();
        assertThat(Validation.ofPrograms(Given.cluster("imagePullPolicy: Sometimes")))
                .isNotEmpty();
    }

    @Test
    void shouldAskForNoSecretOfAnObjectStoreThatIsAskedWithAnIdentity() {
        MosaicCluster cluster = Given.cluster("""
                warehouse: {objectStore: {endpoint: "https://minio", bucket: b, caBundle: {secretName: ca}}}
                """);
        assertThat(words(cluster, Map.of()))
                .containsExactly(
                        "spec.warehouse.objectStore.caBundle.secretName: there is no Secret ca: make one with ca.crt");
        assertThat(words(cluster, Map.of("ca", List.of("ca.crt")))).isEmpty();
    }

    @Test
    void shouldSayThatItKnowsNoImage() {
        ClusterSnapshot known = Given.fresh(Given.cluster(""));
        ClusterSnapshot unknown = new ClusterSnapshot(
                known.cluster(),
                known.heads(),
                known.settings(),
                known.warehouse(),
                known.groups(),
                known.keys(),
                known.authority(),
                known.secrets(),
                Optional.empty(),
                known.now(),
                known.volume());

        assertThat(Validation.of(known)).isEmpty();
        assertThat(Validation.of(unknown))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("MOSAIC_RUNTIME_IMAGE"));
    }

    private static List<String> words(MosaicCluster cluster, Map<String, List<String>> secrets) {
        ClusterSnapshot snapshot = Given.fresh(cluster);
        return Validation.of(new ClusterSnapshot(
                        cluster,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        snapshot.keys(),
                        Optional.empty(),
                        secrets,
                        snapshot.operatorsImage(),
                        snapshot.now(),
                        snapshot.volume()))
                .stream()
                .map(Problem::message)
                .toList();
    }
}
