import dev.mosaic.Mosaic;

/** A program in a pod, run by the java of the image from this source: it finds the cluster by its environment. */
class FromPod {
    public static void main(String[] args) {
        try (Mosaic mosaic = Mosaic.fromEnvironment()) {
            System.out.println(
                    "computed in " + mosaic.submit(() -> System.getenv("HOSTNAME")).result());
        }
    }
}
