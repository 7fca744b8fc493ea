package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import dev.mosaic.cli.ClusterOption;
import dev.mosaic.cli.Uploading;
import dev.mosaic.cli.Verb;
import dev.mosaic.crd.ArtifactSpec;
import dev.mosaic.crd.ArtifactStoreSpec;
import dev.mosaic.crd.CleanupSpec;
import dev.mosaic.crd.ClusterReference;
import dev.mosaic.crd.FailurePolicySpec;
import dev.mosaic.crd.MosaicJobSpec;
import dev.mosaic.crd.PodOverlay;
import dev.mosaic.crd.ProgramSpec;
import dev.mosaic.crd.Resources;
import dev.mosaic.crd.RetrySpec;
import dev.mosaic.headapi.Variables;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code mosaic submit}: runs a jar's main beside a cluster on Kubernetes, as a MosaicJob. */
@Command(
        name = "submit",
        description = {
            "Runs a program on a cluster on Kubernetes, as a MosaicJob, and prints its output until it ends. The exit code is that of the program.",
            "  mosaic submit app.jar --cluster demo -- --size 3",
            "Jars of this machine go up in ConfigMaps, which take 900 KiB each, or into a bucket: --upload s3://jars/demo --store http://minio:9000 --store-secret bucket, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or MOSAIC_S3_ACCESS_KEY and MOSAIC_S3_SECRET_KEY. If you stop this command (Ctrl+C), the job goes on: mosaic pod-logs --job NAME -f, kubectl delete mj/NAME."
        },
        mixinStandardHelpOptions = true)
public final class SubmitCommand implements Verb {
    private static final Duration UPLOAD_PATIENCE = Duration.ofSeconds(30);

    @Parameters(
            index = "0",
            paramLabel = "JAR",
            description =
                    "A jar on this machine, or an address from which pods get it: s3://bucket/key, https://host/path, image:///path or configmap://name/key.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String jar;

    @Parameters(index = "1..*", paramLabel = "ARGUMENT", description = "Arguments of main, after --.")
    private List<String> arguments = List.of();

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Option(
            names = "--main",
            paramLabel = "CLASS",
            description = "The class with the main method; by default that in the manifest of the jar.")
    private @Nullable String main;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the job; by default the name of the jar and a few random letters.")
    private @Nullable String name;

    @Option(
            names = "--jar",
            paramLabel = "JAR",
            description = "Another jar for the class path, given like the first one.")
    private List<String> more = List.of();

    @Option(names = "--env", paramLabel = "NAME=VALUE", description = "An environment variable of the program.")
    private Map<String, String> environment = Map.of();

    @Option(
            names = "--jvm",
            paramLabel = "ARGUMENT",
            description = "An argument for the JVM of the program, such as --jvm=-Xmx2g.")
    private List<String> jvmArguments = List.of();

    @Option(
            names = "--cpu",
            paramLabel = "QUANTITY",
            description = "Processors that the pod of the program requests; 500m by default.")
    private @Nullable String cpu;

    @Option(
            names = "--memory",
            paramLabel = "QUANTITY",
            description = "Memory of the pod of the program; 1Gi by default.")
    private @Nullable String memory;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description =
                    "How many failed attempts are tolerated; 0 by default. One more failed attempt fails the job.")
    private int retries;

    @Option(
            names = "--store",
            paramLabel = "URL",
            description = "URL of the S3 server for jars with s3:// addresses, as pods reach it.")
    private @Nullable String store;

    @Option(
            names = "--store-secret",
            paramLabel = "NAME",
            description =
                    "The Secret in the namespace with accessKey and secretKey for --store. Without it, the pod uses the identity of its ServiceAccount or node.")
    private @Nullable String storeSecret;

    @Option(
            names = "--service-account",
            paramLabel = "NAME",
            description = "The ServiceAccount of the pod of the program; by default that of the cluster's pods.")
    private @Nullable String serviceAccount;

    @Option(
            names = "--upload",
            paramLabel = "s3://BUCKET/PREFIX",
            description =
                    "Bucket of --store to which jars of this machine are uploaded, instead of into ConfigMaps. Each jar is stored under its SHA-256.")
    private @Nullable String upload;

    @Option(
            names = "--upload-endpoint",
            paramLabel = "URL",
            description =
                    "URL of the server of the bucket, as this machine reaches it; MOSAIC_S3_ENDPOINT, AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or --store by default.")
    private @Nullable String uploadEndpoint;

    @Option(names = "--no-wait", description = "Ends as soon as the job is created, without waiting for it.")
    private boolean leaves;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** For {@link java.util.ServiceLoader}. */
    public SubmitCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        if (store == null && storeSecret != null) {
            throw new ParameterException(spec.commandLine(), "--store-secret needs --store, the server that it is for");
        }
        if (upload != null && store == null) {
            throw new ParameterException(spec.commandLine(), "--upload needs --store: pods fetch from there");
        }
        if (upload == null && uploadEndpoint != null) {
            throw new ParameterException(spec.commandLine(), "--upload-endpoint is for --upload");
        }
        ClusterAddress address = ClusterAddress.parse(cluster.address());
        List<ProgramJar> jars = new ArrayList<>();
        List<ArtifactSpec> artifacts = new ArrayList<>();
        List<String> all = new ArrayList<>(List.of(jar));
        all.addAll(more);
        for (String each : all) {
            if (each.contains("://")) {
                artifacts.add(new ArtifactSpec(each, null));
            } else {
                jars.add(ProgramJar.read(Path.of(each)));
            }
        }
        try (Api api = Api.open(address.context())) {
            KubernetesCluster found = new KubernetesCluster(api, address);
            found.mustExist();
            String job = name == null ? usualName() : name;
            String className = mainClass(jars);
            if (upload != null) {
                artifacts.addAll(0, uploaded(upload, jars));
                jars.clear();
            }
            new Submission(api, found.namespace(), job, job(found.name(), className, artifacts), jars).submit();
            if (leaves) {
                System.out.println(job);
                return 0;
            }
            System.err.println("mosaic: job " + job + " in namespace=" + found.namespace());
            return new JobRun(api, found.namespace(), job, System.out).follow();
        }
    }

    private String mainClass(List<ProgramJar> jars) {
        if (main != null) {
            return main;
        }
        Optional<String> said =
                jars.stream().flatMap(each -> each.mainClass().stream()).findFirst();
        return said.orElseThrow(() -> new StartException(
                "no main class is known: " + jar + " has no Main-Class in its manifest that can be read here",
                "name it: --main com.example.Main"));
    }

    /** First those of this machine, as they are said. */
    private List<ArtifactSpec> uploaded(String to, List<ProgramJar> jars) {
        Uploading uploading = Uploading.to(to, endpoint(System.getenv()), System.getenv(), UPLOAD_PATIENCE);
        List<ArtifactSpec> artifacts = new ArrayList<>();
        for (ProgramJar each : jars) {
            Uploading.Uploaded there = uploading.upload(each.file(), each.name());
            System.err.println("mosaic: " + each.file() + (there.isNew() ? " went to " : " is at ") + there.uri());
            artifacts.add(new ArtifactSpec(there.uri(), there.sha256()));
        }
        return artifacts;
    }

    private String endpoint(Map<String, String> variables) {
        if (uploadEndpoint != null) {
            return uploadEndpoint;
        }
        return Stream.of(Variables.S3_ENDPOINT, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
                .map(name -> variables.getOrDefault(name, ""))
                .filter(url -> !url.isEmpty())
                .findFirst()
                .orElseGet(() -> Objects.requireNonNull(store));
    }

    private MosaicJobSpec job(String on, String className, List<ArtifactSpec> artifacts) {
        Map<String, Quantity> requests = new LinkedHashMap<>();
        Optional.ofNullable(cpu).ifPresent(amount -> requests.put("cpu", new Quantity(amount)));
        Optional.ofNullable(memory).ifPresent(amount -> requests.put("memory", new Quantity(amount)));
        return new MosaicJobSpec(
                new ClusterReference(on),
                null,
                null,
                new ProgramSpec(
                        className,
                        artifacts,
                        store == null ? null : new ArtifactStoreSpec(store, null, storeSecret, null),
                        arguments,
                        environment,
                        jvmArguments,
                        new Resources(requests, Map.of()),
                        Map.of(),
                        List.of(),
                        null,
                        List.of(),
                        null,
                        serviceAccount,
                        PodOverlay.NONE),
                false,
                null,
                retries,
                RetrySpec.DEFAULT,
                FailurePolicySpec.NONE,
                null,
                null,
                null,
                CleanupSpec.DEFAULT);
    }

    private String usualName() {
        String file = jar.substring(jar.lastIndexOf('/') + 1).replaceAll("\\.jar$", "");
        String plain =
                file.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^[^a-z]+|-+$", "");
        String start = plain.isEmpty() ? "job" : plain.substring(0, Math.min(plain.length(), 28));
        int letters = ThreadLocalRandom.current().nextInt(36 * 36 * 36 * 36 * 36);
        String suffix = "00000" + Integer.toString(letters, 36);
        return start.replaceAll("-+$", "") + "-" + suffix.substring(suffix.length() - 5);
    }
}
