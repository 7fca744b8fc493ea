package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mosaic.SerializationException;
import java.net.InetAddress;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is special about values of the JDK. That they arrive equal is shown by {@link ValuesArriveEqualTest}. */
class JdkValuesTest {
    private final Codecs codecs = new Codecs();

    @Test
    void shouldSendConstantsAsThemselves() {
        assertThat(codecs.<Object>sent(String.CASE_INSENSITIVE_ORDER)).isSameAs(String.CASE_INSENSITIVE_ORDER);
        assertThat(codecs.<Object>sent(Comparator.naturalOrder())).isSameAs(Comparator.naturalOrder());
        assertThat(codecs.<Object>sent(Comparator.reverseOrder())).isSameAs(Comparator.reverseOrder());
        assertThat(codecs.<Object>sent(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER)))
                .isEqualTo(Collections.reverseOrder(String.CASE_INSENSITIVE_ORDER));
    }

    @Test
    void shouldSendAViewAsACopyThatCanBeChanged() {
        Map<String, Integer> map = new HashMap<>(Map.of("one", 1, "two", 2, "three", 3));
        Set<String> keys = codecs.sent(map.keySet());
        keys.add("four");
        assertThat(keys).isInstanceOf(LinkedHashSet.class).hasSize(4);
        assertThat(map).hasSize(3);
    }

    @Test
    void shouldNotAskTheNetworkForNames() throws Exception {
        InetAddress there = codecs.sent(InetAddress.getByAddress(new byte[] {(byte) 203, 0, 113, 7}));
        assertThat(there.toString()).isEqualTo("/203.0.113.7");
        InetAddress named = codecs.sent(InetAddress.getByAddress("box", new byte[] {10, 0, 0, 1}));
        assertThat(named.getHostName()).isEqualTo("box");
    }

    @Test
    void shouldRefuseAPathOfAnotherFileSystem(@TempDir Path folder) throws Exception {
        Path zip = folder.resolve("x.zip");
        try (FileSystem system = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
            Files.writeString(system.getPath("/a"), "x");
            assertThatExceptionOfType(SerializationException.class)
                    .isThrownBy(() -> codecs.payload(List.of(system.getPath("/a"))))
                    .withMessageContaining("path=/a is not of the default file system");
        }
    }
}
