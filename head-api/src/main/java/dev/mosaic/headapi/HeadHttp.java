package dev.mosaic.headapi;

/** Paths and headers of a head's http. What stands in braces is one segment. */
public final class HeadHttp {
    /** A document of OpenAPI 3.1 of all that a head serves. */
    public static final String OPENAPI = "/v1/openapi.json";

    /** Units with their load, and what waits. */
    public static final String STATUS = "/v1/status";

    /** What workers do, and have done; by {@code state}, {@code name}, {@code id}, {@code tessera}, {@code unit}, {@code since}, {@code before}, {@code limit}. */
    public static final String TASKS = "/v1/tasks";

    /** Tesserae and where they live, declared or not; by {@code state}, {@code name}, {@code id}, {@code unit}, {@code limit}. */
    public static final String INSTANCES = "/v1/instances";

    /** What stores keep, the largest first; by {@code tier}, {@code id}, {@code limit}. */
    public static final String OBJECTS = "/v1/objects";

    /** What processes take of their machines, and sums of calls by method. */
    public static final String LOAD = "/v1/load";

    /** Metrics of processes and calls, in the format of Prometheus. */
    public static final String METRICS = "/metrics";

    /** Which units joined, left or were lost; those {@code after} a number. */
    public static final String EVENTS = "/v1/events";

    /** The stacks of what runs in a unit, as text. */
    public static final String STACK = "/v1/units/{uid}/stack";

    /** Where the time of a unit goes, as collapsed stacks; by {@code seconds}, {@code event}. */
    public static final String PROFILE = "/v1/units/{uid}/profile";

    /** The last lines that calls printed in a unit; by {@code task}, {@code tessera}, {@code after}, {@code limit}. */
    public static final String LINES = "/v1/units/{uid}/lines";

    /** What waits, and which nodes are idle. */
    public static final String CLUSTER = "/v1/cluster";

    public static final String DRAIN = "/v1/nodes/{host}/drain";
    public static final String ANNOUNCED = "/v1/announced";

    /** Declared tesserae. */
    public static final String TESSERAE = "/v1/tesserae";

    /** A declared tessera. Its methods are below. */
    public static final String TESSERA = TESSERAE + "/{namespace}/{name}";

    /** The outcome of a call that nobody waited for. */
    public static final String CALL = "/v1/calls/{id}";

    /** Behind a path: the same again, an object a line, on each change and each 5 s. */
    public static final String WATCH = "?watch=true";

    /** Has the token; the API server of Kubernetes, which passes requests on, strips the usual header. */
    public static final String TOKEN = "X-Mosaic-Token";

    private HeadHttp() {}

    public static String stack(String uid) {
        return STACK.replace("{uid}", uid);
    }

    /**
     * With its query.
     *
     * @param event cpu or alloc
     */
    public static String profile(String uid, int seconds, String event) {
        return PROFILE.replace("{uid}", uid) + "?seconds=" + seconds + "&event=" + event;
    }

    public static String lines(String uid) {
        return LINES.replace("{uid}", uid);
    }

    public static String drain(String host) {
        return DRAIN.replace("{host}", host);
    }

    public static String tessera(String namespace, String name) {
        return TESSERAE + "/" + namespace + "/" + name;
    }

    public static String call(String id) {
        return CALL.replace("{id}", id);
    }
}
