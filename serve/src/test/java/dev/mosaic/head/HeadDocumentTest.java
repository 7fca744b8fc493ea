package dev.mosaic.head;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.mosaic.TesseraProxy;
import dev.mosaic.headapi.ClusterPage;
import dev.mosaic.headapi.DrainOrder;
import dev.mosaic.headapi.EventsPage;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.headapi.InstancesPage;
import dev.mosaic.headapi.LinesPage;
import dev.mosaic.headapi.LoadPage;
import dev.mosaic.headapi.ObjectsPage;
import dev.mosaic.headapi.StatusPage;
import dev.mosaic.headapi.TasksPage;
import dev.mosaic.headapi.TesseraPage;
import dev.mosaic.http.Request;
import dev.mosaic.http.Route;
import dev.mosaic.http.Scope;
import dev.mosaic.inspect.PageFilter;
import dev.mosaic.inspect.ProfileOrder;
import dev.mosaic.keys.KeyFiles;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.process.Access;
import dev.mosaic.serve.TesseraService;
import dev.mosaic.serve.call.Problem;
import dev.mosaic.unit.mailbox.CallView;
import dev.mosaic.unit.objects.ObjectView;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/openapi.json} says what the routes of a head and the records of its answers say. */
class HeadDocumentTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path ROOT = Path.of("..");

    /** What a client may leave out; of other records a head says all. */
    private static final Map<String, Set<String>> NEEDED = Map.ofEntries(
            Map.entry("Amounts", Set.of()),
            Map.entry("DrainOrder", Set.of()),
            Map.entry("Declaration", Set.of("className")),
            Map.entry("Code", Set.of()),
            Map.entry("Artifact", Set.of("uri")),
            Map.entry("Needs", Set.of()),
            Map.entry("Activation", Set.of()),
            Map.entry("Keeping", Set.of()));

    /** Read with a filter that others need, and without a use. */
    private static final Map<String, Set<String>> UNUSED =
            Map.of("GET " + HeadHttp.INSTANCES, Set.of("tessera", "since", "before"));

    @TempDir
    Path folder;

    private DescribedApi api;
    private HeadProcess head;

    @BeforeEach
    void start() throws Exception {
        api = new DescribedApi();
        new KeyFiles(folder).make(Duration.ofDays(30));
        Endpoint.Tcp anywhere = new Endpoint.Tcp("127.0.0.1", 0);
        Access access = Access.of(folder.toString());
        head = HeadProcess.start(
                new HeadSettings(
                        anywhere,
                        "127.0.0.1",
                        Optional.empty(),
                        Optional.of(anywhere),
                        Optional.empty(),
                        "least-busy",
                        List.of(),
                        false,
                        true),
                access,
                monitor -> TesseraService.open(monitor, "127.0.0.1", folder, access));
    }

    @AfterEach
    void stop() {
        head.close();
    }

    @Test
    void shouldBeADocumentOfOpenApi31() throws IOException {
        assertThat(api.faults()).isEmpty();
        ((ObjectNode) api.operations().get("GET " + HeadHttp.STATUS)).remove("responses");
        ((ObjectNode) api.document()).put("openapi", "2.0");
        assertThat(api.faults()).as("a wrong one has faults").isNotEmpty();
    }

    @Test
    void shouldServeTheFileOfTheDocuments() throws IOException {
        assertThat(api.document())
                .isEqualTo(JSON.readTree(ROOT.resolve("docs/openapi.json").toFile()));
    }

    @Test
    void shouldDescribeEachRouteWithItsScopeAndNoOther() {
        Map<String, List<String>> described = new TreeMap<>();
        api.operations().forEach((name, operation) -> described.put(name, scopes(operation)));
        assertThat(described)
                .isEqualTo(head.routes().stream().collect(Collectors.toMap(HeadDocumentTest::name, route -> {
                    String scope = route.scope().name().toLowerCase(Locale.ROOT);
                    return List.of("bearer=" + scope, "header=" + scope);
                })));
        JsonNode schemes = api.document().at("/components/securitySchemes");
        assertThat(schemes.at("/header/name").textValue()).isEqualTo(HeadHttp.TOKEN);
        for (Scope each : Scope.values()) {
            assertThat(schemes.at("/bearer/description").textValue()).contains(each.file());
        }
    }

    private static List<String> scopes(JsonNode operation) {
        List<String> scopes = new ArrayList<>();
        operation
                .path("security")
                .forEach(way -> way.properties()
                        .forEach(scheme -> scheme.getValue()
                                .forEach(scope -> scopes.add(scheme.getKey() + "=" + scope.textValue()))));
        return scopes;
    }

    /** Each is asked for what it does not know, and notes what it reads. */
    @Test
    void shouldDescribeTheParametersThatRoutesRead() throws Exception {
        declareStopped();
        for (Route route : head.routes()) {
            JsonNode operation = api.operations().get(name(route));
            Noting variables = new Noting(name -> name.equals("id") ? "none" : "nothing");
            Noting query = new Noting(_ -> null);
            Noting headers = new Noting(_ -> null);
            var _ = route.handler()
                    .handle(new Request(route.method(), route.path(), variables, query, headers, body(route)));
            Set<String> inPath = Pattern.compile("[{]([a-z]+)[}]")
                    .matcher(route.path())
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
            assertThat(DescribedApi.parameters(operation, "path").keySet())
                    .as(name(route))
                    .isEqualTo(inPath)
                    .isEqualTo(variables.noted);
            query.noted.removeAll(UNUSED.getOrDefault(name(route), Set.of()));
            assertThat(DescribedApi.parameters(operation, "query").keySet())
                    .as(name(route))
                    .isEqualTo(query.noted);
            assertThat(DescribedApi.parameters(operation, "header").keySet().stream()
                            .map(each -> each.toLowerCase(Locale.ROOT)))
                    .as(name(route))
                    .containsExactlyInAnyOrderElementsOf(headers.noted);
        }
    }

    /** So that a call gets as far as its headers; it is answered at once. */
    private void declareStopped() throws Exception {
        Route declare = head.routes().stream()
                .filter(each -> name(each).equals("PUT " + HeadHttp.TESSERA))
                .findFirst()
                .orElseThrow();
        Map<String, String> variables = Map.of("namespace", "nothing", "name", "nothing");
        assertThat(declare.handler()
                        .handle(new Request("PUT", declare.path(), variables, Map.of(), Map.of(), body(declare)))
                        .status())
                .isEqualTo(200);
    }

    private static String body(Route route) {
        return switch (name(route)) {
            case "PUT " + HeadHttp.TESSERA -> "{\"className\":\"nowhere.Nothing\",\"replicas\":0}";
            case "PUT " + HeadHttp.ANNOUNCED -> "[]";
            default -> "";
        };
    }

    /** Notes by which keys it is asked. */
    private static final class Noting extends HashMap<String, String> {
        private static final long serialVersionUID = 1;

        private final transient Set<String> noted = new TreeSet<>();
        private final transient Function<String, @Nullable String> values;

        Noting(Function<String, @Nullable String> values) {
            this.values = values;
        }

        @Override
        public @Nullable String get(Object key) {
            noted.add((String) key);
            return values.apply((String) key);
        }

        @Override
        public String getOrDefault(Object key, String otherwise) {
            String value = get(key);
            return value == null ? otherwise : value;
        }
    }

    @Test
    void shouldSayWhichValuesParametersTakeAndWhatTheyAreUnlessSaid() {
        assertThat(parameter(HeadHttp.TASKS, "state").path("enum")).isEqualTo(words(CallView.State.values()));
        assertThat(parameter(HeadHttp.INSTANCES, "state").path("enum"))
                .containsExactlyInAnyOrderElementsOf(words(TesseraProxy.State.values()));
        assertThat(parameter(HeadHttp.OBJECTS, "tier").path("enum")).isEqualTo(words(ObjectView.Tier.values()));
        assertThat(parameter(HeadHttp.PROFILE, "event").path("enum")).isEqualTo(words(ProfileOrder.Event.values()));

        for (String path : List.of(HeadHttp.TASKS, HeadHttp.INSTANCES, HeadHttp.OBJECTS)) {
            assertThat(parameter(path, "limit").path("default").intValue())
                    .isEqualTo(PageFilter.of(Map.of()).limit());
            assertThat(parameter(path, "limit").path("maximum").intValue())
                    .isEqualTo(PageFilter.of(Map.of("limit", "2147483647")).limit());
        }
        ProfileOrder usual = ProfileOrder.of(Map.of());
        assertThat(parameter(HeadHttp.PROFILE, "seconds").path("default").intValue())
                .isEqualTo(usual.seconds());
        assertThat(parameter(HeadHttp.PROFILE, "event").path("default").textValue())
                .isEqualTo(usual.event().name().toLowerCase(Locale.ROOT));
        int most = parameter(HeadHttp.PROFILE, "seconds").path("maximum").intValue();
        assertThat(new ProfileOrder(usual.event(), most).seconds()).isEqualTo(most);
    }

    private JsonNode parameter(String path, String name) {
        return DescribedApi.parameters(api.operations().get("GET " + path), "query")
                .get(name)
                .path("schema");
    }

    private static ArrayNode words(Enum<?>... values) {
        ArrayNode words = JSON.createArrayNode();
        Arrays.stream(values).map(each -> each.name().toLowerCase(Locale.ROOT)).forEach(words::add);
        return words;
    }

    @Test
    void shouldDescribeRecordsByTheirComponents() throws Exception {
        Map<String, JsonNode> wanted = new TreeMap<>();
        for (Class<?> root : List.of(
                StatusPage.class,
                TasksPage.class,
                InstancesPage.class,
                ObjectsPage.class,
                EventsPage.class,
                EventsPage.Event.class,
                LinesPage.class,
                LoadPage.class,
                ClusterPage.class,
                DrainOrder.class,
                ClusterApi.Drained.class,
                TesseraPage.class,
                Problem.class,
                Class.forName("dev.mosaic.serve.Declaration"))) {
            shape(root, wanted);
        }
        Map<String, JsonNode> described = new TreeMap<>();
        api.document()
                .at("/components/schemas")
                .properties()
                .forEach(each -> described.put(each.getKey(), bare(each.getValue())));
        assertThat(described.keySet()).isEqualTo(wanted.keySet());
        wanted.forEach((name, shape) ->
                assertThat(described.get(name).toPrettyString()).as(name).isEqualTo(shape.toPrettyString()));
    }

    /** Names and types of a record, and of those in it. */
    private static void shape(Class<?> type, Map<String, JsonNode> shapes) {
        if (shapes.containsKey(type.getSimpleName())) {
            return;
        }
        ObjectNode shape = JSON.createObjectNode();
        shapes.put(type.getSimpleName(), shape);
        ArrayNode required = shape.putArray("required");
        ObjectNode properties = shape.putObject("properties");
        boolean leavesNullOut = type.isAnnotationPresent(JsonInclude.class);
        Set<String> needed = NEEDED.get(type.getSimpleName());
        for (RecordComponent each : type.getRecordComponents()) {
            boolean nullable = each.getAnnotatedType().isAnnotationPresent(Nullable.class);
            boolean isLeftOut = leavesNullOut && (nullable || each.getName().equals("type"));
            properties.set(each.getName(), schema(each.getGenericType(), nullable && !isLeftOut, shapes));
            if (needed == null ? !isLeftOut : needed.contains(each.getName())) {
                required.add(each.getName());
            }
        }
    }

    private static ObjectNode schema(Type type, boolean nullable, Map<String, JsonNode> shapes) {
        ObjectNode schema = JSON.createObjectNode();
        if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
            schema.put("type", "array").set("items", schema(generic.getActualTypeArguments()[0], false, shapes));
        } else if (type instanceof ParameterizedType generic && generic.getRawType() == Map.class) {
            schema.put("type", "object")
                    .set("additionalProperties", schema(generic.getActualTypeArguments()[1], false, shapes));
        } else if (type == int.class || type == Integer.class) {
            schema.put("type", "integer").put("format", "int32");
        } else if (type == long.class || type == Long.class) {
            schema.put("type", "integer").put("format", "int64");
        } else if (type == double.class || type == Double.class) {
            schema.put("type", "number").put("format", "double");
        } else if (type == boolean.class || type == Boolean.class) {
            schema.put("type", "boolean");
        } else if (type == String.class) {
            schema.put("type", "string");
        } else if (type instanceof Class<?> choice && choice.isEnum()) {
            ArrayNode values = schema.put("type", "string").putArray("enum");
            for (Object each : choice.getEnumConstants()) {
                values.add(JSON.convertValue(each, String.class));
            }
        } else if (type instanceof Class<?> part && part.isRecord()) {
            shape(part, shapes);
            ObjectNode reference = JSON.createObjectNode().put("$ref", "#/components/schemas/" + part.getSimpleName());
            if (!nullable) {
                return reference;
            }
            schema.putArray("anyOf").add(reference).addObject().put("type", "null");
            return schema;
        }
        if (nullable) {
            String only = schema.path("type").textValue();
            schema.putArray("type").add(only).add("null");
        }
        return schema;
    }

    /** A described schema without words and limits. */
    private static JsonNode bare(JsonNode described) {
        ObjectNode bare = JSON.createObjectNode();
        ArrayNode required = bare.putArray("required");
        described.path("required").forEach(required::add);
        ObjectNode properties = bare.putObject("properties");
        described.path("properties").properties().forEach(each -> {
            assertThat(each.getValue().path("description").asText())
                    .as("the description of %s", each.getKey())
                    .isNotBlank();
            properties.set(
                    each.getKey(),
                    ((ObjectNode) each.getValue().deepCopy())
                            .retain("type", "format", "items", "additionalProperties", "enum", "$ref", "anyOf"));
        });
        return bare;
    }

    @Test
    void shouldKnowAllKindsOfProblems() {
        List<String> kinds = Arrays.stream(Problem.Kind.values())
                .map(each -> Problem.of(each, "").type())
                .toList();
        assertThat(api.document().at("/components/schemas/Problem/properties/type/examples"))
                .isEqualTo(JSON.valueToTree(kinds));
    }

    /** Where a component has a line of Javadoc, that line is its description. */
    @Test
    void shouldSayOfComponentsWhatTheirRecordsSay() throws IOException {
        Map<String, String> said = new TreeMap<>();
        for (String folder :
                List.of("head-api/src/main/java/dev/mosaic/headapi", "serve/src/main/java/dev/mosaic/serve")) {
            try (var files = Files.list(ROOT.resolve(folder))) {
                for (Path each : files.filter(Files::isRegularFile).toList()) {
                    said.putAll(javadoc(Files.readString(each)));
                }
            }
        }
        Map<String, String> described = new TreeMap<>();
        api.document()
                .at("/components/schemas")
                .properties()
                .forEach(schema -> schema.getValue()
                        .path("properties")
                        .properties()
                        .forEach(each -> described.put(
                                schema.getKey() + "." + each.getKey(),
                                each.getValue().path("description").textValue())));
        said.keySet().retainAll(described.keySet());
        assertThat(said).hasSizeGreaterThan(60);
        assertThat(described).containsAllEntriesOf(said);
    }

    private static final Pattern RECORD =
            Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:public )?record (\\w+)\\(", Pattern.DOTALL);

    private static Map<String, String> javadoc(String source) {
        Map<String, String> said = new LinkedHashMap<>();
        Matcher found = RECORD.matcher(source);
        while (found.find()) {
            String[] parts = found.group(1).split("\\n\\s*\\* @param ", -1);
            for (int i = 1; i < parts.length; i++) {
                String[] nameAndText = parts[i].split(" ", 2);
                said.put(
                        found.group(2) + "." + nameAndText[0],
                        nameAndText[1]
                                .replaceAll("\\n\\s*\\*", " ")
                                .replaceAll("[{]@\\w+\\s+([^}]*)[}]", "$1")
                                .replaceAll("\\s+", " ")
                                .strip());
            }
        }
        return said;
    }

    private static String name(Route route) {
        return route.method() + " " + route.path();
    }
}
