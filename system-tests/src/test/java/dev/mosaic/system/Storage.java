package dev.mosaic.system;

import dev.mosaic.crd.Cluster;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectAPIArgs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A MinIO as a pod called minio, with its keys in the Secret bucket, and a way to it from this machine. It goes with its namespace. */
final class Storage implements AutoCloseable {
    static final String ACCESS = "mosaic";
    static final String SECRET = "not-a-secret";

    static final String MINIO = """
            apiVersion: v1
            kind: Secret
            metadata: {name: bucket}
            stringData: {accessKey: mosaic, secretKey: not-a-secret}
            ---
            apiVersion: v1
            kind: Service
            metadata: {name: minio}
            spec:
              selector: {app: minio}
              ports: [{port: 9000}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: minio, labels: {app: minio}}
            spec:
              automountServiceAccountToken: false
              securityContext: {runAsNonRoot: true, runAsUser: 65532, fsGroup: 65532, seccompProfile: {type: RuntimeDefault}}
              containers:
                - name: minio
                  image: mosaic/minio:test
                  imagePullPolicy: Never
                  args: [server, /data]
                  env:
                    - {name: MINIO_ROOT_USER, valueFrom: {secretKeyRef: {name: bucket, key: accessKey}}}
                    - {name: MINIO_ROOT_PASSWORD, valueFrom: {secretKeyRef: {name: bucket, key: secretKey}}}
                    - {name: HOME, value: /data}
                  resources: {requests: {cpu: 50m, memory: 128Mi}}
                  readinessProbe: {httpGet: {path: /minio/health/ready, port: 9000}, periodSeconds: 1}
                  volumeMounts: [{name: data, mountPath: /data}]
                  securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
              volumes: [{name: data, emptyDir: {}}]
            """;

    private final LocalPortForward way;

    private Storage(LocalPortForward way) {
        this.way = way;
    }

    /** With a bucket called mosaic. */
    static Storage open(Product product, String namespace) {
        product.apply(namespace, MINIO);
        product.run("wait", "--namespace", namespace, "--for=condition=Ready", "pod/minio", "--timeout=60s");
        Storage storage = new Storage(Cluster.any()
                .client()
                .pods()
                .inNamespace(namespace)
                .withName("minio")
                .portForward(9000));
        try (MinioAsyncClient client = storage.client()) {
            client.makeBucket(MakeBucketArgs.builder().bucket("mosaic").build()).join();
        }
        return storage;
    }

    private MinioAsyncClient client() {
        return MinioAsyncClient.builder()
                .endpoint(endpoint())
                .credentials(ACCESS, SECRET)
                .build();
    }

    /** As this machine reaches it. */
    String endpoint() {
        return "http://127.0.0.1:" + way.getLocalPort();
    }

    /** Into the bucket; the SHA-256 of it. */
    String put(String key, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try (MinioAsyncClient client = client()) {
            client.putObject(PutObjectAPIArgs.builder()
                            .bucket("mosaic")
                            .object(key)
                            .data(bytes, bytes.length)
                            .build())
                    .join();
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** The keys of all objects below that prefix. */
    List<String> keys(String prefix) throws Exception {
        try (MinioAsyncClient client = client()) {
            List<String> keys = new ArrayList<>();
            for (var each : client.listObjects(ListObjectsArgs.builder()
                    .bucket("mosaic")
                    .prefix(prefix)
                    .recursive(true)
                    .build())) {
                keys.add(each.get().objectName());
            }
            return keys;
        }
    }

    @Override
    public void close() throws IOException {
        way.close();
    }
}
