package dev.mosaic.benchmarks;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** What is in a message: the number of a small one in its first eight bytes, and zeroes. */
final class Payload {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int PAGE_BYTES = 4_096;

    private Payload() {}

    static void number(byte[] message, long number) {
        LONG.set(message, 0, number);
    }

    static void number(ByteBuffer message, long number) {
        message.putLong(0, number);
    }

    static void check(byte[] message, int sizeBytes, Tally tally) {
        tally.check(message.length == sizeBytes, "wrong size");
        tally.check((long) LONG.get(message, 0) == tally.expected(), "wrong number");
    }

    static void check(ByteBuffer message, int sizeBytes, Tally tally) {
        tally.check(message.remaining() == sizeBytes, "wrong size");
        tally.check(message.getLong(message.position()) == tally.expected(), "wrong number");
    }

    /** Reads one byte of each page, so that all of them were there to be read. */
    static void checkPages(MemorySegment message, int sizeBytes, Tally tally) {
        tally.check(message.byteSize() >= sizeBytes, "wrong size");
        int sum = 0;
        for (long at = 0; at < sizeBytes; at += PAGE_BYTES) {
            sum += message.get(ValueLayout.JAVA_BYTE, at);
        }
        tally.check(sum == 0, "wrong content");
    }
}
