package dev.mosaic.invoke;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a type reaches while others ask, and where classes that it names are not there. */
class TypeReachTest {
    private static final int ROUNDS = 300;
    private static final int THREADS = 4;

    static class Animal {
        int legs = 4;
    }

    static class Dog extends Animal {
        @Nullable Kennel kennel;

        @Nullable Map<String, List<Toy>> toys;

        @Nullable Collar collar;
    }

    static class Kennel {
        @Nullable Dog dog;
    }

    static class Toy {
        @Nullable Kennel where;
    }

    static class Collar {
        int size;
    }

    /** Of a library that is not there. */
    static class Missing {}

    static class Report {
        @Nullable Missing chart;

        int pages;
    }

    static class Reports {
        @Nullable List<Missing> charts;

        int pages;
    }

    abstract static class Desk {
        abstract Report report();

        abstract Reports reports();
    }

    abstract static class Archive {
        @Nullable Map<String, List<Missing>> charts;

        abstract List<Missing> missing();

        abstract Animal animal();
    }

    static class Charts extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        @Nullable Missing chart() {
            return null;
        }
    }

    /** As a program's loader that has no {@link Missing}. */
    private static final class Program extends ClassLoader {
        Program() {
            super(TypeReachTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(TypeReachTest.class.getName() + "$")) {
                return super.loadClass(name, resolve);
            }
            if (name.equals(Missing.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? define(name) : known;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        Class<?> has(Class<?> type) throws ClassNotFoundException {
            return loadClass(type.getName(), false);
        }
    }

    @Test
    void shouldPermitWhatASubclassReachesToWhoeverAsksMeanwhile() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            for (int round = 0; round < ROUNDS; round++) {
                TypeReach reach = new TypeReach();
                reach.add(Animal.class);
                CyclicBarrier together = new CyclicBarrier(THREADS);
                List<Future<Boolean>> permitted = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    permitted.add(threads.submit(() -> {
                        together.await(1, TimeUnit.MINUTES);
                        return reach.permits(Dog.class) && reach.permits(Collar.class);
                    }));
                }
                for (Future<Boolean> each : permitted) {
                    assertThat(each.get()).as("round %d", round).isTrue();
                }
            }
        }
    }

    @Test
    void shouldBeOpenWhereAClassReachedNamesOneThatIsNotThere() throws Exception {
        Program program = new Program();
        MethodTable desk = MethodTable.of(program.has(Desk.class));
        for (int i = 0; i < desk.members().size(); i++) {
            TypeLimit limit = desk.limit(i);
            assertThat(limit).isNotNull();
            assertThat(limit.isOpen()).as("%s", limit).isTrue();
        }
    }

    @Test
    void shouldServeAClassWhoseTypeArgumentsAreNotThere() throws Exception {
        MethodTable archive = MethodTable.of(new Program().has(Archive.class));
        for (int i = 0; i < archive.members().size(); i++) {
            Member member = archive.members().get(i);
            TypeLimit limit = archive.limit(i);
            assertThat(limit).isNotNull();
            assertThat(limit.isOpen())
                    .as("%s", limit)
                    .isEqualTo(
                            !member.name().equals("animal") && !member.returns().equals(void.class));
        }
    }

    @Test
    void shouldPermitACollectionThatNamesAClassThatIsNotThere() throws Exception {
        TypeReach reach = new TypeReach();
        reach.add(Animal.class);
        assertThat(reach.permits(new Program().has(Charts.class))).isTrue();
        assertThat(reach.permits(new Program().has(Report.class))).isFalse();
    }

    /** Two types of one class loader share what they have seen, two loaders do not. */
    @Test
    void shouldShareWhatCameWithOtherTypesOfThatLoader() throws Exception {
        TypeLimit one = TypeLimit.of(Desk.class, Collar.class, "one");
        TypeLimit two = TypeLimit.of(Archive.class, Collar[].class, "two");
        assertThat(two.key()).isSameAs(one.key());
        assertThat(TypeLimit.of(Desk.class, Animal.class, "three").key()).isNotSameAs(one.key());
        assertThat(TypeLimit.of(new Program().has(Desk.class), Collar.class, "four")
                        .key())
                .isNotSameAs(one.key());
        assertThat(TypeLimit.of(Desk.class, Object.class, "five").key())
                .isNotSameAs(TypeLimit.of(Desk.class, Object.class, "six").key());
    }
}
