// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.listener.McmpSettings;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.kit.TestSettings;
import io.evenkeel.dispatcher.kit.Wire;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.monitor.push.RegisteredNodes;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.node.application.Application;
import io.evenkeel.policy.PolicyCatalog;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers over minutes, and the end of those that say nothing any more. */
class McmpServiceTest {

    private static final String APP = "&Alias=localhost&Context=%2Fshop";

    private static final McmpPeer OWNER = peer("10.0.0.1");
    private static final McmpPeer STRANGER = peer("10.0.0.9");

    private final EventLog events = new EventLog();
    private final RegisteredNodes joined = new RegisteredNodes(file -> true);
    private ClusterSettings file;
    private Cluster cluster;
    private McmpService service;
    private final AtomicLong nowNs = new AtomicLong(TimeUnit.HOURS.toNanos(1));
    private volatile @Nullable Error refitFails;

    /** Opens when name servers and nodes answer; open unless a test wants them slow. */
    private volatile CountDownLatch found = new CountDownLatch(0);

    private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();

    private static McmpPeer peer(String address) {
        return new McmpPeer(address(address), null);
    }

    private static InetAddress address(String literal) {
        return new InetSocketAddress(literal, 0).getAddress();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void start() {
        file = Objects.requireNonNull(new TestSettings()
                .registering("apps", McmpSettings.DEFAULTS)
                .build()
                .clusters()
                .get("apps"));
        open(file);
    }

    private void open(ClusterSettings settings) {
        file = settings;
        cluster = ClusterFixture.create(settings, PolicyCatalog.load(), new SplittableRandom(1), nowNs.get());
        service = new McmpService(new Registry(), joined, events, nowNs::get);
        service.follow(Map.of("apps", McmpSettings.DEFAULTS));
    }

    @AfterEach
    void stop() {
        service.close();
        events.close();
    }

    /** The parts of a dispatcher that the service needs, without one. */
    private final class Registry implements ServerRegistry {

        @Override
        public Map<String, Cluster> clusters() {
            return Map.of("apps", cluster);
        }

        @Override
        public void refit(String name) {
            Error fails = refitFails;
            if (fails != null) {
                throw fails;
            }
            ClusterSettings extended = joined.extend(file);
            if (!Membership.canUpdate(cluster, extended)) {
                throw new IllegalStateException("cluster " + name + " has no room for more nodes");
            }
            ClusterFixture.update(cluster, extended, nowNs.get());
        }

        @Override
        public NodeTraffic traffic(String name, int slot) {
            return new NodeTraffic(0, 0);
        }

        @Override
        public @Nullable InetAddress lookUp(String host) {
            asked.add(host);
            await(found);
            return address("127.0.0.1");
        }

        @Override
        public boolean reaches(InetSocketAddress address) {
            await(found);
            return true;
        }
    }

    private McmpAnswer say(String method, String body) {
        return say(OWNER, method, "/", body);
    }

    private McmpAnswer say(McmpPeer peer, String method, String target, String body) {
        return submit(peer, method, target, body)
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    private CompletableFuture<McmpAnswer> submit(McmpPeer peer, String method, String target, String body) {
        CompletableFuture<McmpAnswer> answer = new CompletableFuture<>();
        service.submit(peer, "apps", method, target, Wire.bytes(body), answer::complete);
        return answer;
    }

    private McmpAnswer config(String route, int port) {
        return config(OWNER, route, port);
    }

    private McmpAnswer config(McmpPeer peer, String route, int port) {
        return say(peer, "CONFIG", "/", "JVMRoute=" + route + "&Host=127.0.0.1&Type=http&Port=" + port);
    }

    private void register(String route, int port) {
        assertThat(config(route, port).text()).isEmpty();
        assertThat(say("ENABLE-APP", "JVMRoute=" + route + APP).error()).isNull();
        assertThat(say("STATUS", "JVMRoute=" + route + "&Load=90").error()).isNull();
    }

    private void pass(long seconds) {
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        service.sweepNow(nowNs.get());
    }

    private List<String> names() {
        return cluster.nodes().stream().map(Node::name).toList();
    }

    @Test
    void serverWithoutStatusStandsByForAMinuteAndLeavesAfterFive() {
        register("a", 8001);
        register("b", 8002);
        pass(59);
        assertThat(cluster.nodes()).allMatch(node -> node.state() == NodeState.UP);
        assertThat(say("STATUS", "JVMRoute=b&Load=90").error()).isNull();

        pass(1);
        Node silent = cluster.nodes().get(0);
        assertThat(silent.state()).isEqualTo(NodeState.RESTING);
        assertThat(silent.reason()).isEqualTo("its server has sent no STATUS for a minute");
        assertThat(silent.keepsHomes()).as("sessions stay where they are").isTrue();
        assertThat(cluster.nodes().get(1).state()).isEqualTo(NodeState.UP);
        say("STATUS", "JVMRoute=a&Load=90");
        assertThat(silent.state()).isEqualTo(NodeState.UP);

        pass(298);
        assertThat(names()).containsExactly("a", "b");
        say("STATUS", "JVMRoute=b&Load=90");
        pass(2);
        assertThat(names()).containsExactly("b");
        assertThat(say("STATUS", "JVMRoute=a&Load=90").text()).isEqualTo("MEM: Can't read node with \"a\" JVMRoute");
    }

    @Test
    void movedServerTakesItsRouteOnceTheOldOneIsNotHeardOf() {
        register("a", 8001);
        pass(14);
        assertThat(config("a", 9001).text()).isEqualTo("MEM: Old node with \"a\" JVMRoute still exists");
        pass(1);
        register("a", 9001);

        assertThat(cluster.nodes()).hasSize(1);
        assertThat(cluster.nodes().get(0).address().getPort()).isEqualTo(9001);
    }

    @Test
    void serverWithAnotherRouteTakesItsAddressOnceTheOldOneIsNotHeardOf() {
        register("a", 8001);
        assertThat(config("b", 8001).text()).isEqualTo("MEM: Another for the same worker already exist");
        pass(15);
        register("b", 8001);

        assertThat(names()).containsExactly("b");
        assertThat(say("STATUS", "JVMRoute=a&Load=90").error()).isEqualTo("MEM");
    }

    private static NodeSettings vcn1() {
        return new NodeSettings("vcn1", new HostPort("127.0.0.1", 8001), 2, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Test
    void nodeOfTheFileStaysWithTheServerThatIsHeardOf() {
        open(file.withNodes(List.of(vcn1())));
        register("tomcat-1", 8001);
        assertThat(config("tomcat-2", 8001).text()).isEqualTo("MEM: Another for the same worker already exist");
        pass(15);
        register("tomcat-2", 8001);

        assertThat(names()).containsExactly("vcn1");
        assertThat(say("STATUS", "JVMRoute=tomcat-1&Load=90").error()).isEqualTo("MEM");
    }

    @Test
    void serverThatComesAgainAsANodeOfTheFileLeavesItsOwn() {
        open(file.withNodes(List.of(vcn1())));
        register("a", 9001);
        assertThat(names()).containsExactly("vcn1", "a");
        pass(15);
        register("a", 8001);

        assertThat(names()).containsExactly("vcn1");
    }

    @Test
    void nodeOfTheFileIsFoundByAddressAndStays() {
        open(file.withNodes(List.of(vcn1())));
        register("tomcat-1", 8001);

        Node node = cluster.nodes().get(0);
        assertThat(names()).containsExactly("vcn1");
        assertThat(node.toldRoute()).isEqualTo("tomcat-1");
        assertThat(node.load().share()).isEqualTo(0.9);
        assertThat(node.weight()).isEqualTo(2);
        assertThat(say(OWNER, "REMOVE-APP", "/*", "JVMRoute=tomcat-1").error()).isNull();
        pass(1);
        assertThat(names()).as("the file has it").containsExactly("vcn1");
        assertThat(Objects.requireNonNull(cluster.applications()).list()).isEmpty();
    }

    @Test
    void numbersOfServersHostsAndContextsAreBounded() {
        for (int i = 0; i < cluster.table().capacity(); i++) {
            assertThat(config("n" + i, 10_000 + i).error()).isNull();
        }
        assertThat(config("more", 9_999).text()).isEqualTo("MEM: cluster apps has no room for more nodes");
        for (int i = 0; i < RegisteredServer.MOST_CONTEXTS; i++) {
            assertThat(say("ENABLE-APP", "JVMRoute=n1&Alias=h&Context=/" + i).error())
                    .isNull();
        }
        assertThat(say("ENABLE-APP", "JVMRoute=n1&Alias=h&Context=/more").text())
                .isEqualTo("MEM: Can't insert context: a host of the node has 256 contexts or 64 names");
        for (int i = 1; i < RegisteredServer.MOST_HOSTS; i++) {
            assertThat(say("ENABLE-APP", "JVMRoute=n1&Context=/1&Alias=h" + i).error())
                    .isNull();
        }
        assertThat(say("ENABLE-APP", "JVMRoute=n1&Context=/1&Alias=more").text())
                .isEqualTo("MEM: Can't insert host alias: the node has 64 hosts");
        for (int i = RegisteredServer.MOST_CONTEXTS; i < Roster.MOST_APPLICATIONS; i++) {
            assertThat(say("ENABLE-APP", "JVMRoute=n" + (2 + i / 256) + "&Alias=h&Context=/" + i)
                            .error())
                    .isNull();
        }
        assertThat(say("ENABLE-APP", "JVMRoute=n9&Alias=h&Context=/more").text())
                .isEqualTo("MEM: Can't insert context: the cluster has 1024");
        assertThat(Objects.requireNonNull(cluster.applications()).list()).hasSize(1024);
        assertThat(say("INFO", "").text()).as("what was refused").doesNotContain("/more");
        assertThat(say("ENABLE-APP", "JVMRoute=n9&Alias=h&Context=/1").error()).isNull();
    }

    @Test
    void routeOfAServerIsNotTakenInTwoMessages() {
        register("a", 8001);

        assertThat(say(STRANGER, "REMOVE-APP", "/*", "JVMRoute=a").error()).isEqualTo("MEM");
        assertThat(config(STRANGER, "a", 9001).text())
                .isEqualTo("MEM: Old node with \"a\" JVMRoute still exists: another server has registered it");
        assertThat(cluster.nodes().get(0).address().getPort()).isEqualTo(8001);
        assertThat(cluster.nodes().get(0).leaving()).isFalse();
        assertThat(say("INFO", "").text()).contains("Context: /shop, Status: ENABLED");
    }

    @Test
    void nobodyElseSpeaksForTheRouteOfAServer() {
        register("a", 8001);

        for (String method : List.of("ENABLE-APP", "DISABLE-APP", "STOP-APP", "REMOVE-APP")) {
            assertThat(say(STRANGER, method, "/", "JVMRoute=a" + APP).text())
                    .as(method)
                    .isEqualTo("MEM: JVMRoute \"a\" belongs to the server that has registered it");
        }
        assertThat(say(STRANGER, "STATUS", "/", "JVMRoute=a&Load=-1").error()).isEqualTo("MEM");
        assertThat(config(STRANGER, "a", 8001).error())
                .as("the same address, to become the owner")
                .isEqualTo("MEM");
        assertThat(cluster.nodes().get(0).state()).isEqualTo(NodeState.UP);
        assertThat(say("INFO", "").text()).contains("Context: /shop, Status: ENABLED");
    }

    @Test
    void certificatesTellServersOfOneAddressApart() {
        McmpPeer first = new McmpPeer(OWNER.address(), "CN=tomcat-1");
        McmpPeer second = new McmpPeer(OWNER.address(), "CN=tomcat-2");
        assertThat(config(first, "a", 8001).error()).isNull();

        assertThat(config(second, "a", 8001).error()).isEqualTo("MEM");
        assertThat(say(second, "STATUS", "/", "JVMRoute=a&Load=1").error()).isEqualTo("MEM");
        assertThat(say(first, "STATUS", "/", "JVMRoute=a&Load=1").error()).isNull();
    }

    @Test
    void serverThatGoesKeepsItsRouteFromOthersAndMayMoveAtOnce() {
        register("a", 8001);
        assertThat(say(OWNER, "REMOVE-APP", "/*", "JVMRoute=a").error()).isNull();

        assertThat(config(STRANGER, "a", 9001).error()).isEqualTo("MEM");
        assertThat(config(STRANGER, "b", 8001).error())
                .as("its address under another route")
                .isEqualTo("MEM");
        assertThat(config("a", 9002).error()).isNull();
        assertThat(cluster.nodes().get(0).address().getPort()).isEqualTo(9002);
    }

    @Test
    void messagesOfOthersDoNotProlongTheTimeOfAServer() {
        register("a", 8001);
        pass(10);
        say(STRANGER, "STATUS", "/", "JVMRoute=a&Load=90");
        config(STRANGER, "a", 8001);
        pass(5);

        assertThat(config(STRANGER, "a", 9001).error()).as("silent for 15 s").isNull();
        assertThat(say(STRANGER, "STATUS", "/", "JVMRoute=a&Load=90").error()).isNull();
        assertThat(say("STATUS", "JVMRoute=a&Load=90").text())
                .isEqualTo("MEM: JVMRoute \"a\" belongs to the server that has registered it");
    }

    @Test
    void namesTimesContextsOfAllServersAreBounded() {
        String names = IntStream.range(0, RegisteredServer.MOST_ALIASES)
                .mapToObj(i -> "h" + i)
                .collect(Collectors.joining(","));
        for (int i = 0; i < RegisteredServer.MOST_CONTEXTS; i++) {
            config("n" + i % 8, 10_000 + i % 8);
        }
        int each = RegisteredServer.MOST_ALIASES;
        for (int i = 0; i < Roster.MOST_PAIRS / each; i++) {
            assertThat(say("ENABLE-APP", "JVMRoute=n" + i % 8 + "&Context=/" + i / 8 + "&Alias=" + names)
                            .error())
                    .as("context %d", i)
                    .isNull();
        }
        assertThat(say("ENABLE-APP", "JVMRoute=n7&Context=/0&Alias=more").text())
                .isEqualTo(
                        "MEM: Can't insert context: the servers of the cluster have 16384 pairs of a host name and a context");
        assertThat(say("ENABLE-APP", "JVMRoute=n0&Context=/more&Alias=h1").error())
                .isEqualTo("MEM");
        assertThat(say("INFO", "").text()).as("what was refused").doesNotContain("more");
        assertThat(say("REMOVE-APP", "JVMRoute=n1&Context=/0&Alias=h1").error()).isNull();
        assertThat(say("ENABLE-APP", "JVMRoute=n7&Context=/0&Alias=more").error())
                .isNull();
    }

    @Test
    void answersThatShowEverythingAreCut() {
        String padding = "x".repeat(240);
        for (int i = 0; i < Roster.MOST_APPLICATIONS * 5; i += 32) {
            int server = i / RegisteredServer.MOST_CONTEXTS;
            String paths = IntStream.range(i, i + 32)
                    .mapToObj(path -> "/" + padding + path % Roster.MOST_APPLICATIONS)
                    .collect(Collectors.joining(","));
            config("n" + server, 10_000 + server);
            assertThat(say("ENABLE-APP", "JVMRoute=n" + server + "&Alias=h&Context=" + paths)
                            .error())
                    .isNull();
        }
        for (String method : List.of("INFO", "DUMP")) {
            String text = say(method, "").text();
            assertThat(text.length()).as(method).isBetween(1_000_000, McmpReport.MOST_CHARACTERS);
            assertThat(text)
                    .as(method)
                    .endsWith(
                            "\nCut: all of it has more than 1048576 characters; see GET /api/v1/clusters/apps/servers\n");
        }
    }

    @Test
    void errorInTheMiddleOfAMessageIsAnsweredAndLeavesNothingBehind() {
        register("a", 8001);
        refitFails = new OutOfMemoryError("of the test");

        assertThat(config("b", 8002).text()).isEqualTo("MEM: an error of the dispatcher");
        assertThat(joined.has("apps", "b")).isFalse();
        say(OWNER, "REMOVE-APP", "/*", "JVMRoute=a");
        assertThat(config("c", 8001).text()).isEqualTo("MEM: an error of the dispatcher");
        assertThat(joined.has("apps", "a")).isTrue();
        assertThat(joined.has("apps", "c")).isFalse();
        refitFails = null;
        register("b", 8002);
        register("a", 8001);
        assertThat(names()).containsExactly("a", "b");
    }

    private CompletableFuture<McmpAnswer> named(McmpPeer peer, String route, String host) {
        return named(peer, route, host, 8001);
    }

    private CompletableFuture<McmpAnswer> named(McmpPeer peer, String route, String host, int port) {
        return submit(peer, "CONFIG", "/", "JVMRoute=" + route + "&Host=" + host + "&Type=http&Port=" + port);
    }

    @Test
    void serversAreAnsweredWhileNamesOfOthersAreLookedUp() throws Exception {
        register("a", 8009);
        found = new CountDownLatch(1);
        CompletableFuture<McmpAnswer> slow = named(STRANGER, "b", "slow.example.org");
        assertThat(asked.take()).isEqualTo("slow.example.org");
        CompletableFuture<McmpAnswer> ping = submit(STRANGER, "PING", "/", "JVMRoute=a");

        assertThat(say("STATUS", "JVMRoute=a&Load=80").error()).isNull();
        assertThat(config("c", 8003).error()).as("an address, no name").isNull();
        assertThat(slow).isNotDone();
        assertThat(ping).isNotDone();
        found.countDown();
        assertThat(slow.orTimeout(30, TimeUnit.SECONDS).join().error()).isNull();
        assertThat(ping.orTimeout(30, TimeUnit.SECONDS).join().text()).contains("State=OK");
        assertThat(names()).containsExactly("a", "c", "b");
    }

    @Test
    void routeIsNotFreeWhileAMessageOfItsServerWaits() throws Exception {
        register("a", 8009);
        pass(14);
        found = new CountDownLatch(1);
        CompletableFuture<McmpAnswer> again = named(OWNER, "a", "slow.example.org");
        assertThat(asked.take()).isEqualTo("slow.example.org");
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(2));

        assertThat(config(STRANGER, "a", 8009).error()).isEqualTo("MEM");
        found.countDown();
        again.orTimeout(30, TimeUnit.SECONDS).join();
        pass(1);
        assertThat(config(STRANGER, "a", 8009).error())
                .as("it was told to go on at its old address, and has said nothing since")
                .isNull();
    }

    @Test
    void lateConfigDoesNotUndoWhatItsServerHasSaidSince() throws Exception {
        register("a", 8009);
        found = new CountDownLatch(1);
        CompletableFuture<McmpAnswer> late = named(OWNER, "a", "slow.example.org");
        assertThat(asked.take()).isEqualTo("slow.example.org");
        nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(say(OWNER, "REMOVE-APP", "/*", "JVMRoute=a").error()).isNull();

        found.countDown();

        assertThat(late.orTimeout(30, TimeUnit.SECONDS).join().text())
                .isEqualTo("MEM: a later message of this server was acted upon");
        assertThat(cluster.nodes().get(0).leaving()).isTrue();
    }

    @Test
    void newOwnerOfARouteBeginsWithoutContexts() {
        register("a", 8001);
        pass(15);

        assertThat(config(STRANGER, "a", 9001).error()).isNull();

        assertThat(say("INFO", "").text())
                .contains("Name: a,")
                .doesNotContain("Context:")
                .doesNotContain("Load: 90");
        assertThat(events.recent(20))
                .anySatisfy(event -> assertThat(event.message())
                        .contains("the route has a new owner, " + STRANGER)
                        .contains(OWNER + " was silent for 15 s"));
    }

    @Test
    void silenceIsCountedFromTheArrivalOfAMessage() throws Exception {
        register("a", 8009);
        pass(14);
        found = new CountDownLatch(1);
        CompletableFuture<McmpAnswer> taker = named(STRANGER, "a", "slow.example.org");
        assertThat(taker.orTimeout(30, TimeUnit.SECONDS).join().error())
                .as("refused without a look at the name")
                .isEqualTo("MEM");
        assertThat(asked).isEmpty();
        pass(1);
        CompletableFuture<McmpAnswer> late = named(STRANGER, "a", "slow.example.org");
        asked.take();
        assertThat(say("STATUS", "JVMRoute=a&Load=80").error()).isNull();
        found.countDown();
        assertThat(late.orTimeout(30, TimeUnit.SECONDS).join().error())
                .as("its owner was heard of before the name was found")
                .isEqualTo("MEM");
    }

    @Test
    void messagesOfOneAddressLeaveRoomForThoseOfOthers() throws Exception {
        register("a", 8009);
        found = new CountDownLatch(1);
        for (int i = 0; i < WaitingMessages.MOST_OF_ONE; i++) {
            CompletableFuture<McmpAnswer> slow = named(STRANGER, "b" + i, "slow.example.org");
            assertThat(slow).isNotDone();
        }
        assertThat(say(STRANGER, "STATUS", "/", "JVMRoute=a&Load=80").text())
                .isEqualTo("MEM: too many messages wait here; try again");
        assertThat(say("STATUS", "JVMRoute=a&Load=80").error()).isNull();
        asked.take();
        assertThat(asked).as("one name of an address at a time").isEmpty();
        CompletableFuture<McmpAnswer> other = named(peer("10.0.0.2"), "c", "quick.example.org", 8003);
        assertThat(asked.take()).as("another thread is free").isEqualTo("quick.example.org");
        found.countDown();
        assertThat(other.orTimeout(30, TimeUnit.SECONDS).join().error()).isNull();
    }

    private @Nullable Application application(String host) {
        byte[] octets = Wire.bytes(host + "/shop");
        RoutePath path = new RoutePath();
        path.read(octets, host.length(), octets.length);
        return Objects.requireNonNull(cluster.applications()).find(octets, 0, host.length(), path);
    }

    @Test
    void aHostWithTheDotOfTheRootIsTheHostWithoutIt() {
        service.follow(Map.of("apps", new McmpSettings(McmpSettings.DEFAULTS.allow(), true)));
        config("a", 8001);
        config("b", 8002);
        say("ENABLE-APP", "JVMRoute=a&Context=/shop&Alias=Shop.example.org.");
        say("ENABLE-APP", "JVMRoute=b&Context=/shop&Alias=shop.example.org");

        Application shop = Objects.requireNonNull(application("shop.example.org:80"));
        assertThat(cluster.nodes()).as("both have it").allMatch(node -> shop.takes(node.slot()));
        assertThat(application("SHOP.example.org.")).isSameAs(shop);
        assertThat(application("other.example.org")).isNull();
        shop.start(cluster.nodes().get(0).slot());
        assertThat(say("STOP-APP", "JVMRoute=a&Context=/shop&Alias=shop.example.org.")
                        .text())
                .as("its server finds the name that it has told")
                .isEqualTo("Type=STOP-APP-RSP&JvmRoute=a&Alias=shop.example.org.&Context=/shop&Requests=1\n");
    }

    @Test
    void refusedContextIsNotKept() {
        register("a", 8001);
        say("ENABLE-APP", "JVMRoute=a&Alias=localhost&Context=/x//y");

        assertThat(say("INFO", "").text())
                .contains("Context: /shop, Status: ENABLED")
                .doesNotContain("/x");
    }

    private static NodeSettings withRoute(String name, String host, String route) {
        return new NodeSettings(name, new HostPort(host, 8080), 1, Integer.MAX_VALUE, Integer.MAX_VALUE, route, null);
    }

    @Test
    void routeOfANodeOfTheFileIsNotTaken() {
        open(file.withNodes(List.of(withRoute("a", "10.0.0.1", "r1"))));

        McmpAnswer taken = config(STRANGER, "r1", 9001);

        assertThat(taken.error()).isEqualTo("MEM");
        assertThat(taken.text()).isEqualTo("MEM: JVMRoute \"r1\" is the route of node a at 10.0.0.1:8080");
        assertThat(names()).containsExactly("a");
        assertThat(say("CONFIG", "JVMRoute=r1&Host=10.0.0.1&Type=http&Port=8080")
                        .error())
                .as("the node's own server")
                .isNull();
    }

    @Test
    void addressOfANodeOfTheFileDoesNotGiveTheRouteOfAnother() {
        open(file.withNodes(List.of(withRoute("a", "10.0.0.1", "r1"), vcn1())));

        assertThat(config(STRANGER, "r1", 8001).error()).isEqualTo("MEM");
        assertThat(cluster.nodes()).allMatch(node -> node.toldRoute().isEmpty());
    }

    @Test
    void routeThatTheServerOfANodeTellsIsFreeOnceItIsNotHeardOf() {
        open(file.withNodes(List.of(vcn1())));
        register("r1", 8001);

        assertThat(config("r1", 9001).text()).isEqualTo("MEM: Old node with \"r1\" JVMRoute still exists");
        assertThat(names()).containsExactly("vcn1");
        pass(15);
        assertThat(config("r1", 9001).error()).isNull();
        assertThat(names()).containsExactly("vcn1", "r1");
        assertThat(cluster.nodes().get(0).toldRoute()).as("it is another's now").isEmpty();
    }

    @Test
    void routeOfANodeIsFreeOnceItsServerIsForgotten() {
        open(file.withNodes(List.of(vcn1())));
        register("r1", 8001);

        pass(300);

        assertThat(cluster.nodes().get(0).toldRoute()).isEmpty();
        assertThat(config(STRANGER, "r1", 9001).error()).isNull();
    }

    @Test
    void routeThatAnAgentTellsIsNotTaken() {
        open(file.withNodes(List.of(vcn1())));
        cluster.nodes().get(0).tellRoute("r1");

        assertThat(config(STRANGER, "r1", 9001).text())
                .isEqualTo("MEM: JVMRoute \"r1\" is the route of node vcn1 at 127.0.0.1:8001");
        assertThat(names()).containsExactly("vcn1");
    }

    @Test
    void nodeOfTheFileTakesItsRouteFromAServerThatRegistered() {
        register("r1", 9001);
        file = file.withNodes(List.of(withRoute("a", "10.0.0.1", "r1")));
        register("b", 9002);

        assertThat(names()).containsExactly("a", "b");
        assertThat(say("STATUS", "JVMRoute=r1&Load=90").error()).isEqualTo("MEM");
        assertThat(config("r1", 9001).error()).isEqualTo("MEM");
    }

    /** Two names with one {@link Node#key}. */
    @Test
    void nameThatCannotBeToldFromThatOfAMemberIsRefused() {
        register("8yn0iYCKYHlIj4-BwPqk", 8001);

        assertThat(config(STRANGER, "GReLUrM4wMqfg9yzV3KQ", 9001).error()).isEqualTo("MEM");
        assertThat(names()).containsExactly("8yn0iYCKYHlIj4-BwPqk");
    }
}
