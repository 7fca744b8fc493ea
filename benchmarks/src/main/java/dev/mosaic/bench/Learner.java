package dev.mosaic.bench;

import dev.mosaic.Tessera;
import java.util.List;
import java.util.random.RandomGenerator;

/** Reads all parameters and sends changes to them, again and again. */
@Tessera
public class Learner {
    public Learner() {}

    /** Does not wait until changes are made; all shards are of the same length. */
    public void learn(int iterations, List<ShardProxy> shards) {
        RandomGenerator random = RandomGenerator.of("Xoroshiro128PlusPlus");
        for (int i = 0; i < iterations; i++) {
            double[] all = whole(All.of(shards.size(), k -> shards.get(k).read()));
            for (int j = 0; j < all.length; j++) {
                all[j] = random.nextDouble();
            }
            int length = all.length / shards.size();
            for (int k = 0; k < shards.size(); k++) {
                var _ = shards.get(k).update(java.util.Arrays.copyOfRange(all, k * length, (k + 1) * length));
            }
        }
    }

    private static double[] whole(List<double[]> parts) {
        int length = parts.getFirst().length;
        double[] all = new double[length * parts.size()];
        for (int k = 0; k < parts.size(); k++) {
            System.arraycopy(parts.get(k), 0, all, k * length, length);
        }
        return all;
    }
}
