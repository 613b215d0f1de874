// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every server there is, with the sample application and under the burst; {@code .ci/slow servers} fetches them and
 * runs this.
 */
@Tag("servers")
@Timeout(400)
class AllServersIT {

    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);

    /** GlassFish takes its time to show its MBeans, and more where the machine is busy. */
    private static final Duration LONGEST_START_OF_AGENT = Duration.ofSeconds(90);

    private static final int FIRST_JAVA_WITHOUT_GLASSFISH = 24;

    private static final Map<ServerType, NodeSample> FULL = new EnumMap<>(ServerType.class);

    @TempDir
    private Path folder;

    /** The samples that the servers gave when they were full, so that the page says what was seen. */
    @AfterAll
    static void coveragePageSaysWhatWasSeen() throws Exception {
        CoveragePage.check(FULL);
    }

    @ParameterizedTest
    @EnumSource
    void fullServerRefusesAndItsAgentSaysSo(ServerType type) throws Exception {
        assumeRuns(type);
        ServerFiles files = ServerFiles.find().withWar(SlowApplication.pack(folder.resolve("slow.war")));
        try (ServerFleet fleet = new ServerFleet(files)) {
            fleet.start(List.of(new NodePlan("node", BurstTrial.CAPACITY, type, AgentWay.IN_WAR)), Map.of());
            FULL.put(type, new BurstTrial(fleet.servers().get(0)).run());
        }
    }

    @ParameterizedTest
    @EnumSource
    void customerSeesThePortfolio(ServerType type) throws Exception {
        assumeRuns(type);
        try (ServerFleet fleet = new ServerFleet(ServerFiles.find())) {
            AgentWay way = AgentWay.JAVAAGENT;
            fleet.start(List.of(new NodePlan("node", BurstTrial.CAPACITY, type, way)), Map.of());
            AppServer server = fleet.servers().get(0);
            // Without the version the client asks for HTTP/2 on the way, and with Open Liberty a POST then waits for
            // ever.
            HttpClient browser = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .cookieHandler(new CookieManager())
                    .build();
            URI trade = server.uri().resolve(AppServer.PATH + "/");
            HttpRequest login = HttpRequest.newBuilder(trade.resolve("login"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .timeout(LONGEST_ANSWER)
                    .POST(HttpRequest.BodyPublishers.ofString("name=uid%3A3&password=xxx"))
                    .build();
            assertThat(browser.send(login, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(303);
            HttpResponse<String> portfolio = browser.send(
                    HttpRequest.newBuilder(trade.resolve("portfolio"))
                            .timeout(LONGEST_ANSWER)
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(portfolio.statusCode()).isEqualTo(200);
            assertThat(portfolio.body()).contains("<body data-user=\"uid:3\">");

            AgentReader agent = new AgentReader(server);
            String route = type == ServerType.OPEN_LIBERTY ? "" : "node";
            NodeSample sample = agent.await(
                    LONGEST_START_OF_AGENT,
                    each -> each.has(Metric.AMX_CONNS_Q_THRBSY)
                            && each.has(Metric.AMX_JDBC_MAXC)
                            && each.route().equals(route));
            assertThat(agent.text()).contains("\"server\":\"").contains(type.title());
            assertThat(sample.has(Metric.AMX_CONNS_Q_THRBSY)).as(agent.text()).isTrue();
            assertThat(sample.value(Metric.AMX_JDBC_MAXC)).as(agent.text()).isEqualTo(10);
            assertThat(sample.route()).as(agent.text()).isEqualTo(route);
        }
    }

    private static void assumeRuns(ServerType type) {
        assumeTrue(
                type != ServerType.GLASSFISH || Runtime.version().feature() < FIRST_JAVA_WITHOUT_GLASSFISH,
                "GlassFish 7 does not start on this Java");
    }
}
