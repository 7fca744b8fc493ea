package dev.mosaic.operator.apply;

import dev.mosaic.crd.MosaicCluster;
import dev.mosaic.crd.SecuritySpec;
import dev.mosaic.keys.ClusterKeys;
import dev.mosaic.keys.KeyFilesException;
import dev.mosaic.operator.desired.KeySecrets;
import dev.mosaic.operator.desired.Labels;
import dev.mosaic.operator.desired.Names;
import dev.mosaic.operator.observe.Observer;
import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.snapshot.ClusterSnapshot;
import dev.mosaic.operator.snapshot.Rest;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the keys of a cluster once and renews them in time, unless the user gives them. Where the user gives a token apart, it and what
 * else there is are put together in one Secret.
 *
 * <p><b>Threading:</b> any thread; one at a time for each cluster. <b>Cost:</b> reads certificates; where something is due, four
 * requests. <b>Failure:</b> keys that cannot be read are never overwritten: {@link KeyFilesException}.
 */
public final class KeyKeeper {
    /** Of a unit's certificate; it is renewed after 60 days. */
    private static final Duration LIFE = Duration.ofDays(90);

    private final KubernetesClient client;
    private final Observer observer;
    private final Events events;

    public KeyKeeper(KubernetesClient client, Observer observer, Events events) {
        this.client = client;
        this.observer = observer;
        this.events = events;
    }

    /** The snapshot with keys that are good; those of a cluster that rests stay as they are where the user gives some. */
    public ClusterSnapshot cared(ClusterSnapshot snapshot) throws KeyFilesException, NameTakenException {
        MosaicCluster cluster = snapshot.cluster();
        SecuritySpec security = cluster.getSpec().security();
        if (security.mountedSecretName() != null || Rest.needsNoSecrets(cluster)) {
            return snapshot;
        }
        ClusterKeys seen = keys(snapshot.keys(), snapshot.authority());
        String namespace = cluster.getMetadata().getNamespace();
        String name = cluster.getMetadata().getName();
        if (due(snapshot, seen).equals(seen)) {
            return snapshot;
        }
        // What the cache does not show yet may have been made a moment ago.
        Optional<Secret> unitsLive = own(cluster, observer.secretLive(namespace, Names.keys(name)));
        Optional<Secret> authorityLive = own(cluster, observer.secretLive(namespace, Names.authority(name)));
        ClusterKeys live = keys(unitsLive, authorityLive);
        ClusterKeys cared = due(snapshot, live);
        if (cared.equals(live) && isMarked(unitsLive) && isMarked(authorityLive)) {
            return snapshot.withKeys(unitsLive.orElseThrow(), authorityLive.orElseThrow());
        }
        // Units first: an authority that they trust and nobody signs with is harmless, the reverse is not.
        Secret units = KeySecrets.units(cluster, cared.units());
        Secret authority = KeySecrets.authority(cluster, cared.authority());
        client.resource(units).patch(Writer.FORCED);
        client.resource(authority).patch(Writer.FORCED);
        boolean isNew = unitsLive.isEmpty();
        events.tell(
                cluster,
                units,
                isNew ? Reason.MADE_KEYS : Reason.RENEWED_KEYS,
                "Secret " + units.getMetadata().getName()
                        + (security.keysSecretName() == null
                                ? ", renewed from " + cared.next() + " on"
                                : ", certificates of Secret " + security.keysSecretName()));
        return snapshot.withKeys(units, authority);
    }

    /** The same with what the user gives, and with all done that is due. */
    private ClusterKeys due(ClusterSnapshot snapshot, ClusterKeys keys) throws KeyFilesException {
        MosaicCluster cluster = snapshot.cluster();
        SecuritySpec security = cluster.getSpec().security();
        ClusterKeys withTokens = security.tokenSecretName() == null
                ? keys
                : keys.withTokens(given(snapshot, security.tokenSecretName()));
        return security.keysSecretName() == null
                ? withTokens.cared(
                        snapshot.now(),
                        LIFE,
                        Names.headHosts(
                                cluster.getMetadata().getNamespace(),
                                cluster.getMetadata().getName()))
                : withTokens.withCertificates(given(snapshot, security.keysSecretName()));
    }

    private Map<String, byte[]> given(ClusterSnapshot snapshot, String name) {
        return observer.usersSecret(snapshot, name)
                .map(KeySecrets::files)
                .orElseThrow(() -> new IllegalStateException("Secret " + name + " is gone"));
    }

    private static ClusterKeys keys(Optional<Secret> units, Optional<Secret> authority) {
        return new ClusterKeys(
                units.map(KeySecrets::files).orElse(Map.of()),
                authority.map(KeySecrets::files).orElse(Map.of()));
    }

    /** One whose label was taken off is not seen any more. */
    private static boolean isMarked(Optional<Secret> secret) {
        return secret.flatMap(each -> Optional.ofNullable(each.getMetadata().getLabels()))
                .filter(labels -> Labels.OPERATOR.equals(labels.get(Labels.MANAGED_BY)))
                .isPresent();
    }

    /** A Secret of that name that somebody else made is not overwritten. */
    private static Optional<Secret> own(MosaicCluster cluster, Optional<Secret> secret) throws NameTakenException {
        if (secret.filter(each -> !Observer.owns(cluster, each)).isPresent()) {
            throw new NameTakenException("Secret " + secret.get().getMetadata().getName()
                    + " is there and is not this cluster's: name it in spec.security.keysSecretName, or delete it");
        }
        return secret;
    }
}
