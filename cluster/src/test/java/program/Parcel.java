package program;

import java.util.List;
import java.util.function.Supplier;

/**
 * A value of classes of the program only.
 *
 * @param content has an element
 */
public record Parcel(String name, List<Part> content, Label label) implements Supplier<String> {
    /** In the parcel. */
    public record Part(int number) {}

    /** On it. */
    public enum Label {
        PLAIN,
        HEAVY
    }

    @Override
    public String get() {
        return name + content.getFirst().number() + label;
    }

    /** What a call fails with. */
    public static final class LostException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        /** The parcel that is lost. */
        public final transient Parcel parcel;

        public LostException(Parcel parcel) {
            super("parcel=" + parcel.name() + " is lost");
            this.parcel = parcel;
        }
    }
}
