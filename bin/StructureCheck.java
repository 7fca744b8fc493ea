import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures the structure of the compiled modules and the style of their sources. Exit code 1 where a figure is past its limit.
 *
 * <pre>java bin/StructureCheck.java</pre>
 *
 * <p>Structure: for each module, the lines of main sources that lie in circles, where a circle is a set of source files each of which needs
 * each other, directly or through more of them. Read from the class files below {@code target/classes}, so it asks for a build. Packages
 * that more than one module has, which may not be. And the simple names of types that more than one main source file has.
 *
 * <p>Style: lengths of files, lines of tests for each line of main code, and what no test may have.
 *
 * <p>The limits are just above what is reached. Who goes below one lowers it.
 */
final class StructureCheck {
    /** Lines in circles, by module; 0 for those that are not named. */
    private static final Map<String, Integer> MOST_IN_CIRCLES = Map.of(
            "client", 1_733,
            "kernel", 16_100,
            "mesh", 2_600,
            "operator", 630,
            "processor", 340,
            "runtime", 9_250);

    /** Simple names that stand for more than one type. */
    private static final int MOST_NAMES_TWICE = 42;

    private static final int LONGEST_MEDIAN = 70;
    private static final int LONGEST_95TH = 310;
    private static final int LONGEST_FILE = 810;
    private static final double LEAST_TESTS_FOR_MAIN = 0.75;

    /** What no test may have. More of this kind is held by ArchitectureTest of each module. */
    private record Banned(String what, Pattern pattern) {}

    private static final List<Banned> BANNED = List.of(
            new Banned("mocks", Pattern.compile("\\bmockito\\b")),
            new Banned("a disabled test", Pattern.compile("@Disabled\\b")));

    private static final List<String> SKIPPED = List.of("target", "node_modules", ".git");

    /** A source file. */
    private record Source(String module, Path file, boolean isMain, String text, int lines) {
        /** Part of the product. */
        boolean isProduct() {
            return isMain && !module.startsWith("examples/") && !module.equals("benchmarks");
        }

        /** As its classes have it: package and name of the file. */
        String name() {
            String root = isMain ? "/src/main/java/" : "/src/test/java/";
            String path = file.toString();
            return path.substring(path.indexOf(root) + root.length());
        }

        String type() {
            return file.getFileName().toString().replace(".java", "");
        }
    }

    private final List<String> faults = new ArrayList<>();
    private final List<Source> sources;

    private StructureCheck(List<Source> sources) {
        this.sources = sources;
    }

    public static void main(String[] arguments) throws IOException {
        StructureCheck check = new StructureCheck(read(Path.of(".")));
        check.circles();
        check.packages();
        check.names();
        check.style();
        check.faults.forEach(fault -> System.out.println("structure: " + fault));
        System.exit(check.faults.isEmpty() ? 0 : 1);
    }

    private static List<Source> read(Path top) throws IOException {
        List<Source> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(top)) {
            for (Path file :
                    (Iterable<Path>) all.filter(StructureCheck::isSource).sorted()::iterator) {
                String path = top.relativize(file).toString();
                Matcher matcher =
                        Pattern.compile("(.+?)/src/(main|test)/java/.*").matcher(path);
                if (matcher.matches()) {
                    String text = Files.readString(file);
                    boolean isMain = matcher.group(2).equals("main");
                    found.add(new Source(matcher.group(1), top.relativize(file), isMain, text, (int)
                            text.lines().count()));
                }
            }
        }
        return found;
    }

    private static boolean isSource(Path file) {
        for (Path part : file) {
            if (SKIPPED.contains(part.toString())) {
                return false;
            }
        }
        return file.toString().endsWith(".java");
    }

    /** Finds circles in each module by itself: Maven lets none be between modules. */
    private void circles() throws IOException {
        Map<String, Map<String, Source>> modules = new TreeMap<>();
        for (Source source : sources) {
            if (source.isProduct()) {
                modules.computeIfAbsent(source.module(), _ -> new HashMap<>()).put(source.name(), source);
            }
        }
        List<String> figures = new ArrayList<>();
        int total = 0;
        int tied = 0;
        for (Map.Entry<String, Map<String, Source>> module : modules.entrySet()) {
            List<List<String>> circles =
                    new Circles(needs(module.getKey(), module.getValue().keySet())).find();
            int all = lines(module.getValue().values());
            int inCircles = 0;
            for (List<String> circle : circles) {
                inCircles += lines(circle.stream().map(module.getValue()::get).toList());
            }
            total += all;
            tied += inCircles;
            if (inCircles > 0) {
                figures.add("%s %,d of %,d".formatted(module.getKey(), inCircles, all));
            }
            int most = MOST_IN_CIRCLES.getOrDefault(module.getKey(), 0);
            if (inCircles > most) {
                faults.add("%s has %d lines in circles, the limit is %d; its circles: %s"
                        .formatted(
                                module.getKey(),
                                inCircles,
                                most,
                                circles.stream().map(StructureCheck::brief).collect(joining("; "))));
            }
        }
        System.out.printf("structure: %,d of %,d lines lie in circles: %s%n", tied, total, String.join(", ", figures));
    }

    private static String brief(List<String> circle) {
        String names = circle.stream()
                .sorted()
                .limit(6)
                .map(name -> Path.of(name).getFileName().toString().replace(".java", ""))
                .collect(joining(", "));
        return names + (circle.size() > 6 ? " and " + (circle.size() - 6) + " more" : "");
    }

    private static int lines(Iterable<Source> of) {
        int lines = 0;
        for (Source source : of) {
            lines += source.lines();
        }
        return lines;
    }

    /** Which source files of a module each of them needs. */
    private static Map<String, Set<String>> needs(String module, Set<String> names) throws IOException {
        Path classes = Path.of(module, "target", "classes");
        if (!Files.isDirectory(classes)) {
            throw new IllegalStateException("module " + module + " is not built: run make lint");
        }
        List<ClassModel> models = new ArrayList<>();
        Map<String, String> sourceOf = new HashMap<>();
        try (Stream<Path> all = Files.walk(classes)) {
            for (Path file : (Iterable<Path>)
                    all.filter(path -> path.toString().endsWith(".class")).sorted()::iterator) {
                ClassModel model = ClassFile.of().parse(file);
                String name = model.thisClass().asInternalName();
                String source = name.substring(0, name.lastIndexOf('/') + 1)
                        + model.findAttribute(Attributes.sourceFile())
                                .map(a -> a.sourceFile().stringValue())
                                .orElse("");
                if (names.contains(source)) {
                    models.add(model);
                    sourceOf.put(name, source);
                }
            }
        }
        Map<String, Set<String>> needs = new HashMap<>();
        for (ClassModel model : models) {
            String source = sourceOf.get(model.thisClass().asInternalName());
            Set<String> found = needs.computeIfAbsent(source, _ -> new HashSet<>());
            types(model)
                    .map(sourceOf::get)
                    .filter(other -> other != null && !other.equals(source))
                    .forEach(found::add);
        }
        return needs;
    }

    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L([^;]+);");

    /** Internal names of the types that a class names in code, fields and methods. */
    private static Stream<String> types(ClassModel model) {
        List<String> found = new ArrayList<>();
        List<String> descriptors = new ArrayList<>();
        for (PoolEntry entry : model.constantPool()) {
            switch (entry) {
                case ClassEntry type
                when type.asInternalName().startsWith("[") -> descriptors.add(type.asInternalName());
                case ClassEntry type -> found.add(type.asInternalName());
                case NameAndTypeEntry type -> descriptors.add(type.type().stringValue());
                case MethodTypeEntry type -> descriptors.add(type.descriptor().stringValue());
                default -> {}
            }
        }
        model.fields().forEach(field -> descriptors.add(field.fieldType().stringValue()));
        model.methods().forEach(method -> descriptors.add(method.methodType().stringValue()));
        for (String descriptor : descriptors) {
            IN_DESCRIPTOR
                    .matcher(descriptor)
                    .results()
                    .map(result -> result.group(1))
                    .forEach(found::add);
        }
        return found.stream();
    }

    /** Tarjan's strongly connected components of more than one node. */
    private static final class Circles {
        private final Map<String, Set<String>> needs;
        private final Map<String, Integer> index = new HashMap<>();
        private final Map<String, Integer> low = new HashMap<>();
        private final Deque<String> stack = new ArrayDeque<>();
        private final Set<String> onStack = new HashSet<>();
        private final List<List<String>> found = new ArrayList<>();

        Circles(Map<String, Set<String>> needs) {
            this.needs = needs;
        }

        List<List<String>> find() {
            needs.keySet().stream()
                    .sorted()
                    .filter(node -> !index.containsKey(node))
                    .forEach(node -> {
                        if (!index.containsKey(node)) {
                            visit(node);
                        }
                    });
            return found;
        }

        private void visit(String node) {
            index.put(node, index.size());
            low.put(node, index.get(node));
            stack.push(node);
            onStack.add(node);
            for (String other : needs.getOrDefault(node, Set.of())) {
                if (!index.containsKey(other)) {
                    visit(other);
                    low.merge(node, low.get(other), Math::min);
                } else if (onStack.contains(other)) {
                    low.merge(node, index.get(other), Math::min);
                }
            }
            if (low.get(node).equals(index.get(node))) {
                List<String> component = new ArrayList<>();
                String member;
                do {
                    member = stack.pop();
                    onStack.remove(member);
                    component.add(member);
                } while (!member.equals(node));
                if (component.size() > 1) {
                    found.add(component);
                }
            }
        }
    }

    /** A package is of one module: who reads an import knows where to look. */
    private void packages() {
        Map<String, Set<String>> modules = new TreeMap<>();
        sources.stream().filter(Source::isProduct).forEach(source -> modules.computeIfAbsent(
                        Path.of(source.name()).getParent().toString(), _ -> new TreeSet<>())
                .add(source.module()));
        modules.forEach((name, in) -> {
            if (in.size() > 1) {
                faults.add("package %s is in more than one module: %s".formatted(name.replace('/', '.'), in));
            }
        });
    }

    private void names() {
        Map<String, Integer> counts = new TreeMap<>();
        sources.stream()
                .filter(Source::isProduct)
                .filter(source -> !source.type().endsWith("-info"))
                .forEach(source -> counts.merge(source.type(), 1, Integer::sum));
        List<String> twice =
                counts.keySet().stream().filter(name -> counts.get(name) > 1).toList();
        System.out.println("structure: " + twice.size() + " simple names stand for more than one type");
        if (twice.size() > MOST_NAMES_TWICE) {
            faults.add("%d simple names stand for more than one type, the limit is %d: %s"
                    .formatted(twice.size(), MOST_NAMES_TWICE, twice));
        }
    }

    private void style() {
        List<Source> main = sources.stream().filter(Source::isMain).toList();
        int[] lengths = main.stream().mapToInt(Source::lines).sorted().toArray();
        int median = lengths[lengths.length / 2];
        int high = lengths[(int) (lengths.length * 0.95)];
        Source longest =
                main.stream().max(Comparator.comparingInt(Source::lines)).orElseThrow();
        double tests = (double) lines(
                        sources.stream().filter(source -> !source.isMain()).toList())
                / Arrays.stream(lengths).sum();
        System.out.printf(
                "structure: %,d main files; lines: median %d, 95th percentile %d, longest %d; lines of tests for one of main %.2f%n",
                lengths.length, median, high, longest.lines(), tests);
        limit("the median of lines in a main file", median, LONGEST_MEDIAN);
        limit("the 95th percentile of lines in a main file", high, LONGEST_95TH);
        limit("the longest main file, " + longest.file() + ",", longest.lines(), LONGEST_FILE);
        if (tests < LEAST_TESTS_FOR_MAIN) {
            faults.add("there are %.2f lines of tests for one of main, at least %.2f are asked for"
                    .formatted(tests, LEAST_TESTS_FOR_MAIN));
        }
        for (Banned banned : BANNED) {
            for (Source source : sources) {
                if (!source.isMain() && banned.pattern().matcher(source.text()).find()) {
                    faults.add(source.file() + " has " + banned.what());
                }
            }
        }
    }

    private void limit(String what, int reached, int most) {
        if (reached > most) {
            faults.add(what + " is " + reached + ", the limit is " + most);
        }
    }
}
