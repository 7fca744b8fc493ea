package dev.mosaic.operator.desired;

import dev.mosaic.crd.ArtifactStoreSpec;
import dev.mosaic.crd.CaBundleSpec;
import dev.mosaic.crd.ObjectStoreSpec;
import dev.mosaic.headapi.Variables;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a container gets at a bucket: variables, and folders with keys and authorities.
 *
 * @param environment of the container
 * @param mounts of the container
 * @param volumes of its pod
 */
record BucketAccess(List<EnvVar> environment, List<VolumeMount> mounts, List<Volume> volumes) {
    private static final String CA_FILE = "ca.crt";

    static final BucketAccess NONE = new BucketAccess(List.of(), List.of(), List.of());

    /** That of the warehouse, which reads keys again while it runs. */
    static BucketAccess ofWarehouse(Declared declared) {
        ObjectStoreSpec store = declared.spec().warehouse().objectStore();
        if (store == null) {
            return NONE;
        }
        String prefix = Objects.requireNonNullElse(store.prefix(), declared.namespace() + "/" + declared.name());
        String secret = store.credentialsSecretName();
        List<EnvVar> environment = new ArrayList<>(List.of(
                RuntimePod.env(Variables.S3_ENDPOINT, store.endpoint()),
                RuntimePod.env(Variables.S3_BUCKET, store.bucket()),
                RuntimePod.env(Variables.S3_PREFIX, prefix)));
        if (store.region() != null) {
            environment.add(RuntimePod.env(Variables.S3_REGION, store.region()));
        }
        if (!declared.site().isEmpty()) {
            environment.add(RuntimePod.env(Variables.S3_SITE, declared.site()));
        }
        List<VolumeMount> mounts = new ArrayList<>();
        List<Volume> volumes = new ArrayList<>();
        if (secret == null) {
            environment.add(RuntimePod.env(Variables.S3_IDENTITY, "true"));
        } else {
            environment.add(RuntimePod.env(Variables.S3_KEY_FOLDER, Names.S3_KEYS_FOLDER));
            mounts.add(readOnly(Names.S3_KEYS_VOLUME, Names.S3_KEYS_FOLDER));
            volumes.add(keys(secret));
        }
        return new BucketAccess(environment, mounts, volumes).with(store.caBundle());
    }

    /** That of the container that fetches artifacts, which does not live long. */
    static BucketAccess ofFetch(@Nullable ArtifactStoreSpec store) {
        if (store == null) {
            return NONE;
        }
        List<EnvVar> environment = new ArrayList<>();
        environment.add(RuntimePod.env(Variables.S3_ENDPOINT, store.endpoint()));
        environment.addAll(keys(store.credentialsSecretName(), store.region()));
        return new BucketAccess(environment, List.of(), List.of()).with(store.caBundle());
    }

    private static List<EnvVar> keys(@Nullable String secret, @Nullable String region) {
        List<EnvVar> environment = new ArrayList<>();
        if (secret == null) {
            environment.add(RuntimePod.env(Variables.S3_IDENTITY, "true"));
        } else {
            environment.add(RuntimePod.secret(Variables.S3_ACCESS_KEY, secret, ObjectStoreSpec.ACCESS_KEY));
            environment.add(RuntimePod.secret(Variables.S3_SECRET_KEY, secret, ObjectStoreSpec.SECRET_KEY));
        }
        if (region != null) {
            environment.add(RuntimePod.env(Variables.S3_REGION, region));
        }
        return environment;
    }

    private static Volume keys(String secret) {
        return new VolumeBuilder()
                .withName(Names.S3_KEYS_VOLUME)
                .withNewSecret()
                .withSecretName(secret)
                .withDefaultMode(0440)
                .withItems(Stream.of(ObjectStoreSpec.ACCESS_KEY, ObjectStoreSpec.SECRET_KEY)
                        .map(each -> new KeyToPathBuilder()
                                .withKey(each)
                                .withPath(each)
                                .build())
                        .toList())
                .endSecret()
                .build();
    }

    private BucketAccess with(@Nullable CaBundleSpec bundle) {
        if (bundle == null) {
            return this;
        }
        List<EnvVar> moreEnvironment = new ArrayList<>(environment);
        moreEnvironment.add(RuntimePod.env(Variables.S3_CA, Names.S3_CA_FOLDER + "/" + CA_FILE));
        List<VolumeMount> moreMounts = new ArrayList<>(mounts);
        moreMounts.add(readOnly(Names.S3_CA_VOLUME, Names.S3_CA_FOLDER));
        List<Volume> moreVolumes = new ArrayList<>(volumes);
        moreVolumes.add(authorities(bundle));
        return new BucketAccess(moreEnvironment, moreMounts, moreVolumes);
    }

    private static Volume authorities(CaBundleSpec bundle) {
        VolumeBuilder volume = new VolumeBuilder().withName(Names.S3_CA_VOLUME);
        return bundle.configMapName() == null
                ? volume.withNewSecret()
                        .withSecretName(bundle.secretName())
                        .withDefaultMode(0440)
                        .addNewItem(bundle.wholeKey(), null, CA_FILE)
                        .endSecret()
                        .build()
                : volume.withNewConfigMap()
                        .withName(bundle.configMapName())
                        .addNewItem(bundle.wholeKey(), null, CA_FILE)
                        .endConfigMap()
                        .build();
    }

    private static VolumeMount readOnly(String volume, String folder) {
        return new VolumeMountBuilder(RuntimePod.mount(volume, folder))
                .withReadOnly(true)
                .build();
    }
}
