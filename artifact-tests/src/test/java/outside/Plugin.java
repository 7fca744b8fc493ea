package outside;

/** A service that the program provides for itself. */
public interface Plugin {
    /** Its name. */
    String name();

    /** The provider that {@code META-INF/services} names. */
    final class Named implements Plugin {
        @Override
        public String name() {
            return "named";
        }
    }
}
