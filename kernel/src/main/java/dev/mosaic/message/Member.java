package dev.mosaic.message;

import java.util.List;
import java.util.Locale;

/**
 * A unit, as the monitor makes it known. Control characters in its texts, which stand in log lines, are replaced by {@code ?}.
 *
 * <pre>
 *   text uid, i64 instance, u8 kind, text endpoint, text node, u16 permits, i64 program, Resources offers,
 *   u16 count of text gpu
 * </pre>
 *
 * @param uid its name
 * @param instance its boot
 * @param kind what it is
 * @param endpoint where it can be dialled: endpoints with a space between them, that for units of its own machine first; empty where it
 *     cannot
 * @param node uid of the node it belongs to; empty where it belongs to none
 * @param permits how many calls of user code it runs at once, 0 where it runs none; of a node: how many workers it has for a program
 * @param program of a worker: the instance of the head that it works for, 0 where it works for whoever calls; 0 for other units
 * @param offers of a node: what it has beside devices
 * @param gpus of a node: the devices it offers, by their ids; of a worker: those that it alone has, for its life
 */
public record Member(
        String uid,
        long instance,
        Kind kind,
        String endpoint,
        String node,
        int permits,
        long program,
        Resources offers,
        List<String> gpus) {
    /** The monitor's uid: there is one in a cluster. */
    public static final String MONITOR = "monitor";

    public Member {
        uid = inOneLine(uid);
        endpoint = inOneLine(endpoint);
        node = inOneLine(node);
        gpus = gpus.stream().map(Member::inOneLine).toList();
    }

    private static String inOneLine(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return text.chars()
                        .map(each -> Character.isISOControl(each) ? '?' : each)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            }
        }
        return text;
    }

    /** A unit without devices, that offers nothing. */
    public Member(String uid, long instance, Kind kind, String endpoint, String node, int permits, long program) {
        this(uid, instance, kind, endpoint, node, permits, program, Resources.NONE, List.of());
    }

    /** A unit that belongs to no program. */
    public Member(String uid, long instance, Kind kind, String endpoint, String node, int permits) {
        this(uid, instance, kind, endpoint, node, permits, 0);
    }

    /**
     * Where a unit of that node dials this one: on the same machine at the first endpoint, else at the first that leads there from
     * elsewhere. Empty for none.
     */
    public String endpointFrom(String dialler) {
        for (String each : endpoint.split(" ", -1)) {
            if (!each.startsWith("ipc:") || dialler.equals(node)) {
                return each;
            }
        }
        return "";
    }

    /** Of a node: all that it offers. */
    public Resources offersWithGpus() {
        return offers.withGpus(gpus.size() * Resources.ONE);
    }

    /** True where this worker runs code for the program of that head; 0 on either side fits any. */
    public boolean serves(long head) {
        return program == 0 || head == 0 || program == head;
    }

    /** What a unit is. The order is on the wire: add at the end. */
    public enum Kind {
        PROGRAM,
        MONITOR,
        GATEWAY,
        NODE,
        WORKER,
        WAREHOUSE;

        private final String label = name().toLowerCase(Locale.ROOT);

        /** The name of this kind in lists and metrics. */
        public String label() {
            return label;
        }

        /** The first part of the uids of this kind, up to the colon. */
        public String prefix() {
            return this == PROGRAM ? "head" : label;
        }
    }
}
