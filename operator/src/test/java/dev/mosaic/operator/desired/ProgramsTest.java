package dev.mosaic.operator.desired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.operator.Given;
import dev.mosaic.operator.GivenJob;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pods of jobs. */
class ProgramsTest {
    private static Pod pod(String main) {
        return Programs.pod(
                new GivenJob("clusterRef: {name: demo}\nmain:\n  className: com.example.Main\n" + main.indent(2)).job(),
                2,
                Declared.of(Given.cluster(""), new RuntimeImage(Given.IMAGE, false), "mark", PodUser.FIXED));
    }

    @Test
    void shouldRunMainBesideTheClusterAndNotAsOneOfItsRoles() {
        Pod pod = pod("""
                args: [--size, "3"]
                jvmArguments: [-Xmx1g]
                env: {LEVEL: debug}
                artifacts: [{uri: "image:///opt/app/*"}]""");
        assertThat(pod.getMetadata().getName()).isEqualTo("report-run-2");
        assertThat(pod.getMetadata().getAnnotations()).containsEntry(Labels.ATTEMPT, "2");
        assertThat(pod.getMetadata().getOwnerReferences().getFirst().getUid()).isEqualTo("uid-of-report");
        assertThat(pod.getMetadata().getLabels())
                .containsEntry(Labels.CLUSTER, "demo")
                .containsEntry(Labels.JOB, "report")
                .containsEntry(Labels.MANAGED_BY, Labels.OPERATOR)
                .doesNotContainKey(Labels.ROLE);
        assertThat(pod.getSpec().getRestartPolicy()).isEqualTo("Never");
        assertThat(pod.getSpec().getAutomountServiceAccountToken()).isFalse();
        assertThat(pod.getSpec().getInitContainers()).isEmpty();
        Container main = pod.getSpec().getContainers().getFirst();
        assertThat(main.getArgs()).containsExactly("run", "/opt/app/*", "-Xmx1g", "com.example.Main", "--size", "3");
        assertThat(main.getEnv())
                .extracting(EnvVar::getName, EnvVar::getValue)
                .contains(
                        tuple("MOSAIC_ADDRESS", "tcp://demo-head.lab.svc:7600"),
                        tuple("MOSAIC_KEYS", "/etc/mosaic/keys"),
                        tuple("MOSAIC_JOB_ATTEMPT", "2"),
                        tuple("LEVEL", "debug"));
        assertThat(main.getLivenessProbe()).isNull();
        assertThat(main.getReadinessProbe()).isNull();
        assertThat(main.getStartupProbe()).isNull();
        assertThat(main.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
        assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
    }

    /** A queue has written it meanwhile. */
    @Test
    void shouldRunWhereItsSpecSaysWhenItIsResumed() {
        for (String flavor : List.of("spot", "sure")) {
            assertThat(pod("nodeSelector: {flavor: " + flavor + "}\ntolerations: [{key: " + flavor
                                    + ", operator: Exists}]")
                            .getSpec())
                    .satisfies(spec -> assertThat(spec.getNodeSelector()).containsEntry("flavor", flavor))
                    .satisfies(
                            spec -> assertThat(spec.getTolerations()).anyMatch(each -> flavor.equals(each.getKey())));
        }
    }

    @Test
    void shouldGiveItsOwnClusterTheClassOfTheJob() {
        MosaicJob job = new GivenJob("clusterTemplate: {}\nmain: {className: com.example.Main}").job();
        assertThat(Programs.cluster(job, 1).getMetadata().getLabels()).doesNotContainKey(Labels.OPERATOR_CLASS);
        job.getMetadata().setLabels(Map.of(Labels.OPERATOR_CLASS, "canary", "team", "a"));
        assertThat(Programs.cluster(job, 1).getMetadata().getLabels())
                .containsEntry(Labels.OPERATOR_CLASS, "canary")
                .doesNotContainKey("team");
    }

    @Test
    void shouldMountWhatIsInConfigMapsAndFetchTheRestBefore() {
        Pod pod = pod("""
                artifacts:
                - uri: configmap://app/app.jar
                - uri: s3://jars/team/my app.jar
                  sha256: aa
                - uri: https://repo.example/lib/x.jar?token=1
                artifactStore: {endpoint: "http://minio:9000", credentialsSecretName: s3, region: eu}""");
        Container main = pod.getSpec().getContainers().getFirst();
        assertThat(main.getArgs().get(1))
                .isEqualTo(
                        "/opt/mosaic/program/0/app.jar:/opt/mosaic/artifacts/1-my-app.jar:/opt/mosaic/artifacts/2-x.jar");
        Container fetch = pod.getSpec().getInitContainers().getFirst();
        assertThat(fetch.getArgs())
                .containsExactly(
                        "fetch",
                        "/opt/mosaic/artifacts",
                        "1-my-app.jar=s3://jars/team/my app.jar",
                        "--sha256=1-my-app.jar=aa",
                        "2-x.jar=https://repo.example/lib/x.jar?token=1");
        assertThat(fetch.getEnv())
                .extracting(EnvVar::getName)
                .containsExactly(
                        "MOSAIC_S3_ENDPOINT", "MOSAIC_S3_ACCESS_KEY", "MOSAIC_S3_SECRET_KEY", "MOSAIC_S3_REGION");
        assertThat(main.getEnv()).extracting(EnvVar::getName).noneMatch(name -> name.startsWith("MOSAIC_S3"));
        assertThat(fetch.getVolumeMounts()).noneMatch(each -> each.getName().equals("keys"));
        assertThat(main.getVolumeMounts())
                .filteredOn(each -> each.getMountPath().startsWith("/opt/mosaic"))
                .allMatch(each -> each.getReadOnly())
                .hasSize(2);
    }

    @Test
    void shouldLabelTheJobsOwnClusterAsTheJobSays() {
        MosaicCluster own = Programs.cluster(
                new GivenJob(
                                "clusterTemplate: {affinity: {podAffinity: {}}}\nclusterMetadata: {labels: {team: brain}, annotations: {example.com/cost: one}}")
                        .job(),
                3);
        assertThat(own.getMetadata().getLabels())
                .containsEntry("team", "brain")
                .containsEntry(Labels.JOB, "report")
                .containsEntry(Labels.MANAGED_BY, Labels.OPERATOR);
        assertThat(own.getMetadata().getAnnotations())
                .containsEntry("example.com/cost", "one")
                .containsEntry(Labels.ATTEMPT, "3");
        assertThat(Given.write(own)).as("what nobody reads goes on as it is").contains("podAffinity");
        assertThat(Programs.cluster(new GivenJob("clusterTemplate: {}").job(), 1)
                        .getMetadata()
                        .getLabels())
                .containsOnlyKeys(Labels.JOB, Labels.MANAGED_BY, "app.kubernetes.io/name");
    }

    @Test
    void shouldFetchWithTheIdentityOfThePodWhereNoSecretIsSaid() {
        Pod pod = pod("""
                artifacts: [{uri: "s3://jars/app.jar"}]
                serviceAccountName: artifacts
                artifactStore: {endpoint: "https://minio", caBundle: {configMapName: own, key: bundle.pem}}""");
        assertThat(pod.getSpec().getServiceAccountName()).isEqualTo("artifacts");
        Container fetch = pod.getSpec().getInitContainers().getFirst();
        assertThat(fetch.getEnv())
                .extracting(EnvVar::getName, EnvVar::getValue)
                .containsExactly(
                        tuple("MOSAIC_S3_ENDPOINT", "https://minio"),
                        tuple("MOSAIC_S3_IDENTITY", "true"),
                        tuple("MOSAIC_S3_CA", "/etc/mosaic/s3-ca/ca.crt"));
        assertThat(fetch.getVolumeMounts()).anyMatch(each -> each.getName().equals("mosaic-s3-ca"));
        assertThat(pod.getSpec().getVolumes())
                .filteredOn(each -> each.getName().equals("mosaic-s3-ca"))
                .singleElement()
                .satisfies(each -> assertThat(each.getConfigMap().getItems())
                        .singleElement()
                        .satisfies(item -> assertThat(item.getKey()).isEqualTo("bundle.pem")));
        assertThat(pod.getSpec().getContainers().getFirst().getVolumeMounts())
                .noneMatch(each -> each.getName().startsWith("mosaic-s3"));
    }

    @Test
    void shouldLayTheTemplateOverThePod() {
        Pod pod = pod("""
                template:
                  metadata: {labels: {team: brain, mosaic.dev/job: other}}
                  spec: {priorityClassName: high}""");
        assertThat(pod.getSpec().getPriorityClassName()).isEqualTo("high");
        assertThat(pod.getMetadata().getLabels()).containsAllEntriesOf(Map.of("team", "brain", Labels.JOB, "report"));
    }
}
