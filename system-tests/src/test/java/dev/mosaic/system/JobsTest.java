package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.cli.CliMain;
import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.AttemptEnd;
import dev.mosaic.crd.AttemptStatus;
import dev.mosaic.crd.Cluster;
import dev.mosaic.crd.JobPhase;
import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import dev.mosaic.crd.TestNamespace;
import dev.mosaic.node.RunningProgram;
import dev.mosaic.system.jobs.Report;
import dev.mosaic.testing.Eventually;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Programs that run inside, as MosaicJob and by {@code mosaic submit}. One cluster for all but the last. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JobsTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String SMALL = "--cpu=50m --memory=512Mi";

    @RegisterExtension
    static final Product PRODUCT = new Product();

    private static TestNamespace space;
    private static Path jar;

    @BeforeAll
    static void begin(@TempDir Path folder) throws IOException {
        jar = folder.resolve("report.jar");
        pack(jar, 0);
        space = Cluster.any().namespace("jobs");
        PRODUCT.run("create", "configmap", "report", "--from-file=report.jar=" + jar, "--namespace", space.name());
        PRODUCT.apply(space.name(), Yaml.cluster("demo", "", "replicas: 1\nworkersPerPod: 2"));
        PRODUCT.awaitReady(space.name(), "demo");
    }

    @AfterAll
    static void end() {
        if (space != null) {
            space.close();
        }
    }

    /** @param more bytes beside the classes */
    private static void pack(Path jar, int more) throws IOException {
        Path classes = Path.of("target", "test-classes");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Report.class.getName());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream jarred = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.list(classes.resolve("dev/mosaic/system/jobs"))) {
            for (Path each : files.toList()) {
                jarred.putNextEntry(new JarEntry(classes.relativize(each).toString()));
                Files.copy(each, jarred);
            }
            byte[] noise = new byte[more];
            new Random(1).nextBytes(noise);
            jarred.putNextEntry(new JarEntry("noise"));
            jarred.write(noise);
        }
    }

    // ---- as a person types it

    @Test
    @Order(1)
    void shouldRunAJarOfThisMachineOnTheWorkersAndPrintItsLog() {
        Ended ended = submit("sums", "--env", "GREETING=hello", "--", "sum", "20");
        assertThat(ended.code()).as(ended.output()).isZero();
        assertThat(ended.output())
                .contains("begins, attempt=1\n")
                .contains("sum=2870\n")
                .contains("ends, greeting=hello\n")
                .contains("job sums: has succeeded");
        assertThat(Cli.run(space.name(), "jobs", "--cluster", "demo"))
                .containsPattern("sums +Succeeded +demo +1 +0 +\\d+[sm] +" + Report.class.getName());
        assertThat(Cli.run(space.name(), "pod-logs", "--job", "sums")).contains("sum=2870\n");
        PRODUCT.run("wait", "--for=condition=Complete", "mj/sums", "--namespace", space.name(), "--timeout=10s");
        assertThat(PRODUCT.run("get", "configmaps", "--namespace", space.name()))
                .contains("sums-jar-0");
        PRODUCT.run("delete", "mj/sums", "--namespace", space.name());
        Eventually.holds(
                "what belongs to a job goes with it",
                LONG,
                () -> !PRODUCT.run("get", "configmaps,pods", "--namespace", space.name(), "--output=name")
                        .contains("sums"),
                () -> PRODUCT.state(space.name()));
    }

    @Test
    @Order(2)
    void shouldEndWithTheProgramsExitCode() {
        Ended ended = submit("exits", "--", "exit", "3");
        assertThat(ended.code()).as(ended.output()).isEqualTo(3);
        assertThat(ended.output()).contains("job exits: has failed, ApplicationFailed: attempt 1");
    }

    // ---- as a MosaicJob

    @Tag("long")
    @Tag("cluster")
    @Test
    @Order(3)
    void shouldTryAgainAsOftenAsIsAllowedAndFailThen() {
        apply("fails", "backoffLimit: 1", "exit", "7");
        MosaicJobStatus failed = await("fails", "it fails", status -> status.is("Failed"));
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("BackoffLimitExceeded");
        assertThat(failed.attempts()).extracting(AttemptStatus::exitCode).containsExactly(7, 7);
        assertThat(failed.failures()).isEqualTo(2);
    }

    @Test
    @Order(4)
    void shouldTryAgainWithoutCountingWhereThePodIsEvicted() {
        apply("evicted", "backoffLimit: 0", "first-waits");
        await("evicted", "main runs", status -> status.phase() == JobPhase.RUNNING);
        Cluster.any()
                .client()
                .pods()
                .inNamespace(space.name())
                .withName("evicted-run-1")
                .evict();
        MosaicJobStatus done = await("evicted", "the second attempt succeeds", status -> status.is("Complete"));
        assertThat(done.attempts())
                .extracting(AttemptStatus::reason)
                .containsExactly(AttemptEnd.EVICTED, AttemptEnd.SUCCEEDED);
        assertThat(done.failures()).isZero();
        assertThat(done.interruptions()).isEqualTo(1);
    }

    @Tag("long")
    @Tag("cluster")
    @Test
    @Order(5)
    void shouldMakeNothingWhileItIsSuspendedAndStopAndResume() {
        apply("held", "suspend: true", "first-waits");
        await("held", "it is held", status -> status.phase() == JobPhase.SUSPENDED);
        assertThat(programs("held")).isEmpty();

        suspend("held", false);
        await("held", "main runs", status -> status.phase() == JobPhase.RUNNING);
        suspend("held", true);
        await("held", "main has ended", status -> status.is("Suspended"));
        Eventually.holds("its pod is gone", LONG, () -> programs("held").isEmpty(), () -> PRODUCT.state(space.name()));

        suspend("held", false);
        MosaicJobStatus done = await("held", "the second attempt succeeds", status -> status.is("Complete"));
        assertThat(done.attempts())
                .extracting(AttemptStatus::reason)
                .containsExactly(AttemptEnd.SUSPENDED, AttemptEnd.SUCCEEDED);
        assertThat(done.failures() + done.interruptions()).isZero();
    }

    @Tag("long")
    @Tag("cluster")
    @Test
    @Order(6)
    void shouldStopAtItsDeadlineAndBeRemovedSomeTimeAfterItsEnd() {
        apply("late", "activeDeadline: 6s\n  ttlAfterFinished: 4s", "first-waits");
        MosaicJobStatus failed = await("late", "it is stopped", status -> status.is("Failed"));
        assertThat(failed.condition("Failed").orElseThrow().reason()).isEqualTo("ActiveDeadlineExceeded");
        Eventually.holds(
                "it is removed, and its pod with it",
                LONG,
                () -> job("late") == null && programs("late").isEmpty(),
                () -> PRODUCT.state(space.name()));
    }

    /** The program finds the next head by itself, and nobody takes that for a failure. */
    @Test
    @Order(7)
    void shouldNotFailWhereTheHeadIsReplacedMeanwhile() {
        apply("lasting", "backoffLimit: 0", "rounds", "20");
        Eventually.holds(
                "it is at work",
                LONG,
                () -> PRODUCT.kubectl("logs", "lasting-run-1", "--namespace", space.name())
                        .out()
                        .contains("round 4\n"),
                () -> PRODUCT.state(space.name()));
        Pod head = PRODUCT.pods(space.name(), "head").getFirst();
        PRODUCT.run(
                "delete",
                "pod",
                head.getMetadata().getName(),
                "--namespace",
                space.name(),
                "--grace-period=0",
                "--force");
        MosaicJobStatus done = await("lasting", "it succeeds", status -> status.is("Complete") || status.is("Failed"));
        assertThat(done.is("Complete")).as("%s", done).isTrue();
        assertThat(done.attemptCount()).isEqualTo(1);
        assertThat(PRODUCT.run("logs", "lasting-run-1", "--namespace", space.name()))
                .contains("round 400\n");
    }

    @Test
    @Order(8)
    void shouldFetchArtifactsFromS3AndRefuseAnotherThing(@TempDir Path folder) throws IOException {
        try (Storage storage = Storage.open(PRODUCT, space.name())) {
            bringALargeJarAndRunIt(storage, folder.resolve("fat.jar"));
            String digest = storage.put("jars/report.jar", jar);
            for (String sha256 : List.of(digest, "00" + digest.substring(2))) {
                String name = sha256.equals(digest) ? "fetches" : "refuses";
                PRODUCT.apply(space.name(), """
                        apiVersion: mosaic.dev/v1alpha1
                        kind: MosaicJob
                        metadata: {name: %s}
                        spec:
                          clusterRef: {name: demo}
                          main:
                            className: %s
                            args: [sum, "3"]
                            artifacts: [{uri: "s3://mosaic/jars/report.jar", sha256: %s}]
                            artifactStore: {endpoint: "http://minio:9000", credentialsSecretName: bucket}
                            resources: {requests: {cpu: 50m, memory: 512Mi}}
                        """.formatted(name, Report.class.getName(), sha256));
            }
            await("fetches", "it succeeds", status -> status.is("Complete"));
            MosaicJobStatus refused = await("refuses", "it fails", status -> status.is("Failed"));
            assertThat(refused.condition("Failed").orElseThrow().reason()).isEqualTo("ArtifactFailed");
            assertThat(refused.condition("Failed").orElseThrow().message()).contains("is another thing than was meant");
        }
    }

    /** It is refused where no bucket is named, and goes up once. */
    private static void bringALargeJarAndRunIt(Storage storage, Path fat) throws IOException {
        pack(fat, 3 << 20);
        Ended refused = submit(fat, List.of(), "refused");
        assertThat(refused.code()).as(refused.output()).isNotZero();
        assertThat(refused.output()).contains("a ConfigMap takes 900 KiB").contains("--upload s3://bucket/prefix");
        assertThat(job("refused")).isNull();

        List<String> keys = List.of("AWS_ACCESS_KEY_ID=" + Storage.ACCESS, "AWS_SECRET_ACCESS_KEY=" + Storage.SECRET);
        List<String> outputs = new ArrayList<>();
        for (String name : List.of("fat", "fatter")) {
            Ended ended = submit(
                    fat,
                    keys,
                    name,
                    "--upload=s3://mosaic/programs",
                    "--upload-endpoint=" + storage.endpoint(),
                    "--store=http://minio:9000",
                    "--store-secret=bucket",
                    "--",
                    "sum",
                    "4");
            assertThat(ended.code()).as(ended.output()).isZero();
            assertThat(ended.output()).contains("sum=30\n");
            outputs.add(ended.output());
        }
        assertThat(outputs.getFirst()).contains("fat.jar went to s3://mosaic/programs/");
        assertThat(outputs.getLast()).contains("fat.jar is at s3://mosaic/programs/");
        ArtifactSpec artifact = job("fat").getSpec().main().artifacts().getFirst();
        assertThat(artifact.uri()).endsWith("/" + artifact.sha256() + "/fat.jar");
    }

    /** By a pod that matters more, on a node that has room for one of them only. */
    @Tag("long")
    @Tag("cluster")
    @Test
    @Order(9)
    void shouldTryAgainWithoutCountingWhereItsPodIsPreempted() {
        String node = PRODUCT.pods(space.name(), "head").getFirst().getSpec().getNodeName();
        String most = PRODUCT.run("get", "node", node, "--output=jsonpath={.status.allocatable.cpu}");
        long millis = Quantity.getAmountInBytes(new Quantity(most))
                        .multiply(BigDecimal.valueOf(1_000))
                        .longValue()
                * 55
                / 100;
        try (Priorities priorities = Priorities.make(PRODUCT, space.name())) {
            PRODUCT.apply(space.name(), """
                    apiVersion: mosaic.dev/v1alpha1
                    kind: MosaicJob
                    metadata: {name: preempted}
                    spec:
                      clusterRef: {name: demo}
                      backoffLimit: 0
                      retry: {backoff: 1s}
                      main:
                        className: %s
                        artifacts: [{uri: "configmap://report/report.jar"}]
                        args: [first-waits]
                        resources: {requests: {cpu: %dm, memory: 512Mi}}
                        template: {spec: {priorityClassName: %s, nodeSelector: {kubernetes.io/hostname: %s}}}
                    """.formatted(Report.class.getName(), millis, priorities.low(), node));
            await("preempted", "main runs", status -> status.phase() == JobPhase.RUNNING);
            PRODUCT.apply(space.name(), priorities.urgent(millis, node));
            await("preempted", "its pod made room", status -> status.interruptions() == 1);
            PRODUCT.run("delete", "pod", "urgent", "--namespace", space.name(), "--grace-period=0", "--force");
            MosaicJobStatus done = await("preempted", "the second attempt succeeds", status -> status.is("Complete"));
            assertThat(done.attempts())
                    .extracting(AttemptStatus::reason)
                    .containsExactly(AttemptEnd.PREEMPTED, AttemptEnd.SUCCEEDED);
            assertThat(done.failures()).isZero();
            assertThat(done.interruptions()).isEqualTo(1);
        }
    }

    @Tag("long")
    @Tag("cluster")
    @Test
    @Order(10)
    void shouldMakeAClusterOfItsOwnAndRemoveIt() {
        String template = Yaml.cluster("any", "", "replicas: 1")
                .lines()
                .dropWhile(line -> !line.equals("spec:"))
                .skip(1)
                .reduce("", (all, line) -> all + "  " + line + "\n");
        PRODUCT.apply(space.name(), """
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicJob
                metadata: {name: alone}
                spec:
                  clusterTemplate:
                %s
                %s""".formatted(template, program("sum", "10")));
        MosaicJobStatus runs = await("alone", "its cluster is made", status -> status.clusterName() != null);
        assertThat(runs.clusterName()).isEqualTo("alone-1");
        MosaicJobStatus done = await("alone", "it succeeds", status -> status.is("Complete"));
        assertThat(done.attempts().getFirst().clusterName()).isEqualTo("alone-1");
        assertThat(PRODUCT.run("logs", "alone-run-1", "--namespace", space.name()))
                .contains("sum=385\n");
        Eventually.holds(
                "its cluster is gone",
                LONG,
                () ->
                        Cluster.any()
                                .client()
                                .resources(MosaicCluster.class)
                                .inNamespace(space.name())
                                .list()
                                .getItems()
                                .stream()
                                .noneMatch(each -> each.getMetadata().getName().equals("alone-1")),
                () -> PRODUCT.state(space.name()));
        assertThat(programs("alone")).as("the pod stays for its log").hasSize(1);
    }

    // ---- in few words

    private record Ended(int code, String output) {}

    /** {@code mosaic submit}, in a process of its own. */
    private static Ended submit(String name, String... more) {
        return submit(jar, List.of(), name, more);
    }

    private static Ended submit(Path program, List<String> environment, String name, String... more) {
        List<String> prefix =
                new ArrayList<>(List.of("env", "KUBECONFIG=" + Cluster.any().kubeconfig()));
        prefix.addAll(environment);
        List<String> arguments = new ArrayList<>(List.of(
                "submit", program.toString(), "--cluster", "demo", "--namespace", space.name(), "--name", name));
        arguments.addAll(List.of(SMALL.split(" ", -1)));
        arguments.addAll(List.of(more));
        try (RunningProgram mosaic = RunningProgram.startWith(
                System.getProperty("java.class.path"),
                prefix,
                CliMain.class,
                List.of("--sun-misc-unsafe-memory-access=allow"),
                arguments.toArray(String[]::new))) {
            return new Ended(mosaic.awaitEnd(LONG.toSeconds()), mosaic.output());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static void apply(String name, String fields, String... arguments) {
        PRODUCT.apply(space.name(), """
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicJob
                metadata: {name: %s}
                spec:
                  clusterRef: {name: demo}
                  retry: {backoff: 1s}
                  %s
                %s""".formatted(name, fields, program(arguments)));
    }

    private static String program(String... arguments) {
        return """
                  main:
                    className: %s
                    artifacts: [{uri: "configmap://report/report.jar"}]
                    args: [%s]
                    resources: {requests: {cpu: 50m, memory: 512Mi}}
                """.formatted(
                Report.class.getName(),
                String.join(
                        ", ", Stream.of(arguments).map(each -> '"' + each + '"').toList()));
    }

    private static void suspend(String name, boolean held) {
        PRODUCT.run(
                "patch",
                "mj/" + name,
                "--namespace",
                space.name(),
                "--type=merge",
                "--patch={\"spec\": {\"suspend\": " + held + "}}");
    }

    private static MosaicJob job(String name) {
        return Cluster.any()
                .client()
                .resources(MosaicJob.class)
                .inNamespace(space.name())
                .withName(name)
                .get();
    }

    private static MosaicJobStatus await(String name, String what, Predicate<MosaicJobStatus> isSo) {
        Eventually.holds(
                "job " + name + ": " + what,
                LONG,
                () -> {
                    MosaicJob job = job(name);
                    return job != null && job.getStatus() != null && isSo.test(job.getStatus());
                },
                () -> job(name) + "\n" + PRODUCT.state(space.name()));
        return job(name).getStatus();
    }

    private static List<Pod> programs(String job) {
        return Cluster.any()
                .client()
                .pods()
                .inNamespace(space.name())
                .withLabel("mosaic.dev/job", job)
                .list()
                .getItems();
    }
}
