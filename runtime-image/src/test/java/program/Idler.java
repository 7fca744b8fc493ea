package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import java.util.concurrent.CountDownLatch;

/** A program that has two workers and does not end; or, told so, ends without closing its Mosaic. */
public final class Idler {
    private Idler() {}

    public static void main(String[] arguments) throws InterruptedException {
        Mosaic mosaic = Mosaic.start(2);
        Remote<Inhabitant> speaker = mosaic.remote(Inhabitant::new);
        speaker.call(Inhabitant::says, "I am here").await();
        System.out.println("up");
        if (arguments.length == 0) {
            new CountDownLatch(1).await();
        }
    }
}
