package program;

import dev.mosaic.Tessera;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Many of its calls run at once. */
@Tessera(concurrency = 1_000)
public class Crowd {
    private final CountDownLatch others;

    public Crowd(int size) {
        others = new CountDownLatch(size);
    }

    /** True where as many calls as the crowd is large run at the same time. */
    public boolean meet() throws InterruptedException {
        others.countDown();
        return others.await(60, TimeUnit.SECONDS);
    }
}
