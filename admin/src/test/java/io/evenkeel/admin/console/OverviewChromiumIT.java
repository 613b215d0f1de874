// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.admin.AdminServer;
import io.evenkeel.admin.ScriptedControl;
import io.evenkeel.admin.Thousand;
import io.evenkeel.admin.account.QuickPasswords;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.HistorySettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.metrics.ListenerTraffic.ByProtocol;
import io.evenkeel.dispatcher.node.ClusterCounts;
import io.evenkeel.dispatcher.node.NodeCounts;
import io.evenkeel.dispatcher.node.NodeState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** The overview in Debian's Chromium: clusters with half an hour of their past, and the flow of work, as it changes. */
@QuickPasswords
@EnabledIf("io.evenkeel.admin.console.Chromium#isThereOrMissed")
@Tag("thorough")
class OverviewChromiumIT {

    private static final String TABLE =
            "return [...document.querySelectorAll('#flow-table tbody tr')].map(row => [...row.cells].map(cell => cell.textContent)"
                    + ".join(' ')).join('|')";
    private static final String CARDS = "return [...document.querySelectorAll('.clusters .card')].map(card =>"
            + " card.querySelector('h3 a').textContent + ' ' + card.querySelector('.state').textContent + ' '"
            + " + card.querySelector('.said').textContent).join('|')";
    private static final String NARROW =
            "return String(document.documentElement.scrollWidth <= document.documentElement.clientWidth)";
    /** Tells whether names of places stand apart from each other and inside the picture. */
    private static final String LABELS = """
            const chart = echarts.getInstanceByDom(document.querySelector('.flow .draw'));
            const boxes = chart.getZr().storage.getDisplayList(true).filter(each => each.type === 'tspan').map(each => {
              const box = each.getBoundingRect().clone();
              each.transform && box.applyTransform(each.transform);
              return box;
            });
            const under = (one, other) => one !== other && one.x < other.x + other.width && other.x < one.x + one.width
              && one.y < other.y + other.height - 2 && other.y < one.y + one.height - 2;
            const cut = boxes.filter(box => box.y < 0 || box.y + box.height > chart.getHeight() || box.x + box.width > chart.getWidth());
            return boxes.length === 0 ? 'none' : cut.length > 0 ? cut.length + ' cut'
              : boxes.some(one => boxes.some(other => under(one, other))) ? 'one over another' : 'apart';
            """;

    private static final String LISTENERS = """
            listeners:
              - {name: web, address: "127.0.0.1:0", routes: [{path: /bank, cluster: bank}, {cluster: shop}]}
            clusters:
              shop: {nodes: [{name: a, address: "127.0.0.1:18080"}]}
              bank: {nodes: [{name: v, address: "127.0.0.1:18081"}]}
            """;

    @TempDir
    Path folder;

    private final ScriptedControl control = new ScriptedControl();

    /** By cluster and node; others are up. */
    private final Map<String, NodeState> states = new ConcurrentHashMap<>();

    private final Map<String, Integer> waiting = new ConcurrentHashMap<>();
    private final ScheduledExecutorService load = Executors.newSingleThreadScheduledExecutor();
    private AdminServer server;
    private Chromium browser;

    @BeforeEach
    void start() throws Exception {
        control.listeners = SettingsFile.of(LISTENERS, "overview.yaml").load().listeners();
        control.fleet = () -> List.of(cluster("shop", "tomcat-1", "tomcat-2", "tomcat-3"), cluster("bank", "vault"));
        load.scheduleAtFixedRate(this::beat, 0, 100, TimeUnit.MILLISECONDS);
        HistorySettings history =
                new HistorySettings(true, folder.resolve("past").toString());
        server = AdminServer.start(new AdminSettings(new HostPort("127.0.0.1", 0), null, history), control, null);
        browser = new Chromium(1280, 2000, false);
        browser.go(Objects.requireNonNull(server.setUpLink()));
        browser.type("#password", "correct horse battery");
        browser.type("#again", "correct horse battery");
        browser.click("button.main");
        browser.text("h1", "Overview");
    }

    @AfterEach
    void stop() throws Exception {
        load.shutdownNow();
        browser.close();
        server.close();
    }

    /** Ten requests for the shop, shared 5 to 3 to 2, and two for the bank. */
    private void beat() {
        for (int task = 0; task < 12; task++) {
            boolean shop = task < 10;
            int slot = shop ? task < 5 ? 0 : task < 8 ? 1 : 2 : 0;
            control.meters
                    .meter(shop ? "shop" : "bank", 0)
                    .finished(slot, 200, false, 500, 0, 8_000_000, 9_000_000, 10, 100);
        }
        control.requests = new ByProtocol(control.requests.http1() + 12, 0);
    }

    private ClusterView cluster(String name, String... nodes) {
        List<NodeView> views = new ArrayList<>();
        for (int slot = 0; slot < nodes.length; slot++) {
            NodeState state = states.getOrDefault(nodes[slot], NodeState.UP);
            views.add(new NodeView(
                    nodes[slot],
                    "127.0.0.1:1808" + slot,
                    state,
                    state == NodeState.UP ? null : "3 checks failed: connection refused",
                    1,
                    61_000,
                    new NodeCounts(10 - slot, 12, 50, 1000 - slot, 900, 0, 0),
                    control.meters.node(name, slot),
                    ScriptedControl.REPORTING));
        }
        int up = (int)
                views.stream().filter(node -> node.state() == NodeState.UP).count();
        return new ClusterView(
                name,
                "headroom",
                new ClusterCounts(waiting.getOrDefault(name, 0), 0, 0, up),
                control.meters.cluster(name),
                views);
    }

    @Test
    void showsClustersAndTheFlowAndWhereItPilesUp() throws Exception {
        assertThat(browser.await(CARDS, "shop up |bank up "::equals)).isEqualTo("shop up |bank up ");
        // Rates settle within some seconds of the page's first figures.
        List<String> shares = List.of(
                "Clients web 1[012][0-9] – – ",
                "web shop (9[0-9]|10[0-9]) 27 0 ",
                "web bank (1[89]|2[012]) 10 0 ",
                "shop tomcat-1 (4[89]|5[0-2]) 10 – ");
        String rows = browser.await(
                TABLE,
                text -> shares.stream()
                        .allMatch(each -> Pattern.compile(each).matcher(text).find()));
        assertThat(shares)
                .as("what ends in the clusters divides what came in by the listener")
                .allSatisfy(each -> assertThat(rows).containsPattern(each));
        assertThat(browser.await("return String(document.querySelectorAll('.half canvas').length)", "2"::equals))
                .as("half an hour of both")
                .isEqualTo("2");
        assertThat(browser.run("return document.querySelector('.half .draw').ariaLabel"))
                .startsWith("Requests, failures and p99 of shop in the last half hour; newest: Requests / s");
        assertThat(browser.run("return String(document.querySelectorAll('.flow canvas').length)"))
                .isEqualTo("1");
        String busiest = "tomcat-1,tomcat-2,vault,tomcat-3";
        assertThat(browser.await(
                        "return [...document.querySelectorAll('#cards h3 a')].map(a => a.textContent).join()",
                        busiest::equals))
                .as("the busiest first, all with the same processor")
                .isEqualTo(busiest);
        browser.run("document.querySelector('.flow details').open = true; return ''");
        browser.shoot("overview-fine");

        states.put("tomcat-2", NodeState.SILENT);
        waiting.put("shop", 7);
        assertThat(browser.await(TABLE, text -> text.contains("silent") && text.contains("7 wait")))
                .contains("7 7 wait", "silent: 3 checks failed: connection refused");
        assertThat(browser.await(CARDS, "shop partly up 7 wait|bank up "::equals))
                .isEqualTo("shop partly up 7 wait|bank up ");
        assertThat(browser.await(
                        "return document.querySelector('.flow .draw').ariaLabel", text -> text.contains("silent")))
                .contains("shop: 7 wait; tomcat-2: silent: 3 checks failed");
        browser.shoot("overview-frozen");

        states.put("tomcat-1", NodeState.DOWN);
        states.put("tomcat-3", NodeState.DOWN);
        assertThat(browser.await(CARDS, "shop down no node up|bank up "::equals))
                .isEqualTo("shop down no node up|bank up ");
        assertThat(browser.await(LABELS, "apart"::equals)).isEqualTo("apart");
        browser.shoot("overview-down");
        browser.look(390, 3600, true);
        assertThat(browser.await(NARROW, "true"::equals))
                .as("nothing wider than a phone")
                .isEqualTo("true");
        browser.shoot("overview-down-phone");
        assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
    }

    @Test
    void saysWhatIsMissingWithAnEmptyConfiguration() throws Exception {
        control.listeners = List.of();
        control.fleet = List::of;
        assertThat(browser.text("#clusters p", "The configuration has no cluster yet"))
                .startsWith("The configuration has no cluster yet");
        String nothing = "Nothing can flow yet: there is no listener or no cluster."
                + " The configuration says which there are.";
        assertThat(browser.text("#flow p", nothing))
                .as("in the page that showed clusters")
                .isEqualTo(nothing);
        assertThat(browser.text("#busiest", "Nodes No cluster has a node. The configuration says which there are."))
                .isEqualTo("Nodes No cluster has a node. The configuration says which there are.");
        browser.shoot("overview-empty");
        assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
    }

    @Test
    void everyPageSaysWhatIsMissingWithAnEmptyConfiguration() throws Exception {
        control.listeners = List.of();
        control.fleet = List::of;
        for (String page : List.of(
                "", "/events", "/dispatcher", "/dispatcher/process", "/decisions", "/config", "/logs", "/tokens")) {
            browser.go(server.url().resolve("/console" + page));
            browser.shoot("empty" + page.replace('/', '-'));
            assertThat(browser.run("return document.querySelector('h1').textContent"))
                    .as(page)
                    .isNotEqualTo("Error");
            assertThat(browser.run("return String([...document.querySelectorAll('main table')]"
                            + ".filter(table => table.tBodies[0].rows.length === 0).length)"))
                    .as("tables without a row in %s", page)
                    .isEqualTo("0");
        }
        assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
    }

    @Test
    void tellsTimesByTwentyFourHoursWhateverTheLanguage() throws Exception {
        browser.speak("en-US");
        browser.moveTo("UTC");
        browser.go(server.url().resolve("/console"));
        browser.await("return String(document.querySelectorAll('.half canvas').length)", "2"::equals);
        assertThat(
                        browser.run(
                                "return echarts.getInstanceByDom(document.querySelector('.half .draw'))"
                                        + ".getOption().tooltip[0].formatter([{axisValue: 1700000000000, seriesIndex: 0, value: [0, 7]}])"))
                .isEqualTo("22:13:20\nRequests: 7/s");
    }

    @Test
    void noPageIsWiderThanItsWindowWhateverTheTrouble() throws Exception {
        states.put("tomcat-1", NodeState.SILENT);
        states.put("tomcat-2", NodeState.DOWN);
        states.put("tomcat-3", NodeState.DRAIN);
        for (String page : List.of(
                "cluster?cluster=shop",
                "node?cluster=shop&node=tomcat-3",
                "dispatcher",
                "dispatcher/process",
                "decisions",
                "config",
                "logs",
                "docs",
                "nothing")) {
            for (int width : new int[] {1280, 390}) {
                browser.look(width, 1600, width == 390);
                browser.go(server.url().resolve("/console/" + page));
                browser.await(
                        "return String(document.querySelectorAll('.graph canvas').length > 3"
                                + " || !document.getElementById('past'))",
                        "true"::equals);
                browser.shoot("trouble-" + page.replaceAll("[?/].*", "") + page.length() + "-" + width);
                assertThat(browser.run(NARROW)).as("%s at %d", page, width).isEqualTo("true");
            }
        }
        assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
    }

    @Test
    void showsThoseInTroubleOfAThousandNodes() throws Exception {
        Thousand nodes = new Thousand();
        control.fleet = nodes;
        nodes.beat(1);
        browser.go(server.url().resolve("/console"));
        assertThat(browser.await(TABLE, text -> text.contains("other nodes")))
                .contains("big 992 other nodes", "small 12 other nodes");
        assertThat(browser.await("return String(document.querySelectorAll('#cards .card').length)", "24"::equals))
                .isEqualTo("24");
        for (int node = 0; node < 40; node++) {
            nodes.failing.add(node);
        }
        nodes.down.addAll(List.of(700, 701, 702));
        // Failures are seen while they go on: each look of the test lets tasks end.
        assertThat(browser.await(TABLE, text -> {
                    nodes.beat(2);
                    return text.contains("app-702") && text.contains("with many failures");
                }))
                .as("the lost come first, and the others do not look well when they are not")
                .contains("big app-700 ", "down: check failed", "35 with many failures");
        assertThat(browser.await(LABELS, "apart"::equals)).isEqualTo("apart");
        browser.run("document.querySelector('.flow').scrollIntoView(); return ''");
        browser.shoot("overview-thousand");
        assertThat(browser.complaints()).doesNotContain("Content Security", "Uncaught", "/static/");
    }
}
