package dev.mosaic.crd;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A class of tests that takes minutes on a cluster. Where {@code CI} is set one of three commits runs it, drawn from the commit's hash and the
 * name of the class; else, and where {@code MOSAIC_TEST_ALL} is set, it always runs. {@code -Dmosaic.commit=HASH} draws for that commit.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Drawn.Condition.class)
public @interface Drawn {
    /** One of so many commits runs it. */
    int ONE_OF = 3;

    /** Whether it is drawn. */
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (!isSet("CI") || isSet("MOSAIC_TEST_ALL")) {
                return ConditionEvaluationResult.enabled("all are run");
            }
            String commit = commit();
            String name = context.getRequiredTestClass().getSimpleName();
            if (commit.isEmpty() || isDrawn(commit, name)) {
                return ConditionEvaluationResult.enabled("drawn by commit=" + commit);
            }
            String reason = name + " is not drawn by commit=" + commit + "; MOSAIC_TEST_ALL=true runs it";
            System.out.println(reason);
            return ConditionEvaluationResult.disabled(reason);
        }

        /** One of {@link #ONE_OF} commits draws a class. */
        static boolean isDrawn(String commit, String name) {
            CRC32C hash = new CRC32C();
            hash.update((commit + " " + name).getBytes(StandardCharsets.UTF_8));
            return hash.getValue() % ONE_OF == 0;
        }

        private static boolean isSet(String variable) {
            return !System.getenv().getOrDefault(variable, "").isEmpty();
        }

        /** Empty where this is no clone: then all are run. */
        private static String commit() {
            String given = System.getProperty("mosaic.commit", "");
            if (!given.isEmpty()) {
                return given;
            }
            try {
                Process git = new ProcessBuilder("git", "rev-parse", "HEAD")
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? said : "";
            } catch (IOException noGit) {
                return "";
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return "";
            }
        }
    }
}
