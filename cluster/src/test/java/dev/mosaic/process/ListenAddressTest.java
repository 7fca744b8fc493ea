package dev.mosaic.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.StartException;
import dev.mosaic.head.HeadProcess;
import dev.mosaic.head.HeadSettings;
import dev.mosaic.mesh.Endpoint;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys or the loopback, nothing between: for all that listens. S7.5. */
class ListenAddressTest {
    private static final Endpoint.Tcp HERE = new Endpoint.Tcp("127.0.0.1", 0);

    static Stream<String> beyond() throws SocketException {
        Stream<String> real = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> !each.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .filter(each -> each.indexOf('%') < 0); // scoped ones come and go with their interfaces
        return Stream.concat(Stream.of("0.0.0.0", "::", "*"), real);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "::1", "localhost", "LOCALHOST"})
    void shouldTakeTheLoopbackWithAndWithoutKeys_S7_5(String host) {
        Endpoint.Tcp asked = new Endpoint.Tcp(host, 7_600);
        assertThat(ListenAddress.of("--gateway", asked, false)
                        .socket()
                        .getAddress()
                        .isLoopbackAddress())
                .isTrue();
        assertThat(ListenAddress.of("--gateway", asked, true).socket().getPort())
                .isEqualTo(7_600);
    }

    @ParameterizedTest
    @MethodSource("beyond")
    void shouldTakeWhatOthersReachWithKeysOnly_S7_5(String host) {
        Endpoint.Tcp asked = new Endpoint.Tcp(host, 7_600);
        assertThatThrownBy(() -> ListenAddress.of("--health", asked, false))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("--health=")
                .hasMessageContaining("mosaic keys");
        assertThat(ListenAddress.of("--health", asked, true).socket().getPort()).isEqualTo(7_600);
    }

    /** What a name means may change, though it means this machine now. */
    @Test
    void shouldHoldAnyOtherNameForOneThatOthersReach_S7_5() throws Exception {
        String name = InetAddress.getLocalHost().getHostName();
        assertThat(new Endpoint.Tcp(name, 1).isLoopback()).isEqualTo(name.equals("localhost"));
        assertThat(new Endpoint.Tcp("localhost.example.org", 1).isLoopback()).isFalse();
        assertThat(new Endpoint.Tcp("127.0.0.1.example.org", 1).isLoopback()).isFalse();
    }

    /** Each listener of a head; nothing is opened before all are looked at. */
    @ParameterizedTest
    @MethodSource("beyond")
    void shouldNotStartAHeadThatOthersReachWithoutKeys_S7_5(String host) {
        Endpoint.Tcp asked = new Endpoint.Tcp(host, 0);
        refuses("--listen", asked, Optional.empty(), Optional.empty());
        refuses("--gateway", HERE, Optional.of(asked), Optional.empty());
        refuses("--http", HERE, Optional.empty(), Optional.of(asked));
    }

    private static void refuses(
            String option, Endpoint.Tcp listen, Optional<Endpoint.Tcp> gateway, Optional<Endpoint.Tcp> http) {
        HeadSettings settings = new HeadSettings(
                listen, "127.0.0.1", gateway, http, Optional.empty(), "least-busy", List.of(), false, true);
        assertThatThrownBy(
                        () -> HeadProcess.start(settings, Access.local("token")).close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining(option + "=")
                .hasMessageContaining("mosaic keys");
    }
}
