package dev.mosaic.node;

import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.service.ServiceUnit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gets the code of programs to a node, before their workers are started:
 *
 * <pre>
 *   Staff(program, n) ──► WantCode ──► Code(files) ──► PullCode, CodeChunk for those that are not here ──► n workers
 * </pre>
 *
 * <p>Files are kept under their hash: a second program with the same jar sends it no more.
 *
 * <p><b>Threading:</b> the node's loop. <b>Cost:</b> one chunk in memory; files on disk while the node lives. <b>Failure:</b> a question is
 * asked again on each new link and after a while; a file with another hash than it should have is pulled again, with a log line.
 */
final class CodeDesk {
    private static final System.Logger LOG = System.getLogger("dev.mosaic.node");
    private static final long PATIENCE_NANOS = 2_000_000_000L;

    /** What is done once a program's code is here. */
    interface Ready {
        void staff(Member program, int workers, List<Path> code);

        /** One worker with devices. */
        void equip(Member program, long ticket, int devices, List<Path> code);
    }

    private static final class Program {
        private final Member head;
        private int workers;

        /** Devices of workers that wait for the code, by their tickets. */
        private final Map<Long, Integer> tickets = new LinkedHashMap<>();

        private @Nullable List<Path> code;
        private final List<CodeMessage.CodeFile> files = new ArrayList<>();
        private final ArrayDeque<CodeMessage.CodeFile> missing = new ArrayDeque<>();
        private boolean isListed;
        private @Nullable Download download;
        private long askedNanos;

        private Program(Member head) {
            this.head = head;
        }
    }

    private final ServiceUnit unit;
    private final String node;
    private final CodeStore store;
    private final Ready ready;
    private final Map<Long, Program> programs = new LinkedHashMap<>();

    CodeDesk(ServiceUnit unit, String node, CodeStore store, Ready ready) {
        this.unit = unit;
        this.node = node;
        this.store = store;
        this.ready = ready;
    }

    void staff(Member head, int workers) {
        Program program = programs.computeIfAbsent(head.instance(), any -> new Program(head));
        program.workers = Math.max(program.workers, workers);
        if (program.code != null) {
            ready.staff(head, program.workers, program.code);
        } else if (program.askedNanos == 0) {
            ask(program);
        }
    }

    void equip(Member head, long ticket, int devices) {
        Program program = programs.computeIfAbsent(head.instance(), any -> new Program(head));
        if (program.code != null) {
            ready.equip(head, ticket, devices, program.code);
        } else {
            program.tickets.put(ticket, devices);
            if (program.askedNanos == 0) {
                ask(program);
            }
        }
    }

    private void ask(Program program) {
        program.askedNanos = System.nanoTime();
        if (!unit.isLinked(program.head.instance())) {
            unit.dial(program.head, node);
        } else if (!program.isListed) {
            unit.send(program.head.instance(), new CodeMessage.WantCode(node));
        } else if (program.download != null) {
            unit.send(
                    program.head.instance(),
                    new CodeMessage.PullCode(program.download.file.hash(), program.download.written()));
        }
    }

    void connected(long instance) {
        Program program = programs.get(instance);
        if (program != null && program.code == null) {
            ask(program);
        }
    }

    void lost(long instance) {
        Program program = programs.remove(instance);
        if (program != null && program.download != null) {
            program.download.giveUp();
        }
    }

    void tick() {
        for (Program program : programs.values()) {
            if (program.code == null && System.nanoTime() - program.askedNanos > PATIENCE_NANOS) {
                ask(program);
            }
        }
    }

    void received(long from, CodeMessage message) {
        Program program = programs.get(from);
        if (program == null || program.code != null) {
            return;
        }
        try {
            switch (message) {
                case CodeMessage.Code code -> listed(program, code);
                case CodeMessage.CodeChunk chunk -> chunk(program, chunk);
                case CodeMessage.WantCode want -> {} // these are for heads
                case CodeMessage.PullCode pull -> {}
                case CodeMessage.WantClass want -> {}
                case CodeMessage.ClassBytes found -> {} // for workers
            }
        } catch (IOException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "the code of {0} cannot be kept, and is asked for again: {1}",
                    program.head.uid(),
                    e.toString());
            if (program.download != null) {
                program.download.giveUp();
                program.download = null;
            }
            program.isListed = false; // from the beginning, after a while
        }
    }

    private void listed(Program program, CodeMessage.Code code) throws IOException {
        if (!program.isListed) {
            program.isListed = true;
            program.files.clear();
            program.missing.clear();
            for (CodeMessage.CodeFile file : code.files()) {
                program.files.add(file);
                program.missing.add(file);
            }
            next(program);
        }
    }

    private void next(Program program) throws IOException {
        while (!program.missing.isEmpty() && store.has(program.missing.element())) {
            program.missing.remove();
        }
        if (program.missing.isEmpty()) {
            List<Path> code = program.files.stream().map(store::file).toList();
            program.code = code;
            ready.staff(program.head, program.workers, code);
            program.tickets.forEach((ticket, devices) -> ready.equip(program.head, ticket, devices, code));
            program.tickets.clear();
        } else {
            program.download = store.begin(program.missing.element());
            ask(program);
        }
    }

    private void chunk(Program program, CodeMessage.CodeChunk chunk) throws IOException {
        Download download = program.download;
        if (download == null || !download.file.hash().equals(chunk.hash()) || chunk.from() != download.written()) {
            return;
        }
        if (chunk.bytes().outOfBand().isEmpty() && download.file.sizeBytes() > 0) {
            throw new IOException("file=" + download.file.name() + " is gone");
        }
        download.write(chunk.bytes());
        if (download.isComplete()) {
            program.download = null;
            download.finish();
            next(program);
        } else {
            ask(program);
        }
    }
}
