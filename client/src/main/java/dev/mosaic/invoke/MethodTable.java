package dev.mosaic.invoke;

import dev.mosaic.SerializationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The members of a tessera class, numbered so that a call can name one by its index. Caller and worker make the same table
 * from the same class.
 *
 * <p><b>What is in it.</b> Members: each method that code in the class's own package can call (public anywhere, all but private
 * where declared in that package) and that is not static, synthetic or of {@link Object}, declared by the class, its
 * superclasses or their interfaces (of overridden ones the lowest); each such field, declared by the class or its
 * superclasses (of hidden ones the lowest), as a read {@code x()} and, where it is not final, a write {@code x(value)}. A
 * method of the same name and parameters takes the place of a read or write. Constructors: those that are not private.
 *
 * <p><b>Order.</b> Members by name in the proxy, then by erased descriptor; constructors by erased descriptor; both as {@link
 * String#compareTo} orders. {@link #signature} sums all of it up: two tables of equal signature number alike.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> {@link #of} looks at the class once and remembers. <b>Failure:</b> an unknown
 * member is a {@link SerializationException} that lists what is there.
 */
public final class MethodTable {
    private static final ClassValue<MethodTable> TABLES = new ClassValue<>() {
        @Override
        protected MethodTable computeValue(Class<?> type) {
            return ClassReader.read(type);
        }
    };

    private final Class<?> type;
    private final List<Member> members;
    private final List<String> constructors;
    private final int concurrency;
    private static final int MOST_SHOWN = 10;

    private final long signature;
    private final Map<String, Integer> byOwnName = new HashMap<>();

    /** By index; made when first asked for. */
    private final AtomicReferenceArray<@Nullable TypeLimit> limits;

    MethodTable(Class<?> type, List<Member> members, List<String> constructors, int concurrency) {
        this.type = type;
        this.members = List.copyOf(members);
        this.constructors = List.copyOf(constructors);
        this.concurrency = concurrency;
        long sum = 0xcbf29ce484222325L;
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            sum = fnv(sum, member.kind() + " " + member);
            byOwnName.put(key(member.kind(), member.member(), member.descriptor()), i);
        }
        for (String constructor : constructors) {
            sum = fnv(sum, constructor);
        }
        this.signature = sum;
        this.limits = new AtomicReferenceArray<>(members.size());
    }

    /** The table of a class. */
    public static MethodTable of(Class<?> type) {
        return TABLES.get(type);
    }

    /**
     * For generated code: the table of a class, which must be the one it was generated from.
     *
     * @param signature the {@link #signature} that the processor computed
     * @throws SerializationException where the class has changed since
     */
    public static MethodTable of(Class<?> type, long signature) {
        MethodTable table = of(type);
        if (table.signature != signature) {
            throw new SerializationException(
                    "the generated code beside " + type.getName() + " was made from another version of it",
                    "build both again");
        }
        return table;
    }

    public Class<?> type() {
        return type;
    }

    public List<Member> members() {
        return members;
    }

    /** Erased descriptors, such as {@code ([F)V}. */
    public List<String> constructors() {
        return constructors;
    }

    /** How many calls may run at once: {@link dev.mosaic.Tessera#concurrency}. */
    public int concurrency() {
        return concurrency;
    }

    /** Equal for tables that number alike, across processes. */
    public long signature() {
        return signature;
    }

    /** The class as it stands in uids: its simple name in lower case. */
    public String label() {
        return type.getSimpleName().toLowerCase(java.util.Locale.ROOT);
    }

    /** The index of a method by its own name in the class, not the proxy's; of none, {@link OtherCalls#FUNCTION}. */
    public int method(String name, String descriptor) {
        return byOwnName.getOrDefault(key(Member.Kind.METHOD, name, descriptor), OtherCalls.FUNCTION);
    }

    /** The index of a constructor. */
    public int constructor(String descriptor) {
        int index = constructors.indexOf(descriptor);
        return found(index < 0 ? null : index, "constructor=" + descriptor);
    }

    /** The index of the read of a field, or of the method without parameters that took its place. */
    public int read(String field) {
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (member.name().equals(field) && member.parameters().isEmpty()) {
                return i;
            }
        }
        throw missing("field=" + field);
    }

    /** The index of the write of a field. */
    public int write(String field) {
        for (int i = 0; i < members.size(); i++) {
            Member member = members.get(i);
            if (member.kind() == Member.Kind.WRITE && member.name().equals(field)) {
                return i;
            }
        }
        throw missing("writable field=" + field);
    }

    /** What the task of a member may give; of a negative index nothing, null where the index is one of {@link Serving}'s. */
    public @Nullable TypeLimit limit(int index) {
        if (index < 0) {
            return TypeLimit.NOTHING;
        }
        if (index >= limits.length()) {
            return null;
        }
        TypeLimit known = limits.get(index);
        if (known == null) {
            Member member = members.get(index);
            TypeLimit made = TypeLimit.of(type, member.gives(), type.getName() + "." + member.name() + "()");
            TypeLimit first = limits.compareAndExchange(index, null, made);
            known = first == null ? made : first;
        }
        return known;
    }

    /** For generated code: an index that is not of a member. */
    public SerializationException noMethod(int index) {
        return missing("method index=" + index);
    }

    /** For generated code: an index that is not of a constructor. */
    public SerializationException noConstructor(int index) {
        return missing("constructor index=" + index);
    }

    @Override
    public String toString() {
        return type.getName() + members + constructors;
    }

    private static String key(Member.Kind kind, String name, String descriptor) {
        return kind + " " + name + descriptor;
    }

    private int found(@Nullable Integer index, String what) {
        if (index == null) {
            throw missing(what);
        }
        return index;
    }

    private SerializationException missing(String what) {
        return new SerializationException(
                "class=" + type.getName() + " has no " + what,
                "it has members " + some(members) + " and constructors " + some(constructors));
    }

    /** A message is read by people: the first ones do. */
    private static String some(List<?> all) {
        return all.size() <= MOST_SHOWN
                ? all.toString()
                : all.subList(0, MOST_SHOWN) + " and " + (all.size() - MOST_SHOWN) + " more";
    }

    private static long fnv(long sum, String text) {
        long mixed = sum;
        for (int i = 0; i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * 0x100000001b3L;
        }
        return (mixed ^ 0xff) * 0x100000001b3L;
    }
}
