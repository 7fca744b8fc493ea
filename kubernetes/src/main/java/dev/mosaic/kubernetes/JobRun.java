package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import dev.mosaic.crd.AttemptStatus;
import dev.mosaic.crd.Condition;
import dev.mosaic.crd.ConditionStatus;
import dev.mosaic.crd.MosaicJob;
import dev.mosaic.crd.MosaicJobStatus;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A job as somebody watches it: what main prints goes out, what the operator says of it goes to standard error, and its exit code comes
 * in the end.
 *
 * <p><b>Threading:</b> one thread watches; virtual threads copy logs. <b>Failure:</b> {@link StartException} where there is no such job,
 * or it is deleted.
 */
final class JobRun {
    private static final Duration LAST_LINES = Duration.ofSeconds(20);

    private final Api api;
    private final String namespace;
    private final String name;
    private final PrintStream out;
    private final BlockingQueue<Optional<MosaicJob>> seen = new LinkedBlockingQueue<>();
    private int followed;
    private Optional<JobLog> log = Optional.empty();
    private String said = "";

    JobRun(Api api, String namespace, String name, PrintStream out) {
        this.api = api;
        this.namespace = namespace;
        this.name = name;
        this.out = out;
    }

    /** Until its end: main's exit code, or 1 where it failed without one. */
    int follow() {
        if (find().isEmpty()) {
            throw gone("there is no MosaicJob " + name);
        }
        try (SharedIndexInformer<MosaicJob> _ = api.ask(
                "watching the job " + name + " in namespace=" + namespace,
                "get, list and watch mosaicjobs",
                client -> client.resources(MosaicJob.class)
                        .inNamespace(namespace)
                        .withName(name)
                        .inform(new Handler(seen)))) {
            while (true) {
                Optional<MosaicJob> job = seen.take();
                if (job.isEmpty()) {
                    throw gone("MosaicJob " + name + " was deleted");
                }
                MosaicJobStatus status = job.get().getStatus();
                if (status != null && isOfItsSpec(job.get(), status)) {
                    Optional<Integer> code = look(status);
                    if (code.isPresent()) {
                        return code.get();
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartException("watching the job was interrupted", "watch it: mosaic pod-logs --job " + name, e);
        }
    }

    /** What main of the newest attempt has printed until now. */
    void print() throws InterruptedException {
        MosaicJob job = find().orElseThrow(() -> gone("there is no MosaicJob " + name));
        Optional<AttemptStatus> newest = Optional.ofNullable(job.getStatus())
                .filter(status -> !status.attempts().isEmpty())
                .map(status -> status.attempts().getLast());
        if (newest.isEmpty()) {
            say("has printed nothing, it has had no pod yet");
            return;
        }
        String printed = api.ask(
                "reading the log of pod=" + newest.get().pod(),
                "get pods/log",
                client -> client.pods()
                        .inNamespace(namespace)
                        .withName(newest.get().pod())
                        .inContainer("mosaic")
                        .getLog());
        out.print(Objects.requireNonNullElse(printed, ""));
        out.flush();
    }

    private Optional<MosaicJob> find() {
        return Optional.ofNullable(api.ask(
                "finding the job " + name + " in namespace=" + namespace,
                "get mosaicjobs",
                client -> client.resources(MosaicJob.class)
                        .inNamespace(namespace)
                        .withName(name)
                        .get()));
    }

    /** What was said of an older spec is no news: a job is made suspended, and let go when its jars are there. */
    static boolean isOfItsSpec(MosaicJob job, MosaicJobStatus status) {
        Long generation = job.getMetadata().getGeneration();
        return generation == null || status.observedGeneration() == null || status.observedGeneration() >= generation;
    }

    private Optional<Integer> look(MosaicJobStatus status) throws InterruptedException {
        for (AttemptStatus each : status.attempts()) {
            if (each.number() > followed && each.startTime() != null) {
                end();
                if (each.number() > 1) {
                    say("attempt " + each.number() + " runs in pod " + each.pod());
                }
                followed = each.number();
                log = Optional.of(JobLog.follow(api, namespace, each.pod(), out));
            }
            if (each.number() == followed && each.over()) {
                end();
            }
        }
        for (String end : new String[] {"Complete", "Failed"}) {
            if (status.is(end)) {
                end();
                Condition why = status.condition(end).orElseThrow();
                say(end.equals("Complete") ? "has succeeded" : "has failed, " + why.reason() + ": " + why.message());
                return Optional.of(code(status));
            }
        }
        status.condition("Accepted")
                .filter(each -> each.status() == ConditionStatus.FALSE)
                .or(() -> status.condition("Started"))
                .map(Condition::message)
                .filter(words -> !words.equals(said))
                .ifPresent(words -> {
                    said = words;
                    say(words);
                });
        return Optional.empty();
    }

    private static int code(MosaicJobStatus status) {
        if (status.is("Complete")) {
            return 0;
        }
        Integer code =
                status.attempts().isEmpty() ? null : status.attempts().getLast().exitCode();
        return code == null || code == 0 ? 1 : code;
    }

    private void end() throws InterruptedException {
        if (log.isPresent()) {
            log.get().finish(LAST_LINES);
            log = Optional.empty();
        }
    }

    private void say(String words) {
        System.err.println("mosaic: job " + name + ": " + words);
    }

    private StartException gone(String what) {
        return new StartException(what + " in namespace=" + namespace, "see mosaic jobs -n " + namespace);
    }

    /** Hears of one job. */
    private record Handler(BlockingQueue<Optional<MosaicJob>> seen) implements ResourceEventHandler<MosaicJob> {
        @Override
        public void onAdd(MosaicJob job) {
            seen.add(Optional.of(job));
        }

        @Override
        public void onUpdate(MosaicJob before, MosaicJob job) {
            seen.add(Optional.of(job));
        }

        @Override
        public void onDelete(MosaicJob job, boolean isUnsure) {
            seen.add(Optional.empty());
        }
    }
}
