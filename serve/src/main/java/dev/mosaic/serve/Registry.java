package dev.mosaic.serve;

import dev.mosaic.headapi.TesseraPage;
import dev.mosaic.headapi.TesseraState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All that is declared.
 *
 * <p>Names are those of the cluster, where {@code Mosaic.find} looks: of two namespaces only one has a name.
 *
 * <p><b>Threading:</b> any thread.
 */
final class Registry implements AutoCloseable {
    /** So long a new head has perhaps not heard of all that is declared. */
    private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(15);

    private final Programs programs;
    private final long bootNanos = System.nanoTime();
    private final long epoch = System.currentTimeMillis();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, DeclaredTessera> tesserae = new TreeMap<>();
    private final Set<String> removed = new HashSet<>();
    private long changes;

    Registry(Programs programs) {
        this.programs = programs;
    }

    /** True where another namespace has the name. */
    boolean isTaken(String namespace, String name) {
        DeclaredTessera known = of(name);
        return known != null && !known.namespace().equals(namespace);
    }

    void declare(String namespace, String name, Declaration declaration) {
        DeclaredTessera made;
        lock.lock();
        try {
            removed.remove(namespace + "/" + name);
            DeclaredTessera known = tesserae.get(name);
            if (known != null) {
                known.declare(declaration);
                return;
            }
            made = new DeclaredTessera(namespace, name, declaration, programs, this::change);
            tesserae.put(name, made);
        } finally {
            lock.unlock();
        }
        made.begin();
        change();
    }

    Optional<DeclaredTessera> find(String namespace, String name) {
        return Optional.ofNullable(of(name)).filter(each -> each.namespace().equals(namespace));
    }

    private @Nullable DeclaredTessera of(String name) {
        lock.lock();
        try {
            return tesserae.get(name);
        } finally {
            lock.unlock();
        }
    }

    /** True where it is gone, at the end of that time at the latest. */
    boolean remove(String namespace, String name, Duration patience) throws InterruptedException {
        Optional<DeclaredTessera> known = find(namespace, name);
        if (known.isEmpty()) {
            return true;
        }
        if (!known.get().remove(patience)) {
            return false;
        }
        lock.lock();
        try {
            tesserae.remove(name, known.get());
            removed.add(namespace + "/" + name);
        } finally {
            lock.unlock();
        }
        change();
        return true;
    }

    /** True where that may be declared, and this head has not been told yet. */
    boolean isSettling(String namespace, String name) {
        lock.lock();
        try {
            return System.nanoTime() - bootNanos < SETTLING_NANOS && !removed.contains(namespace + "/" + name);
        } finally {
            lock.unlock();
        }
    }

    TesseraPage all() {
        List<DeclaredTessera> each;
        lock.lock();
        try {
            each = new ArrayList<>(tesserae.values());
        } finally {
            lock.unlock();
        }
        return new TesseraPage(
                epoch,
                each.stream()
                        .map(DeclaredTessera::state)
                        .sorted(Comparator.comparing(TesseraState::name))
                        .toList());
    }

    private void change() {
        lock.lock();
        try {
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long changes() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }

    /** Returns with the next change after those, or when the time is over. */
    void awaitChange(long seen, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (changes == seen && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        List<DeclaredTessera> each;
        lock.lock();
        try {
            each = new ArrayList<>(tesserae.values());
        } finally {
            lock.unlock();
        }
        each.forEach(DeclaredTessera::close);
        programs.close();
    }
}
