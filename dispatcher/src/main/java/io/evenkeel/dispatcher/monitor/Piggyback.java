// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.monitor;

import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import io.evenkeel.wire.LoadReport;
import io.evenkeel.wire.NodeSample;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the load reports that come with answers, from any server that speaks ORCA.
 *
 * <p>At most one report of a node in 20 ms is read. Reading TEXT and JSON allocates nothing. One for each event loop,
 * on its thread.
 */
public final class Piggyback {

    private static final byte[] BINARY = {'B', 'I', 'N', ' '};

    private final BiFunction<Cluster, Node, @Nullable NodeWatch> watches;
    private final LoadReport report = new LoadReport();
    private final NodeSample sample = new NodeSample();

    public Piggyback(Monitor monitor) {
        this(monitor::watch);
    }

    /** @param watches gives the watch over a node that is asked for reports; null for any other */
    Piggyback(BiFunction<Cluster, Node, @Nullable NodeWatch> watches) {
        this.watches = watches;
    }

    /**
     * An answer of the node has a report.
     *
     * @param binary true when the value is the binary form without the word in front
     */
    public void received(Cluster cluster, Node node, byte[] octets, int from, int to, boolean binary, long nowNs) {
        NodeWatch watch = watches.apply(cluster, node);
        if (watch == null || !watch.wantsReport(nowNs)) {
            return;
        }
        watch.reports(nowNs);
        if (binary ? readBinary(octets, from, to) : report.read(octets, from, to, sample)) {
            watch.sample(sample, SampleSource.PIGGYBACK, nowNs);
        } else {
            watch.unreadable(SampleSource.PIGGYBACK, "the load report of an answer cannot be read", nowNs);
        }
    }

    private boolean readBinary(byte[] octets, int from, int to) {
        if (to - from > LoadReport.MOST_OCTETS) {
            return false;
        }
        byte[] worded = new byte[BINARY.length + to - from];
        System.arraycopy(BINARY, 0, worded, 0, BINARY.length);
        System.arraycopy(octets, from, worded, BINARY.length, to - from);
        return report.read(worded, 0, worded.length, sample);
    }
}
