package dev.mosaic.parallel;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Random numbers for each item, the same whichever worker computes it and however many there are: {@code streams.at(i)}, where i is the number of
 * the item. The streams of two numbers never meet: each is a generator L64X128MixRandom with an additive parameter of its own.
 *
 * <pre>{@code
 * RandomStreams streams = new RandomStreams(42);
 * List<Double> areas = pool.map(numbers, i -> area(streams.at(i)));
 * }</pre>
 *
 * <p>Where all items are to have the same numbers, each takes {@code streams.at(0)}.
 *
 * <p><b>Threading:</b> immutable; it travels as a value. A generator is for one thread. <b>Cost:</b> less than a microsecond for a stream,
 * whatever its number.
 *
 * @param seed other streams for each
 */
public record RandomStreams(long seed) implements Serializable {
    private static final String ALGORITHM = "L64X128MixRandom";
    private static final RandomGeneratorFactory<RandomGenerator> FACTORY = RandomGeneratorFactory.of(ALGORITHM);

    /** 2^64 over the golden ratio, odd: multiplying by it reaches each number once. */
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private static final int STATE_WORDS = 3;

    /** A new generator at the beginning of that stream. */
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
