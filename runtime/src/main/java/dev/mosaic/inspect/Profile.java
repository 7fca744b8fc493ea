package dev.mosaic.inspect;

import dev.mosaic.headapi.HeadHttp;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Where the time of the threads goes that run user code in a unit, or what they allocate: stacks that the JDK's flight recorder saw, as
 * collapsed text: {@code frame;frame;frame count} a line, root first, the most frequent stack first.
 *
 * <p>Of a worker the threads with calls, virtual ones too; of a program all threads but those of Mosaic. What waits is not seen.
 *
 * <p><b>Threading:</b> any thread, which waits for the time that was asked for; one profile of a process at a time. <b>Cost:</b> the recorder
 * looks at up to six threads each {@value FlightSamples#PERIOD_MILLIS} ms; a file of the temporary folder holds what it saw. <b>Failure:</b>
 * {@link IllegalStateException} where this Java has no flight recorder, or another profile is being taken.
 */
public final class Profile {
    private static final int MOST_CHARACTERS = 1_000_000;
    private static final AtomicBoolean IS_TAKEN = new AtomicBoolean();

    private Profile() {}

    /** Whether that path asks that unit for one. */
    public static boolean isAsked(String uid, String path) {
        return path.startsWith(HeadHttp.PROFILE.replace("{uid}", uid));
    }

    /**
     * What that path asks for.
     *
     * @throws IllegalArgumentException where it asks for none
     * @throws IOException where the temporary folder has no room
     */
    public static String answer(String uid, String path) throws IOException {
        ProfileOrder order = ProfileOrder.parse(path);
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            throw new IllegalStateException("this Java runs without jdk.jfr, which takes profiles:"
                    + " start it with --add-modules jdk.jfr, or name that where its image is linked");
        }
        if (!IS_TAKEN.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "another profile of this process is being taken: ask again when that has ended");
        }
        try {
            return FlightSamples.take(uid, order).text(MOST_CHARACTERS);
        } finally {
            IS_TAKEN.set(false);
        }
    }
}
