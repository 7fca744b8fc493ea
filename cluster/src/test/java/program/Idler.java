package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import dev.mosaic.Remote;
import java.util.concurrent.CountDownLatch;

/** A program that has two workers and does not end; with {@code puts}, a large entry too; or, told so otherwise, ends without closing its Mosaic. */
public final class Idler {
    private Idler() {}

    public static void main(String[] arguments) throws InterruptedException {
        Mosaic mosaic = Mosaic.start(2);
        Remote<Inhabitant> speaker = mosaic.remote(Inhabitant::new);
        speaker.call(Inhabitant::says, "I am here").await();
        Ref<double[]> ref = mosaic.put(new double[arguments.length == 0 ? 1 : 1 << 20]);
        System.out.println(ref.value().length > 0 ? "up" : "empty");
        if (arguments.length > 0 && arguments[0].equals("starts")) {
            long pid =
                    mosaic.remote(Parent::new).call(Parent::starts, "sleep 600").result();
            System.out.println("started " + pid);
        }
        if (arguments.length == 0 || !arguments[0].equals("ends")) {
            new CountDownLatch(1).await();
        }
    }
}
