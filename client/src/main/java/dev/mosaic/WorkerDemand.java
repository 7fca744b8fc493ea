package dev.mosaic;

import java.util.List;

/**
 * Demand for workers of a program that has fewer: tesserae without state, since a worker is started only for what waits for one.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> a tessera for each worker; none where enough are there.
 */
record WorkerDemand(List<Remote<Nothing>> tesserae) implements AutoCloseable {
    /** Made in a worker. */
    static final class Nothing {}

    /**
     * For so many workers in all.
     *
     * @param there how many there are
     */
    static WorkerDemand of(RemoteMaker maker, int workers, int there) {
        return new WorkerDemand(
                workers > there ? maker.remoteArray(workers, Nothing::new).each(each -> each) : List.of());
    }

    @Override
    public void close() {
        tesserae.forEach(Remote::drop);
    }
}
