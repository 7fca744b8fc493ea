package dev.mosaic.unit.shell;

import dev.mosaic.TesseraProxy;
import dev.mosaic.inspect.FailedTasks;
import dev.mosaic.inspect.PageFilter;
import dev.mosaic.inspect.TesseraAnswer;
import dev.mosaic.inspect.TesseraEntry;
import dev.mosaic.inspect.WallMicros;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.unit.calls.TesseraView;
import dev.mosaic.unit.mailbox.MailboxView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tesserae of a unit that a filter takes, up to its limit. <b>Threading:</b> one thread. */
final class TesseraSearch {
    private final PageFilter filter;
    private final List<TesseraEntry> entries = new ArrayList<>();
    private final long offsetMicros = WallMicros.offset();
    private long matched;

    TesseraSearch(PageFilter filter) {
        this.filter = filter;
    }

    TesseraAnswer answer() {
        return new TesseraAnswer(matched, entries);
    }

    /** One that lives in this worker. */
    void hosted(MailboxView mailbox) {
        String className = CodeLabels.simple(mailbox.className());
        TesseraProxy.State state = mailbox.created() ? TesseraProxy.State.LISTENING : TesseraProxy.State.PENDING;
        if (takes(mailbox.tessera(), className, mailbox.name(), state)) {
            entries.add(new TesseraEntry(
                    mailbox.tessera().toString(),
                    className,
                    mailbox.name(),
                    state.name(),
                    false,
                    micros(mailbox.madeNanos()),
                    mailbox.needs().isNone() ? "" : mailbox.needs().toString(),
                    mailbox.concurrency(),
                    mailbox.running(),
                    mailbox.queued(),
                    mailbox.holders(),
                    mailbox.incarnation(),
                    mailbox.restarts(),
                    ""));
        }
    }

    /** One that this unit made, and knows yet: what lives in a worker is said by that. */
    void made(Id tessera, String className, long madeNanos, @Nullable TesseraView view) {
        if (view == null) {
            return;
        }
        TesseraProxy.State state = state(view);
        boolean isSaidByWorker =
                state == TesseraProxy.State.LISTENING || (state == TesseraProxy.State.PENDING && view.worker() != 0);
        String name = CodeLabels.simple(className);
        if (!isSaidByWorker && takes(tessera, name, "", state)) {
            Failure failure = view.failure();
            entries.add(new TesseraEntry(
                    tessera.toString(),
                    name,
                    "",
                    state.name(),
                    true,
                    micros(madeNanos),
                    "",
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    failure == null ? view.placingReason() : reason(failure)));
        }
    }

    /** As the proxy of a tessera says it; of one that its unit knows no more, that it is stopped. */
    static TesseraProxy.State state(@Nullable TesseraView view) {
        if (view == null) {
            return TesseraProxy.State.STOPPED;
        }
        Failure failure = view.failure();
        if (failure != null) {
            return failure.kind() == Failure.Kind.STOPPED ? TesseraProxy.State.STOPPED : TesseraProxy.State.FAILED;
        }
        if (view.moving()) {
            return TesseraProxy.State.MOVING;
        }
        if (view.passive()) {
            return TesseraProxy.State.PASSIVE;
        }
        return view.created() ? TesseraProxy.State.LISTENING : TesseraProxy.State.PENDING;
    }

    private boolean takes(Id tessera, String className, String name, TesseraProxy.State state) {
        boolean isMeant = filter.takes(tessera)
                && filter.takes(state)
                && (filter.takesName(className) || (!name.isEmpty() && filter.takesName(name)));
        matched += isMeant ? 1 : 0;
        return isMeant && entries.size() < filter.limit();
    }

    private long micros(long nanos) {
        return WallMicros.of(offsetMicros, nanos);
    }

    /** That its constructor failed is no news. */
    private static String reason(Failure failure) {
        Failure cause = failure.cause();
        return FailedTasks.text(failure.kind() == Failure.Kind.CONSTRUCTOR && cause != null ? cause : failure);
    }
}
