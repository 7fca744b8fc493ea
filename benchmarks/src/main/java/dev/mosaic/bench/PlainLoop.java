package dev.mosaic.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Main of a process that does half of the gradients in a loop, with no runtime: what a batch could take at best.
 *
 * <pre>
 *   in    FIRST COUNT    the gradients FIRST, FIRST + 2, .. below COUNT
 *   out   done
 * </pre>
 */
final class PlainLoop {
    private static final int WARM_TASKS = 60;

    private PlainLoop() {}

    public static void main(String[] args) throws IOException {
        sum(0, WARM_TASKS);
        System.out.println("ready");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int space = line.indexOf(' ');
            sum(Integer.parseInt(line, 0, space, 10), Integer.parseInt(line, space + 1, line.length(), 10));
            System.out.println("done");
        }
    }

    private static void sum(int first, int count) {
        double[] sum = Gradient.of(first);
        for (int seed = first + 2; seed < count; seed += 2) {
            Gradient.add(sum, Gradient.of(seed));
        }
        Wrong.unless(sum[0] > 0, "the sum is not positive");
    }
}
