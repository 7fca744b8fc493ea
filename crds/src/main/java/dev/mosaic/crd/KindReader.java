package dev.mosaic.crd;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads an object of one of our kinds, whatever stands in its spec. A list or a watch has the objects of many people: one that cannot be
 * read must not keep the others from being read. Such a one has an empty spec, and {@link Unreadable} says why.
 */
abstract class KindReader<S, T, R extends CustomResource<S, T>> extends JsonDeserializer<R> {
    private final Supplier<R> empty;
    private final Class<S> specs;
    private final Class<T> statuses;
    private final Function<JsonNode, S> placeholder;

    /**
     * Of a kind.
     *
     * @param placeholder the spec of one that cannot be read: nobody has to look for null
     */
    KindReader(Supplier<R> empty, Class<S> specs, Class<T> statuses, S placeholder) {
        this(empty, specs, statuses, _ -> placeholder);
    }

    /**
     * Of a kind whose placeholder has something of the spec that cannot be read.
     *
     * @param placeholder made of that spec, whatever it is
     */
    KindReader(Supplier<R> empty, Class<S> specs, Class<T> statuses, Function<JsonNode, S> placeholder) {
        this.empty = empty;
        this.specs = specs;
        this.statuses = statuses;
        this.placeholder = placeholder;
    }

    @Override
    public R deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        JsonNode json = context.readTree(parser);
        R object = empty.get();
        if (json.hasNonNull("apiVersion")) {
            object.setApiVersion(json.path("apiVersion").asText());
        }
        if (json.hasNonNull("kind")) {
            object.setKind(json.path("kind").asText());
        }
        if (json.hasNonNull("metadata")) {
            object.setMetadata(context.readTreeAsValue(json.path("metadata"), ObjectMeta.class));
        }
        if (json.hasNonNull("spec")) {
            Reading<S> spec = Reading.of("spec", json.path("spec"), specs);
            Optional<String> problem =
                    spec.problem().or(() -> spec.value().flatMap(each -> DurationCheck.problem("spec", each)));
            object.setSpec(problem.isEmpty() ? spec.value().orElseThrow() : placeholder.apply(json.path("spec")));
            problem.ifPresent(words -> Unreadable.SPEC.mark(object, words));
        }
        if (json.hasNonNull("status")) {
            Reading<T> status = Reading.ofStatus(json.path("status"), statuses);
            status.value().ifPresent(object::setStatus);
            status.problem().ifPresent(problem -> Unreadable.STATUS.mark(object, problem));
        }
        return object;
    }
}
