package dev.mosaic.message;

import java.util.HashMap;
import java.util.Map;

/** Writes and reads claims and resources: one byte where there is nothing. */
final class ClaimLayout {
    private ClaimLayout() {}

    static void write(MessageWriter out, Claim claim) {
        boolean isThere = !claim.equals(Claim.NONE);
        out.bool(isThere);
        if (isThere) {
            write(out, claim.needs());
            out.list(claim.near(), out::i64);
            out.text(claim.strategy());
            out.id(claim.reservation());
            out.u16(claim.bundle());
        }
    }

    static void write(MessageWriter out, Resources resources) {
        out.bool(!resources.isNone());
        if (!resources.isNone()) {
            out.i64(resources.cpus());
            out.i64(resources.gpus());
            out.i64(resources.memoryBytes());
            out.count(resources.labels().size());
            resources.labels().forEach((label, amount) -> {
                out.text(label);
                out.i64(amount);
            });
        }
    }

    static Claim claim(MessageReader in) throws MessageFormatException {
        return in.bool()
                ? new Claim(resources(in), in.list(in.count(), 8, MessageReader::i64), in.text(), in.id(), in.u16())
                : Claim.NONE;
    }

    static Resources resources(MessageReader in) throws MessageFormatException {
        if (!in.bool()) {
            return Resources.NONE;
        }
        long cpus = in.i64();
        long gpus = in.i64();
        long memory = in.i64();
        Map<String, Long> labels = new HashMap<>();
        in.list(in.count(), 10, reader -> labels.put(reader.text(), reader.i64()) == null);
        return new Resources(cpus, gpus, memory, labels);
    }
}
