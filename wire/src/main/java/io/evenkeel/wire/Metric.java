// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a node's sample: tables 3, 4 and 5 of the first paper under its own names, and those beyond it.
 *
 * <p>A {@code %} at the end of a name means parts of a hundred. Counters run since the server, the JVM or the machine
 * started. A figure that a server does not offer is absent from its samples, never zero.
 */
public enum Metric {
    OS_LOAD_MAX("OS_LOAD_MAX", Table.SYSTEM, Unit.COUNT, "Processors; a load average above it means work waits.", ""),
    OS_LOAD_AVE1("OS_LOAD_AVE1", Table.SYSTEM, Unit.COUNT, "Load average of the last minute.", ""),
    OS_LOAD_AVE5("OS_LOAD_AVE5", Table.SYSTEM, Unit.COUNT, "Load average of the last 5 minutes.", ""),
    OS_LOAD_AVE15("OS_LOAD_AVE15", Table.SYSTEM, Unit.COUNT, "Load average of the last 15 minutes.", ""),
    OS_CPU_AVAIL_PERCENT(
            "OS_CPU_AVAIL%", Table.SYSTEM, Unit.PERCENT, "CPU time not used: idle and waiting for disks.", ""),
    OS_CPU_IDLE_PERCENT("OS_CPU_IDLE%", Table.SYSTEM, Unit.PERCENT, "CPU time with nothing to do.", ""),
    OS_CPU_IOWAIT_PERCENT("OS_CPU_IOWAIT%", Table.SYSTEM, Unit.PERCENT, "CPU time waiting for disks.", "iowait"),
    OS_CPU_SYSTEM_PERCENT(
            "OS_CPU_SYSTEM%", Table.SYSTEM, Unit.PERCENT, "CPU time in the kernel, interrupts included.", ""),
    OS_CPU_USED_PERCENT(
            "OS_CPU_USED%",
            Table.SYSTEM,
            Unit.PERCENT,
            "CPU time used, of the container's limit where there is one.",
            "cpu_utilization"),
    OS_CPU_USER_PERCENT("OS_CPU_USER%", Table.SYSTEM, Unit.PERCENT, "CPU time in user processes.", ""),
    OS_DISK_QUEUE("OS_DISK_QUEUE", Table.SYSTEM, Unit.COUNT, "Disk operations in progress or waiting.", ""),
    OS_DISK_READ_BYTES(
            "OS_DISK_READ_BYTES", Table.SYSTEM, Unit.MEGABYTES, "Read from disks since the machine started.", ""),
    OS_DISK_READS("OS_DISK_READS", Table.SYSTEM, Unit.COUNT, "Disk reads since the machine started.", ""),
    OS_DISK_WRITE_BYTES(
            "OS_DISK_WRITE_BYTES", Table.SYSTEM, Unit.MEGABYTES, "Written to disks since the machine started.", ""),
    OS_DISK_WRITES("OS_DISK_WRITES", Table.SYSTEM, Unit.COUNT, "Disk writes since the machine started.", ""),
    OS_MEM_FREE("OS_MEM_FREE", Table.SYSTEM, Unit.MEGABYTES, "Physical memory that can be had without swapping.", ""),
    OS_MEM_FREE_PERCENT(
            "OS_MEM_FREE%", Table.SYSTEM, Unit.PERCENT, "Physical memory that can be had without swapping.", ""),
    OS_MEM_TOTAL(
            "OS_MEM_TOTAL",
            Table.SYSTEM,
            Unit.MEGABYTES,
            "Physical memory, or the container's limit where it is lower.",
            ""),
    OS_MEM_USED(
            "OS_MEM_USED",
            Table.SYSTEM,
            Unit.MEGABYTES,
            "Physical memory in use, caches that can be dropped left out.",
            ""),
    OS_MEM_USED_PERCENT(
            "OS_MEM_USED%",
            Table.SYSTEM,
            Unit.PERCENT,
            "Physical memory in use, caches that can be dropped left out.",
            "mem_utilization"),
    OS_SWAP_FREE("OS_SWAP_FREE", Table.SYSTEM, Unit.MEGABYTES, "Free swap space.", ""),
    OS_SWAP_FREE_PERCENT("OS_SWAP_FREE%", Table.SYSTEM, Unit.PERCENT, "Free swap space.", ""),
    OS_SWAP_PAGEINS("OS_SWAP_PAGEINS", Table.SYSTEM, Unit.MEGABYTES, "Paged in since the machine started.", ""),
    OS_SWAP_PAGEOUTS("OS_SWAP_PAGEOUTS", Table.SYSTEM, Unit.MEGABYTES, "Paged out since the machine started.", ""),
    OS_SWAP_TOTAL("OS_SWAP_TOTAL", Table.SYSTEM, Unit.MEGABYTES, "Swap space.", ""),
    OS_SWAP_USED("OS_SWAP_USED", Table.SYSTEM, Unit.MEGABYTES, "Swap space in use.", ""),
    OS_SWAP_USED_PERCENT("OS_SWAP_USED%", Table.SYSTEM, Unit.PERCENT, "Swap space in use.", ""),
    NET_TCP_ACT_OPENS(
            "NET_TCP_ACT_OPENS",
            Table.SYSTEM,
            Unit.COUNT,
            "TCP connections opened by this machine since it started.",
            ""),
    NET_TCP_ATT_FAILS("NET_TCP_ATT_FAILS", Table.SYSTEM, Unit.COUNT, "TCP connection attempts that failed.", ""),
    NET_TCP_CUR_ESTAB("NET_TCP_CUR_ESTAB", Table.SYSTEM, Unit.COUNT, "TCP connections open now.", ""),
    NET_TCP_ESTAB_RESETS("NET_TCP_ESTAB_RESETS", Table.SYSTEM, Unit.COUNT, "Open TCP connections that were reset.", ""),
    NET_TCP_IN_ERRS("NET_TCP_IN_ERRS", Table.SYSTEM, Unit.COUNT, "TCP segments received with errors.", ""),
    NET_TCP_IN_SEGS("NET_TCP_IN_SEGS", Table.SYSTEM, Unit.COUNT, "TCP segments received.", ""),
    NET_TCP_OUT_RSTS("NET_TCP_OUT_RSTS", Table.SYSTEM, Unit.COUNT, "TCP segments sent with the reset flag.", ""),
    NET_TCP_OUT_SEGS("NET_TCP_OUT_SEGS", Table.SYSTEM, Unit.COUNT, "TCP segments sent.", ""),
    NET_TCP_PASV_OPENS(
            "NET_TCP_PASV_OPENS",
            Table.SYSTEM,
            Unit.COUNT,
            "TCP connections accepted by this machine since it started.",
            ""),
    NET_TCP_RETRANS_SEGS("NET_TCP_RETRANS_SEGS", Table.SYSTEM, Unit.COUNT, "TCP segments sent again.", ""),
    AMX_CONNS_OPEN("AMX_CONNS_OPEN", Table.SERVER, Unit.COUNT, "Connections open now.", ""),
    AMX_CONNS_MAX("AMX_CONNS_MAX", Table.SERVER, Unit.COUNT, "Most connections.", ""),
    AMX_CONNS_USED_PERCENT("AMX_CONNS_USED%", Table.SERVER, Unit.PERCENT, "Connections open now, of the most.", ""),
    AMX_CONNS_DENIED("AMX_CONNS_DENIED", Table.SERVER, Unit.COUNT, "Connections refused since the server started.", ""),
    AMX_CONNS_KEEPALVMAX("AMX_CONNS_KEEPALVMAX", Table.SERVER, Unit.COUNT, "Most requests on one connection.", ""),
    AMX_CONNS_QD(
            "AMX_CONNS_QD", Table.SERVER, Unit.COUNT, "Connections or requests waiting for a worker.", "queue_used"),
    AMX_CONNS_QD_1MAVE(
            "AMX_CONNS_QD_1MAVE", Table.SERVER, Unit.COUNT, "Waiting for a worker, mean of the last minute.", ""),
    AMX_CONNS_QD_5MAVE(
            "AMX_CONNS_QD_5MAVE", Table.SERVER, Unit.COUNT, "Waiting for a worker, mean of the last 5 minutes.", ""),
    AMX_CONNS_QD_15MAVE(
            "AMX_CONNS_QD_15MAVE", Table.SERVER, Unit.COUNT, "Waiting for a worker, mean of the last 15 minutes.", ""),
    AMX_CONNS_Q_MAXSIZE(
            "AMX_CONNS_Q_MAXSIZE", Table.SERVER, Unit.COUNT, "Most that may wait for a worker.", "queue_max"),
    AMX_CONNS_Q_USED_PERCENT(
            "AMX_CONNS_Q_USED%", Table.SERVER, Unit.PERCENT, "Waiting for a worker, of the most that may.", ""),
    AMX_CONNS_Q_THRDSMAX("AMX_CONNS_Q_THRDSMAX", Table.SERVER, Unit.COUNT, "Most worker threads.", "workers_max"),
    AMX_CONNS_Q_THRDSMIN("AMX_CONNS_Q_THRDSMIN", Table.SERVER, Unit.COUNT, "Fewest worker threads.", ""),
    AMX_CONNS_Q_THRBSY("AMX_CONNS_Q_THRBSY", Table.SERVER, Unit.COUNT, "Worker threads at work.", "workers_busy"),
    AMX_CONNS_Q_THRBSY_PERCENT(
            "AMX_CONNS_Q_THRBSY%", Table.SERVER, Unit.PERCENT, "Worker threads at work, of the most.", ""),
    AMX_RQST_ERRS("AMX_RQST_ERRS", Table.SERVER, Unit.COUNT, "Requests that failed since the server started.", ""),
    AMX_RQST_MAXTIME("AMX_RQST_MAXTIME", Table.SERVER, Unit.MILLIS, "Longest time of a request.", ""),
    AMX_RQST_AVETIME(
            "AMX_RQST_AVETIME", Table.SERVER, Unit.MILLIS, "Mean time of a request since the server started.", ""),
    AMX_RQST_TOTAL("AMX_RQST_TOTAL", Table.SERVER, Unit.COUNT, "Requests since the server started.", ""),
    AMX_SESSIONS_ACT("AMX_SESSIONS_ACT", Table.SERVER, Unit.COUNT, "Sessions alive.", "sessions"),
    AMX_JDBC_MAXC("AMX_JDBC_MAXC", Table.SERVER, Unit.COUNT, "Most JDBC connections, of the fullest pool.", "jdbc_max"),
    AMX_JDBC_ACTC(
            "AMX_JDBC_ACTC", Table.SERVER, Unit.COUNT, "JDBC connections in use, of the fullest pool.", "jdbc_active"),
    AMX_JDBC_ACTC_PERCENT(
            "AMX_JDBC_ACTC%",
            Table.SERVER, Unit.PERCENT, "JDBC connections in use, of the most; of the fullest pool.", ""),
    JVM_CLASS_COUNT("JVM_CLASS_COUNT", Table.JVM, Unit.COUNT, "Classes loaded now.", ""),
    JVM_COMPILE_TIME("JVM_COMPILE_TIME", Table.JVM, Unit.MILLIS, "Time spent compiling.", ""),
    JVM_GC_TIME("JVM_GC_TIME", Table.JVM, Unit.MILLIS, "Time spent in garbage collections.", ""),
    JVM_HEAP_AVAIL("JVM_HEAP_AVAIL", Table.JVM, Unit.MEGABYTES, "Heap up to its maximum that is not in use.", ""),
    JVM_HEAP_AVAIL_PERCENT(
            "JVM_HEAP_AVAIL%", Table.JVM, Unit.PERCENT, "Heap up to its maximum that is not in use.", ""),
    JVM_HEAP_TOTAL("JVM_HEAP_TOTAL", Table.JVM, Unit.MEGABYTES, "Most heap.", ""),
    JVM_HEAP_USED("JVM_HEAP_USED", Table.JVM, Unit.MEGABYTES, "Heap in use, garbage included.", ""),
    JVM_HEAP_USED_PERCENT(
            "JVM_HEAP_USED%", Table.JVM, Unit.PERCENT, "Heap in use, garbage included, of its maximum.", "heap"),
    JVM_THREADS("JVM_THREADS", Table.JVM, Unit.COUNT, "Threads.", ""),
    JVM_THREADS_DAEMONS("JVM_THREADS_DAEMONS", Table.JVM, Unit.COUNT, "Daemon threads.", ""),
    OS_CPU_STEAL_PERCENT(
            "OS_CPU_STEAL%", Table.BEYOND, Unit.PERCENT, "CPU time taken by other guests of the host.", ""),
    OS_CPU_THROTTLED_PERCENT(
            "OS_CPU_THROTTLED%",
            Table.BEYOND, Unit.PERCENT, "Time in which the container's CPU limit held it back.", ""),
    OS_CPU_LIMIT(
            "OS_CPU_LIMIT",
            Table.BEYOND,
            Unit.COUNT,
            "Processors this process may use; can be a fraction in a container.",
            ""),
    OS_PSI_CPU_PERCENT(
            "OS_PSI_CPU%",
            Table.BEYOND, Unit.PERCENT, "Time in which some task waited for a CPU, last 10 seconds.", ""),
    OS_PSI_IO_PERCENT(
            "OS_PSI_IO%",
            Table.BEYOND, Unit.PERCENT, "Time in which some task waited for a disk, last 10 seconds.", ""),
    OS_PSI_MEM_PERCENT(
            "OS_PSI_MEM%",
            Table.BEYOND, Unit.PERCENT, "Time in which some task waited for memory, last 10 seconds.", ""),
    NET_ACCEPT_QD(
            "NET_ACCEPT_QD",
            Table.BEYOND,
            Unit.COUNT,
            "Connections the kernel has accepted and the server has not, on its listening ports.",
            ""),
    NET_ACCEPT_OVERFLOWS(
            "NET_ACCEPT_OVERFLOWS",
            Table.BEYOND,
            Unit.COUNT,
            "Connections dropped because an accept queue was full, whole machine.",
            ""),
    JVM_CPU_USED_PERCENT(
            "JVM_CPU_USED%", Table.BEYOND, Unit.PERCENT, "CPU used by this process, of what it may use.", ""),
    JVM_HEAP_LIVE_PERCENT(
            "JVM_HEAP_LIVE%",
            Table.BEYOND,
            Unit.PERCENT,
            "Heap still in use after the last collection, of its maximum.",
            "heap_after_gc"),
    JVM_GC_SHARE_PERCENT(
            "JVM_GC_SHARE%", Table.BEYOND, Unit.PERCENT, "Time spent in collections over the last seconds.", "gc"),
    AMX_JDBC_WAIT(
            "AMX_JDBC_WAIT",
            Table.BEYOND,
            Unit.COUNT,
            "Threads waiting for a JDBC connection, of the fullest pool.",
            "jdbc_waiters"),
    RQST_IN_FLIGHT(
            "RQST_IN_FLIGHT", Table.BEYOND, Unit.COUNT, "Requests in the server's application now.", "in_flight"),
    RQST_ARRIVALS("RQST_ARRIVALS", Table.BEYOND, Unit.PER_SECOND, "Requests that came, λ.", "arrivals"),
    RQST_THROUGHPUT("RQST_THROUGHPUT", Table.BEYOND, Unit.PER_SECOND, "Requests that were answered.", "rps_fractional"),
    RQST_ERRORS("RQST_ERRORS", Table.BEYOND, Unit.PER_SECOND, "Requests that failed.", "eps"),
    RQST_RESPONSE_TIME("RQST_RESPONSE_TIME", Table.BEYOND, Unit.MILLIS, "Mean response time r.", "response_ms"),
    RQST_SERVICE_TIME(
            "RQST_SERVICE_TIME",
            Table.BEYOND,
            Unit.MILLIS,
            "Mean service time s at the bottleneck, queueing left out.",
            "service_ms"),
    RQST_THINK_TIME(
            "RQST_THINK_TIME",
            Table.BEYOND,
            Unit.MILLIS,
            "Mean time between an answer to a client and its next request, h.",
            "think_ms"),
    RQST_UTILIZATION_PERCENT(
            "RQST_UTILIZATION%",
            Table.BEYOND,
            Unit.PERCENT,
            "Share of the time in which the server was at work, u.",
            "application_utilization"),
    NODE_PARALLELISM(
            "NODE_PARALLELISM",
            Table.BEYOND,
            Unit.COUNT,
            "Effective parallelism k: requests the node works on at once without slowing down.",
            "parallelism"),
    NODE_DEMAND("NODE_DEMAND", Table.BEYOND, Unit.MILLIS, "R0: time of a request that is alone.", "demand_ms"),
    NODE_BOTTLENECK(
            "NODE_BOTTLENECK", Table.BEYOND, Unit.MILLIS, "θ: time of a request at the bottleneck.", "bottleneck_ms"),
    NODE_CAPACITY(
            "NODE_CAPACITY",
            Table.BEYOND,
            Unit.PER_SECOND,
            "Xmax = 1/θ: highest throughput the node can sustain.",
            "capacity");

    private static final Metric[] ALL = values();
    private static final Map<String, Metric> BY_TITLE = new HashMap<>();
    private static final Map<String, Metric> BY_ORCA = new HashMap<>();

    static {
        for (Metric metric : ALL) {
            BY_TITLE.put(metric.title, metric);
            if (metric.inReport()) {
                BY_ORCA.put(metric.orca, metric);
            }
        }
    }

    /** The origin of a metric. */
    public enum Table {
        /** Table 3 of the first paper: the operating system. */
        SYSTEM,
        /** Table 4: the app server. */
        SERVER,
        /** Table 5: the Java virtual machine. */
        JVM,
        /** A metric that the first paper does not have. */
        BEYOND
    }

    private final String title;
    private final Table table;
    private final Unit unit;
    private final String meaning;
    private final String orca;

    Metric(String title, Table table, Unit unit, String meaning, String orca) {
        this.title = title;
        this.table = table;
        this.unit = unit;
        this.meaning = meaning;
        this.orca = orca;
    }

    /** The number of metrics. */
    public static int count() {
        return ALL.length;
    }

    /** The metric with an ordinal. */
    static Metric at(int ordinal) {
        return ALL[ordinal];
    }

    /** The metric of a title such as {@code OS_CPU_USED%}; null when there is none. */
    public static @Nullable Metric titled(String title) {
        return BY_TITLE.get(title);
    }

    /** The metric of a name in a load report; null when there is none. */
    public static @Nullable Metric reported(String orcaName) {
        return BY_ORCA.get(orcaName);
    }

    /** The name in the first paper, or in its manner. */
    public String title() {
        return title;
    }

    public Table table() {
        return table;
    }

    public Unit unit() {
        return unit;
    }

    /** One sentence. */
    public String meaning() {
        return meaning;
    }

    /** True for what goes into the load report of an answer: the decision vector. */
    public boolean inReport() {
        return !orca.isEmpty();
    }

    /**
     * Its name in a load report, a field of ORCA's or the rest of a {@code named_metrics.} key; empty when it has none.
     */
    public String orcaName() {
        return orca;
    }

    /** The factor of a figure for a load report, in which percentages are shares: 0.01 or 1. */
    public double orcaScale() {
        return unit == Unit.PERCENT ? 0.01 : 1;
    }
}
