package dev.mosaic.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.crd.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks of a page; nothing of it needs a cluster. */
class PageBlockTest {
    @TempDir
    private Path folder;

    @Test
    void shouldFindEachBlockBelowItsHeading() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), """
                # Page
                ## One
                ```
                # no heading
                a
                ```
                between
                ```yaml
                b: 1
                ```
                ## Two
                ```
                ```
                """);
        assertThat(PageBlock.of(page))
                .containsExactly(
                        new PageBlock("One 1", "", "# no heading\na"),
                        new PageBlock("One 2", "yaml", "b: 1"),
                        new PageBlock("Two 1", "", ""));
    }

    @Test
    void shouldSayWhichWordABlockLacks() {
        assertThatThrownBy(() -> new PageBlock("One 1", "", "a b").with("c", "d"))
                .hasMessageContaining("One 1 does not say c");
        assertThat(new PageBlock("One 1", "", "a b").with("b", "c").text()).isEqualTo("a c");
    }

    @Test
    void shouldFailWhereABlockDoesNotEnd() throws IOException {
        Path page = Files.writeString(folder.resolve("page.md"), "## One\n```\na\n");
        assertThatThrownBy(() -> PageBlock.of(page)).isInstanceOf(AssertionError.class);
    }

    /** A block that is new, gone or elsewhere is a change of {@link OperationsPageTest}. */
    @Test
    void shouldKnowTheBlocksOfTheOperationsPage() throws IOException {
        assertThat(PageBlock.of(OperationsPageTest.PAGE))
                .extracting(PageBlock::title)
                .containsExactlyElementsOf(OperationsPageTest.known());
    }

    /** What bash would not read is seen without a cluster. */
    @Test
    void shouldHoldCommandsThatBashReads() throws IOException {
        for (PageBlock block : PageBlock.of(OperationsPageTest.PAGE)) {
            if (block.language().isEmpty()) {
                Programs.here().run("bash", "-n", "-c", block.text());
            }
        }
    }
}
