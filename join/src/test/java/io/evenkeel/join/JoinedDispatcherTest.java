// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.affinity.SessionFigures;
import io.evenkeel.dispatcher.affinity.SessionsLeft;
import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.affinity.joint.ToldSessions;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.join.OrderTaker;
import io.evenkeel.dispatcher.join.ReloadSteps;
import io.evenkeel.dispatcher.join.SessionLink;
import io.evenkeel.dispatcher.log.Event;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterObserver;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.NodeSlices;
import io.evenkeel.dispatcher.node.PendingTask;
import io.evenkeel.dispatcher.node.RecordedChoice;
import io.evenkeel.dispatcher.node.name.NodeNames;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.join.group.GroupWire;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.CutStep;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.NodeLeft;
import io.evenkeel.join.report.ReportException;
import io.evenkeel.join.report.ReportReader;
import io.evenkeel.join.report.ReportWriter;
import io.evenkeel.join.report.SessionsSeen;
import io.evenkeel.join.report.StampedOrder;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.PolicyCatalog;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A dispatcher among joined ones, in memory and virtual time. */
final class JoinedDispatcherTest {

    private static final long S = 1_000_000_000L;
    private static final NodeOrder DRAIN = new NodeOrder(AdminState.DRAIN, "new kernel", "alice", Double.NaN, 1);

    private static final String SESSION = "evenkeel:shop:0123456789abcdef0123456789abcdef";

    private final EventLog events = new EventLog();
    private Cluster cluster = cluster("headroom");
    private final OrderTaker taker = new OrderTaker(() -> Map.of("shop", cluster), NodeOrders.inMemory(events));
    private final Wire wire = new Wire();
    private long nowNs = 1_000 * S;
    private final JointSessions sessions = new JointSessions(() -> nowNs, events.cluster());
    private String version = "0.1.0";
    private SessionsLeft left = SessionsLeft.NONE;
    private SessionFigures others = SessionFigures.NONE;
    private final JoinedDispatcher joined = new JoinedDispatcher(
            new JoinContext(
                    new JoinSettings(new HostPort("10.0.0.1", 7800), List.of()),
                    "secret",
                    this::view,
                    () -> Map.of("shop", cluster),
                    taker,
                    new ReloadSteps(List::of, () -> new ReloadResult(true, List.of(), List.of())),
                    this::cut,
                    new Sessions(),
                    events.cluster()),
            1,
            InstantSource.fixed(Instant.ofEpochMilli(5_000)),
            () -> nowNs);

    private final class Sessions implements SessionLink {

        @Override
        public JointSessions joint() {
            return sessions;
        }

        @Override
        public SessionsLeft left(Cluster of, Node node) {
            return left;
        }

        @Override
        public SessionFigures figures(Cluster of) {
            return new SessionFigures(0, 0, 5, 20, 300);
        }

        @Override
        public void others(Cluster of, SessionFigures seen) {
            others = seen;
        }
    }

    /** Notes what is sent. */
    private static final class Wire implements GroupWire {

        private final List<MemberReport> told = new ArrayList<>();
        private final List<MemberReport> handed = new ArrayList<>();
        private final Map<String, List<MemberReport>> toldOne = new HashMap<>();
        private boolean refuses;
        private boolean isOpen;
        private int tries;
        /** Members of the group, heard or not. */
        private int members;

        @Override
        public void open() throws IOException {
            tries++;
            if (refuses) {
                throw new IOException("10.0.0.1:7800 cannot be opened: address in use");
            }
            isOpen = true;
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public int sendOnce(byte[] message) {
            told.add(read(message));
            return members;
        }

        @Override
        public void sendOnce(byte[] message, String member) {
            toldOne.computeIfAbsent(member, name -> new ArrayList<>()).add(read(message));
        }

        @Override
        public void sendReliably(byte[] message) {
            handed.add(read(message));
        }

        @Override
        public long strangers() {
            return 3;
        }

        @Override
        public void close() {
            isOpen = false;
        }

        private static MemberReport read(byte[] message) {
            try {
                return ReportReader.read(message, 0, message.length);
            } catch (ReportException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The tasks of peers, and the requests of their slices, that came into the columns of the cluster. */
    private static final class PeerColumn implements ClusterObserver {

        private final Map<Integer, Integer> inFlight = new HashMap<>();
        private final Map<Integer, Double> bySlice = new HashMap<>();

        @Override
        public void peers(int slot, int tasks) {
            inFlight.put(slot, tasks);
        }

        @Override
        public void peersBySlice(int slot, double came, double expected, double running, double ended) {
            bySlice.put(slot, came);
        }

        @Override
        public void begins(Members members) {}

        @Override
        public void changed(Members members) {}

        @Override
        public void chose(
                PendingTask task, int slot, boolean home, long nowNs, @Nullable Supplier<RecordedChoice> recorded) {}

        @Override
        public void tunnelled(PendingTask task, int slot, long elapsedNs, long nowNs, int tunnels) {}

        @Override
        public void finished(
                PendingTask task,
                int slot,
                Outcome outcome,
                long elapsedNs,
                long nowNs,
                int running,
                int tunnels,
                int limit) {}

        @Override
        public void connections(int slot, int connections) {}

        @Override
        public void sampled(int slot, double[] row, long takenNs, int others, long nowNs) {}
    }

    private static Cluster cluster(String policy) {
        try {
            ClusterSettings settings = SettingsFile.of("""
                    listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                    clusters:
                      shop:
                        policy: %s
                        nodes: [{name: a, address: "127.0.0.1:1"}, {name: b, address: "127.0.0.1:2"}]
                    """.formatted(policy), "test")
                    .load()
                    .clusters()
                    .get("shop");
            ClusterSettings known = Objects.requireNonNull(settings);
            EventLog events = new EventLog();
            NodeNames names = NodeNames.lookUp(known.nodes(), events.cluster());
            return Membership.create(
                    known, PolicyCatalog.load(), new SplittableRandom(1), 0, n -> null, names, null, events);
        } catch (SettingsException e) {
            throw new IllegalStateException(e);
        }
    }

    private DispatcherView view() {
        return new DispatcherView(version, DispatcherState.RUNNING, 0, "nio", 1, 7, true, 0, List.of(), List.of());
    }

    private void hear(MemberReport report) {
        byte[] octets = ReportWriter.write(report);
        joined.heard(octets, 0, octets.length);
    }

    private static MemberReport other(long sequence, long digest, int inFlight) {
        ClusterWork work =
                new ClusterWork("shop", new long[] {Node.key("a")}, new int[] {inFlight}, new int[1], new boolean[1]);
        return new MemberReport(
                2, "10.0.0.2:7800", "0.2.0", sequence, 1, false, false, digest, List.of(work), List.of());
    }

    private int cut(String of, String node) {
        if (node(node).wanted() == AdminState.READY) {
            throw new IllegalStateException(of + "/" + node + " takes tasks");
        }
        return 3;
    }

    private void turn() {
        joined.turn(nowNs);
    }

    private Node node(String name) {
        return cluster.nodes().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Messages with orders that may be lost. */
    private List<MemberReport> orders() {
        return wire.told.stream().filter(each -> !each.orders().isEmpty()).toList();
    }

    private List<String> said() {
        return events.recent(100).stream().map(Event::message).toList();
    }

    @Test
    void eachTurnTellsAReportAndCountsOthers() {
        PeerColumn column = new PeerColumn();
        cluster.table().watch(column);
        joined.open(wire);
        turn();
        hear(other(1, 0, 8));
        turn();

        assertThat(wire.told).extracting(MemberReport::sequence).containsExactly(1L, 2L);
        assertThat(wire.told.get(0).name()).isEqualTo("10.0.0.1:7800");
        assertThat(wire.told.get(0).generation()).isEqualTo(7);
        assertThat(column.inFlight).containsExactly(Map.entry(node("a").slot(), 8));
        assertThat(said()).contains("join: 10.0.0.2:7800 is there, version 0.2.0");
        assertThat(joined.view().received()).isEqualTo(1);
        assertThat(joined.view().strangers()).isEqualTo(3);
    }

    /**
     * Simulated dispatchers do the same ({@code DispatcherRowTest}). This one has told 50 ms ago, when it knew nobody,
     * so its next report is due after 200.
     */
    @Test
    void whatIsToldCountsWhenItComesWithoutAnOwnReport() {
        PeerColumn column = new PeerColumn();
        cluster.table().watch(column);
        joined.open(wire);
        joined.takeDue(nowNs);
        nowNs += S / 20;
        hear(other(1, 0, 8));
        assertThat(joined.takeDue(nowNs))
                .as("to the own report, 200 ms after the first")
                .isEqualTo(3 * S / 20);

        assertThat(column.inFlight).containsExactly(Map.entry(node("a").slot(), 8));
        hear(other(2, 0, 3));
        joined.takeDue(nowNs);
        assertThat(column.inFlight).containsExactly(Map.entry(node("a").slot(), 3));
        hear(new MemberReport(2, "10.0.0.2:7800", "0.2.0", 3, 1, false, true, 0, List.of(), List.of()));
        joined.takeDue(nowNs);
        assertThat(column.inFlight)
                .as("it has left")
                .containsExactly(Map.entry(node("a").slot(), 0));
        assertThat(wire.told).as("own reports").hasSize(1);
    }

    /** Simulated dispatchers do the same ({@code DispatcherRowTest}). */
    @Test
    void slicesThatAreToldCountWithTheOwnReport() {
        cluster = cluster("redal");
        PeerColumn column = new PeerColumn();
        cluster.table().watch(column);
        joined.open(wire);
        joined.takeDue(nowNs);
        nowNs += S / 20;
        NodeSlices slices = new NodeSlices(S, S, new int[] {5}, new int[][] {{4}}, new double[] {2.5}, new int[] {7});
        ClusterWork work =
                new ClusterWork("shop", new long[] {Node.key("a")}, new int[] {8}, new int[1], new boolean[1]);
        hear(new MemberReport(
                2, "10.0.0.2:7800", "0.2.0", 1, 1, false, false, 0, List.of(work.slicing(slices)), List.of()));
        nowNs += joined.takeDue(nowNs);

        assertThat(column.inFlight).containsExactly(Map.entry(node("a").slot(), 8));
        assertThat(column.bySlice).isEmpty();
        joined.takeDue(nowNs);
        assertThat(column.bySlice).containsExactly(Map.entry(node("a").slot(), 5.0));
    }

    @Test
    void saysWhenAMemberIsGone() {
        joined.open(wire);
        hear(other(1, 0, 8));
        nowNs += 10 * S;
        turn();

        assertThat(said()).contains("join: 10.0.0.2:7800 has not been heard for 10s, so its work counts no more");
        assertThat(joined.view().members()).hasSize(1);
    }

    @Test
    void carriesOutAnOrderOnceThereIsANodeForIt() {
        joined.open(wire);
        StampedOrder order = new StampedOrder("shop", "a", DRAIN, 9, 2);
        StampedOrder nobody = new StampedOrder("shop", "c", DRAIN, 9, 2);
        hear(MemberReport.of(2, "10.0.0.2:7800", List.of(order, nobody)));
        assertThat(node("a").wanted()).isEqualTo(AdminState.READY);
        turn();

        assertThat(node("a").wanted()).isEqualTo(AdminState.DRAIN);
        assertThat(said()).contains("shop/a: drain, as alice told another dispatcher");
        turn();
        assertThat(said().stream().filter(line -> line.contains("shop/a: drain")))
                .hasSize(1);
    }

    @Test
    void tellsAllOrdersForAsLongAsAMemberKnowsOthers() {
        joined.open(wire);
        joined.told("shop", "b", DRAIN);
        turn();
        long digest = wire.told.get(0).digest();
        assertThat(wire.handed)
                .singleElement()
                .satisfies(report -> assertThat(report.orders()).hasSize(1));

        hear(other(1, digest + 1, 0));
        nowNs += 2 * S;
        hear(other(2, digest + 1, 0));
        turn();
        assertThat(orders()).singleElement().satisfies(report -> {
            assertThat(report.orders()).singleElement().satisfies(order -> {
                assertThat(order.node()).isEqualTo("b");
                assertThat(order.stamp()).isEqualTo(5_000);
                assertThat(order.origin()).isEqualTo(1);
            });
            assertThat(report.sequence()).isZero();
        });
        turn();
        assertThat(orders()).as("not more often than every two seconds").hasSize(1);

        nowNs += 2 * S;
        hear(other(3, digest, 0));
        turn();
        assertThat(orders()).as("they agree").hasSize(1);
    }

    @Test
    void aMemberThatComesIsToldEverything() throws ReportException {
        joined.open(wire);
        joined.told("shop", "b", DRAIN);
        hear(other(4, 0, 8));
        turn();

        List<MemberReport> state = new ArrayList<>();
        for (byte[] each : joined.state()) {
            state.add(ReportReader.read(each, 0, each.length));
        }
        assertThat(state).hasSize(3);
        assertThat(state.get(0).orders()).hasSize(1);
        assertThat(state.get(1).member()).isEqualTo(2);
        assertThat(state.get(2).member()).isEqualTo(1);
    }

    @Test
    void triesAgainToOpenAPortThatIsTaken() {
        wire.refuses = true;
        joined.open(wire);
        turn();
        nowNs += 5 * S;
        turn();
        assertThat(wire.tries).isEqualTo(2);
        assertThat(joined.view().problem()).contains("address in use");
        assertThat(said().stream().filter(line -> line.contains("address in use")))
                .as("said once")
                .hasSize(1);

        wire.refuses = false;
        nowNs += 5 * S;
        turn();
        assertThat(joined.view().listening()).isTrue();
        assertThat(joined.view().problem()).isNull();
    }

    @Test
    void countsWhatItCannotRead() {
        joined.open(wire);
        joined.heard(new byte[20], 3, 9);
        joined.heard(new byte[0], 0, 0);

        assertThat(joined.view().unreadable()).isEqualTo(2);
        assertThat(said().stream().filter(line -> line.contains("is left out")))
                .as("said once a minute")
                .hasSize(1);
    }

    @Test
    void tellsWhatItLearnsOfSessionsAndHearsWhatOthersDo() {
        sessions.follow("shop", 100, 60);
        joined.open(wire);
        sessions.write(SESSION, 7, 60, (value, failure) -> {});
        turn();

        ToldSessions told = sessionsTold(wire.told).get(0);
        assertThat(told.cluster()).isEqualTo("shop");
        assertThat(told.nodes()).containsExactly(7);
        turn();
        assertThat(sessionsTold(wire.told)).as("once").hasSize(1);

        hear(MemberReport.of(
                2,
                "10.0.0.2:7800",
                new ToldSessions(
                        "shop", new long[] {1}, new long[] {2}, new long[] {9}, new int[] {3}, new int[] {1})));
        assertThat(sessions.size("shop")).isEqualTo(2);
        turn();
        assertThat(sessionsTold(wire.told)).as("what it heard is not told on").hasSize(1);
    }

    @Test
    void aMemberThatComesIsToldAllSessions() throws ReportException {
        sessions.follow("shop", 100, 60);
        sessions.write(SESSION, 7, 60, (value, failure) -> {});
        joined.open(wire);
        nowNs += 5 * S;
        hear(other(1, 0, 0));
        turn();
        turn();

        assertThat(sessionsTold(Objects.requireNonNull(wire.toldOne.get("10.0.0.2:7800"))))
                .hasSize(1);
        List<byte[]> state = joined.state();
        byte[] last = state.get(state.size() - 1);
        assertThat(Objects.requireNonNull(
                                ReportReader.read(last, 0, last.length).sessions())
                        .nodes())
                .as("and before its first client")
                .containsExactly(7);
    }

    @Test
    void aGoodbyeIsOfTheMemberThatIsKnownWhateverNameItBears() {
        sessions.follow("shop", 100, 60);
        sessions.write(SESSION, 7, 60, (value, failure) -> {});
        joined.open(wire);
        nowNs += 5 * S;
        hear(other(1, 0, 0));
        hear(new MemberReport(2, "10.0.0.9:7800", "0.2.0", 2, 1, false, true, 0, List.of(), List.of()));
        turn();

        assertThat(said()).contains("join: 10.0.0.2:7800 has left");
        assertThat(wire.toldOne).as("it is told nothing more").isEmpty();
    }

    @Test
    void oneThatHasJustBegunLeavesThatToOthers() {
        sessions.follow("shop", 100, 60);
        sessions.write(SESSION, 7, 60, (value, failure) -> {});
        joined.open(wire);
        hear(other(1, 0, 0));
        turn();

        assertThat(wire.toldOne).isEmpty();
    }

    @Test
    void aCutWaitsForTheOrderThatTheNodeTakesNoTasks() {
        joined.open(wire);
        CutStep cut = new CutStep(5, "shop", "a");
        hear(MemberReport.of(2, "10.0.0.2:7800", cut));
        turn();
        assertThat(wire.handed).as("it takes tasks still").isEmpty();

        hear(MemberReport.of(2, "10.0.0.2:7800", List.of(new StampedOrder("shop", "a", DRAIN, 9, 2))));
        turn();

        assertThat(wire.handed).extracting(MemberReport::cut).containsExactly(cut.answer(3));
        turn();
        assertThat(wire.handed).as("once").hasSize(1);
    }

    @Test
    void aCutIsGivenUpWhenTheOrderDoesNotCome() {
        joined.open(wire);
        hear(MemberReport.of(2, "10.0.0.2:7800", new CutStep(5, "shop", "a")));
        nowNs += 3 * S;
        hear(MemberReport.of(2, "10.0.0.2:7800", List.of(new StampedOrder("shop", "a", DRAIN, 9, 2))));
        turn();

        assertThat(wire.handed).isEmpty();
    }

    @Test
    void tellsTheSessionsOfANodeThatDrains() {
        joined.open(wire);
        left = new SessionsLeft(12, 90);
        turn();
        assertThat(wire.told.get(0).clusters()).allMatch(each -> each.left().isEmpty());

        hear(MemberReport.of(2, "10.0.0.2:7800", List.of(new StampedOrder("shop", "a", DRAIN, 9, 2))));
        turn();

        assertThat(wire.told.get(1).clusters())
                .singleElement()
                .satisfies(work -> assertThat(work.left()).containsExactly(new NodeLeft(Node.key("a"), 12, 90)));
    }

    @Test
    void tellsHowLongSessionsLastAndHearsItOfOthers() {
        joined.open(wire);
        turn();
        assertThat(wire.told.get(0).clusters())
                .extracting(ClusterWork::seen)
                .containsExactly(new SessionsSeen(0, 0, 5, 20, 300));

        ClusterWork work = new ClusterWork("shop", new long[0], new int[0], new int[0], new boolean[0])
                .seeing(new SessionsSeen(0, 0, 2, 10, 900));
        hear(new MemberReport(2, "10.0.0.2:7800", "0.2.0", 1, 1, false, false, 0, List.of(work), List.of()));
        turn();

        assertThat(others).isEqualTo(new SessionFigures(0, 0, 2, 10, 900));
    }

    private static List<ToldSessions> sessionsTold(List<MemberReport> messages) {
        return messages.stream()
                .map(MemberReport::sessions)
                .filter(Objects::nonNull)
                .toList();
    }

    private void pass(long timeNs) {
        long endNs = nowNs + timeNs;
        while (nowNs < endNs) {
            nowNs += joined.takeDue(nowNs);
        }
    }

    /** Hears members up to a number, and again those that were heard before. */
    private void hearMembers(int count) {
        for (int i = 0; i < count; i++) {
            hear(new MemberReport(2 + i, "m" + i, "0.1.0", nowNs, 1, false, false, 0, List.of(), List.of()));
        }
    }

    private List<Integer> timesOfReports() {
        return wire.told.stream()
                .filter(each -> each.sequence() > 0)
                .map(MemberReport::everyMs)
                .toList();
    }

    @Test
    void twoMembersTellEachFiftyMilliseconds() {
        joined.open(wire);
        hear(other(1, 0, 8));
        pass(S);

        assertThat(timesOfReports()).hasSize(20).startsWith(200, 50).last().isEqualTo(50);
        assertThat(timesOfReports().stream().skip(1)).containsOnly(50);
    }

    /** Each of them gets what is sent. */
    @Test
    void membersThatTellNothingCountAsThoseThatDo() {
        joined.open(wire);
        wire.members = 10_000;
        hear(other(1, 0, 8));
        pass(S);

        assertThat(timesOfReports()).hasSize(5).containsOnly(200);
    }

    @Test
    void oneThatIsAloneTakesATurnFiveTimesASecond() {
        joined.open(wire);
        pass(S);

        assertThat(timesOfReports()).containsExactly(200, 200, 200, 200, 200);
    }

    /** A report has 1,100 octets here. */
    @Test
    void theTimeBetweenReportsGrowsWhenMembersJoinAndFallsWhenTheyAreGone() {
        version = "v".repeat(1_000);
        joined.open(wire);
        hearMembers(10);
        pass(S);
        assertThat(lastTime()).isEqualTo(50);
        hearMembers(100);
        pass(S);
        int octets = joined.view().octets();
        assertThat(lastTime()).isEqualTo((octets + 9) / 10).isBetween(105, 120);
        int before = timesOfReports().size();
        pass(S);
        double perSecond = 100.0 * octets * (timesOfReports().size() - before);
        assertThat(perSecond)
                .as("bytes to all in a second, with a report more than that")
                .isBetween(0.9e6, 1.2e6);
        hearMembers(195);
        pass(S);
        assertThat(lastTime()).isEqualTo(200);
        pass(9 * S);
        hearMembers(3);
        pass(S);
        assertThat(lastTime()).as("the others are gone").isEqualTo(50);
    }

    private int lastTime() {
        List<Integer> times = timesOfReports();
        return times.get(times.size() - 1);
    }

    /** A thousand news each time are the bound of what sessions cost. */
    @Test
    void sessionsAreToldFiveTimesASecondHoweverOftenReportsAre() {
        sessions.follow("shop", 100, 60);
        joined.open(wire);
        hear(other(1, 0, 8));
        List<Long> toldMs = new ArrayList<>();
        long beganNs = nowNs;
        for (long node = 1; nowNs < beganNs + S; node++) {
            int before = sessionsTold(wire.told).size();
            sessions.write(SESSION, node, 60, (value, failure) -> {});
            long waitNs = joined.takeDue(nowNs);
            if (sessionsTold(wire.told).size() > before) {
                toldMs.add((nowNs - beganNs) / 1_000_000);
            }
            nowNs += waitNs;
        }

        assertThat(timesOfReports()).hasSize(20);
        assertThat(toldMs).containsExactly(0L, 200L, 400L, 600L, 800L);
    }

    @Test
    void anOrderIsKnownInTheReportsAfterItIsCarriedOut() {
        joined.open(wire);
        hear(other(1, 0, 8));
        pass(S / 10);
        hear(MemberReport.of(2, "10.0.0.2:7800", List.of(new StampedOrder("shop", "a", DRAIN, 9, 2))));
        pass(S / 20);
        assertThat(node("a").wanted()).isEqualTo(AdminState.READY);
        assertThat(wire.told).extracting(MemberReport::digest).containsOnly(0L);
        pass(S / 5);

        assertThat(node("a").wanted()).isEqualTo(AdminState.DRAIN);
        assertThat(wire.told.get(wire.told.size() - 1).digest()).isNotZero();
    }

    @Test
    void saysGoodbye() {
        joined.open(wire);
        joined.close();

        assertThat(wire.handed)
                .singleElement()
                .satisfies(report -> assertThat(report.leaving()).isTrue());
        assertThat(wire.isOpen()).isFalse();
    }
}
