// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.control.DispatcherState;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.JoinView.MemberView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.join.Joined;
import io.evenkeel.dispatcher.lock.LockTimeoutException;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.NodeWork;
import io.evenkeel.dispatcher.node.SampleView;
import io.evenkeel.join.group.GroupHearer;
import io.evenkeel.join.group.GroupWire;
import io.evenkeel.join.report.ClusterWork;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReloadStep;
import io.evenkeel.join.report.ReportException;
import io.evenkeel.join.report.ReportReader;
import io.evenkeel.join.report.ReportWriter;
import io.evenkeel.join.report.StampedOrder;
import io.evenkeel.join.view.Ageing;
import io.evenkeel.join.view.OrderTable;
import io.evenkeel.join.view.OwnRates;
import io.evenkeel.join.view.Peers;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A dispatcher among the joined ones. Five times a second a thread tells the others what it does, writes what they
 * do into the columns of the clusters, and carries out orders that came; nothing else does.
 *
 * <p>Threads: those of {@link Joined} and of {@link GroupHearer}.
 */
final class JoinedDispatcher implements Joined, GroupHearer {

    private static final long OPEN_EVERY_NS = 5_000_000_000L;
    private static final long AGREE_EVERY_NS = 2_000_000_000L;
    private static final long SAID_EVERY_NS = 60_000_000_000L;
    private static final int ORDERS_TOGETHER = 500;
    private static final long END_S = 5;
    /** Steps of reloads that wait for their turn. */
    private static final int MOST_STEPS = 8;

    private static final long REST_S = 30;
    private static final long CHECK_MS = 8_000;
    private static final long APPLY_MS = 15_000;

    private final JoinContext context;
    private final long member;
    private final String name;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Peers peers = new Peers();
    private final OrderTable orders;
    private final Map<String, OwnRates> rates = new HashMap<>();
    private final OrdersToCarryOut toCarryOut;
    private final GroupReload reload;
    private final ThreadPoolExecutor reloads;
    private final Queue<StampedOrder> toHand = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService thread;
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();
    private final AtomicLong saidNs;
    private volatile @Nullable MemberReport last;
    private volatile @Nullable GroupWire wire;
    private volatile @Nullable String problem;
    private volatile int octets;
    private long sequence;
    private long openedNs;
    private long agreedNs;

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
        this.clock = clock;
        this.nanoTime = nanoTime;
        name = context.settings().address().toString();
        orders = new OrderTable(member);
        toCarryOut = new OrdersToCarryOut(context.orders(), peers, context.events());
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
        reload = new GroupReload(name, peers, context.reload(), reloads, this::hand, CHECK_MS, APPLY_MS);
        saidNs = new AtomicLong(nanoTime.getAsLong() - SAID_EVERY_NS);
        thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread made = new Thread(work, "evenkeel-join");
            made.setDaemon(true);
            return made;
        });
    }

    private static Thread reloadThread(Runnable work) {
        Thread made = new Thread(work, "evenkeel-join-reload");
        made.setDaemon(true);
        return made;
    }

    private void hand(ReloadStep step) {
        GroupWire way = wire;
        if (way != null) {
            way.hand(ReportWriter.write(MemberReport.of(member, name, step)));
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
        turn();
        thread.scheduleAtFixedRate(this::turn, Ageing.EVERY_NS, Ageing.EVERY_NS, TimeUnit.NANOSECONDS);
    }

    private void turn() {
        try {
            turn(nanoTime.getAsLong());
        } catch (RuntimeException | Error e) {
            if (maySay()) {
                context.events().error("join: a report was left out: " + e, e);
            }
        }
    }

    /** One turn of the thread; for tests, in their time. */
    void turn(long nowNs) {
        GroupWire way = wire;
        if (way != null && !way.isOpen() && nowNs - openedNs >= OPEN_EVERY_NS) {
            open(way, nowNs);
        }
        for (String gone : peers.sweep(nowNs)) {
            context.events()
                    .warn("join: " + gone + " has not been heard for " + TimeUnit.NANOSECONDS.toSeconds(Ageing.GONE_NS)
                            + "s, so its work counts no more");
        }
        toCarryOut.carryOut(nowNs);
        MemberReport report = report(works(nowNs), false);
        byte[] message = ReportWriter.write(report);
        last = report;
        octets = message.length;
        if (way != null) {
            handOrders(way);
            way.tell(message);
            agree(way, nowNs);
        }
    }

    private List<ClusterWork> works(long nowNs) {
        Map<String, Cluster> clusters = context.clusters().get();
        rates.keySet().retainAll(clusters.keySet());
        List<ClusterWork> works = new ArrayList<>();
        clusters.forEach((cluster, each) -> {
            if (!each.table().hangs()) {
                try {
                    works.add(work(cluster, each, nowNs));
                } catch (LockTimeoutException e) {
                    context.events().debug(() -> "join: cluster " + cluster + " hangs, so it is left out");
                }
            }
        });
        return works;
    }

    private ClusterWork work(String cluster, Cluster of, long nowNs) {
        NodeWork work = SampleView.work(of);
        SampleView.peers(of, work, peers.inFlight(cluster, work.keys(), nowNs));
        int[] perTenSeconds =
                rates.computeIfAbsent(cluster, key -> new OwnRates()).after(work, nowNs);
        return new ClusterWork(cluster, work.keys(), work.inFlight(), perTenSeconds, work.out());
    }

    private MemberReport report(List<ClusterWork> works, boolean leaving) {
        DispatcherView view = context.dispatcher().get();
        return new MemberReport(
                member,
                name,
                view.version(),
                ++sequence,
                view.configGeneration(),
                view.state() != DispatcherState.RUNNING,
                leaving,
                orders.digest(),
                works,
                List.of());
    }

    /** Tells the orders that were given here since the last turn. */
    private void handOrders(GroupWire way) {
        List<StampedOrder> given = new ArrayList<>();
        for (StampedOrder each = toHand.poll(); each != null; each = toHand.poll()) {
            given.add(each);
        }
        parcels(given).forEach(way::hand);
    }

    /** Tells all orders as long as a member knows others: after a network was cut, or when one has missed some. */
    private void agree(GroupWire way, long nowNs) {
        if (nowNs - agreedNs >= AGREE_EVERY_NS) {
            agreedNs = nowNs;
            if (peers.differs(orders.digest(), nowNs)) {
                // Told again until they agree, so none of it has to arrive.
                parcels(orders.all()).forEach(way::tell);
            }
        }
    }

    private List<byte[]> parcels(List<StampedOrder> all) {
        List<byte[]> parcels = new ArrayList<>();
        for (int from = 0; from < all.size(); from += ORDERS_TOGETHER) {
            List<StampedOrder> some = all.subList(from, Math.min(all.size(), from + ORDERS_TOGETHER));
            parcels.add(ReportWriter.write(MemberReport.of(member, name, some)));
        }
        return parcels;
    }

    @Override
    public void told(String cluster, String node, NodeOrder order) {
        StampedOrder given = orders.give(cluster, node, order, clock.millis());
        toCarryOut.drop(given);
        toHand.add(given);
    }

    @Override
    public void heard(byte[] from, int at, int length) {
        MemberReport report;
        try {
            report = ReportReader.read(from, at, length);
        } catch (ReportException e) {
            unreadable.incrementAndGet();
            if (maySay()) {
                context.events().warn("join: a message of another dispatcher is left out: " + e.getMessage());
            }
            return;
        }
        if (report.member() == member) {
            return;
        }
        received.incrementAndGet();
        toCarryOut.add(orders.take(report.orders(), clock.millis()));
        ReloadStep step = report.step();
        if (step != null && !reloads.isShutdown()) {
            reload.heard(report, step);
        }
        if (report.sequence() == 0) {
            return;
        }
        switch (peers.hear(report, nanoTime.getAsLong())) {
            case NEW -> context.events().info("join: " + report.name() + " is there, version " + report.version());
            case GOODBYE -> context.events().info("join: " + report.name() + " has left");
            default -> {}
        }
    }

    private boolean maySay() {
        long nowNs = nanoTime.getAsLong();
        long before = saidNs.get();
        return nowNs - before >= SAID_EVERY_NS && saidNs.compareAndSet(before, nowNs);
    }

    @Override
    public List<byte[]> state() {
        List<byte[]> state = new ArrayList<>(parcels(orders.all()));
        peers.reports().forEach(each -> state.add(ReportWriter.write(each)));
        MemberReport own = last;
        if (own != null) {
            state.add(ReportWriter.write(own));
        }
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
        thread.shutdownNow();
        reloads.shutdownNow();
        GroupWire way = wire;
        try {
            boolean ended = thread.awaitTermination(END_S, TimeUnit.SECONDS);
            if (ended && way != null && way.isOpen()) {
                handOrders(way);
                way.hand(ReportWriter.write(report(List.of(), true)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (way != null) {
            way.close();
        }
    }
}
