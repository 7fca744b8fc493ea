package dev.mosaic.worker;

import dev.mosaic.mesh.Endpoint;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a node tells a worker process about itself, as the first lines on its standard input: so the token is in no list of processes
 * and no environment.
 *
 * <pre>
 *   key=value      one line each, in UTF-8
 *                  an empty line ends it
 *   stop           later: end in good order. End of file without it: the node is gone
 * </pre>
 *
 * @param uid its name
 * @param instance its boot, drawn by the node, which can so tell of its end whatever it came to say itself
 * @param node uid of the node
 * @param listen where it is to be dialled, on its own machine first
 * @param monitor where the monitor is
 * @param token the cluster's secret
 * @param keys folder of the keys of the mesh; empty for none
 * @param permits how many calls of user code it runs at once
 * @param sharedBytes of shared memory that its large arguments and results may take
 * @param program the instance of the head that it works for
 * @param code the files with the program's classes; empty where they are on the class path
 * @param folder the cluster's private folder, which the last one out deletes
 * @param gpus ids of the devices that it alone has
 */
public record WorkerBrief(
        String uid,
        long instance,
        String node,
        List<Endpoint> listen,
        Endpoint monitor,
        String token,
        String keys,
        int permits,
        long sharedBytes,
        long program,
        List<Path> code,
        Path folder,
        List<String> gpus) {
    public WorkerBrief {
        code = List.copyOf(code);
        gpus = List.copyOf(gpus);
        listen = List.copyOf(listen);
    }

    /** The line that ends a worker in good order. */
    public static final String STOP = "stop";

    /** Without the token. */
    @Override
    public String toString() {
        return "WorkerBrief[" + uid + "/" + Long.toHexString(instance) + ", listen=" + listen + "]";
    }

    /** Writes it, and flushes. */
    public void write(Writer out) throws IOException {
        StringBuilder text = new StringBuilder();
        add(text, "uid", uid);
        add(text, "instance", Long.toHexString(instance));
        add(text, "node", node);
        add(text, "listen", listen.stream().map(Endpoint::toString).collect(Collectors.joining(" ")));
        add(text, "monitor", monitor.toString());
        add(text, "token", token);
        add(text, "keys", keys);
        add(text, "permits", Integer.toString(permits));
        add(text, "sharedBytes", Long.toString(sharedBytes));
        add(text, "program", Long.toHexString(program));
        add(text, "code", code.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        add(text, "folder", folder.toString());
        add(text, "gpus", String.join(",", gpus));
        out.write(text.append('\n').toString());
        out.flush();
    }

    private static void add(StringBuilder text, String key, String value) throws IOException {
        if (value.indexOf('\n') >= 0) {
            throw new IOException(key + "=" + value + " has a line break");
        }
        text.append(key).append('=').append(value).append('\n');
    }

    /** Reads up to the empty line, and not beyond. */
    static WorkerBrief read(BufferedReader in) throws IOException {
        Map<String, String> values = new HashMap<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        return new WorkerBrief(
                value(values, "uid"),
                Long.parseUnsignedLong(value(values, "instance"), 16),
                value(values, "node"),
                Stream.of(value(values, "listen").split(" ", -1))
                        .map(Endpoint::parse)
                        .toList(),
                Endpoint.parse(value(values, "monitor")),
                value(values, "token"),
                value(values, "keys"),
                Integer.parseInt(value(values, "permits")),
                Long.parseLong(value(values, "sharedBytes")),
                Long.parseUnsignedLong(value(values, "program"), 16),
                Stream.of(value(values, "code").split(File.pathSeparator, -1))
                        .filter(path -> !path.isEmpty())
                        .map(Path::of)
                        .toList(),
                Path.of(value(values, "folder")),
                Stream.of(value(values, "gpus").split(",", -1))
                        .filter(id -> !id.isEmpty())
                        .toList());
    }

    private static String value(Map<String, String> values, String key) throws IOException {
        String value = values.get(key);
        if (value == null) {
            throw new IOException(key + " is missing on standard input: a worker is started by its node");
        }
        return value;
    }
}
