// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.config.ReportInterval;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.JoinView.MemberView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.join.Joined;
import io.evenkeel.dispatcher.log.Spacing;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.join.group.GroupHearer;
import io.evenkeel.join.group.GroupWire;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.CutStep;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReloadStep;
import io.evenkeel.join.report.ReportException;
import io.evenkeel.join.report.ReportReader;
import io.evenkeel.join.report.ReportWriter;
import io.evenkeel.join.view.Ageing;
import io.evenkeel.join.view.Peers;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher among the joined ones. Five to twenty times a second, as {@link ReportInterval} says, a thread tells the
 * others what it does and writes what they do into the columns of the clusters; five times a second it carries out
 * orders that came, and tells orders and sessions. Nothing else does.
 *
 * <p>Threads: those of {@link Joined} and of {@link GroupHearer}.
 */
final class JoinedDispatcher implements Joined, GroupHearer {

    private static final long OPEN_EVERY_NS = 5_000_000_000L;
    private static final long SAID_EVERY_NS = 60_000_000_000L;
    /** Steps of reloads that wait for their turn. */
    private static final int MOST_STEPS = 8;

    private static final long REST_S = 30;
    private static final long CHECK_MS = 8_000;
    private static final long APPLY_MS = 15_000;
    private static final long CUT_MS = 3_000;

    private final JoinContext context;
    private final long member;
    private final String name;
    private final LongSupplier nanoTime;
    private final Peers peers;
    private final OrderTalk orders;
    private final SessionTalk sessions;
    private final OwnWork work;
    private final GroupCut cuts;
    private final GroupReload reload;
    private final ThreadPoolExecutor reloads;
    private final JoinTurns turns;
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();
    private final Spacing said = new Spacing(SAID_EVERY_NS);
    private volatile @Nullable MemberReport last;
    private volatile @Nullable GroupWire wire;
    private volatile @Nullable String problem;
    private volatile int octets;
    private int everyMs = ReportInterval.LONGEST_MS;
    private long digest;
    private long sequence;
    private long openedNs;

    /**
     * A member that is not joined yet.
     *
     * @param member drawn by chance: tells this run of the dispatcher from all others
     * @param clock of the stamps of orders
     * @param nanoTime monotonic
     */
    JoinedDispatcher(JoinContext context, long member, InstantSource clock, LongSupplier nanoTime) {
        this.context = context;
        this.member = member;
        this.nanoTime = nanoTime;
        name = context.settings().address().toString();
        peers = new Peers(member, nanoTime.getAsLong());
        orders = new OrderTalk(member, name, peers, context.orders(), context.events(), clock);
        sessions = new SessionTalk(context.sessions().joint(), member, name);
        work = new OwnWork(context, peers);
        cuts = new GroupCut(peers, context.cuts(), this::hand, CUT_MS);
        // A member that asks without end gets no more than one thread; a step that is dropped counts as no answer.
        reloads = new ThreadPoolExecutor(
                1,
                1,
                REST_S,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_STEPS),
                JoinedDispatcher::reloadThread,
                new ThreadPoolExecutor.DiscardPolicy());
        reloads.allowCoreThreadTimeOut(true);
        reload = new GroupReload(name, peers, context.reload(), reloads, this::hand, CHECK_MS, APPLY_MS, nanoTime);
        turns = new JoinTurns(nanoTime, this::settle, this::tell, work::count, this::failed);
    }

    private static Thread reloadThread(Runnable work) {
        Thread made = new Thread(work, "evenkeel-join-reload");
        made.setDaemon(true);
        return made;
    }

    private void hand(ReloadStep step) {
        hand(MemberReport.of(member, name, step));
    }

    private void hand(CutStep step) {
        GroupWire way = wire;
        if (way != null) {
            // The order that the node takes no tasks comes before.
            orders.sendOwn(way);
        }
        hand(MemberReport.of(member, name, step));
    }

    private void hand(MemberReport report) {
        GroupWire way = wire;
        if (way != null) {
            way.sendReliably(ReportWriter.write(report));
        }
    }

    @Override
    public ReloadResult reloadAll() {
        try {
            return reload.run(ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ReloadResult(false, List.of(), List.of("interrupted; it is not known who has reloaded"));
        }
    }

    /** Takes the way to the others and opens it; while it cannot be opened, it is tried again. */
    void open(GroupWire way) {
        wire = way;
        open(way, nanoTime.getAsLong());
    }

    private void open(GroupWire way, long nowNs) {
        openedNs = nowNs;
        try {
            way.open();
            problem = null;
            context.events().info("join: listens for other dispatchers on " + name);
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(problem)) {
                context.events()
                        .warn("join: " + why + "; this dispatcher works by its own view, and it is tried again every "
                                + TimeUnit.NANOSECONDS.toSeconds(OPEN_EVERY_NS) + "s");
            }
            problem = why;
        }
    }

    @Override
    public void begin() {
        // What the others have told is in force before the first client is served.
        turns.begin();
    }

    private void failed(Throwable why) {
        if (said.passes(nanoTime.getAsLong())) {
            context.events().error("join: a turn was left out: " + why, why);
        }
    }

    /** The turns that are due, and the time to the next one; for tests, in their time. */
    long takeDue(long nowNs) {
        return turns.takeDue(nowNs);
    }

    /** One turn of all; for tests, in their time. */
    void turn(long nowNs) {
        settle(nowNs);
        tell(nowNs);
    }

    /** Carries out orders that came, and tells what is no report. */
    private void settle(long nowNs) {
        GroupWire way = wire;
        if (way != null && !way.isOpen() && nowNs - openedNs >= OPEN_EVERY_NS) {
            open(way, nowNs);
        }
        for (String gone : peers.sweep(nowNs)) {
            sessions.left(gone);
            context.events()
                    .warn("join: " + gone + " has not been heard for " + TimeUnit.NANOSECONDS.toSeconds(Ageing.GONE_NS)
                            + "s, so its work counts no more");
        }
        digest = orders.carryOut(nowNs);
        cuts.turn(nowNs);
        if (way != null) {
            orders.sendOwn(way);
            orders.agree(way, nowNs);
            sessions.turn(way, () -> peers.names().values());
        }
    }

    /**
     * Exchanges work. The digest is of orders that were in force before the figures were taken.
     *
     * @return milliseconds to the next report
     */
    private int tell(long nowNs) {
        MemberReport report =
                report(work.exchange(digest, nowNs), digest, false).due(everyMs);
        byte[] message = ReportWriter.write(report);
        last = report;
        octets = message.length;
        GroupWire way = wire;
        int others = way == null ? 0 : way.sendOnce(message);
        everyMs = ReportInterval.ms(message.length, Math.max(others, peers.count()));
        return everyMs;
    }

    private MemberReport report(List<ClusterWork> works, long known, boolean leaving) {
        DispatcherView view = context.dispatcher().get();
        return new MemberReport(
                member,
                name,
                view.version(),
                ++sequence,
                view.configGeneration(),
                view.state() != DispatcherState.RUNNING,
                leaving,
                known,
                works,
                List.of());
    }

    @Override
    public void told(String cluster, String node, NodeOrder order) {
        orders.onOwnOrder(cluster, node, order);
    }

    @Override
    public CutResult cut(String cluster, String node) {
        try {
            return cuts.run(cluster, node, ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new CutResult(0, peers.names().values().stream().sorted().toList());
        }
    }

    @Override
    public Elsewhere elsewhere(String cluster, String node) {
        return peers.elsewhere(cluster, Node.key(node), orders.digest(), nanoTime.getAsLong());
    }

    @Override
    public void heard(byte[] from, int at, int length) {
        MemberReport report;
        try {
            report = ReportReader.read(from, at, length);
        } catch (ReportException e) {
            unreadable.incrementAndGet();
            if (said.passes(nanoTime.getAsLong())) {
                context.events().warn("join: a message of another dispatcher is left out: " + e.getMessage());
            }
            return;
        }
        if (report.member() == member) {
            return;
        }
        received.incrementAndGet();
        orders.onOrders(report.orders());
        sessions.heard(report.sessions());
        cuts.onStep(report.member(), report.cut(), nanoTime.getAsLong());
        ReloadStep step = report.step();
        if (step != null && !reloads.isShutdown()) {
            reload.onStep(report, step);
        }
        if (report.sequence() == 0) {
            return;
        }
        long nowNs = nanoTime.getAsLong();
        // A goodbye is of the member that is known by its number, whatever name it bears.
        String known = peers.name(report.member());
        Peers.Heard heard = peers.hear(report, nowNs);
        if (heard != Peers.Heard.LEFT_OUT) {
            turns.news();
        }
        switch (heard) {
            case NEW -> {
                context.events().info("join: " + report.name() + " is there, version " + report.version());
                if (peers.speaks(nowNs)) {
                    sessions.came(report.name());
                }
            }
            case GOODBYE -> {
                String gone = known == null ? report.name() : known;
                context.events().info("join: " + gone + " has left");
                sessions.left(gone);
            }
            default -> {}
        }
    }

    @Override
    public List<byte[]> state() {
        List<byte[]> state = new ArrayList<>(orders.all());
        peers.reports().forEach(each -> state.add(ReportWriter.write(each)));
        MemberReport own = last;
        if (own != null) {
            state.add(ReportWriter.write(own));
        }
        state.addAll(sessions.state());
        return state;
    }

    @Override
    public JoinView view() {
        List<MemberView> members = new ArrayList<>();
        MemberReport own = last;
        if (own != null) {
            members.add(Peers.view(own, true, 0, 0, 1));
        }
        members.addAll(peers.view(nanoTime.getAsLong()));
        GroupWire way = wire;
        return new JoinView(
                name,
                way != null && way.isOpen(),
                problem,
                members,
                received.get(),
                unreadable.get(),
                way == null ? 0 : way.strangers(),
                octets);
    }

    @Override
    public void close() {
        reloads.shutdownNow();
        GroupWire way = wire;
        try {
            boolean ended = turns.end();
            if (ended && way != null && way.isOpen()) {
                orders.sendOwn(way);
                byte[] goodbye = ReportWriter.write(report(List.of(), orders.digest(), true));
                way.sendReliably(goodbye);
                // JGroups drops what was handed where the end of this membership is heard first.
                way.sendOnce(goodbye);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (way != null) {
            way.close();
        }
    }
}
