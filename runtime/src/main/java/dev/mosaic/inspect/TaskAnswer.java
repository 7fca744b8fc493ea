package dev.mosaic.inspect;

import dev.mosaic.unit.mailbox.CallView;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a unit answers to who asks for tasks.
 *
 * <pre>
 *   i64 ended, failed, displaced, matched; i32 count; for each entry
 *       text id, name, i8 state, i8 told, text tessera, i64 caller, i32 attempt, i64 queued, started, nanos, text reason
 *   text: as {@link DataOutputStream#writeUTF} has it
 * </pre>
 *
 * @param ended calls whose code has ended since the unit began
 * @param failed of these, and calls that it made and that failed in no worker
 * @param displaced of those that ended, how many it remembers no more
 * @param matched how many it has that were asked for; more than entries where the limit was reached
 */
public record TaskAnswer(long ended, long failed, long displaced, long matched, List<TaskEntry> entries) {
    public TaskAnswer {
        entries = List.copyOf(entries);
    }

    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(ended);
            out.writeLong(failed);
            out.writeLong(displaced);
            out.writeLong(matched);
            out.writeInt(entries.size());
            for (TaskEntry each : entries) {
                write(out, each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, TaskEntry entry) throws IOException {
        out.writeUTF(entry.id());
        out.writeUTF(entry.name());
        out.writeByte(entry.state().ordinal());
        out.writeBoolean(entry.told());
        out.writeUTF(entry.tessera());
        out.writeLong(entry.caller());
        out.writeInt(entry.attempt());
        out.writeLong(entry.queuedMillis());
        out.writeLong(entry.startedMillis());
        out.writeLong(entry.nanos());
        out.writeUTF(entry.reason());
    }

    /**
     * Of its bytes.
     *
     * @throws IOException where they are none
     */
    public static TaskAnswer read(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        long ended = in.readLong();
        long failed = in.readLong();
        long displaced = in.readLong();
        long matched = in.readLong();
        int count = in.readInt();
        List<TaskEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(entry(in));
        }
        return new TaskAnswer(ended, failed, displaced, matched, entries);
    }

    private static TaskEntry entry(DataInputStream in) throws IOException {
        return new TaskEntry(
                in.readUTF(),
                in.readUTF(),
                state(in.readByte()),
                in.readBoolean(),
                in.readUTF(),
                in.readLong(),
                in.readInt(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readUTF());
    }

    private static CallView.State state(int ordinal) throws IOException {
        CallView.State[] all = CallView.State.values();
        if (ordinal < 0 || ordinal >= all.length) {
            throw new IOException("state=" + ordinal + " is none");
        }
        return all[ordinal];
    }
}
