import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The closing lines of a run of tests, from the XML that Surefire has written: tests, time and processor time by module, the slowest classes, what
 * failed, and what passed only at a second try.
 *
 * <pre>java bin/TestReport.java LOG [BUDGET SPEED]</pre>
 *
 * <p>Reads {@code target/surefire-reports} of each module below the current folder, and LOG, which is what Maven has printed. BUDGET has a line
 * for each module: its name and the seconds of processor time that its tests may take; {@code #} begins a comment. SPEED has what
 * bin/MachineSpeed.java measured meanwhile. Its small piece of work does not show all of a machine: where half of the modules took more than that
 * times their budget, the machine is as slow as the median module says, 1.5 times as slow at most. By this the budgets are multiplied, so what is
 * found are modules out of line with the others; that all grow together is seen in the sum. Exit code 1 where a test failed, more than three passed only at
 * a second try, a JVM of tests ended before its tests did, no test was run, or a module took 15 % and 5 s more than its budget.
 */
final class TestReport {
    private static final int MOST_FLAKES = 3;
    private static final int MOST = 12;
    private static final double TOLERANCE = 1.15;
    private static final double SMALL_SECONDS = 5;
    private static final double SLOWEST = 1.5;

    /** Modules with smaller budgets do not tell how slow a machine is. */
    private static final double TELLING_SECONDS = 20;

    private static final List<String> LOST =
            List.of("There was a timeout or other error in the fork", "The forked VM terminated without", "hung: ");

    /** What is counted for a module. */
    private static final class Count {
        int tests;
        int failed;
        int skipped;
        double seconds;

        /** Of the JVMs of tests and what they have started. */
        double processorSeconds;

        /** What these may be on this machine; 0 where none was read. */
        double budget;

        boolean isAboveBudget() {
            return budget > 0 && processorSeconds > budget * TOLERANCE + SMALL_SECONDS;
        }
    }

    private final Map<String, Count> modules = new TreeMap<>();
    private final Map<String, Double> classes = new HashMap<>();

    /** Processor time by class of tests. */
    private final Map<String, Double> costs = new HashMap<>();

    private double speed = 1;
    private final List<String> withoutBudget = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private final List<String> flaky = new ArrayList<>();

    /** Names of tests, by their class and the reason. */
    private final Map<String, List<String>> skipped = new TreeMap<>();

    public static void main(String[] arguments) throws IOException, XMLStreamException {
        TestReport report = new TestReport();
        try (Stream<Path> files = Files.find(Path.of("."), 5, (file, about) -> isOfTests(file, "TEST-.*\\.xml"))) {
            for (Path file : files.sorted().toList()) {
                report.read(file);
            }
        }
        try (Stream<Path> files = Files.find(Path.of("."), 5, (file, about) -> isOfTests(file, "processor-\\d+\\.txt"))) {
            for (Path file : files.toList()) {
                report.readProcessorTime(Files.readAllLines(file), report.count(file));
            }
        }
        try (Stream<Path> files = Files.find(Path.of("."), 5, (file, about) -> isOfTests(file, "not-run-\\d+\\.txt"))) {
            for (Path file : files.toList()) {
                report.readNotRun(Files.readAllLines(file), file);
            }
        }
        if (arguments.length > 1) {
            report.budgets(Files.readAllLines(Path.of(arguments[1])), Double.parseDouble(Files.readString(Path.of(arguments[2])).strip()));
        }
        System.exit(report.print(lost(Path.of(arguments[0]))) ? 0 : 1);
    }

    private static boolean isOfTests(Path file, String name) {
        return file.getFileName().toString().matches(name)
                && file.getParent().endsWith("target/surefire-reports")
                && !file.startsWith("./target");
    }

    /** Lines that say that a JVM of tests did not end by itself. */
    private static List<String> lost(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> LOST.stream().anyMatch(line::contains))
                    .distinct()
                    .toList();
        }
    }

    private Count count(Path file) {
        return modules.computeIfAbsent(module(file), _ -> new Count());
    }

    private void budgets(List<String> lines, double ofThisMachine) {
        withoutBudget.addAll(modules.keySet());
        List<Double> factors = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.replaceFirst("#.*", "").strip().split("\\s+");
            Count module = modules.get(words[0]);
            if (module != null) {
                module.budget = Double.parseDouble(words[1]);
                withoutBudget.remove(words[0]);
                if (module.budget >= TELLING_SECONDS) {
                    factors.add(module.processorSeconds / module.budget);
                }
            }
        }
        factors.sort(null);
        double median = factors.isEmpty() ? 0 : factors.get(factors.size() / 2);
        speed = Math.clamp(median, ofThisMachine, SLOWEST * Math.max(1, ofThisMachine));
        modules.values().forEach(module -> module.budget *= speed);
    }

    /** As ProcessorTime of the module testing writes it. */
    private void readProcessorTime(List<String> lines, Count module) {
        module.processorSeconds += Double.parseDouble(lines.getFirst());
        for (String line : lines.subList(1, lines.size())) {
            int space = line.lastIndexOf(' ');
            costs.merge(line.substring(0, space), Double.parseDouble(line.substring(space + 1)), Double::sum);
        }
    }

    /** As NotRun of the module testing writes it: tests of classes that were given up before them, which Surefire does not name. */
    private void readNotRun(List<String> lines, Path file) {
        for (String line : lines) {
            String[] words = line.split("\t", 2);
            String[] name = words[0].split("\\.", 2);
            count(file).tests++;
            count(file).skipped++;
            skipped.computeIfAbsent(module(file) + ": " + name[0] + ": %s: " + words[1], _ -> new ArrayList<>()).add(name[1]);
        }
    }

    private static String module(Path file) {
        return file.getParent().getParent().getParent().normalize().toString();
    }

    private void read(Path file) throws IOException, XMLStreamException {
        String module = module(file);
        Count count = count(file);
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = XMLInputFactory.newDefaultFactory().createXMLStreamReader(in);
            String test = "";
            double seconds = 0;
            boolean isFailed = false;
            boolean isFlaky = false;
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "testcase" -> {
                            String owner = xml.getAttributeValue(null, "classname");
                            test = module + ": " + owner.substring(owner.lastIndexOf('.') + 1) + "." + xml.getAttributeValue(null, "name");
                            seconds = seconds(xml);
                            isFailed = false;
                            isFlaky = false;
                            count.tests++;
                        }
                        case "testsuite" -> classes.merge(xml.getAttributeValue(null, "name"), seconds(xml), Double::sum);
                        case "failure", "error" -> isFailed = true;
                        case "flakyFailure", "flakyError" -> isFlaky = true;
                        case "skipped" -> {
                            count.skipped++;
                            String reason = reason(xml);
                            skipped.computeIfAbsent(test.replaceFirst("\\..*", "") + ": %s: " + reason, _ -> new ArrayList<>())
                                    .add(test.replaceFirst("^[^.]*\\.", ""));
                        }
                        default -> {}
                    }
                } else if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("testcase")) {
                    count.seconds += seconds;
                    if (isFailed) {
                        count.failed++;
                        failed.add(test);
                    } else if (isFlaky) {
                        flaky.add(test);
                    }
                }
            }
        }
    }

    /** As an annotation says it, or an assumption that did not hold. */
    private static String reason(XMLStreamReader xml) throws XMLStreamException {
        String message = xml.getAttributeValue(null, "message");
        return message != null
                ? message
                : xml.getElementText().strip().lines().findFirst().orElse("").replaceFirst("^\\S+Exception: ", "");
    }

    private static double seconds(XMLStreamReader xml) {
        String time = xml.getAttributeValue(null, "time");
        return time == null ? 0 : Double.parseDouble(time.replace(",", ""));
    }

    /** True where all is well. */
    private boolean print(List<String> lost) {
        System.out.println("Tests by module:");
        modules.forEach((module, count) -> System.out.printf(
                "  %-24s %5d tests, %d failed, %d skipped, %.0f s, %.0f s of processors%s%n",
                module,
                count.tests,
                count.failed,
                count.skipped,
                count.seconds,
                count.processorSeconds,
                count.budget > 0 ? String.format(" of %.0f", count.budget) : ""));
        System.out.printf("All modules: %.0f s of processors, by the machine of the budgets %.0f s; this one takes %.2f times as long.%n", sum(), sum() / speed, speed);
        most("Slowest classes:", "s", classes);
        most("Classes with the most processor time:", "s of processors", costs);
        list(
                "Skipped",
                skipped.entrySet().stream()
                        .map(each -> each.getKey()
                                .replaceFirst("%s", each.getValue().size() == 1 ? each.getValue().getFirst() : each.getValue().size() + " tests"))
                        .toList());
        list("Passed only at a second try", flaky);
        list("JVMs that did not end by themselves", lost);
        list("Failed", failed);
        if (flaky.size() > MOST_FLAKES) {
            System.out.println("More than " + MOST_FLAKES + " passed only at a second try: that is a failure.");
        }
        if (modules.isEmpty()) {
            System.out.println("No test was run.");
        }
        List<String> above = modules.entrySet().stream()
                .filter(each -> each.getValue().isAboveBudget())
                .map(Map.Entry::getKey)
                .toList();
        list("Above its budget of processor time by more than 15 % and 5 s: that is a failure; make room, or raise the budget and say why", above);
        list("Without a budget of processor time: that is a failure", withoutBudget);
        return failed.isEmpty()
                && lost.isEmpty()
                && flaky.size() <= MOST_FLAKES
                && !modules.isEmpty()
                && above.isEmpty()
                && withoutBudget.isEmpty();
    }

    private double sum() {
        return modules.values().stream().mapToDouble(count -> count.processorSeconds).sum();
    }

    private static void most(String title, String unit, Map<String, Double> classes) {
        System.out.println(title);
        classes.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST)
                .forEach(each -> System.out.printf("  %4.0f %s %s%n", each.getValue(), unit, each.getKey()));
    }

    private static void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            System.out.println(title + ":");
            lines.forEach(line -> System.out.println("  " + line));
        }
    }
}
