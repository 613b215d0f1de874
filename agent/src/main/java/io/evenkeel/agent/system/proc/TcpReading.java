// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.system.proc;

import io.evenkeel.agent.collect.Collector;
import io.evenkeel.wire.Metric;
import io.evenkeel.wire.NodeSample;
import java.nio.file.Path;

/**
 * The counters of TCP, from {@code /proc/net/snmp} and {@code /proc/net/netstat}: for the whole machine, or the
 * container's own network.
 *
 * <p>Both files hold pairs of lines, names first, then numbers in the same order; kernels add columns, so the names are
 * looked up once.
 */
final class TcpReading implements Collector {

    private static final byte[] TCP = ProcFile.label("Tcp:");
    private static final byte[] EXTENSIONS = ProcFile.label("TcpExt:");

    private static final Metric[] COUNTED = {
        Metric.NET_TCP_ACT_OPENS,
        Metric.NET_TCP_PASV_OPENS,
        Metric.NET_TCP_ATT_FAILS,
        Metric.NET_TCP_ESTAB_RESETS,
        Metric.NET_TCP_CUR_ESTAB,
        Metric.NET_TCP_IN_SEGS,
        Metric.NET_TCP_OUT_SEGS,
        Metric.NET_TCP_RETRANS_SEGS,
        Metric.NET_TCP_IN_ERRS,
        Metric.NET_TCP_OUT_RSTS,
    };
    private static final String[] NAMES = {
        "ActiveOpens",
        "PassiveOpens",
        "AttemptFails",
        "EstabResets",
        "CurrEstab",
        "InSegs",
        "OutSegs",
        "RetransSegs",
        "InErrs",
        "OutRsts",
    };
    private static final Metric[] OVERFLOWS = {Metric.NET_ACCEPT_OVERFLOWS};
    private static final String[] OVERFLOW_NAMES = {"ListenOverflows"};

    private final NamedColumns tcp;
    private final NamedColumns extensions;

    TcpReading(Path proc) {
        tcp = new NamedColumns(new ProcFile(proc.resolve("self/net/snmp")), TCP, NAMES, COUNTED);
        extensions =
                new NamedColumns(new ProcFile(proc.resolve("self/net/netstat")), EXTENSIONS, OVERFLOW_NAMES, OVERFLOWS);
    }

    @Override
    public void collect(NodeSample into, long nowNs) {
        tcp.collect(into);
        extensions.collect(into);
    }

    @Override
    public void close() {
        tcp.close();
        extensions.close();
    }
}
