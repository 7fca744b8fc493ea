package dev.mosaic.kubernetes;

import dev.mosaic.StartException;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.dsl.Loggable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Prints what containers print, line by line; lines of several are never mixed.
 *
 * <p><b>Threading:</b> one thread asks; a virtual thread for each pod that is followed.
 *
 * @param tail only that many lines of before; negative for all
 */
record PodLogs(Api api, int tail, Prefix prefix, PrintStream out) {
    /** What stands before a line. */
    enum Prefix {
        NONE,
        POD
    }

    private static final String CONTAINER = "mosaic";

    /** One pod after the other, up to now. */
    void print(List<Pod> pods) {
        for (Pod pod : pods) {
            if (hasBegun(pod)) {
                try (InputStream log = container(pod).getLogInputStream()) {
                    copy(pod, log);
                } catch (IOException | KubernetesClientException e) {
                    throw broken(pod, e);
                }
            } else {
                say(pod, "has printed nothing, it is " + PodState.of(pod).words());
            }
        }
    }

    /** All that are chosen, those that come later too. Returns when the thread is interrupted. */
    void follow(KubernetesCluster cluster, Choice choice) {
        Set<String> begun = ConcurrentHashMap.newKeySet();
        api.ask(
                "watching the pods of " + cluster,
                "list and watch pods",
                client -> cluster.selected(client, Optional.empty()).inform(new Handler(pod -> {
                    if (choice.takes(pod)
                            && hasBegun(pod)
                            && begun.add(pod.getMetadata().getUid())) {
                        Thread.ofVirtual().name("mosaic-log").start(() -> follow(pod));
                    }
                })));
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(Pod pod) {
        try (LogWatch watch = container(pod).watchLog()) {
            copy(pod, watch.getOutput());
            say(pod, "has ended");
        } catch (IOException | KubernetesClientException e) {
            say(pod, "cannot be followed: " + e.getMessage());
        }
    }

    private Loggable container(Pod pod) {
        ContainerResource container = api.client().pods().resource(pod).inContainer(CONTAINER);
        return tail < 0 ? container : container.tailingLines(tail);
    }

    private void copy(Pod pod, InputStream log) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(log, StandardCharsets.UTF_8));
        for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
            out.println(
                    switch (prefix) {
                        case NONE -> line;
                        case POD -> "[" + pod.getMetadata().getName() + "] " + line;
                    });
        }
    }

    private static void say(Pod pod, String what) {
        System.err.println("mosaic: pod " + pod.getMetadata().getName() + " " + what);
    }

    private StartException broken(Pod pod, Exception failure) {
        String doing = "reading the log of pod=" + pod.getMetadata().getName();
        return failure instanceof KubernetesClientException refused
                ? Refusal.of(doing, api.url(), "get pods/log", refused)
                : new StartException(doing + " failed: " + failure.getMessage(), "try again", failure);
    }

    private static boolean hasBegun(Pod pod) {
        return pod.getStatus() != null
                && pod.getStatus().getContainerStatuses().stream().anyMatch(PodLogs::hasBegun);
    }

    private static boolean hasBegun(ContainerStatus container) {
        return container.getName().equals(CONTAINER)
                && container.getState() != null
                && (container.getState().getRunning() != null
                        || container.getState().getTerminated() != null);
    }

    /** Hears of pods that are there, come, and change. */
    private record Handler(Consumer<Pod> seen) implements ResourceEventHandler<Pod> {
        @Override
        public void onAdd(Pod pod) {
            seen.accept(pod);
        }

        @Override
        public void onUpdate(Pod before, Pod pod) {
            seen.accept(pod);
        }

        @Override
        public void onDelete(Pod pod, boolean isUnsure) {}
    }
}
