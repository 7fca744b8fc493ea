package dev.mosaic.invoke.codec;

import dev.mosaic.CaptureException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Random;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.serializer.Serializer;

/**
 * {@link Random} by Java's own serialisation, which is the only way to its seed; Fory 1.6.0 fails at it. The stream may name no other
 * class.
 */
final class RandomSerializer extends Serializer<Random> {
    private static final ObjectInputFilter ONLY_RANDOM =
            ObjectInputFilter.Config.createFilter("maxdepth=2;maxarray=0;java.util.Random;!*");

    RandomSerializer(Config config) {
        super(config, Random.class);
    }

    @Override
    public void write(WriteContext context, Random value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException impossible) {
            throw new CaptureException("java.util.Random cannot be written", "", impossible);
        }
        context.writeVarUInt32(bytes.size());
        context.getBuffer().writeBytes(bytes.toByteArray());
    }

    @Override
    public Random read(ReadContext context) {
        int size = context.readVarUInt32();
        if (size < 0 || size > 1024) {
            throw new CaptureException("java.util.Random in " + size + " bytes", "");
        }
        byte[] bytes = context.getBuffer().readBytes(size);
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(ONLY_RANDOM);
            if (in.readObject() instanceof Random random) {
                return random;
            }
        } catch (IOException | ClassNotFoundException broken) {
            throw new CaptureException("the bytes are no java.util.Random", "", broken);
        }
        throw new CaptureException("the bytes are no java.util.Random", "");
    }
}
