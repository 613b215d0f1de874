// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.dispatcher.control.RegistrationView.ContextView;
import io.evenkeel.dispatcher.control.RegistrationView.ServerView;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.TestDispatcher;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that register with a running dispatcher, in the words that mod_cluster's own code sends to httpd. */
@Timeout(60)
class McmpIT {

    private ScriptedNode a;
    private ScriptedNode b;
    private TestDispatcher dispatcher;
    private RawClient mcmp;

    @BeforeEach
    void start() throws Exception {
        a = ScriptedNode.start("a");
        b = ScriptedNode.start("b");
        dispatcher = TestDispatcher.start(settings(McmpSettings.DEFAULTS));
        mcmp = RawClient.to(dispatcher.port("mcmp"));
    }

    @AfterEach
    void stop() throws Exception {
        mcmp.close();
        dispatcher.close();
        a.close();
        b.close();
    }

    private static TestSettings settings(McmpSettings rules) {
        return new TestSettings()
                .loops(2)
                .registering("apps", rules)
                .affinity(new AffinitySettings(
                        AffinitySettings.Mode.JVM_ROUTE,
                        false,
                        "JSESSIONID",
                        AffinitySettings.OwnCookie.DEFAULTS,
                        1000,
                        Duration.ofMinutes(30)));
    }

    /** A message as mod_cluster writes it. */
    private Message send(String method, String target, String body) throws Exception {
        mcmp.send(method + " " + target + " HTTP/1.1\r\nHost: localhost:6666\r\n"
                + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n")
                + "User-Agent: ClusterListener/1.0\r\nConnection: Keep-Alive\r\n\r\n" + body);
        return mcmp.response("POST");
    }

    private Message app(String method, String route, String context) throws Exception {
        return send(
                method,
                "/",
                "JVMRoute=" + route + "&Alias=default-host%2Clocalhost&Context=" + context.replace("/", "%2F"));
    }

    private Message config(ScriptedNode node) throws Exception {
        return send(
                "CONFIG",
                "/",
                "JVMRoute=" + node.name() + "&Host=127.0.0.1&Maxattempts=1&Port=" + node.port()
                        + "&StickySessionForce=No&Type=http&ping=10");
    }

    private void register(ScriptedNode node, String... contexts) throws Exception {
        assertThat(config(node).status()).isEqualTo(200);
        for (String context : contexts) {
            assertThat(app("ENABLE-APP", node.name(), context).status()).isEqualTo(200);
        }
        assertThat(send("STATUS", "/", "JVMRoute=" + node.name() + "&Load=100").text())
                .startsWith("Type=STATUS-RSP&JVMRoute=" + node.name() + "&State=OK&id=");
    }

    private Message get(String path, String session) throws Exception {
        try (RawClient client = dispatcher.connect()) {
            return client.send("GET " + path + " HTTP/1.1\r\nHost: shop.example.org\r\n"
                            + (session.isEmpty() ? "" : "Cookie: JSESSIONID=" + session + "\r\n") + "\r\n")
                    .response("GET");
        }
    }

    /** The nodes that answer requests for a path. */
    private Set<String> nodes(String path) throws Exception {
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 8; i++) {
            Message answer = get(path, "");
            seen.add(answer.status() == 200 ? answer.value("X-Node") : String.valueOf(answer.status()));
        }
        return seen;
    }

    private Node node(String name) {
        return dispatcher.cluster("apps").nodes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void contextGoesToTheNodesThatHaveItAlone() throws Exception {
        assertThat(nodes("/shop")).as("nobody has registered, as after a start").containsExactly("503");
        register(a, "/shop", "/forum");
        register(b, "/shop");

        assertThat(nodes("/shop/cart?x=1")).containsExactly("a", "b");
        assertThat(nodes("/forum")).containsExactly("a");
        assertThat(nodes("/shopping")).containsExactly("404");
        assertThat(nodes("/")).containsExactly("404");
    }

    @Test
    void longestContextWinsAndTheRootTakesTheRest() throws Exception {
        register(a, "/", "/shop");
        register(b, "/shop/admin");

        assertThat(nodes("/other")).containsExactly("a");
        assertThat(nodes("/shop/x")).containsExactly("a");
        assertThat(nodes("/shop/admin/y")).containsExactly("b");
        assertThat(nodes("/shop/x/../admin")).containsExactly("b");
        assertThat(nodes("/shop/%2e%2e%2fadmin")).containsExactly("400");
    }

    @Test
    void disabledContextKeepsItsSessionsAndGetsNoOthers() throws Exception {
        register(a, "/shop");
        register(b, "/shop");
        app("DISABLE-APP", "a", "/shop");

        assertThat(nodes("/shop")).containsExactly("b");
        assertThat(get("/shop", "0AF3.a").value("X-Node")).isEqualTo("a");
        app("STOP-APP", "a", "/shop");
        assertThat(get("/shop", "0AF3.a").value("X-Node")).isEqualTo("b");
        app("ENABLE-APP", "a", "/shop");
        assertThat(nodes("/shop")).containsExactly("a", "b");
    }

    @Test
    void stopSaysHowManyRequestsStillRunInTheContext() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        a.on("/shop/slow", (peer, head) -> {
            arrived.countDown();
            await(go);
            peer.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
        register(a, "/shop", "/forum");
        try (RawClient client = dispatcher.connect()) {
            client.send("GET /shop/slow HTTP/1.1\r\nHost: x\r\n\r\n");
            arrived.await();

            assertThat(app("STOP-APP", "a", "/shop").text())
                    .isEqualTo("Type=STOP-APP-RSP&JvmRoute=a&Alias=default-host,localhost&Context=/shop&Requests=1\n");
            assertThat(app("STOP-APP", "a", "/forum").text()).contains("&Context=/forum&Requests=0");
            assertThat(get("/shop/new", "").status()).isEqualTo(503);
            go.countDown();
            assertThat(client.response("GET").status()).isEqualTo(200);
        }
        Until.holds("no request runs any more", () -> running() == 0);
        assertThat(app("STOP-APP", "a", "/shop").text()).contains("&Requests=0");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int running() {
        return servers().get(0).contexts().stream()
                .mapToInt(ContextView::running)
                .sum();
    }

    private List<ServerView> servers() {
        return Objects.requireNonNull(dispatcher.control().registrations().of("apps"))
                .servers();
    }

    @Test
    void removedServerLeavesAndMayComeBack() throws Exception {
        register(a, "/shop");
        register(b, "/shop");
        assertThat(app("REMOVE-APP", "a", "/shop").status()).isEqualTo(200);
        assertThat(nodes("/shop")).containsExactly("b");

        assertThat(send("REMOVE-APP", "/*", "JVMRoute=a").status()).isEqualTo(200);
        Until.holds("a has left", () -> dispatcher.cluster("apps").nodes().size() == 1);
        Message status = send("STATUS", "/", "JVMRoute=a&Load=50");
        assertThat(status.status()).isEqualTo(500);
        assertThat(status.value("Type")).isEqualTo("MEM");
        assertThat(status.value("Mess")).contains("Can't read node with \"a\" JVMRoute");
        register(a, "/shop");
        assertThat(nodes("/shop")).containsExactly("a", "b");
    }

    @Test
    void loadIsTheWeightAndStandbyAndErrorTakeNothing() throws Exception {
        register(a, "/shop");
        register(b, "/shop");

        send("STATUS", "/", "JVMRoute=a&Load=25");
        assertThat(node("a").load().share()).isEqualTo(0.25);
        assertThat(node("a").weight()).isEqualTo(1);
        send("STATUS", "/", "JVMRoute=a&Load=0");
        assertThat(node("a").state()).isEqualTo(NodeState.RESTING);
        assertThat(nodes("/shop")).containsExactly("b");
        send("STATUS", "/", "JVMRoute=b&Load=-1");
        assertThat(node("b").state()).isEqualTo(NodeState.DOWN);
        assertThat(nodes("/shop")).containsExactly("a");
        assertThat(send("STATUS", "/", "JVMRoute=b&Load=80").text()).contains("&State=OK&");
        assertThat(nodes("/shop")).containsExactly("b");
    }

    @Test
    void pingLooksAtTheDispatcherOrAtANode() throws Exception {
        register(a, "/shop");

        assertThat(send("PING", "/", "").text()).startsWith("Type=PING-RSP&State=OK&id=");
        assertThat(send("PING", "/", "JVMRoute=a").text()).startsWith("Type=PING-RSP&JVMRoute=a&State=OK&id=");
        assertThat(send("PING", "/", "Scheme=http&Host=127.0.0.1&Port=" + a.port())
                        .text())
                .contains("State=OK");
        assertThat(send("PING", "/", "Scheme=http&Host=127.0.0.1&Port=" + b.port())
                        .text())
                .as("a port where nobody has registered is not looked at")
                .contains("State=NOTOK");
        a.kill();
        assertThat(send("PING", "/", "JVMRoute=a").text()).startsWith("Type=PING-RSP&JVMRoute=a&State=NOTOK&id=");
    }

    @Test
    void infoAndDumpAreInTheLinesThatModClusterReads() throws Exception {
        register(a, "/shop");
        app("DISABLE-APP", "a", "/forum");
        get("/shop", "");

        assertThat(send("INFO", "/", "").text().replaceAll("Read: \\d+,Transfered: \\d+", "Read: R,Transfered: T"))
                .isEqualTo("Node: [1],Name: a,Balancer: mycluster,LBGroup: ,Host: 127.0.0.1,Port: " + a.port()
                        + ",Type: http,Flushpackets: Off,Flushwait: 10,Ping: 10,Smax: -1,Ttl: 60"
                        + ",Elected: 1,Read: R,Transfered: T,Connected: 0,Load: 100\n"
                        + "Vhost: [1:1:1], Alias: default-host\n"
                        + "Vhost: [1:1:2], Alias: localhost\n"
                        + "Context: [1:1:1], Context: /shop, Status: ENABLED\n"
                        + "Context: [1:1:2], Context: /forum, Status: DISABLED\n");
        assertThat(send("DUMP", "/", "").text())
                .isEqualTo("balancer: [1] Name: mycluster Sticky: 1 [JSESSIONID]/[jsessionid] remove: 0 force: 0"
                        + " Timeout: 0 maxAttempts: 1\n"
                        + "node: [1:1],Balancer: mycluster,JVMRoute: a,LBGroup: [],Host: 127.0.0.1,Port: " + a.port()
                        + ",Type: http,flushpackets: 0,flushwait: 10,ping: 10,smax: -1,ttl: 60,timeout: 0\n"
                        + "host: 1 [default-host] vhost: 1 node: 1\nhost: 2 [localhost] vhost: 1 node: 1\n"
                        + "context: 1 [/shop] vhost: 1 node: 1 status: 1\n"
                        + "context: 2 [/forum] vhost: 1 node: 1 status: 2\n");
    }

    @Test
    void registrationOutlivesAReload() throws Exception {
        register(a, "/shop");

        assertThat(dispatcher.reload(settings(McmpSettings.DEFAULTS)).applied()).isTrue();
        assertThat(nodes("/shop")).containsExactly("a");
        assertThat(dispatcher
                        .reload(settings(new McmpSettings(McmpSettings.DEFAULTS.allow(), true)))
                        .applied())
                .isTrue();
        assertThat(nodes("/shop")).as("nobody asks for localhost").containsExactly("404");
    }

    @Test
    void serverWithAjpIsToldWhatToDo() throws Exception {
        Message refused = send("CONFIG", "/", "JVMRoute=a&Host=127.0.0.1&Port=8009&Type=ajp");

        assertThat(refused.status()).isEqualTo(500);
        assertThat(refused.value("Version")).isEqualTo("0.2.1");
        assertThat(refused.value("Type")).isEqualTo("SYNTAX");
        assertThat(refused.value("Mess")).contains("Type ajp is not supported here");
        assertThat(send("CONFIG", "/", "JVMRoute=a&Host=127.0.0.1&Port=8443&Type=https")
                        .value("Mess"))
                .contains("cluster apps speaks http with its nodes");
    }

    @Test
    void routeOfAServerThatIsHeardOfCannotBeTaken() throws Exception {
        register(a, "/shop");

        Message taken = send("CONFIG", "/", "JVMRoute=a&Host=127.0.0.1&Port=" + b.port() + "&Type=http");
        assertThat(taken.value("Type")).isEqualTo("MEM");
        assertThat(taken.value("Mess")).contains("Old node with \"a\" JVMRoute still exists");
        assertThat(nodes("/shop")).containsExactly("a");
    }

    @Test
    void doubtfulMessagesAreRefusedAndNothingBreaks() throws Exception {
        register(a, "/shop");
        for (String body : List.of(
                "JVMRoute=a&Context=/x",
                "JVMRoute=a&Alias=h",
                "JVMRoute=a",
                "JVMRoute=&Alias=h&Context=/x",
                "JVMRoute=../a&Alias=h&Context=/x",
                "JVMRoute=a&Alias=h&Context=x",
                "JVMRoute=a&Alias=h&Context=/x/../y",
                "JVMRoute=a&Alias=h&Context=/x%0d%0aSet-Cookie:b",
                "JVMRoute=a&Alias=<b>&Context=/x",
                "JVMRoute=a&Alias=h&Context=/x%zz",
                "=a",
                "JVMRoute",
                "a=1&".repeat(100))) {
            Message refused = send("ENABLE-APP", "/", body);
            assertThat(refused.status()).as(body).isEqualTo(500);
            assertThat(refused.value("Type")).as(body).isEqualTo("SYNTAX");
        }
        assertThat(send("STATUS", "/", "JVMRoute=a&Load=101").value("Type")).isEqualTo("SYNTAX");
        assertThat(send("STATUS", "/", "JVMRoute=a&Load=NaN").value("Type")).isEqualTo("SYNTAX");
        assertThat(send("CONFIG", "/", "JVMRoute=c&Host=0.0.0.0&Port=80&Type=http")
                        .value("Mess"))
                .contains("no node can be at 0.0.0.0");
        assertThat(send("BREW", "/", "").value("Mess")).contains("Command is not supported");
        assertThat(nodes("/shop")).containsExactly("a");
        assertThat(dispatcher.control().registrations().messages().get("ENABLE-APP"))
                .containsEntry("ok", 1L)
                .containsEntry("syntax", 13L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "CONFIG / HTTP/1.1\r\nHost: x\r\nContent-Length: 17000\r\n\r\n",
                "CONFIG / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "CONFIG / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
            })
    void octetsThatAreNoMessageEndTheConnection(String octets) throws Exception {
        try (RawClient stranger = RawClient.to(dispatcher.port("mcmp"))) {
            Message refused = stranger.send(octets).response("POST");

            assertThat(refused.status()).isEqualTo(500);
            assertThat(refused.value("Type")).isEqualTo("SYNTAX");
            assertThat(stranger.end()).isEqualTo(RawClient.Ending.CLOSED);
        }
    }

    @Test
    void slowMessageEndsAfterItsTime() throws Exception {
        dispatcher.reload(settings(McmpSettings.DEFAULTS).clientTimeouts(300, 300, 60_000));
        try (RawClient stranger = RawClient.to(dispatcher.port("mcmp"))) {
            Message refused = stranger.send("STATUS / HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\nJVMRoute=")
                    .response("POST");

            assertThat(refused.value("Mess")).contains("does not come to an end");
        }
    }

    @Test
    void strangersAreReset() throws Exception {
        dispatcher.reload(settings(new McmpSettings(List.of(Network.parse("10.0.0.0/8")), false)));
        try (RawClient stranger = RawClient.to(dispatcher.port("mcmp"))) {
            // It sends nothing: a write that meets the reset takes the error, and a read after it sees an end.
            assertThat(stranger.end()).isEqualTo(RawClient.Ending.RESET);
        }
    }

    private int open() {
        return (int) dispatcher.control().dispatcher().listeners().stream()
                .filter(each -> each.name().equals("mcmp"))
                .mapToLong(each -> each.traffic().open())
                .sum();
    }

    @Test
    void manyMessagesThatDoNotEndTakeBoundedMemory() throws Exception {
        dispatcher.reload(settings(McmpSettings.DEFAULTS).clientTimeouts(60_000, 60_000, 60_000));
        String half = "STATUS / HTTP/1.1\r\nHost: x\r\nContent-Length: 18\r\n\r\nJVMRoute=";
        List<RawClient> strangers = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                strangers.add(RawClient.to(dispatcher.port("mcmp")).send(half));
            }

            assertThat(strangers.get(0).end()).as("the oldest").isEqualTo(RawClient.Ending.CLOSED);
            Until.holds("256 of them are open, and that of a server", () -> open() <= 257);
            register(a, "/shop");
            assertThat(nodes("/shop")).containsExactly("a");
            assertThat(strangers.get(399).send("a&Load=50").response("POST").status())
                    .as("the newest")
                    .isEqualTo(200);
        } finally {
            for (RawClient stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void peerThatIsAllowedNoMoreIsCutOffAtItsNextMessage() throws Exception {
        register(a, "/shop");
        dispatcher.reload(settings(new McmpSettings(List.of(Network.parse("10.0.0.0/8")), false)));

        mcmp.send("STATUS / HTTP/1.1\r\nHost: x\r\nContent-Length: 18\r\n\r\nJVMRoute=a&Load=50");

        assertThat(mcmp.end()).isEqualTo(RawClient.Ending.RESET);
        assertThat(node("a").load().share()).as("the message is not acted upon").isEqualTo(1.0);
    }
}
