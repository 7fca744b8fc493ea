package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mosaic.Ref;
import dev.mosaic.Remote;
import dev.mosaic.SerializationException;
import dev.mosaic.Task;
import dev.mosaic.function.Function0;
import dev.mosaic.invoke.Member;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.TypeLimit;
import dev.mosaic.message.Id;
import dev.mosaic.message.Payload;
import dev.mosaic.program.Counter;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker sends is limited to classes that the type of the method allows. */
class TypeLimitTest {
    record Point(int x, Colour colour) {}

    enum Colour {
        RED {
            @Override
            public String toString() {
                return "rot";
            }
        },
        GREEN
    }

    sealed interface Shape permits Circle, Square {}

    record Circle(double radius) implements Shape {}

    record Square(Point corner) implements Shape {}

    static class Vehicle {
        int wheels = 4;
    }

    static class Truck extends Vehicle {
        List<Load> loads = new ArrayList<>(List.of(new Load()));
    }

    static class Load {
        String name = "sand";
    }

    static class Base<T> {
        @Nullable T value;
    }

    /** Nothing says what its second is. */
    static class Sub<T, U> extends Base<T> {
        @Nullable U second;
    }

    static class Only<T> extends Base<List<T>> {
        @Nullable T last;
    }

    static class Amount extends Number {
        private static final long serialVersionUID = 1L;
        final Load of = new Load();

        @Override
        public int intValue() {
            return 1;
        }

        @Override
        public long longValue() {
            return 1;
        }

        @Override
        public float floatValue() {
            return 1;
        }

        @Override
        public double doubleValue() {
            return 1;
        }
    }

    static class Chain implements Iterable<Point> {
        @Nullable Load load = new Load();

        @Nullable Chain next;

        @Override
        public java.util.Iterator<Point> iterator() {
            return java.util.Collections.emptyIterator();
        }
    }

    static class Holder<T> {
        @Nullable T value;

        @SuppressWarnings("rawtypes")
        @Nullable List any;
    }

    static class Pair<A, B> {
        @Nullable A first;

        @Nullable B second;

        Pair(@Nullable A first, @Nullable B second) {
            this.first = first;
            this.second = second;
        }
    }

    static class Bag<E> extends ArrayList<E> {
        private static final long serialVersionUID = 1L;
    }

    static class ByValue implements Comparator<String>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(String one, String other) {
            return other.compareTo(one);
        }
    }

    static class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        List<String> names = List.of();

        @SuppressWarnings("serial")
        @Nullable Object anything;
    }

    /** In no type but of who sends it. */
    static class Strange {
        static int made;

        int value = 1;

        Strange() {
            made++;
        }
    }

    abstract static class Methods {
        abstract Point point();

        abstract List<Point> points();

        abstract Point[][] grid();

        abstract Map<String, List<Point>> named();

        abstract Optional<? extends Vehicle> maybe();

        abstract Shape shape();

        abstract Vehicle vehicle();

        abstract Vehicle otherVehicle();

        abstract Base<Vehicle> base();

        abstract Base<List<Point>> only();

        abstract Number number();

        abstract Iterable<Point> iterable();

        abstract Holder<Point> holder();

        abstract Pair<Point, Colour> pair();

        abstract CompletableFuture<Point> later();

        abstract Uni<List<Point>> uni();

        abstract Task<Point> task();

        abstract Multi<Point> flow();

        abstract Ref<Point> ref();

        abstract Remote<Counter> proxy();

        abstract String text();

        abstract void nothing();

        abstract Object any();

        @SuppressWarnings("rawtypes")
        abstract List raw();

        abstract List<?> wild();

        abstract Comparable<Point> comparable();

        abstract Function0<Point> function();

        @SuppressWarnings("TypeParameterUnusedInFormals")
        abstract <T> T variable();

        @SuppressWarnings("NonApiType")
        abstract TreeMap<String, Point> sorted();
    }

    private final Codecs codecs = new Codecs();

    private static TypeLimit limit(String method) {
        MethodTable table = MethodTable.of(Methods.class);
        for (int i = 0; i < table.members().size(); i++) {
            Member member = table.members().get(i);
            if (member.name().equals(method)) {
                return table.limit(i);
            }
        }
        throw new AssertionError(method);
    }

    private @Nullable Object read(String method, @Nullable Object value) {
        Payload payload = codecs.payload(value);
        return codecs.codec.decoder(payload, limit(method)).object(Object.class);
    }

    private void refuses(String method, Object value, Class<?> type) {
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() -> read(method, value))
                .withMessageContaining(type.getName())
                .withMessageContaining(Methods.class.getName() + "." + method + "()");
    }

    @Test
    void shouldGiveWhatTheTypeAllows() {
        Point point = new Point(1, Colour.RED);
        assertThat(read("point", point)).isEqualTo(point);
        assertThat(read("points", new ArrayList<>(List.of(point)))).isEqualTo(List.of(point));
        assertThat(read("points", List.of(point, point))).isEqualTo(List.of(point, point));
        assertThat(read("grid", new Point[][] {{point}})).isEqualTo(new Point[][] {{point}});
        assertThat(read("named", new HashMap<>(Map.of("a", List.of(point))))).isEqualTo(Map.of("a", List.of(point)));
        assertThat(read("shape", new Circle(2))).isEqualTo(new Circle(2));
        assertThat(read("shape", new Square(point))).isEqualTo(new Square(point));
        assertThat(read("pair", new Pair<>(point, Colour.GREEN))).isInstanceOf(Pair.class);
        assertThat(read("later", point)).isEqualTo(point);
        assertThat(read("uni", List.of(point))).isEqualTo(List.of(point));
        assertThat(read("task", point)).isEqualTo(point);
        assertThat(read("flow", point)).isEqualTo(point);
        assertThat(read("text", "x")).isEqualTo("x");
        assertThat(read("nothing", null)).isNull();
        assertThat(read("point", null)).isNull();
    }

    @Test
    void shouldGiveSubclassesAndWhatTheirFieldsReach() {
        assertThat(read("vehicle", new Truck()))
                .isInstanceOfSatisfying(
                        Truck.class,
                        truck -> assertThat(truck.loads.getFirst().name).isEqualTo("sand"));
        assertThat(read("maybe", Optional.of(new Truck()))).isNotNull();
    }

    /** What one of them has read is read by the other with what the first has made of it. */
    @Test
    void shouldGiveSubclassesThatCameByAnotherMethodOfThatType() {
        Truck empty = new Truck();
        empty.loads = new ArrayList<>();
        assertThat(read("vehicle", empty)).isInstanceOf(Truck.class);
        assertThat(read("otherVehicle", new Truck()))
                .isInstanceOfSatisfying(
                        Truck.class,
                        truck -> assertThat(truck.loads.getFirst().name).isEqualTo("sand"));
        refuses("otherVehicle", new ArrayList<>(List.of(new Circle(1))), Circle.class);
    }

    @Test
    void shouldGiveWhatFieldsOfASubclassOfAJdkTypeReach() {
        assertThat(read("number", new Amount()))
                .isInstanceOfSatisfying(
                        Amount.class, amount -> assertThat(amount.of.name).isEqualTo("sand"));
        assertThat(read("iterable", new Chain())).isInstanceOf(Chain.class);
        refuses("number", new ArrayList<>(List.of(new Circle(1))), Circle.class);
        Bag<Object> bag = new Bag<>();
        bag.add(new Circle(1));
        refuses("iterable", bag, Circle.class);
    }

    @Test
    void shouldGiveAnythingInASubclasssVariableThatTheTypeDoesNotTell() {
        Only<Object> only = new Only<>();
        only.last = new Load();
        refuses("only", only, Load.class);
        only.last = new Point(1, Colour.RED);
        assertThat(read("only", only)).isInstanceOf(Only.class);

        Base<Object> base = new Base<>();
        base.value = new Circle(1);
        refuses("base", base, Circle.class);
        Sub<Vehicle, Circle> sub = new Sub<>();
        sub.value = new Vehicle();
        sub.second = new Circle(1);
        assertThat(read("base", sub)).isInstanceOf(Sub.class);
    }

    @Test
    void shouldGiveAnythingInARawFieldOfAClassWithTypeArguments() {
        assertThat(limit("holder").isOpen()).isTrue();
        assertThat(limit("points").isOpen()).isFalse();
    }

    @Test
    void shouldGiveCollectionsOfAnybodysWithWhatTheTypeAllowsInThem() {
        Bag<Object> bag = new Bag<>();
        bag.add(new Point(1, Colour.GREEN));
        assertThat(read("points", bag)).isInstanceOf(Bag.class).isEqualTo(bag);

        bag.add(new Load());
        refuses("points", bag, Load.class);
    }

    @Test
    void shouldMakeNothingOfAClassThatTheTypeDoesNotAllow() {
        Strange strange = new Strange();
        int made = Strange.made;
        for (String method :
                List.of("point", "points", "grid", "named", "maybe", "shape", "vehicle", "pair", "later", "uni")) {
            refuses(method, strange, Strange.class);
            refuses(method, new ArrayList<>(List.of("x", strange)), Strange.class);
        }
        for (String method : List.of("task", "flow", "ref", "proxy", "text", "nothing")) {
            refuses(method, strange, Strange.class);
        }
        refuses("point", new Strange[0], Strange[].class);
        refuses("point", Strange.class, Strange.class);
        assertThat(read("any", strange)).isInstanceOf(Strange.class);
        assertThat(Strange.made).isEqualTo(made + 1);

        refuses("points", List.of(new Truck()), Truck.class);
        refuses("pair", new Pair<>(new Load(), Colour.RED), Load.class);
        refuses("named", new TreeMap<>(new ByValue()), ByValue.class);
    }

    /** Fory asks for a class once only; who reads another type next must not profit from that. */
    @Test
    void shouldRefuseWhatAnotherMethodMayGive() {
        for (int round = 0; round < 3; round++) {
            assertThat(read("any", new Load())).isInstanceOf(Load.class);
            assertThat(read("vehicle", new Truck())).isInstanceOf(Truck.class);
            refuses("point", new Load(), Load.class);
            refuses("shape", new Truck(), Truck.class);
            refuses("text", new Load(), Load.class);
        }
    }

    @Test
    void shouldRefuseLambdasWhereNoneIsDeclared() {
        Function0<String> lambda = () -> "x";
        assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> read("point", lambda));
        assertThatExceptionOfType(SerializationException.class).isThrownBy(() -> read("points", List.of(lambda)));
        assertThat(read("function", lambda)).isInstanceOf(Function0.class);
    }

    @Test
    void shouldRefuseProxiesWhereNoneIsDeclared() {
        Remote<Counter> proxy = new Remote<>(new Codecs.Handle(new Id(1, 2), MethodTable.of(Counter.class)));
        assertThat(read("proxy", proxy)).isEqualTo(proxy);
        refuses("point", proxy, Remote.class);
        refuses("points", List.of(proxy), Remote.class);
        assertThat(codecs.arrived).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"any", "raw", "wild", "comparable", "function", "variable", "sorted"})
    void shouldAllowWhatIsAllowedAnywhereWhereTheTypeSaysNothing(String method) {
        assertThat(limit(method).isOpen()).isTrue();
        assertThat(read(method, new Load())).isInstanceOf(Load.class);
        assertThatExceptionOfType(SerializationException.class)
                .isThrownBy(() -> codecs.codec
                        .decoder(HostileBytesTest.graph(new javax.naming.LinkRef("x")), limit(method))
                        .object(Object.class));
    }

    @Test
    void shouldLimitWhatAnExceptionsFieldsHoldToTheirTypes() {
        Failed failed = new Failed();
        failed.names = new ArrayList<>(List.of("a"));
        failed.anything = new Load();
        assertThat(rebuilt(failed).names).containsExactly("a");
        assertThat(rebuilt(failed).anything).isInstanceOf(Load.class);

        failed.names = polluted(new Load());
        assertThat(rebuilt(failed).names).isNull();
        assertThat(rebuilt(failed).anything).isInstanceOf(Load.class);
    }

    private Failed rebuilt(Failed failed) {
        return (Failed) codecs.codec.rebuilt(codecs.codec.thrown(failed));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static List<String> polluted(Object value) {
        return new ArrayList(List.of(value));
    }
}
