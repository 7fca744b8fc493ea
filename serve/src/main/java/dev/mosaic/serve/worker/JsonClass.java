package dev.mosaic.serve.worker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.cfg.MutableCoercionConfig;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.mosaic.Snapshot;
import dev.mosaic.invoke.Member;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.serve.call.Problem;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What JSON can call of a class: the methods and attributes of its {@link MethodTable}, by their names and the number of arguments.
 *
 * <p>An array of arguments goes by their order, an object by their names, where {@link ParameterNames} knows them. Of several
 * methods that can read the arguments the one whose types are nearest is called; two that are equally near are an error.
 *
 * <p><b>Threading:</b> immutable. <b>Cost:</b> reflection once for each class; {@link #of} remembers. <b>Failure:</b> {@link MisfitException}
 * says what does not fit, and where.
 */
final class JsonClass {
    private static final ClassValue<JsonClass> KNOWN = new ClassValue<>() {
        @Override
        protected JsonClass computeValue(Class<?> type) {
            return new JsonClass(type);
        }
    };

    private final Class<?> type;
    private final JsonMapper mapper = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, JsonClass::onlyText)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .build();
    private final Map<String, List<JsonMember>> members = new LinkedHashMap<>();
    private final List<JsonMember> constructors = new ArrayList<>();

    private JsonClass(Class<?> type) {
        this.type = type;
        for (Member member : MethodTable.of(type).members()) {
            JsonMember found = member(member);
            if (found != null) {
                members.computeIfAbsent(member.name(), any -> new ArrayList<>()).add(found);
            }
        }
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (!Modifier.isPrivate(each.getModifiers()) && !each.isSynthetic()) {
                constructors.add(new JsonMember(
                        type.getSimpleName(),
                        ParameterNames.of(each),
                        types(each.getGenericParameterTypes()),
                        mapper.constructType(type),
                        List.of(each.getExceptionTypes()),
                        false,
                        new JsonMember.Code(opened(each))));
            }
        }
        constructors.sort(Comparator.comparingInt(each -> each.types().size()));
    }

    private static void onlyText(MutableCoercionConfig textual) {
        for (CoercionInputShape each :
                List.of(CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean)) {
            textual.setCoercion(each, CoercionAction.Fail);
        }
    }

    static JsonClass of(Class<?> type) {
        return KNOWN.get(type);
    }

    Class<?> type() {
        return type;
    }

    JsonMapper mapper() {
        return mapper;
    }

    Collection<List<JsonMember>> members() {
        return members.values();
    }

    private @Nullable JsonMember member(Member member) {
        return switch (member.kind()) {
            case METHOD -> isOfSnapshot(member) ? null : method(member);
            case READ -> {
                Field field = field(member.member());
                yield attribute(member, List.of(), List.of(), type(field), new JsonMember.Read(field));
            }
            case WRITE -> {
                Field field = field(member.member());
                yield attribute(
                        member,
                        List.of("value"),
                        List.of(type(field)),
                        mapper.constructType(void.class),
                        new JsonMember.Write(field));
            }
        };
    }

    /** Mosaic calls these. */
    private boolean isOfSnapshot(Member member) {
        return Snapshot.class.isAssignableFrom(type)
                && ((member.member().equals("snapshot") && member.parameters().isEmpty())
                        || (member.member().equals("restore")
                                && member.parameters().size() == 1));
    }

    private static JsonMember attribute(
            Member member, List<String> names, List<JavaType> types, JavaType result, JsonMember.Body body) {
        return new JsonMember(member.name(), names, types, result, List.of(), false, body);
    }

    private JsonMember method(Member member) {
        Method method = declared(type, member);
        JavaType returned = mapper.getTypeFactory().constructType(method.getGenericReturnType());
        return new JsonMember(
                member.name(),
                ParameterNames.of(method),
                types(method.getGenericParameterTypes()),
                value(returned),
                List.of(method.getExceptionTypes()),
                member.isFlow(),
                new JsonMember.Code(opened(method)));
    }

    /** Of a promise, what it promises. */
    private JavaType value(JavaType returned) {
        for (Class<?> wrapper : List.of(CompletionStage.class, Uni.class, Multi.class, dev.mosaic.Task.class)) {
            JavaType as = wrapper.isAssignableFrom(returned.getRawClass()) ? returned.findSuperType(wrapper) : null;
            if (as != null) {
                return as.containedTypeOrUnknown(0);
            }
        }
        return returned;
    }

    private Method declared(Class<?> at, Member member) {
        Class<?>[] parameters = member.parameters().toArray(Class<?>[]::new);
        for (Class<?> above = at; above != null; above = above.getSuperclass()) {
            for (Method each : above.getDeclaredMethods()) {
                if (isThat(each, member, parameters)) {
                    return each;
                }
            }
        }
        return Arrays.stream(at.getMethods())
                .filter(each -> isThat(each, member, parameters))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("method=" + member + " of " + type + " is gone"));
    }

    private static boolean isThat(Method each, Member member, Class<?>[] parameters) {
        return each.getName().equals(member.member())
                && each.getReturnType() == member.returns()
                && Arrays.equals(each.getParameterTypes(), parameters);
    }

    private Field field(String name) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Field each : at.getDeclaredFields()) {
                if (each.getName().equals(name)) {
                    return opened(each);
                }
            }
        }
        throw new IllegalStateException("field=" + name + " of " + type + " is gone");
    }

    private static <T extends AccessibleObject> T opened(T member) {
        member.setAccessible(true);
        return member;
    }

    private JavaType type(Field field) {
        return mapper.getTypeFactory().constructType(field.getGenericType());
    }

    private List<JavaType> types(java.lang.reflect.Type[] given) {
        return Arrays.stream(given)
                .map(each -> mapper.getTypeFactory().constructType(each))
                .toList();
    }

    /** A call whose arguments are there. */
    record Prepared(JsonMember member, List<@Nullable Object> values) {}

    /** @param body an array, an object, or nothing */
    Prepared prepare(String name, String body) throws MisfitException {
        List<JsonMember> named = members.get(name);
        if (named == null) {
            throw new MisfitException(Problem.of(
                    Problem.Kind.NO_METHOD, "class=" + type.getName() + " has no " + name + "; it has " + all()));
        }
        return choose(named, name, body);
    }

    /** @param arguments an array or an object */
    Object construct(String arguments) throws Throwable {
        Prepared chosen = choose(constructors, type.getSimpleName(), arguments);
        return java.util.Objects.requireNonNull(chosen.member().call(null, chosen.values()));
    }

    private String all() {
        return members.values().stream()
                .flatMap(List::stream)
                .map(JsonMember::toString)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private Prepared choose(List<JsonMember> named, String name, String body) throws MisfitException {
        JsonNode given = parse(body);
        Prepared best = null;
        int nearest = Integer.MAX_VALUE;
        boolean isTie = false;
        MisfitException misfit = null;
        for (JsonMember each : named) {
            List<JsonNode> arguments = arguments(each, given);
            if (arguments == null) {
                continue;
            }
            try {
                Prepared fits = new Prepared(each, each.read(mapper, arguments, places(each, given)));
                int distance = each.distance(arguments);
                isTie = distance == nearest;
                if (distance < nearest) {
                    best = fits;
                    nearest = distance;
                }
            } catch (MisfitException unread) {
                misfit = unread;
            }
        }
        if (best == null || isTie) {
            throw misfit != null && !isTie ? misfit : unfit(named, name, given, isTie);
        }
        return best;
    }

    private static MisfitException unfit(List<JsonMember> named, String name, JsonNode given, boolean isTie) {
        boolean needsNames = given.isObject() && named.stream().anyMatch(each -> !each.hasNames());
        return new MisfitException(Problem.of(
                Problem.Kind.ARGUMENTS,
                (isTie ? "several methods " : "no method ") + name + " can take "
                        + (given.isObject() ? "these names" : given.size() + " such arguments") + "; there is " + named
                        + (needsNames
                                ? "; names are known of classes that were compiled with -parameters or -g"
                                : "")));
    }

    private JsonNode parse(String body) throws MisfitException {
        if (body.isBlank()) {
            return mapper.createArrayNode();
        }
        try {
            JsonNode given = mapper.readTree(body);
            if (given.isArray() || given.isObject()) {
                return given;
            }
        } catch (JsonProcessingException unreadable) {
            throw new MisfitException(Problem.of(
                    Problem.Kind.ARGUMENTS,
                    "the body is no JSON: " + unreadable.getOriginalMessage() + " at column "
                            + unreadable.getLocation().getColumnNr()));
        }
        throw new MisfitException(Problem.of(
                Problem.Kind.ARGUMENTS, "the body is neither an array of arguments nor an object of them by name"));
    }

    /** In the order of the parameters; null where it is not that many, or other names. */
    private static @Nullable List<JsonNode> arguments(JsonMember member, JsonNode given) {
        if (given.size() != member.types().size()) {
            return null;
        }
        List<JsonNode> found = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            JsonNode each = given.isArray()
                    ? given.get(i)
                    : member.hasNames() ? given.get(member.parameters().get(i)) : null;
            if (each == null) {
                return null;
            }
            found.add(each);
        }
        return found;
    }

    private static List<String> places(JsonMember member, JsonNode given) {
        List<String> places = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            places.add("/"
                    + (given.isArray() ? String.valueOf(i) : member.parameters().get(i)));
        }
        return places;
    }
}
