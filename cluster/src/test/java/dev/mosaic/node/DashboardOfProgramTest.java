package dev.mosaic.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mosaic.Mosaic;
import dev.mosaic.NoMosaicException;
import dev.mosaic.StartException;
import dev.mosaic.StartOptions;
import dev.mosaic.headapi.HeadHttp;
import dev.mosaic.local.RunningCluster;
import dev.mosaic.local.RunningClusters;
import dev.mosaic.process.Guest;
import dev.mosaic.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard that a program with {@code Mosaic.start} serves, and those who ask its monitor. S8.1. */
class DashboardOfProgramTest {
    /** Tests have no terminal. */
    private static final Pattern PLACE = Pattern.compile(
            "HEAD:0 +Dashboard at (http://127\\.0\\.0\\.1:\\d+/), the link with its token is in (\\S+)\n");

    private final HttpClient browser = HttpClient.newHttpClient();

    @Test
    void shouldKeepALinkThatShowsTheProgramUntilItEndsWhereOthersDoNotRead_S8_1() throws Exception {
        try (Transcript transcript = new Transcript()) {
            URI link;
            Path file;
            try (Mosaic _ = Mosaic.start(DashboardOfProgramTest::small)) {
                Matcher printed = PLACE.matcher(transcript.error());
                assertThat(printed.find()).as(transcript.error()).isTrue();
                assertThat(transcript.error()).doesNotContain("token=");
                file = Path.of(printed.group(2));
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                        .isEqualTo("rwx------");
                link = URI.create(Files.readString(file).strip());
                assertThat(link.resolve("/")).hasToString(printed.group(1));
                assertThat(get(link, "/").body()).contains("<title>Mosaic</title>");
                assertThat(get(link, HeadHttp.STATUS).body()).contains("\"worker:0:0\"");
                assertThat(get(link, HeadHttp.TASKS + "?state=nonsense").statusCode())
                        .as("the head's own answer")
                        .isEqualTo(400);
            }
            assertThat(file).doesNotExist();
            assertThatThrownBy(() -> get(link, "/"))
                    .as("its program has closed")
                    .isInstanceOf(IOException.class);
        }
    }

    /** They would hold for the program's own servers too. */
    @Test
    void shouldSetNoPropertyOfTheProgramsJvm_S8_1() {
        var _ = TimeZone.getDefault(); // sets one, in the JDK
        Properties before = (Properties) System.getProperties().clone();
        assertThat(before.stringPropertyNames()).noneMatch(each -> each.contains(".httpserver."));
        try (Transcript _ = new Transcript();
                Mosaic _ = Mosaic.start(DashboardOfProgramTest::small)) {
            assertThat(System.getProperties()).isEqualTo(before);
        }
        assertThat(System.getProperties()).isEqualTo(before);
    }

    @Test
    void shouldServeNoneWhereNoneIsWanted_S8_1() {
        try (Transcript transcript = new Transcript();
                Mosaic _ = Mosaic.start(options -> small(options).noDashboard())) {
            assertThat(transcript.error()).contains("Listening at").doesNotContain("ashboard");
        }
    }

    @Test
    void shouldNotStartWhereThePortIsTaken_S1_3() throws IOException {
        try (Transcript _ = new Transcript();
                ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            int port = taken.getLocalPort();
            assertThatThrownBy(() -> Mosaic.start(options -> small(options).dashboardPort(port)))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("dashboardPort=" + port);
            assertThatThrownBy(Mosaic::current).as("nothing is left of it").isInstanceOf(NoMosaicException.class);
        }
    }

    /** As {@code mosaic dashboard} does, for many pages at once. */
    @Test
    void shouldAnswerManyQuestionsOfOneGuest_S8_1() {
        try (Transcript _ = new Transcript();
                Mosaic _ = Mosaic.start(DashboardOfProgramTest::small)) {
            long self = ProcessHandle.current().pid();
            RunningCluster here = Eventually.present(
                    "it is listed",
                    () -> RunningClusters.own().all().stream()
                            .filter(each -> each.pid() == self)
                            .findFirst());
            try (Guest guest = Guest.of(here.monitor(), here.access())) {
                List<String> paths = List.of(HeadHttp.STATUS, HeadHttp.LOAD, HeadHttp.EVENTS, HeadHttp.STATUS);
                List<String> answers = paths.parallelStream()
                        .map(path -> new String(
                                guest.get(path, Eventually.PATIENCE).body().inline(), StandardCharsets.UTF_8))
                        .toList();
                assertThat(answers.get(0)).contains("\"demand\"");
                assertThat(answers.get(1)).contains("\"methods\"");
                assertThat(answers.get(2)).contains("JOINED");
                assertThat(answers.get(3)).contains("\"demand\"");
            }
        }
    }

    private static StartOptions small(StartOptions options) {
        return options.workers(1).inProcess();
    }

    private HttpResponse<String> get(URI link, String path) throws IOException, InterruptedException {
        String token = link.getFragment().replace("token=", "");
        HttpRequest request = HttpRequest.newBuilder(link.resolve(path))
                .header("Authorization", "Bearer " + token)
                .build();
        return browser.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
