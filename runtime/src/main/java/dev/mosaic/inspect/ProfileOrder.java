package dev.mosaic.inspect;

import dev.mosaic.headapi.HeadHttp;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which profile somebody asks for.
 *
 * @param seconds for how long, 1 to {@value #MOST_SECONDS}
 */
public record ProfileOrder(Event event, int seconds) {
    private static final int MOST_SECONDS = 60;
    private static final int USUAL_SECONDS = 10;
    private static final Pattern QUERY = Pattern.compile("\\?seconds=([0-9]+)&event=([a-z]+)$");

    /** What is counted. */
    public enum Event {
        /** Samples of threads that run. */
        CPU,
        /** Bytes of new objects. */
        ALLOC;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Of that event, for so long.
     *
     * @throws IllegalArgumentException where the seconds are too few or too many
     */
    public ProfileOrder {
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException("seconds=" + seconds + " is not from 1 to " + MOST_SECONDS);
        }
    }

    /**
     * Of the query of a path; 10 s of the processor by default.
     *
     * @throws IllegalArgumentException where seconds or event is none
     */
    public static ProfileOrder of(Map<String, String> query) {
        String event = query.getOrDefault("event", "cpu");
        String seconds = query.getOrDefault("seconds", Integer.toString(USUAL_SECONDS));
        if (!seconds.matches("[0-9]{1,6}")) {
            throw new IllegalArgumentException("seconds=" + seconds + " is no number");
        }
        return new ProfileOrder(
                Arrays.stream(Event.values())
                        .filter(each -> each.text().equals(event))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("event=" + event + " is not cpu or alloc")),
                Integer.parseInt(seconds));
    }

    /** Of a path that {@link #path} wrote. */
    static ProfileOrder parse(String path) {
        Matcher query = QUERY.matcher(path);
        if (!query.find()) {
            throw new IllegalArgumentException("path=" + path + " asks for no profile");
        }
        return of(Map.of("seconds", query.group(1), "event", query.group(2)));
    }

    /** With its query. */
    public String path(String uid) {
        return HeadHttp.PROFILE.replace("{uid}", uid) + "?seconds=" + seconds + "&event=" + event.text();
    }
}
