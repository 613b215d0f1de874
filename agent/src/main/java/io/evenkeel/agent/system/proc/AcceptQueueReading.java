// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Connections that wait in the kernel because the server has not accepted them yet, from {@code /proc/net/tcp} and
 * {@code tcp6}.
 *
 * <p>Listening sockets come first in both files, so reading stops at the first other one; a full read would cost
 * milliseconds on a machine with many connections. On one with few the kernel searches its whole table of connections
 * for that other one, which can cost milliseconds too. So while no connection waits it is not read again before
 * {@value #COST_SHARE} times the time has passed that the last reading took, up to 5 seconds, and the last figure is
 * told again. The sockets of this process are told from others' by their inodes. The agent's own port does not count.
 */
final class AcceptQueueReading implements Collector {

    private static final byte[] LISTENS = ProcFile.label("0A");
    private static final int FIRST_READ = 4_096;
    private static final int LAST_READ = 64 * 1_024;

    private static final int COST_SHARE = 5_000;
    private static final long LONGEST_PAUSE_NS = TimeUnit.SECONDS.toNanos(5);

    private final ProcFile[] tables;
    private final OwnSockets own;
    private final LongSupplier nanoClock;

    private boolean read;
    private long readNs;
    private long pauseNs;

    private long waiting;
    private int sockets;

    /** Reads this tree; the clock is for what reading costs. */
    AcceptQueueReading(Path proc, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        tables = new ProcFile[] {new ProcFile(proc.resolve("self/net/tcp")), new ProcFile(proc.resolve("self/net/tcp6"))
        };
        own = new OwnSockets(proc.resolve("self/fd"));
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        if (!read || waiting > 0 || nowNs - readNs >= pauseNs) {
            long fromNs = nanoClock.getAsLong();
            read(into.agentPort(), nowNs);
            long costNs = nanoClock.getAsLong() - fromNs;
            pauseNs = Math.min(LONGEST_PAUSE_NS, COST_SHARE * costNs);
            read = true;
            readNs = nowNs;
        }
        if (sockets > 0) {
            into.set(Metric.NET_ACCEPT_QD, (double) waiting);
        }
    }

    @Override
    public void close() {
        for (ProcFile table : tables) {
            table.close();
        }
    }

    private void read(int agentPort, long nowNs) {
        waiting = 0;
        sockets = 0;
        for (ProcFile table : tables) {
            int most = FIRST_READ;
            long waitingBefore = waiting;
            int socketsBefore = sockets;
            while (table.load(most) && !count(table, agentPort, nowNs) && most < LAST_READ) {
                waiting = waitingBefore;
                sockets = socketsBefore;
                most *= 4;
            }
        }
    }

    /** Adds the listening sockets of a table; false when what was read ended before they did. */
    private boolean count(ProcFile table, int agentPort, long nowNs) {
        while (table.nextLine()) {
            table.skipWords(1);
            table.skipPast(':');
            long port = table.hexadecimal();
            table.skipWords(1);
            table.skipBlanks();
            if (!table.startsWith(LISTENS)) {
                return table.whole() || table.skipPast(' ');
            }
            table.skipPast(':');
            long queued = table.hexadecimal();
            table.skipWords(4);
            long inode = table.number();
            boolean complete = table.whole() || table.skipPast(' ');
            if (complete && port != agentPort && inode > 0 && own.holds(inode, nowNs)) {
                sockets++;
                waiting += Math.max(0, queued);
            }
        }
        return table.whole();
    }
}
