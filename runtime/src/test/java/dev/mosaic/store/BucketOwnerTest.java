package dev.mosaic.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import dev.mosaic.store.tier.Bucket;
import dev.mosaic.store.tier.BucketException;
import dev.mosaic.store.tier.EntrySource;
import dev.mosaic.store.tier.Span;
import dev.mosaic.unit.objects.BucketProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** S7.3: the fence of a bucket, with a bucket in memory and a clock that is set. */
class BucketOwnerTest {
    private static final String KEY = "warehouse-0.owner";
    private static final List<String> PREFIXES = List.of("warehouse-0/", "warehouse-0.lives/");

    private final Small bucket = new Small();
    private long now;

    private BucketOwner claim(String cluster) throws BucketException {
        return BucketOwner.claim(bucket, KEY, PREFIXES, Owner.self("warehouse:0", cluster, ""), 0, () -> now);
    }

    @Test
    void shouldEndTheOlderHomeOfItsCluster_S7_3() throws Exception {
        BucketOwner first = claim("tcp://head:1");
        first.renew(0);
        BucketOwner second = claim("tcp://head:1");
        second.renew(0);
        now += TimeUnit.SECONDS.toNanos(3);
        assertThatThrownBy(() -> first.confirm(0))
                .isInstanceOf(BucketException.class)
                .hasMessageContaining("belongs to");
        assertThat(first.loss()).contains("belongs to warehouse:0 of the cluster at tcp://head:1");
        assertThatThrownBy(first::check).isInstanceOf(BucketException.class);
        first.close();
        second.confirm(0);
        assertThat(second.loss()).isNull();
    }

    @Test
    void shouldNotEraseWhatItHasNotLookedAtForAWhile_S7_3() throws Exception {
        BucketOwner owner = claim("tcp://head:1");
        int writes = bucket.writes;
        owner.confirm(0);
        assertThat(bucket.writes).as("it was just confirmed").isEqualTo(writes);
        now += TimeUnit.SECONDS.toNanos(3);
        bucket.isAway = true;
        assertThatThrownBy(() -> owner.confirm(0)).hasMessageContaining("away");
        owner.check();
        bucket.isAway = false;
        owner.confirm(0);
        assertThat(bucket.writes).isEqualTo(writes + 1);
    }

    @Test
    void shouldKnowItsOwnWordOfWhichNoAnswerCame_S7_3() throws Exception {
        BucketOwner owner = claim("tcp://head:1");
        bucket.losesAnswer = true;
        assertThatThrownBy(() -> owner.renew(0)).hasMessageContaining("away");
        owner.renew(0);
        assertThat(owner.loss()).isNull();
    }

    @Test
    void shouldRefuseAStranger_S7_3() throws Exception {
        BucketOwner owner = claim("tcp://head:1");
        bucket.objects.put("warehouse-0/1-2.entry", "entry");
        assertThatThrownBy(() -> claim("tcp://other:1"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("belongs to warehouse:0 of the cluster at tcp://head:1")
                .hasMessageContaining("MOSAIC_S3_PREFIX");
        bucket.ageMillis = BucketOwner.SILENCE.toMillis() + 1000;
        owner.close();
        assertThatThrownBy(() -> claim("tcp://other:1"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("has entries of another cluster");
        bucket.objects.remove("warehouse-0/1-2.entry");
        claim("tcp://other:1").confirm(0);
    }

    @Test
    void shouldTakeWhatAKilledHomeOfItsFolderHadThoughTheTokenIsNew_S7_3() throws Exception {
        Owner killed = Owner.self("warehouse:0", "tcp://head:1", "old token");
        BucketOwner.claim(bucket, KEY, PREFIXES, killed, 0, () -> now);
        bucket.objects.put("warehouse-0/1-2.entry", "entry");
        bucket.ageMillis = BucketOwner.SILENCE.toMillis() + 1000;
        Owner next = Owner.self("warehouse:0", "tcp://head:1", "new token");
        assertThatThrownBy(() -> BucketOwner.claim(bucket, KEY, PREFIXES, next, 0, () -> now))
                .as("it has lost its folder")
                .isInstanceOf(StartException.class)
                .hasMessageContaining("delete that one object, key=" + KEY);
        BucketOwner.claim(bucket, KEY, PREFIXES, next.inFolderOf(killed), 0, () -> now)
                .confirm(0);
        assertThat(bucket.objects).containsKey("warehouse-0/1-2.entry");
    }

    @Test
    void shouldTakeWhatWasThereBeforeThereWereOwners_S7_3() throws Exception {
        bucket.objects.put("warehouse-0/1-2.entry", "entry");
        claim("tcp://head:1").confirm(0);
        assertThat(bucket.objects).containsKeys(KEY, "warehouse-0/1-2.entry");
    }

    /** Small objects of a server that may be away. */
    private static final class Small implements Bucket {
        private final Map<String, String> objects = new HashMap<>();
        private boolean isAway;
        private boolean losesAnswer;
        private long ageMillis = 1;
        private int writes;

        private void answer() throws BucketException {
            if (isAway) {
                throw new BucketException(BucketProblem.Kind.AWAY, "away", null);
            }
        }

        @Override
        public Stored read(String key, long patienceNanos) throws BucketException {
            answer();
            String text = objects.get(key);
            return text == null
                    ? null
                    : new Stored(
                            text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                            Integer.toString(text.hashCode()),
                            ageMillis);
        }

        @Override
        public String replace(String key, byte[] bytes, String tag, long patienceNanos) throws BucketException {
            answer();
            String there = objects.get(key);
            if (!tag.equals(there == null ? "" : Integer.toString(there.hashCode()))) {
                throw new BucketException(BucketProblem.Kind.TAKEN, "taken", null);
            }
            String text = new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
            objects.put(key, text);
            writes++;
            if (losesAnswer) {
                losesAnswer = false;
                throw new BucketException(BucketProblem.Kind.AWAY, "away", null);
            }
            return Integer.toString(text.hashCode());
        }

        @Override
        public List<String> keys(String prefix, long patienceNanos) {
            return objects.keySet().stream()
                    .filter(key -> key.startsWith(prefix))
                    .toList();
        }

        @Override
        public void put(String key, EntrySource source, long patienceNanos) {
            throw new AssertionError("no entries");
        }

        @Override
        public void get(String key, Span parts, long patienceNanos) {
            throw new AssertionError("no entries");
        }

        @Override
        public void delete(String key, long patienceNanos) {
            objects.remove(key);
        }

        @Override
        public Listing list(String prefix, long patienceNanos) {
            throw new AssertionError("no entries");
        }

        @Override
        public void deleteAll(String prefix, long patienceNanos) {
            throw new AssertionError("no entries");
        }

        @Override
        public void cancel() {}

        @Override
        public void close() {}
    }
}
