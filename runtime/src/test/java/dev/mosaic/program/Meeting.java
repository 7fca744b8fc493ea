package dev.mosaic.program;

import dev.mosaic.Tessera;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Two of its calls may run at once. */
@Tessera(concurrency = 2)
public class Meeting {
    private final CountDownLatch both = new CountDownLatch(2);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /** True where another call came while this one ran. */
    public boolean meet() throws InterruptedException {
        both.countDown();
        return both.await(10, TimeUnit.SECONDS);
    }

    /** Stays for a while; gives how many were inside at once, so far. */
    public int stay(int millis) throws InterruptedException {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        inside.decrementAndGet();
        return most.get();
    }
}
