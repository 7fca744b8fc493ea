package dev.mosaic.serve.worker;

import dev.mosaic.serve.call.Reply;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The replies to calls that had a key, oldest first, so that a call that comes again is answered and not run.
 *
 * <pre>
 *   i32 count, then for each: utf key, i64 request, i64 atMillis, i32 status, i32 length, bytes
 * </pre>
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> the last {@value #MOST}, of the last 24 hours, {@value #MOST_CHARS} characters of bodies at most,
 * the last one always; all of them are written with each snapshot.
 */
final class KeptReplies {
    static final int MOST = 1_024;
    private static final int MOST_CHARS = 8 << 20;
    private static final long AGE_MILLIS = TimeUnit.HOURS.toMillis(24);

    private record Kept(long request, long atMillis, Reply reply) {}

    private final Map<String, Kept> replies = new LinkedHashMap<>();
    private long chars;

    /** The answer that was given; null where there is none. */
    synchronized @Nullable Reply find(String key, long nowMillis) {
        forget(nowMillis);
        Kept kept = replies.get(key);
        return kept == null ? null : kept.reply;
    }

    /** True where the key's call was another one: of another method, or with other arguments. */
    synchronized boolean isOfAnother(String key, long request) {
        Kept kept = replies.get(key);
        return kept != null && kept.request != request;
    }

    /** @param request which call it was, as a sum of its parts */
    synchronized void keep(String key, long request, Reply reply, long nowMillis) {
        Kept before = replies.remove(key);
        chars += reply.body().length()
                - (before == null ? 0 : before.reply.body().length());
        replies.put(key, new Kept(request, nowMillis, reply));
        forget(nowMillis);
    }

    private void forget(long nowMillis) {
        Iterator<Kept> oldest = replies.values().iterator();
        while (oldest.hasNext()) {
            Kept kept = oldest.next();
            boolean isTooMuch = replies.size() > MOST || (chars > MOST_CHARS && replies.size() > 1);
            if (!isTooMuch && nowMillis - kept.atMillis < AGE_MILLIS) {
                return;
            }
            chars -= kept.reply.body().length();
            oldest.remove();
        }
    }

    synchronized byte[] write() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(written)) {
            out.writeInt(replies.size());
            for (Map.Entry<String, Kept> each : replies.entrySet()) {
                Kept kept = each.getValue();
                out.writeUTF(each.getKey());
                out.writeLong(kept.request);
                out.writeLong(kept.atMillis);
                out.writeInt(kept.reply.status());
                byte[] body = kept.reply.body().getBytes(StandardCharsets.UTF_8);
                out.writeInt(body.length);
                out.write(body);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return written.toByteArray();
    }

    synchronized void read(byte[] written) {
        replies.clear();
        chars = 0;
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(written))) {
            for (int left = in.readInt(); left > 0; left--) {
                String key = in.readUTF();
                long request = in.readLong();
                long atMillis = in.readLong();
                int status = in.readInt();
                String body = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                replies.put(key, new Kept(request, atMillis, new Reply(status, body)));
                chars += body.length();
            }
        } catch (IOException cut) {
            throw new UncheckedIOException("the replies of the life before cannot be read", cut);
        }
    }
}
