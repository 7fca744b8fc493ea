package dev.mosaic.program;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.concurrent.atomic.AtomicBoolean;

/** Objects whose code throws when they are written or read. */
public final class Shy {
    /** From now on what reads throws; in one process only. */
    public static final AtomicBoolean ANGRY = new AtomicBoolean();

    private Shy() {}

    private static void mind() {
        if (ANGRY.get()) {
            throw new IllegalStateException("boom");
        }
    }

    /** Does not want to go. */
    public static final class Staying implements Serializable {
        private static final long serialVersionUID = 1L;
        private int value = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            mind();
            out.writeInt(value);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            value = in.readInt();
        }
    }

    /** Does not want to arrive. */
    public static final class Away implements Serializable {
        private static final long serialVersionUID = 1L;
        private int value = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(value);
        }

        private void readObject(ObjectInputStream in) throws IOException {
            mind();
            value = in.readInt();
        }
    }

    /** Checks what it is made of. */
    public record Strict(int value) {
        public Strict {
            mind();
        }
    }

    /** A key. */
    public static final class Key {
        @Override
        public int hashCode() {
            mind();
            return 1;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key;
        }
    }
}
