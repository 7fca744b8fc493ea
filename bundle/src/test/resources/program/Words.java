package program;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.base.Objects;
import dev.mosaic.Ref;
import dev.mosaic.Tessera;

/** A tessera that uses libraries older than Mosaic's. */
@Tessera
public class Words {
    /** What an object of a program may hold. */
    public static final class Held {
        Ref<float[]> array;
        String name;
    }

    /** A component of each kind. */
    public record Kinds(
            boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, Kinds next) {
        static final Kinds ONE = new Kinds(true, (byte) 1, 'c', (short) 2, 3, 4, 5, 6, "i", null);
    }

    public Kinds next(Kinds kinds) {
        return new Kinds(
                kinds.a, kinds.b, kinds.c, kinds.d, kinds.e, kinds.f, kinds.g, kinds.h, kinds.i, kinds);
    }

    public String versions() {
        return seen();
    }

    public Held hold(Ref<float[]> array) {
        Held held = new Held();
        held.array = array;
        held.name = Objects.firstNonNull(null, "held"); // not in Guava since 21
        return held;
    }

    public float sum(Held held) {
        float sum = 0;
        for (float each : held.array.value()) {
            sum += each;
        }
        return sum;
    }

    public void fail() {
        throw new IllegalStateException("as told");
    }

    static String seen() {
        return new ObjectMapper().version() + " " + Objects.firstNonNull(null, "guava") + " "
                + seen("org.apache.fory.Fory") + seen("io.minio.MinioClient")
                + seen("com.palantir.javapoet.JavaFile") + seen("okhttp3.OkHttpClient");
    }

    private static String seen(String name) {
        try {
            Class.forName(name, false, Words.class.getClassLoader());
            return name;
        } catch (ClassNotFoundException notSeen) {
            return "-";
        }
    }
}
