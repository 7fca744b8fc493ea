package dev.mosaic.parallel;

import dev.mosaic.function.Function0;
import dev.mosaic.function.Function1;
import dev.mosaic.function.Function2;
import dev.mosaic.function.Function3;
import dev.mosaic.function.TaskName;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a node of a graph does with the values of its inputs, which are as many as it takes. */
sealed interface Step extends Serializable {
    /** The value of the node. */
    @Nullable Object apply(List<? extends @Nullable Object> inputs) throws Exception;

    /** What is drawn where the node has no name. */
    String label();

    /** Makes a value of nothing. */
    record Make(Function0<@Nullable Object> function) implements Step {
        @Override
        public @Nullable Object apply(List<? extends @Nullable Object> inputs) throws Exception {
            return function.apply();
        }

        @Override
        public String label() {
            return TaskName.of(function);
        }
    }

    /** Of one input. */
    record One(Function1<@Nullable Object, @Nullable Object> function) implements Step {
        @Override
        public @Nullable Object apply(List<? extends @Nullable Object> inputs) throws Exception {
            return function.apply(inputs.getFirst());
        }

        @Override
        public String label() {
            return TaskName.of(function);
        }
    }

    /** Of two inputs. */
    record Two(Function2<@Nullable Object, @Nullable Object, @Nullable Object> function) implements Step {
        @Override
        public @Nullable Object apply(List<? extends @Nullable Object> inputs) throws Exception {
            return function.apply(inputs.getFirst(), inputs.get(1));
        }

        @Override
        public String label() {
            return TaskName.of(function);
        }
    }

    /** Of three inputs. */
    record Three(Function3<@Nullable Object, @Nullable Object, @Nullable Object, @Nullable Object> function)
            implements Step {
        @Override
        public @Nullable Object apply(List<? extends @Nullable Object> inputs) throws Exception {
            return function.apply(inputs.getFirst(), inputs.get(1), inputs.get(2));
        }

        @Override
        public String label() {
            return TaskName.of(function);
        }
    }

    /** A list of all inputs. */
    record Listed() implements Step {
        @Override
        public Object apply(List<? extends @Nullable Object> inputs) {
            return new ArrayList<@Nullable Object>(inputs);
        }

        @Override
        public String label() {
            return "list";
        }
    }

    /** A map of all inputs, by these keys. */
    record Mapped(List<?> keys) implements Step {
        @Override
        public Object apply(List<? extends @Nullable Object> inputs) {
            Map<Object, @Nullable Object> map = new LinkedHashMap<>();
            for (int i = 0; i < inputs.size(); i++) {
                map.put(keys.get(i), inputs.get(i));
            }
            return map;
        }

        @Override
        public String label() {
            return "map";
        }
    }
}
