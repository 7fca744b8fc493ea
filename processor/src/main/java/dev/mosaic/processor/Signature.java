package dev.mosaic.processor;

import java.util.List;

/** Sums up a method table as {@code dev.mosaic.invoke.MethodTable#signature} does, by FNV-1a of 64 bits. */
final class Signature {
    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private Signature() {}

    static long of(List<TableMember> members, List<String> constructors) {
        long sum = START;
        for (TableMember member : members) {
            sum = mix(sum, member.signed());
        }
        for (String constructor : constructors) {
            sum = mix(sum, constructor);
        }
        return sum;
    }

    private static long mix(long sum, String text) {
        long mixed = sum;
        for (int i = 0; i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * PRIME;
        }
        return (mixed ^ 0xff) * PRIME;
    }
}
