package dev.mosaic.operator.desired;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to give a warehouse a volume of another size. Kubernetes lets nobody change the claims of a StatefulSet: the claim grows
 * first, and then the StatefulSet is made anew around its pod.
 *
 * <p><b>Threading:</b> pure.
 */
public sealed interface VolumeChange {
    /** The volume has the size that is wanted, or there is none: the StatefulSet is written as any other. */
    record None() implements VolumeChange {}

    /**
     * Volumes do not shrink.
     *
     * @param words for people
     */
    record Refused(String words) implements VolumeChange {}

    /**
     * The claim is to ask for another size.
     *
     * @param claim with nothing but its name and that
     */
    record Ask(PersistentVolumeClaim claim, String words) implements VolumeChange {}

    /**
     * The volume is not as large yet.
     *
     * @param trouble what Kubernetes says against it; empty where it is at it
     */
    record Wait(Optional<String> trouble) implements VolumeChange {}

    /**
     * The volume is as large: the StatefulSet is to go without its pod, and another is to be made.
     *
     * @param live the one that goes, and not its follower
     */
    record Renew(StatefulSet live, String words) implements VolumeChange {}

    /** The StatefulSet goes. */
    record Going() implements VolumeChange {}

    /**
     * Whether it matters how the claim is: where the volume is to grow, and where a cluster of that name may have left one. Else nobody
     * needs to look at it.
     *
     * @param wanted the StatefulSet as it should be
     */
    static boolean concernsClaim(StatefulSet wanted, Optional<StatefulSet> live) {
        return live.map(there -> there.getMetadata().getDeletionTimestamp() == null && difference(wanted, there) > 0)
                .orElseGet(() -> asked(wanted).isPresent());
    }

    private static int difference(StatefulSet wanted, StatefulSet live) {
        Optional<BigDecimal> size = asked(wanted);
        Optional<BigDecimal> before = asked(live);
        return size.isEmpty() || before.isEmpty() ? 0 : size.get().compareTo(before.get());
    }

    /**
     * What is to be done now.
     *
     * @param wanted the StatefulSet as it should be
     * @param claim that of its pod; empty where there is none, or nobody looked
     */
    static VolumeChange of(StatefulSet wanted, Optional<StatefulSet> live, Optional<PersistentVolumeClaim> claim) {
        if (live.isEmpty()) {
            return asked(wanted)
                    .flatMap(size -> claim.filter(there -> there.getMetadata().getDeletionTimestamp() == null)
                            .map(there -> left(size, there)))
                    .orElseGet(None::new);
        }
        if (live.get().getMetadata().getDeletionTimestamp() != null) {
            return new Going();
        }
        int difference = difference(wanted, live.get());
        if (difference == 0) {
            return new None();
        }
        BigDecimal size = asked(wanted).orElseThrow();
        if (difference < 0) {
            BigDecimal before = asked(live.get()).orElseThrow();
            return new Refused("spec.warehouse.disk.size=" + text(size) + " is less than the " + text(before)
                    + " that the volume has, and volumes do not shrink: write " + text(before)
                    + " or more. Until then the warehouse stays as it is");
        }
        return claim.map(there -> of(live.get(), size, there)).orElseGet(() -> renew(live.get(), size));
    }

    /** Of a claim that is there before its StatefulSet. One without a volume gets one as large as it asks for. */
    private static VolumeChange left(BigDecimal size, PersistentVolumeClaim claim) {
        BigDecimal has = has(claim);
        if (has.compareTo(size) >= 0) {
            return new None();
        }
        if (asks(claim).orElse(BigDecimal.ZERO).compareTo(size) < 0) {
            return ask(claim, size);
        }
        return has.signum() == 0 || growsWithItsPod(claim)
                ? new None()
                : new Wait(trouble(claim, size)
                        .or(() -> Optional.of(words(claim, size) + "the warehouse is made when it has grown")));
    }

    private static VolumeChange of(StatefulSet live, BigDecimal size, PersistentVolumeClaim claim) {
        if (has(claim).compareTo(size) >= 0) {
            return renew(live, size);
        }
        Optional<BigDecimal> asks = asks(claim);
        if (asks.isEmpty() || asks.get().compareTo(size) != 0) {
            return ask(claim, size);
        }
        return growsWithItsPod(claim) ? renew(live, size) : new Wait(trouble(claim, size));
    }

    private static BigDecimal has(PersistentVolumeClaim claim) {
        return claim.getStatus() == null
                ? BigDecimal.ZERO
                : storage(claim.getStatus().getCapacity()).orElse(BigDecimal.ZERO);
    }

    private static Optional<BigDecimal> asks(PersistentVolumeClaim claim) {
        return claim.getSpec().getResources() == null
                ? Optional.empty()
                : storage(claim.getSpec().getResources().getRequests());
    }

    private static VolumeChange ask(PersistentVolumeClaim claim, BigDecimal size) {
        String words = "PersistentVolumeClaim " + claim.getMetadata().getName() + " asks for " + text(size)
                + " instead of " + asks(claim).map(VolumeChange::text).orElse("nothing");
        return new Ask(asking(claim, size), words);
    }

    /** The file system grows when a pod starts with it. */
    private static boolean growsWithItsPod(PersistentVolumeClaim claim) {
        return conditions(claim).stream().anyMatch(each -> is(each, "FileSystemResizePending"));
    }

    private static Optional<String> trouble(PersistentVolumeClaim claim, BigDecimal size) {
        return conditions(claim).stream()
                .filter(each -> is(each, "ControllerResizeError") || is(each, "NodeResizeError"))
                .map(each -> words(claim, size) + each.getMessage())
                .findFirst();
    }

    private static String words(PersistentVolumeClaim claim, BigDecimal size) {
        return "PersistentVolumeClaim " + claim.getMetadata().getName() + " has " + text(has(claim)) + " of "
                + text(size) + ": ";
    }

    private static List<PersistentVolumeClaimCondition> conditions(PersistentVolumeClaim claim) {
        return claim.getStatus() == null ? List.of() : claim.getStatus().getConditions();
    }

    private static boolean is(PersistentVolumeClaimCondition condition, String type) {
        return type.equals(condition.getType()) && "True".equals(condition.getStatus());
    }

    private static VolumeChange renew(StatefulSet live, BigDecimal size) {
        String words = "StatefulSet " + live.getMetadata().getName() + ", for a volume of " + text(size);
        return new Renew(live, words);
    }

    private static PersistentVolumeClaim asking(PersistentVolumeClaim claim, BigDecimal size) {
        return new PersistentVolumeClaimBuilder()
                .withNewMetadata()
                .withName(claim.getMetadata().getName())
                .withNamespace(claim.getMetadata().getNamespace())
                .endMetadata()
                .withNewSpec()
                .withNewResources()
                .addToRequests("storage", new Quantity(size.toBigInteger().toString()))
                .endResources()
                .endSpec()
                .build();
    }

    /** How much the claims of a StatefulSet ask for; empty where it has none. */
    private static Optional<BigDecimal> asked(StatefulSet set) {
        List<PersistentVolumeClaim> claims =
                set.getSpec() == null ? null : set.getSpec().getVolumeClaimTemplates();
        return claims == null || claims.isEmpty()
                ? Optional.empty()
                : storage(claims.getFirst().getSpec().getResources().getRequests());
    }

    /** In whole bytes, as a cluster's own size is: who compared what is written with what was asked for would never be done. */
    private static Optional<BigDecimal> storage(@Nullable Map<String, Quantity> amounts) {
        return Optional.ofNullable(amounts)
                .flatMap(all -> Optional.ofNullable(all.get("storage")))
                .map(Quantity::getNumericalAmount)
                .map(bytes -> bytes.setScale(0, RoundingMode.DOWN));
    }

    /** In Gi or Mi where it is a whole number of them. */
    private static String text(BigDecimal bytes) {
        long whole = bytes.longValue();
        if (whole % (1L << 30) == 0) {
            return (whole >> 30) + "Gi";
        }
        return whole % (1L << 20) == 0 ? (whole >> 20) + "Mi" : Long.toString(whole);
    }
}
