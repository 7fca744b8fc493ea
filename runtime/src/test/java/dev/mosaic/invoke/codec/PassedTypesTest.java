package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.invoke.codec.Samples.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/what-may-be-passed.md} names the types that {@link ValuesArriveEqualTest} sends, and those that {@link RefusalTest} sends in vain. */
class PassedTypesTest {
    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    /** The names in the first column of the table below that heading. */
    private static Set<String> table(String heading) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "what-may-be-passed.md"));
        int from = page.indexOf("## " + heading + "\n");
        assertThat(from).as(heading).isNotNegative();
        int to = page.indexOf("\n## ", from + 1);
        Set<String> names = new TreeSet<>();
        page.substring(from, to < 0 ? page.length() : to)
                .lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .forEach(types -> NAME.matcher(types).results().forEach(each -> names.add(each.group(1))));
        return names;
    }

    @Test
    void shouldNameTheTypesOfTheJdkThatArrive() throws IOException {
        assertThat(table("Types of the JDK"))
                .isEqualTo(Samples.all().stream()
                        .filter(Sample::isOfJdk)
                        .map(Sample::type)
                        .collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    void shouldNameTheTypesThatAreRefused() throws IOException {
        assertThat(table("Types that are refused"))
                .isEqualTo(RefusalTest.notPassed().keySet().stream()
                        .map(name -> name.substring(0, (name + ",").indexOf(',')))
                        .collect(Collectors.toCollection(TreeSet::new)));
    }
}
