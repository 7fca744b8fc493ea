package program;

import dev.mosaic.Mosaic;
import dev.mosaic.Remote;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A program that joins a cluster and does one thing there. */
public final class Visitor {
    private static final Duration LONG = Duration.ofSeconds(30);

    private Visitor() {}

    /**
     * Does it.
     *
     * @param args the address, then {@code count N}: makes N ledgers and says where they live; {@code name N}: leaves a ledger of that name
     *     behind; {@code stay}: makes a ledger and waits to be killed; {@code busy}: the same, while a call of its never ends
     */
    public static void main(String[] args) throws InterruptedException {
        try (Mosaic mosaic = Mosaic.connect(args[0])) {
            switch (args[1]) {
                case "count" -> count(mosaic, Integer.parseInt(args[2]));
                case "name" -> name(mosaic, args[2]);
                case "stay" -> {
                    count(mosaic, 1);
                    new CountDownLatch(1).await();
                }
                case "busy" -> {
                    mosaic.remote(Sleeper::new).call(Sleeper::sleep, 600_000L);
                    count(mosaic, 1);
                    new CountDownLatch(1).await();
                }
                default -> throw new IllegalArgumentException(args[1]);
            }
        }
        System.out.println("closed");
    }

    private static void count(Mosaic mosaic, int ledgers) {
        List<Remote<Inhabitant>> all = new ArrayList<>();
        for (int i = 0; i < ledgers; i++) {
            all.add(mosaic.remote(Inhabitant::new));
        }
        for (Remote<Inhabitant> each : all) {
            System.out.println("lives in " + each.call(Inhabitant::worker).result(LONG) + ", pid "
                    + each.call(Inhabitant::pid).result(LONG));
        }
    }

    private static void name(Mosaic mosaic, String name) {
        Remote<Ledger> ledger =
                mosaic.withOptions(options -> options.name(name)).remote(Ledger::new);
        System.out.println("noted " + ledger.call(Ledger::note, 7).result(LONG));
    }
}
