package dev.mosaic.mesh.socket;

import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** With that peer there is no secure link, and dialling it again will not change that. Says why in plain words. */
final class InsecureException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_LETTERS = 200;
    private static final String ALERT = "Received fatal alert: ";
    private static final String NOT_OURS = "it does not accept this unit's certificate";

    /** Alerts of RFC 8446 as JSSE names them. */
    private static final Map<String, String> ALERTS = Map.of(
            "bad_certificate", NOT_OURS,
            "unsupported_certificate", NOT_OURS,
            "certificate_revoked", NOT_OURS,
            "certificate_unknown", NOT_OURS,
            "unknown_ca", NOT_OURS,
            "access_denied", NOT_OURS,
            "certificate_expired", "it finds this unit's certificate expired",
            "certificate_required", "it demands a certificate",
            "protocol_version", "it does not speak TLS 1.3",
            "unexpected_message", "it does not speak TLS");

    InsecureException(String reason) {
        super(reason);
    }

    private InsecureException(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** For a log line. */
    String reason() {
        return String.valueOf(getMessage());
    }

    /** For what the engine says. */
    static InsecureException of(Throwable failure) {
        return new InsecureException(reason(failure), failure);
    }

    private static String reason(Throwable failure) {
        if (find(failure, CertificateExpiredException.class) != null) {
            return "its certificate expired";
        }
        if (find(failure, CertificateNotYetValidException.class) != null) {
            return "its certificate is not valid yet";
        }
        if (find(failure, CertPathBuilderException.class) != null || isSignedByAnother(failure)) {
            return "its certificate is not from this cluster's authority";
        }
        String said = String.valueOf(failure.getMessage());
        int alert = said.indexOf(ALERT);
        if (alert >= 0) {
            String name = said.substring(alert + ALERT.length());
            return ALERTS.getOrDefault(name, "it ended the TLS handshake with " + clean(name));
        }
        if (said.contains("mpty client certificate chain") || said.contains("mpty server certificate chain")) {
            return "it shows no certificate";
        }
        if (said.contains("TLSv1.2") || said.contains("rotocol version")) {
            return "it does not speak TLS 1.3";
        }
        return "no TLS: " + clean(said);
    }

    /** An authority of the same name as ours, with another key. */
    private static boolean isSignedByAnother(Throwable failure) {
        CertPathValidatorException path = find(failure, CertPathValidatorException.class);
        return path != null && path.getReason() == CertPathValidatorException.BasicReason.INVALID_SIGNATURE;
    }

    private static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 16; depth++) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
            cause = cause.getCause();
        }
        return null;
    }

    /** One short line, whatever a stranger made of it. */
    private static String clean(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.length() > MOST_LETTERS ? line.substring(0, MOST_LETTERS) + "..." : line;
    }
}
