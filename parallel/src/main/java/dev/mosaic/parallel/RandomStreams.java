package dev.mosaic.parallel;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A family of reproducible random number generators, one for each item: {@code streams.at(i)} is the generator of item i, and gives the same numbers
 * on any worker. The streams of two items do not overlap: each is an L64X128MixRandom with another additive parameter.
 *
 * <pre>{@code
 * RandomStreams streams = new RandomStreams(42);
 * List<Double> areas = pool.map(numbers, i -> area(streams.at(i)));
 * }</pre>
 *
 * <p>To give all items the same numbers, use {@code streams.at(0)} for each.
 *
 * <p><b>Threading:</b> immutable and serializable. A generator is for one thread. <b>Cost:</b> less than a microsecond for a stream,
 * whatever its number.
 *
 * @param seed the seed; different seeds give different streams
 */
public record RandomStreams(long seed) implements Serializable {
    private static final String ALGORITHM = "L64X128MixRandom";
    private static final RandomGeneratorFactory<RandomGenerator> FACTORY = RandomGeneratorFactory.of(ALGORITHM);

    /** 2^64 over the golden ratio, odd: multiplying by it reaches each number once. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int STATE_WORDS = 3;

    /** A new generator, at the beginning of the stream of this item. */
    public RandomGenerator at(long index) {
        ByteBuffer state = ByteBuffer.allocate(Long.BYTES * (1 + STATE_WORDS));
        state.putLong((index * GOLDEN) << 1 | 1); // another for each index below 2^63
        long mixed = mix(seed + mix(index + GOLDEN));
        for (int word = 1; word <= STATE_WORDS; word++) {
            state.putLong(mix(mixed + word * GOLDEN));
        }
        return FACTORY.create(state.array());
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
