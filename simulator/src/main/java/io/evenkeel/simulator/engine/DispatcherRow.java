// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.engine;

import io.evenkeel.config.ReportInterval;
import io.evenkeel.policy.LoadBySlice;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.Services;
import io.evenkeel.policy.SliceFigure;
import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.columns.NodeRank;
import io.evenkeel.simulator.admission.SimulatedAdmission;
import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.event.EventHeap;
import io.evenkeel.simulator.oracle.PolicyMaker;
import io.evenkeel.simulator.oracle.ServerStates;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import org.jspecify.annotations.Nullable;

/**
 * The dispatchers of a run, made from its scenario with all servers up and idle, and the queues for which a timer is
 * set.
 */
final class DispatcherRow {

    /** The dispatcher of an oracle: one, in whose queue every request finds a place and may wait without end. */
    private static final Dispatchers ENDLESS = new Dispatchers(1, 10_000_000, 1e12);

    private static final long NS_PER_MS = 1_000_000L;

    private static final SliceFigure[] FIGURES = SliceFigure.values();

    private final SimulatedDispatcher[] dispatchers;
    private final boolean[] watched;
    private final boolean central;

    /** Tasks in each slot that joined dispatchers have told last, a row for each; none for others. */
    private final int[][] told;

    /** The load by time slices that joined dispatchers have told last, and when. */
    private final @Nullable LoadBySlice[] slices;

    private final long[] slicesToldNs;

    /**
     * Dispatchers whose queues are empty.
     *
     * @param seed of the chances of their policies
     */
    DispatcherRow(Scenario scenario, PolicyMaker maker, Requests requests, ServerStates states, long seed) {
        central = maker.central();
        Dispatchers rules = central ? ENDLESS : scenario.dispatchers();
        dispatchers = new SimulatedDispatcher[rules.count()];
        watched = new boolean[dispatchers.length];
        TaskView view = new TaskView(scenario.work());
        for (int k = 0; k < dispatchers.length; k++) {
            Policy policy = maker.make(scenario, new RandomStream(RandomStream.seed(seed, k)), states);
            NodeArrays columns = columns(scenario, dispatchers.length, maker.needsSamples());
            SimulatedAdmission admission = !scenario.dispatchers().admitSessions()
                    ? null
                    : central
                            ? SimulatedAdmission.ofOracle(states::sessions, states::mostSessions)
                            : SimulatedAdmission.learned(columns);
            dispatchers[k] = new SimulatedDispatcher(columns, policy, requests, view, rules, admission);
        }
        slices = new LoadBySlice[dispatchers.length];
        slicesToldNs = new long[dispatchers.length];
        told = new int[rules.joined() ? dispatchers.length : 0][scenario.nodes()];
    }

    /** Has joined dispatchers tell what they have in flight, each in its turn. */
    void begin(EventHeap timers) {
        for (int k = 0; k < told.length; k++) {
            timers.set(everyNs(k) * (k + 1) / told.length, EventHeap.TELL, k);
        }
    }

    /** The time between two reports of a joined dispatcher: that of a real one with all nodes busy. */
    private long everyNs(int dispatcher) {
        int octets = ReportInterval.octets(dispatchers[dispatcher].columns.slots(), slices[dispatcher] != null);
        return ReportInterval.ms(octets, told.length - 1) * NS_PER_MS;
    }

    /** A dispatcher tells the others, who count its tasks at once and its slices in their own turn, as real ones do. */
    void tell(int dispatcher, EventHeap timers, long nowNs) {
        int[] before = told[dispatcher];
        NodeArrays own = dispatchers[dispatcher].columns;
        for (int slot = 0; slot < before.length; slot++) {
            int more = own.inFlight(slot) - before[slot];
            before[slot] += more;
            for (int k = 0; k < dispatchers.length && more != 0; k++) {
                NodeArrays other = dispatchers[k].columns;
                if (k != dispatcher) {
                    other.traits().peers(slot, other.peersInFlight(slot) + more);
                }
            }
        }
        tellSlices(dispatcher, nowNs);
        timers.set(nowNs + everyNs(dispatcher), EventHeap.TELL, dispatcher);
    }

    /** A dispatcher whose policy counts slices takes over what the others have told of theirs, as in a real turn. */
    private void tellSlices(int dispatcher, long nowNs) {
        LoadBySlice own = dispatchers[dispatcher].bySlice(nowNs);
        slices[dispatcher] = own;
        slicesToldNs[dispatcher] = nowNs;
        NodeArrays columns = dispatchers[dispatcher].columns;
        for (int slot = 0; own != null && slot < columns.slots(); slot++) {
            for (SliceFigure figure : FIGURES) {
                double sum = 0;
                for (int k = 0; k < slices.length; k++) {
                    LoadBySlice told = slices[k];
                    sum += k == dispatcher || told == null ? 0 : told.figure(figure, slot, nowNs - slicesToldNs[k]);
                }
                columns.traits().peersBySlice(slot, figure, sum);
            }
        }
    }

    /**
     * The columns of one dispatcher.
     *
     * @param dispatchers number of dispatchers that share the limits of the servers
     * @param needsSamples true when the policy works on samples
     */
    static NodeArrays columns(Scenario scenario, int dispatchers, boolean needsSamples) {
        NodeArrays columns = new NodeArrays(scenario.nodes());
        int slot = 0;
        for (ServerGroup group : scenario.servers()) {
            long serves =
                    Services.bits(group.holdings().serves(), scenario.work().services());
            for (int k = 0; k < group.count(); k++) {
                int share = (group.limit() + dispatchers - 1) / dispatchers;
                columns.join(slot, RandomStream.mix(slot + 1L));
                columns.limit(slot, group.limit() == 0 ? Integer.MAX_VALUE : share);
                columns.traits().weight(slot, group.weight());
                columns.traits().services(slot, serves);
                columns.rank(slot, NodeRank.TAKES, true);
                slot++;
            }
        }
        columns.needsSamples(needsSamples);
        columns.relist();
        return columns;
    }

    /** All of them, by number. Not to be changed. */
    SimulatedDispatcher[] dispatchers() {
        return dispatchers;
    }

    /**
     * Begins to watch a queue in which a request has begun to wait; false when it is watched already, or when requests
     * may wait without end.
     */
    boolean startWatch(int dispatcher) {
        boolean begins = !central && !watched[dispatcher];
        watched[dispatcher] |= begins;
        return begins;
    }

    /** Goes on to watch a queue after a look at it, while a request waits; false when none does. */
    boolean keepWatch(int dispatcher) {
        watched[dispatcher] = dispatchers[dispatcher].oldestNs() < Long.MAX_VALUE;
        return watched[dispatcher];
    }
}
