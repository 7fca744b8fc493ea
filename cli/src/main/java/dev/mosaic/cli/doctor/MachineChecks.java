package dev.mosaic.cli.doctor;

import dev.mosaic.StartException;
import dev.mosaic.connect.PrivateFolder;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the machine and this JVM have to have. */
final class MachineChecks {
    private static final int LEAST_JAVA = 25;
    private static final String DENIED = "--sun-misc-unsafe-memory-access=deny";
    private static final long LEAST_FILES = 4_096;
    private static final long LEAST_PROCESSES = 2_048;
    private static final long GIB = 1L << 30;
    private static final Pattern SOFT_LIMIT = Pattern.compile("(?m)^Max processes\\s+(\\d+)");

    private MachineChecks() {}

    /** @param flags of this JVM, those of the environment too; properties are not shown, since some are passwords */
    static Finding java(int feature, String version, List<String> flags) {
        String shown = String.join(
                " ", flags.stream().filter(flag -> !flag.startsWith("-D")).toList());
        String found = "Java " + version + (shown.isEmpty() ? "" : ", flags: " + shown);
        if (feature < LEAST_JAVA) {
            return Finding.fail(
                    "java", found, "install a JDK 25 or newer (sdk install java 25-tem), and set JAVA_HOME to it");
        }
        return flags.contains(DENIED)
                ? Finding.fail("java", found, "take out " + DENIED + ": what encodes arguments uses Unsafe")
                : Finding.ok("java", found);
    }

    static Finding files(long most) {
        String found = "limit=" + most;
        return most < LEAST_FILES
                ? Finding.warn(
                        "open files",
                        found,
                        "ulimit -n 65536 in the shell that starts Mosaic; for good: nofile in /etc/security/limits.conf")
                : Finding.ok("open files", found);
    }

    static Finding processes(long most) {
        String found = "limit=" + most;
        return most < LEAST_PROCESSES
                ? Finding.warn("threads", found, "ulimit -u 16384 in the shell that starts Mosaic")
                : Finding.ok("threads", found);
    }

    /** Of this user; empty where the system does not tell, or sets none. */
    static Optional<Long> mostProcesses(Path limits) {
        try {
            Matcher said = SOFT_LIMIT.matcher(Files.readString(limits));
            return said.find() ? Optional.of(Long.parseLong(said.group(1))) : Optional.empty();
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /**
     * Shared memory, at most a quarter, has to fit beside the heap.
     *
     * @param limit the cgroup's; the machine's memory where that has none
     */
    static Finding memory(long limit, long heap) {
        String found = gib(limit) + " may be used, the heap of this JVM at most " + gib(heap);
        return heap > limit - limit / 4
                ? Finding.warn(
                        "memory",
                        found,
                        "give the heap half of it: -XX:MaxRAMPercentage=50 in JAVA_TOOL_OPTIONS, and no larger -Xmx")
                : Finding.ok("memory", found);
    }

    /** @param folder where processes make it: /dev/shm, or the temporary files where that cannot be used */
    static Finding sharedMemory(Path folder, long free) {
        return room(
                "shared memory",
                folder,
                free,
                "as root: mount -o remount,size=8g /dev/shm; in a container: --shm-size=8g; in a pod: an emptyDir of medium Memory at /dev/shm");
    }

    static Finding temporary(Path folder, long free) {
        return room("temporary files", folder, free, "free some, or name a folder with more: -Djava.io.tmpdir=FOLDER");
    }

    private static Finding room(String check, Path folder, long free, String remedy) {
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            return Finding.fail(check, folder + " cannot be written", "make it writable: chmod 1777 " + folder);
        }
        String found = folder + " has " + gib(free) + " left";
        return free < GIB ? Finding.warn(check, found, remedy) : Finding.ok(check, found);
    }

    /** Makes the folder that a program makes for the sockets of its workers, and deletes it. */
    static Finding sockets(Path temporary) {
        try (PrivateFolder made = PrivateFolder.create()) {
            String found = "unix sockets are made below " + made.path().getParent();
            return made.path().startsWith(temporary)
                    ? Finding.ok("sockets", found)
                    : Finding.warn(
                            "sockets",
                            found + ": " + temporary + " is too long a path for them, or has a space",
                            "name a shorter one: -Djava.io.tmpdir=/tmp");
        } catch (StartException e) {
            return Finding.fail("sockets", e);
        }
    }

    static List<Finding> ports(int... ports) {
        List<Finding> found = new ArrayList<>();
        for (int port : ports) {
            String check = "port " + port;
            try (ServerSocket _ = new ServerSocket(port)) {
                found.add(Finding.ok(check, "is free"));
            } catch (IOException taken) {
                found.add(Finding.fail(
                        check,
                        "cannot be listened at: " + taken.getMessage(),
                        "end the process that uses it (ss -ltnp sport = :" + port
                                + " names it), or give mosaic head another port"));
            }
        }
        return found;
    }

    private static String gib(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", (double) bytes / GIB);
    }
}
