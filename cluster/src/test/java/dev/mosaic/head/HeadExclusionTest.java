package dev.mosaic.head;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.gateway.Gateway;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.Member;
import dev.mosaic.process.Access;
import dev.mosaic.process.ListenAddress;
import dev.mosaic.testing.Eventually;
import dev.mosaic.testing.LogGuard;
import dev.mosaic.warehouse.WarehouseSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a head does about units of its own process that are silent, or that its monitor holds for dead. */
class HeadExclusionTest {
    private static final Endpoint.Tcp ANYWHERE = new Endpoint.Tcp("127.0.0.1", 0);

    @RegisterExtension
    final LogGuard log = new LogGuard();

    @TempDir
    Path folder;

    private HeadSettings settings(Optional<WarehouseSettings> warehouse) {
        return new HeadSettings(
                ANYWHERE,
                "127.0.0.1",
                Optional.of(ANYWHERE),
                Optional.empty(),
                warehouse,
                "least-busy",
                List.of(),
                false,
                true);
    }

    @Test
    void shouldSayThatItIsOfNoUseWhereItsGatewayIsHeldForDead_S1_2() throws Exception {
        Access access = Access.local("secret");
        try (HeadProcess head = HeadProcess.start(settings(Optional.empty()), access)) {
            // Of two that come at once, either is the other instance.
            Eventually.holds("its gateway has come", () -> head.unready().isEmpty());
            try (Gateway _ = Gateway.open(
                    ListenAddress.of("--gateway", ANYWHERE, false), (Endpoint.Tcp) head.endpoint(), access)) {
                assertThat(Eventually.get(head.excluded(), "the verdict"))
                        .isEqualTo("the monitor holds the gateway for dead: another instance of gateway has come");
            }
        }
        log.expect(1, "gateway is lost: another instance of gateway has come");
    }

    private static Member store(String uid, String node) {
        return new Member(uid, 5, Member.Kind.WAREHOUSE, "", node, 0);
    }

    @Test
    void shouldWaitForWhatIsInItsOwnProcessAsForAProgram_S1_6() {
        WarehouseSettings own = new WarehouseSettings(0, "127.0.0.1", 1 << 20, 0, folder, Optional.empty(), "", false);
        Member warehouse = store("warehouse:0", "");
        Predicate<Member> inside = settings(Optional.of(own)).monitor().inside();
        assertThat(inside).accepts(warehouse, new Member("gateway", 6, Member.Kind.GATEWAY, "", "", 0));
        assertThat(inside).rejects(store("store:0", "node:0"), new Member("node:0", 7, Member.Kind.NODE, "", "", 1));
        assertThat(settings(Optional.empty()).monitor().inside())
                .as("it has a process of its own")
                .rejects(warehouse);
    }
}
