package dev.mosaic.operator;

import dev.mosaic.operator.reason.Reason;
import dev.mosaic.operator.status.Refusal;
import dev.mosaic.operator.validate.Validation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;

/** A reconciliation that threw: it is tried again, later and later. Said in the log in a line, unless it is no news, and in the status. */
final class Failure {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.operator");

    /** What is over by itself is over with the next try. */
    private static final int SAID_FROM = 1;

    /** Somebody else wrote it meanwhile: that may be so a few times. */
    private static final int NO_NEWS_SAID_FROM = 4;

    private Failure() {}

    /**
     * What the status is to say; empty where the next try may do, where what was reconciled is about to be gone, or where what the status
     * says now cannot be read and must not be written over.
     */
    static Optional<Refusal> said(HasMetadata resource, Context<?> context, Exception failure) {
        boolean isNoNews = isNoNews(failure);
        LOG.log(
                isNoNews ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                () -> resource.getKind() + " " + resource.getMetadata().getNamespace() + "/"
                        + resource.getMetadata().getName() + " is tried again: " + failure);
        int attempts = context.getRetryInfo().map(RetryInfo::getAttemptCount).orElse(0);
        boolean isGoing = resource.getMetadata().getDeletionTimestamp() != null || isTerminating(failure);
        boolean isUnread = Validation.unreadableStatus(resource).isPresent();
        return isGoing || isUnread || attempts < (isNoNews ? NO_NEWS_SAID_FROM : SAID_FROM)
                ? Optional.empty()
                : Optional.of(refusal(failure));
    }

    /** In words for the status. */
    static Refusal refusal(Throwable failure) {
        Optional<KubernetesClientException> answer = answer(failure);
        if (answer.isEmpty()) {
            Throwable innermost = failure;
            while (innermost.getCause() != null) { // the message of who wraps one begins with its class
                innermost = innermost.getCause();
            }
            String said = innermost.getMessage();
            String words = said == null ? innermost.getClass().getSimpleName() : said;
            return new Refusal(Reason.RECONCILE_FAILED, words + "; it is tried again");
        }
        KubernetesClientException e = answer.get();
        String said = e.getStatus() == null ? null : e.getStatus().getMessage();
        String words = Objects.requireNonNullElse(said == null ? e.getMessage() : said, "no reason is given");
        return e.getCode() <= 0
                ? new Refusal(
                        Reason.RECONCILE_FAILED, "the API server cannot be reached: " + words + "; it is tried again")
                : new Refusal(
                        Reason.WRITE_REFUSED,
                        "the API server answers " + e.getCode() + ": " + words + "; it is tried again");
    }

    /** Whether nobody answered: what failed then says nothing about the one object. */
    static boolean isUnanswered(Throwable failure) {
        return answer(failure).filter(each -> each.getCode() <= 0).isPresent();
    }

    /** The innermost: the Java Operator SDK may have wrapped it. */
    private static Optional<KubernetesClientException> answer(Throwable failure) {
        Optional<KubernetesClientException> found = Optional.empty();
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof KubernetesClientException answer
                    && (found.isEmpty() || found.get().getCode() <= 0)) {
                found = Optional.of(answer);
            }
        }
        return found;
    }

    /** It was deleted, or its namespace is being, or somebody wrote it, or this operator is ending, while we were at it. */
    private static boolean isNoNews(Throwable failure) {
        return isTerminating(failure)
                || isInterrupted(failure)
                || answer(failure)
                        .filter(each -> each.getCode() == HttpURLConnection.HTTP_NOT_FOUND
                                || each.getCode() == HttpURLConnection.HTTP_CONFLICT)
                        .isPresent();
    }

    private static boolean isInterrupted(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof InterruptedException) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTerminating(Throwable failure) {
        return answer(failure)
                .flatMap(each -> Optional.ofNullable(each.getStatus()))
                .flatMap(status -> Optional.ofNullable(status.getDetails()))
                .filter(details -> details.getCauses().stream()
                        .anyMatch(cause -> "NamespaceTerminating".equals(cause.getReason())))
                .isPresent();
    }
}
