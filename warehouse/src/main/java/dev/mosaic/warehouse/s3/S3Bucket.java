package dev.mosaic.warehouse.s3;

import dev.mosaic.S3Keys;
import dev.mosaic.S3Options;
import dev.mosaic.message.MessageFormatException;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.store.tier.EntryForm;
import dev.mosaic.store.tier.EntrySource;
import dev.mosaic.store.tier.Span;
import dev.mosaic.unit.objects.BucketProblem;
import io.minio.AbortMultipartUploadArgs;
import io.minio.BucketExistsArgs;
import io.minio.CompleteMultipartUploadArgs;
import io.minio.CreateMultipartUploadArgs;
import io.minio.GetObjectArgs;
import io.minio.GetObjectResponse;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioAsyncClient;
import io.minio.PutObjectAPIArgs;
import io.minio.RemoveObjectArgs;
import io.minio.Result;
import io.minio.StatObjectArgs;
import io.minio.UploadPartArgs;
import io.minio.messages.Item;
import io.minio.messages.Part;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of S3 or MinIO. Large objects go up in parts, several at once, and come down in ranges, several at once, straight into
 * memory.
 *
 * <p><b>Threading:</b> any thread; each call starts virtual threads for what it does at once. <b>Cost:</b> a heap buffer of 8 MiB for
 * each part on its way up, {@value #MOST_BUFFERS} at most. <b>Failure:</b> what may go better next time is tried again, with pauses
 * that grow; what is refused or missing is not. The keys are in no message.
 */
public final class S3Bucket implements Bucket {
    /** What is larger goes in parts of this size. */
    static final int PART_BYTES = 8 << 20;

    private static final int RANGE_BYTES = 16 << 20;
    private static final int FIRST_BYTES = 64 << 10;
    private static final int COPY_BYTES = 64 << 10;
    private static final int MOST_AT_ONCE = 4;
    private static final int MOST_BUFFERS = 8;

    /** S3 allows 10,000 parts. */
    private static final int MOST_PARTS = 9_000;

    private final String name;
    private final Wire wire;
    private final MinioAsyncClient client;
    private final Semaphore buffers = new Semaphore(MOST_BUFFERS, true);
    private final ReentrantLock opening = new ReentrantLock();
    private volatile boolean isOpen;

    /** Attempts that could not be taken back: upload by key. */
    private final Map<String, String> unfinished = new ConcurrentHashMap<>();

    /** Says nothing to the server yet. */
    public S3Bucket(S3Options options) {
        this.name = options.bucket();
        this.wire = new Wire(
                "bucket=" + options.bucket() + " endpoint=" + options.endpoint(),
                !(options.keys() instanceof S3Keys.Fixed));
        this.client = wire.client(options);
    }

    /** Makes the bucket where it is missing, once. */
    private void open(Patience patience) throws BucketException {
        if (isOpen) {
            return;
        }
        opening.lock();
        try {
            if (!isOpen) {
                boolean isThere = wire.askHead(
                        patience,
                        () -> client.bucketExists(
                                BucketExistsArgs.builder().bucket(name).build()),
                        this::anyKey);
                if (!isThere) {
                    wire.ask(
                            patience,
                            () -> client.makeBucket(
                                    MakeBucketArgs.builder().bucket(name).build()));
                }
                isOpen = true;
            }
        } finally {
            opening.unlock();
        }
    }

    // ---- up

    @Override
    public void put(String key, EntrySource source, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        open(patience);
        send(key, source, patience);
    }

    /**
     * A file as it is, which need not be an entry, into a bucket that is there.
     *
     * @return false where there was an object of that key and size, and nothing was sent
     */
    public boolean upload(String key, Path file, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        try (EntrySource source = EntrySource.of(file)) {
            if (isThere(key, source.size())) {
                return false;
            }
            send(key, source, patience);
            return true;
        } catch (IOException e) {
            throw new BucketException(BucketProblem.Kind.REFUSED, "the file cannot be read: " + e.getMessage(), e);
        }
    }

    /** Asked once. Whatever is wrong, the upload itself tells: who may only write is told nothing here, or that its keys are refused. */
    private boolean isThere(String key, long size) {
        try {
            return size(key, wire.patience(0)) == size;
        } catch (BucketException unknown) {
            return false;
        }
    }

    private void send(String key, EntrySource source, Patience patience) throws BucketException {
        if (source.size() <= PART_BYTES) {
            withBuffer((int) source.size(), buffer -> {
                fill(source, 0, buffer, (int) source.size());
                wire.ask(
                        patience,
                        () -> client.putObject(PutObjectAPIArgs.builder()
                                .bucket(name)
                                .object(key)
                                .data(buffer, (int) source.size())
                                .build()));
                return 0;
            });
            return;
        }
        String upload = wire.ask(
                        patience,
                        () -> client.createMultipartUpload(CreateMultipartUploadArgs.builder()
                                .bucket(name)
                                .object(key)
                                .build()))
                .result()
                .uploadId();
        try {
            complete(key, upload, source.size(), parts(key, upload, source, patience), patience);
        } catch (BucketException failed) {
            abort(key, upload);
            throw failed;
        }
    }

    private Part[] parts(String key, String upload, EntrySource source, Patience patience) throws BucketException {
        long size = Math.max(PART_BYTES, (source.size() + MOST_PARTS - 1) / MOST_PARTS);
        int count = (int) ((source.size() + size - 1) / size);
        Part[] parts = new Part[count];
        wire.allAtOnce(MOST_AT_ONCE, LongStream.range(0, count), index -> {
            long at = index * size;
            int bytes = (int) Math.min(size, source.size() - at);
            parts[(int) index] = withBuffer(bytes, buffer -> {
                fill(source, at, buffer, bytes);
                return wire.ask(
                                patience,
                                () -> client.uploadPart(UploadPartArgs.builder()
                                        .bucket(name)
                                        .object(key)
                                        .uploadId(upload)
                                        .partNumber((int) index + 1)
                                        .data(buffer, bytes)
                                        .build()))
                        .part();
            });
        });
        return parts;
    }

    /** An answer that was lost is no failure: the second attempt finds no upload then, but the object. */
    private void complete(String key, String upload, long size, Part[] parts, Patience patience)
            throws BucketException {
        try {
            wire.ask(
                    patience,
                    () -> client.completeMultipartUpload(CompleteMultipartUploadArgs.builder()
                            .bucket(name)
                            .object(key)
                            .uploadId(upload)
                            .parts(parts)
                            .build()));
        } catch (BucketException failed) {
            if (failed.problem().kind() != BucketProblem.Kind.GONE || size(key, patience) != size) {
                throw failed;
            }
        }
    }

    private long size(String key, Patience patience) throws BucketException {
        return wire.askHead(
                        patience,
                        () -> client.statObject(StatObjectArgs.builder()
                                .bucket(name)
                                .object(key)
                                .build()),
                        () -> firstByte(key))
                .size();
    }

    private int firstByte(String key) throws Exception {
        try (InputStream in = open(key, 0, 1)) {
            return in.read();
        }
    }

    private void abort(String key, String upload) {
        try {
            abort(key, upload, wire.patience(0));
        } catch (BucketException notNow) {
            unfinished.put(key, upload);
        }
    }

    private void abort(String key, String upload, Patience patience) throws BucketException {
        try {
            wire.ask(
                    patience,
                    () -> client.abortMultipartUpload(AbortMultipartUploadArgs.builder()
                            .bucket(name)
                            .object(key)
                            .uploadId(upload)
                            .build()));
        } catch (BucketException failed) {
            if (failed.problem().kind() != BucketProblem.Kind.GONE) {
                throw failed;
            }
        }
    }

    private static void fill(EntrySource source, long at, byte[] buffer, int bytes) throws BucketException {
        try {
            source.read(at, buffer, bytes);
        } catch (IOException e) {
            throw new BucketException(BucketProblem.Kind.REFUSED, "the file cannot be read: " + e.getMessage(), e);
        }
    }

    private interface Filled<T> {
        T run(byte[] buffer) throws BucketException;
    }

    private <T> T withBuffer(int bytes, Filled<T> action) throws BucketException {
        buffers.acquireUninterruptibly();
        try {
            return action.run(new byte[bytes]);
        } finally {
            buffers.release();
        }
    }

    // ---- down

    @Override
    public void get(String key, Span parts, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        EntryForm form = form(key, patience);
        if (form.size() - form.partsAt() != parts.size()) {
            throw damaged(key, "has parts of " + (form.size() - form.partsAt()) + " B instead of " + parts.size());
        }
        long count = (parts.size() + RANGE_BYTES - 1) / RANGE_BYTES;
        wire.allAtOnce(MOST_AT_ONCE, LongStream.range(0, count), index -> {
            long at = index * RANGE_BYTES;
            long bytes = Math.min(RANGE_BYTES, parts.size() - at);
            wire.again(patience, () -> {
                copy(key, form.partsAt() + at, bytes, parts, at);
                return bytes;
            });
        });
        if (EntryForm.crc(parts.pieces()) != form.crc()) {
            throw damaged(key, "has a wrong checksum");
        }
    }

    private void copy(String key, long from, long bytes, Span parts, long at) throws Exception {
        try (InputStream in = open(key, from, bytes)) {
            byte[] buffer = new byte[COPY_BYTES];
            long done = 0;
            while (done < bytes) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, bytes - done));
                if (read < 0) {
                    throw new IOException("it ended " + (bytes - done) + " B early");
                }
                parts.write(at + done, buffer, 0, read);
                done += read;
            }
        }
    }

    private GetObjectResponse open(String key, long from, long bytes) throws Exception {
        return Wire.get(client.getObject(GetObjectArgs.builder()
                .bucket(name)
                .object(key)
                .offset(from)
                .length(bytes)
                .build()));
    }

    /** What the object is, by its first bytes. */
    private EntryForm form(String key, Patience patience) throws BucketException {
        ByteBuffer head = first(key, FIRST_BYTES, patience);
        try {
            int needed = EntryForm.HEAD_BYTES + EntryForm.shapeBytes(head);
            return EntryForm.read(needed <= head.limit() ? head : first(key, needed, patience));
        } catch (MessageFormatException wrong) {
            throw damaged(key, "is no entry: " + wrong.getMessage());
        }
    }

    private ByteBuffer first(String key, int bytes, Patience patience) throws BucketException {
        return wire.again(patience, () -> {
            try (InputStream in = open(key, 0, bytes)) {
                return ByteBuffer.wrap(in.readNBytes(bytes));
            }
        });
    }

    // ---- small objects, of which it matters who writes them

    @Override
    public @Nullable Stored read(String key, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        open(patience);
        try {
            return wire.again(patience, () -> {
                try (GetObjectResponse in = Wire.get(client.getObject(
                        GetObjectArgs.builder().bucket(name).object(key).build()))) {
                    return new Stored(
                            in.readAllBytes(), bare(String.valueOf(in.headers().get("ETag"))), ageMillis(in.headers()));
                }
            });
        } catch (BucketException failed) {
            if (failed.problem().kind() == BucketProblem.Kind.GONE) {
                return null;
            }
            throw failed;
        }
    }

    @Override
    public String replace(String key, byte[] bytes, String tag, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        open(patience);
        Map<String, String> only = tag.isEmpty() ? Map.of("If-None-Match", "*") : Map.of("If-Match", '"' + tag + '"');
        try {
            return bare(wire.ask(
                            patience,
                            () -> client.putObject(PutObjectAPIArgs.builder()
                                    .extraHeaders(only)
                                    .bucket(name)
                                    .object(key)
                                    .data(bytes, bytes.length)
                                    .build()))
                    .etag());
        } catch (BucketException failed) {
            if (failed.problem().kind() == BucketProblem.Kind.GONE) {
                throw new BucketException(
                        BucketProblem.Kind.TAKEN, wire.name() + " key=" + key + " was removed by another", failed);
            }
            throw failed;
        }
    }

    private static long ageMillis(Headers headers) {
        Instant now = headers.getInstant("Date");
        Instant written = headers.getInstant("Last-Modified");
        return now == null || written == null
                ? -1
                : Math.max(0, Duration.between(written, now).toMillis());
    }

    /** Some answers have it in quotes. */
    private static String bare(String tag) {
        return tag.replace("\"", "");
    }

    @Override
    public List<String> keys(String prefix, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        open(patience);
        return items(prefix, patience).stream().map(Item::objectName).toList();
    }

    /** An object as it is, which need not be an entry, into a file; what was in that is gone. */
    public void download(String key, Path file, long patienceNanos) throws BucketException {
        wire.again(wire.patience(patienceNanos), () -> {
            try (InputStream in = Wire.get(client.getObject(
                    GetObjectArgs.builder().bucket(name).object(key).build()))) {
                return Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            }
        });
    }

    private BucketException damaged(String key, String words) {
        return new BucketException(BucketProblem.Kind.GONE, wire.name() + " key=" + key + " " + words, null);
    }

    // ---- what there is

    @Override
    public Listing list(String prefix, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        open(patience);
        List<Item> items = items(prefix, patience);
        Found[] found = new Found[items.size()];
        Map<String, String> unreadable = new ConcurrentSkipListMap<>();
        wire.allAtOnce(2 * MOST_AT_ONCE, LongStream.range(0, items.size()), index -> {
            Item item = items.get((int) index);
            try {
                EntryForm form = form(item.objectName(), patience);
                if (form.size() != item.size()) {
                    throw damaged(item.objectName(), "has " + item.size() + " B instead of " + form.size());
                }
                found[(int) index] = new Found(item.objectName(), form);
            } catch (BucketException wrong) {
                if (wrong.problem().kind() != BucketProblem.Kind.GONE) {
                    throw wrong;
                }
                unreadable.put(item.objectName(), String.valueOf(wrong.getMessage()));
            }
        });
        List<Found> entries = new ArrayList<>();
        for (Found each : found) {
            if (each != null) {
                entries.add(each);
            }
        }
        return new Listing(entries, unreadable);
    }

    /** Empty where there is none. */
    private String anyKey() throws Exception {
        Iterator<Result<Item>> keys = client.listObjects(
                        ListObjectsArgs.builder().bucket(name).maxKeys(1).build())
                .iterator();
        return keys.hasNext() ? keys.next().get().objectName() : "";
    }

    private List<Item> items(String prefix, Patience patience) throws BucketException {
        return wire.again(patience, () -> {
            List<Item> items = new ArrayList<>();
            for (Result<Item> each : client.listObjects(ListObjectsArgs.builder()
                    .bucket(name)
                    .prefix(prefix)
                    .recursive(true)
                    .build())) {
                items.add(each.get());
            }
            return items;
        });
    }

    // ---- away

    @Override
    public void delete(String key, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        String upload = unfinished.get(key);
        if (upload != null) {
            abort(key, Objects.requireNonNull(upload), patience);
            unfinished.remove(key, upload);
        }
        wire.ask(
                patience,
                () -> client.removeObject(
                        RemoveObjectArgs.builder().bucket(name).object(key).build()));
    }

    @Override
    public void deleteAll(String prefix, long patienceNanos) throws BucketException {
        Patience patience = wire.patience(patienceNanos);
        for (Map.Entry<String, String> left : List.copyOf(unfinished.entrySet())) {
            if (left.getKey().startsWith(prefix)) {
                abort(left.getKey(), left.getValue(), patience);
                unfinished.remove(left.getKey(), left.getValue());
            }
        }
        if (!isOpen) {
            return; // nothing was ever written
        }
        List<Item> items = items(prefix, patience);
        wire.allAtOnce(
                2 * MOST_AT_ONCE,
                LongStream.range(0, items.size()),
                index -> wire.ask(
                        patience,
                        () -> client.removeObject(RemoveObjectArgs.builder()
                                .bucket(name)
                                .object(items.get((int) index).objectName())
                                .build())));
    }

    @Override
    public void cancel() {
        wire.cancel();
    }

    @Override
    public void close() {
        wire.close();
    }
}
