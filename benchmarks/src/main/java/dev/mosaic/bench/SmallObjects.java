package dev.mosaic.bench;

import dev.mosaic.Mosaic;
import dev.mosaic.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Entries of 1 KB that the program puts and reads again, one at a time. */
final class SmallObjects implements Family {
    private static final int REPS = 5;
    private static final int BYTES = 1_024;

    @Override
    public List<Workload> workloads() {
        return List.of(Workload.PUT_SMALL_1KB, Workload.GET_SMALL_1KB);
    }

    @Override
    public void run(Session session) throws Exception {
        Mosaic mosaic = session.mosaic();
        int count = session.size(3_000, 200);
        byte[] data = new byte[BYTES];
        ThreadLocalRandom.current().nextBytes(data);
        List<Double> puts = new ArrayList<>();
        List<Double> gets = new ArrayList<>();
        session.timing(REPS).repeat(isCounted -> {
            List<Ref<byte[]>> refs = new ArrayList<>(count);
            double putting = Timing.once(() -> {
                for (int i = 0; i < count; i++) {
                    refs.add(mosaic.put(data));
                }
            });
            double getting = Timing.once(() -> {
                for (Ref<byte[]> ref : refs) {
                    Wrong.unless(ref.value().length == BYTES, "the entry has another size");
                }
            });
            if (isCounted) {
                puts.add(count / putting);
                gets.add(count / getting);
            }
        });
        session.report(Workload.PUT_SMALL_1KB, puts);
        session.report(Workload.GET_SMALL_1KB, gets);
    }
}
