// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

import java.util.ArrayList;
import java.util.List;

/**
 * The figures that are kept: 92 of a node, the first 15 of which are those of the first paper's table 2.
 *
 * <p>Of a node's sample all figures are kept, except those that are configured and hardly move, those that another
 * figure implies, and means over minutes, which the archives make themselves.
 */
final class Catalog {

    private static final String PERCENT = "%";
    private static final String PER_S = "/s";
    private static final String MS = "ms";
    private static final String S = "s";
    private static final String MB = "MB";
    private static final String MB_PER_S = "MB/s";
    private static final String MS_PER_S = "ms/s";
    private static final String NONE = "";

    private static final String CPU = "Processor time";
    private static final String PRESSURE = "Time with work waiting";
    private static final String MEMORY = "Memory";
    private static final String USED = "Memory in use";
    private static final String PAGING = "Paging";
    private static final String DISKS = "Disk operations";
    private static final String DISK_BYTES = "Disk traffic";
    private static final String CONNECTS = "TCP connections begun";
    private static final String SEGMENTS = "TCP segments";
    private static final String TROUBLE = "TCP trouble";
    private static final String HEAP = "Heap";
    private static final String CLEANING = "Collecting and compiling";
    private static final String THREADS = "Threads";
    private static final String WORKERS = "Workers and queue";
    private static final String POOLS = "Used share of pools";
    private static final String REQUESTS = "Requests";
    private static final String TIMES = "Times";
    private static final String MODEL = "Model of the node";
    private static final String RESPONSE = "Response time";
    private static final String LOOPS = "Event loops";
    private static final String STEPS = "Waiting and processing";
    private static final String SESSIONS = "Sessions begun and over";
    private static final String CACHED = "Requests of routes with a cache";
    private static final String CACHE_MEMORY = "Memory of the cache";
    private static final String SESSION_TIMES = "Times of sessions";

    static final List<HistoryMetric> NODE = nodes();
    static final List<HistoryMetric> CLUSTER = clusters();
    static final List<HistoryMetric> DISPATCHER = dispatchers();

    private Catalog() {}

    /** The index of the first own figure of a cluster or the dispatcher. */
    static int ownFrom() {
        return traffic().size();
    }

    /** The index of a node's first figure from its sample; before it stand table 2's and the policy's. */
    static int sampledFrom() {
        return traffic().size() + policy().size();
    }

    /** The index of the number of active sessions, the same for a node, a cluster and the dispatcher. */
    static int sessions() {
        return traffic().size() - 1;
    }

    /** The index of the first figure of sessions that began and ended, the same for a cluster and the dispatcher. */
    static int sessionFlow() {
        return ownFrom() + 3;
    }

    /** The index of the first figure of the cache, behind all others of the dispatcher. */
    static int cacheFrom() {
        return DISPATCHER.size() - CacheInterval.FIGURES;
    }

    /** The index of the first figure that only the dispatcher has. */
    static int dispatcherFrom() {
        return CLUSTER.size();
    }

    /** Table 2 in its order, then percentiles, failed attempts and sessions. */
    private static List<HistoryMetric> traffic() {
        Group group = Group.DISPATCHER;
        return List.of(
                gauge("TD_AVE_CONNS_ACT", group, "Load", NONE, "Active connections"),
                gauge("TD_AVE_RQSTS_ACT", group, "Load", NONE, "Active transactions"),
                gauge("TD_AVE_RSPS_TIME", group, RESPONSE, MS, "Mean response time"),
                gauge("TD_AVE_THROUGHPUT", group, "Rate", PER_S, "Completed transactions"),
                gauge("TD_AVE_FAIL_RQSTS", group, "Rate", PER_S, "Failed requests"),
                gauge("TD_AVE_SRV_SELS", group, "Rate", PER_S, "Node selections"),
                gauge("TD_AVE_SRV_SEL", group, STEPS, MS, "Selection time, WT1"),
                gauge("TD_AVE_SRV_CONN_WAIT", group, STEPS, MS, "Connection time, WT2"),
                gauge("TD_AVE_RQ_PROCTIME", group, STEPS, MS, "Processing time, PT"),
                gauge("TD_AVE_SLOWDOWN", group, "Slowdown", NONE, "Slowdown, (WT1 + WT2 + PT) / PT"),
                gauge("TD_AVE_TRAF_IN", group, "Traffic", MB_PER_S, "Received from clients"),
                gauge("TD_AVE_TRAF_OUT", group, "Traffic", MB_PER_S, "Sent to clients"),
                gauge("TD_P50_RSPS_TIME", group, RESPONSE, MS, "Response time of half of all (p50)"),
                gauge("TD_P95_RSPS_TIME", group, RESPONSE, MS, "Response time of 95 % (p95)"),
                gauge("TD_P99_RSPS_TIME", group, RESPONSE, MS, "Response time of 99 % (p99)"),
                gauge("TD_FAIL_ATTEMPTS", group, "Rate", PER_S, "Failed attempts, those that were repeated too"),
                gauge("TD_SESSIONS", group, "Active sessions", NONE, "Sessions whose cookie was seen lately"));
    }

    private static List<HistoryMetric> policy() {
        Group group = Group.POLICY;
        return List.of(
                gauge("TAP_NODE_SCORE", group, "Score", NONE, "Score, lower is better"),
                gauge(
                        "TAP_SHARE_WANTED%",
                        group, "Share of tasks", PERCENT, "Share by weight among the nodes in service"),
                gauge("TAP_SHARE_GOT%", group, "Share of tasks", PERCENT, "Share of the selections"),
                gauge("TAP_SAMPLE_AGE", group, "Age of the sample", MS, "Since the sample was taken"),
                gauge("NODE_NMA_RSPS_TIME", group, "Age of the sample", MS, "Time the agent took to answer"),
                gauge("TAP_NODE_WEIGHT", group, "Weight", NONE, "Weight in force"),
                gauge("NODE_AVAILABILITY%", group, "Availability", PERCENT, "Time in service"));
    }

    private static List<HistoryMetric> nodes() {
        List<HistoryMetric> all = new ArrayList<>(traffic());
        all.addAll(policy());
        all.addAll(system());
        all.addAll(network());
        all.addAll(jvm());
        all.addAll(server());
        all.addAll(model());
        return List.copyOf(all);
    }

    private static List<HistoryMetric> system() {
        Group group = Group.OS;
        return List.of(
                gauge("OS_CPU_USED%", group, CPU, PERCENT, "Used, of what may be used"),
                gauge("OS_CPU_USER%", group, CPU, PERCENT, "In processes"),
                gauge("OS_CPU_SYSTEM%", group, CPU, PERCENT, "In the kernel"),
                gauge("OS_CPU_IOWAIT%", group, CPU, PERCENT, "Waiting for disks"),
                gauge("OS_CPU_STEAL%", group, CPU, PERCENT, "Taken by other guests"),
                gauge("OS_CPU_THROTTLED%", group, CPU, PERCENT, "Held back by the container's limit"),
                gauge("OS_LOAD_AVE1", group, "Load average", NONE, "Tasks that run or want to, last minute"),
                gauge("OS_PSI_CPU%", group, PRESSURE, PERCENT, "For a processor"),
                gauge("OS_PSI_IO%", group, PRESSURE, PERCENT, "For a disk"),
                gauge("OS_PSI_MEM%", group, PRESSURE, PERCENT, "For memory"),
                gauge("OS_MEM_USED%", group, USED, PERCENT, "Physical memory"),
                gauge("OS_SWAP_USED%", group, USED, PERCENT, "Swap space"),
                gauge("OS_MEM_USED", group, MEMORY, MB, "Physical memory in use"),
                gauge("OS_SWAP_USED", group, MEMORY, MB, "Swap space in use"),
                rate("OS_SWAP_PAGEINS", group, PAGING, MB_PER_S, "Paged in"),
                rate("OS_SWAP_PAGEOUTS", group, PAGING, MB_PER_S, "Paged out"),
                gauge("OS_DISK_QUEUE", group, "Disk queue", NONE, "Operations in progress or waiting"),
                rate("OS_DISK_READS", group, DISKS, PER_S, "Reads"),
                rate("OS_DISK_WRITES", group, DISKS, PER_S, "Writes"),
                rate("OS_DISK_READ_BYTES", group, DISK_BYTES, MB_PER_S, "Read"),
                rate("OS_DISK_WRITE_BYTES", group, DISK_BYTES, MB_PER_S, "Written"));
    }

    private static List<HistoryMetric> network() {
        Group group = Group.NETWORK;
        return List.of(
                gauge("NET_TCP_CUR_ESTAB", group, "TCP connections", NONE, "Open now"),
                gauge("NET_ACCEPT_QD", group, "Accept queue", NONE, "Connections the server has not yet taken"),
                rate("NET_TCP_ACT_OPENS", group, CONNECTS, PER_S, "Opened by the machine"),
                rate("NET_TCP_PASV_OPENS", group, CONNECTS, PER_S, "Accepted by the machine"),
                rate("NET_TCP_IN_SEGS", group, SEGMENTS, PER_S, "Received"),
                rate("NET_TCP_OUT_SEGS", group, SEGMENTS, PER_S, "Sent"),
                rate("NET_TCP_RETRANS_SEGS", group, TROUBLE, PER_S, "Segments sent again"),
                rate("NET_TCP_OUT_RSTS", group, TROUBLE, PER_S, "Resets sent"),
                rate("NET_TCP_ESTAB_RESETS", group, TROUBLE, PER_S, "Open connections reset"),
                rate("NET_TCP_ATT_FAILS", group, TROUBLE, PER_S, "Failed attempts"),
                rate("NET_TCP_IN_ERRS", group, TROUBLE, PER_S, "Segments with errors"),
                rate("NET_ACCEPT_OVERFLOWS", group, TROUBLE, PER_S, "Dropped, accept queue full"));
    }

    private static List<HistoryMetric> jvm() {
        Group group = Group.JVM;
        return List.of(
                gauge("JVM_HEAP_USED%", group, HEAP, PERCENT, "In use, garbage included"),
                gauge("JVM_HEAP_LIVE%", group, HEAP, PERCENT, "In use after the last collection"),
                gauge("JVM_HEAP_USED", group, "Heap in use", MB, "In use, garbage included"),
                gauge("JVM_CPU_USED%", group, "Processor and collector", PERCENT, "Processor used by the process"),
                gauge("JVM_GC_SHARE%", group, "Processor and collector", PERCENT, "Time in collections"),
                rate("JVM_GC_TIME", group, CLEANING, MS_PER_S, "Collecting garbage"),
                rate("JVM_COMPILE_TIME", group, CLEANING, MS_PER_S, "Compiling"),
                gauge("JVM_THREADS", group, THREADS, NONE, "All threads"),
                gauge("JVM_THREADS_DAEMONS", group, THREADS, NONE, "Daemon threads"),
                gauge("JVM_CLASS_COUNT", group, "Classes", NONE, "Loaded classes"));
    }

    private static List<HistoryMetric> server() {
        Group group = Group.SERVER;
        return List.of(
                gauge("AMX_CONNS_Q_THRBSY", group, WORKERS, NONE, "Workers at work"),
                gauge("AMX_CONNS_QD", group, WORKERS, NONE, "Waiting for a worker"),
                gauge("RQST_IN_FLIGHT", group, WORKERS, NONE, "Requests in the application"),
                gauge("AMX_CONNS_Q_THRBSY%", group, POOLS, PERCENT, "Workers at work"),
                gauge("AMX_CONNS_Q_USED%", group, POOLS, PERCENT, "Queue"),
                gauge("AMX_CONNS_USED%", group, POOLS, PERCENT, "Connections"),
                gauge("AMX_JDBC_ACTC%", group, POOLS, PERCENT, "JDBC connections"),
                gauge("AMX_CONNS_OPEN", group, "Connections", NONE, "Open connections"),
                gauge("AMX_JDBC_ACTC", group, "JDBC", NONE, "Connections in use"),
                gauge("AMX_JDBC_WAIT", group, "JDBC", NONE, "Threads waiting for one"),
                gauge("AMX_SESSIONS_ACT", group, "Sessions", NONE, "Sessions alive"),
                rate("AMX_RQST_TOTAL", group, REQUESTS, PER_S, "Requests, by the server's count"),
                rate("AMX_RQST_ERRS", group, REQUESTS, PER_S, "Failed, by the server's count"),
                rate("AMX_CONNS_DENIED", group, REQUESTS, PER_S, "Connections refused"),
                gauge("RQST_ARRIVALS", group, REQUESTS, PER_S, "Requests that came, λ"),
                gauge("RQST_THROUGHPUT", group, REQUESTS, PER_S, "Requests that were answered"),
                gauge("RQST_ERRORS", group, REQUESTS, PER_S, "Requests that failed"));
    }

    private static List<HistoryMetric> model() {
        Group group = Group.SERVER;
        return List.of(
                gauge("RQST_RESPONSE_TIME", group, TIMES, MS, "Response time in the server, r"),
                gauge("RQST_SERVICE_TIME", group, TIMES, MS, "Service time at the bottleneck, s"),
                gauge("NODE_DEMAND", group, TIMES, MS, "Time of a request that is alone, R0"),
                gauge("NODE_BOTTLENECK", group, TIMES, MS, "Time at the bottleneck, θ"),
                gauge("RQST_THINK_TIME", group, "Think time", MS, "Between an answer and the next request, h"),
                gauge("RQST_UTILIZATION%", group, "Utilisation", PERCENT, "Time at work, u"),
                gauge("NODE_PARALLELISM", group, MODEL, NONE, "Requests at once without slowing down, k"),
                gauge("NODE_CAPACITY", group, "Capacity", PER_S, "Highest sustained throughput, Xmax"));
    }

    private static List<HistoryMetric> clusters() {
        List<HistoryMetric> all = new ArrayList<>(traffic());
        all.add(gauge("TD_QUEUE", Group.DISPATCHER, "Queue", NONE, "Tasks that wait for a node"));
        all.add(gauge("TD_RETRIES", Group.DISPATCHER, "Retries", PER_S, "Attempts after the first"));
        all.add(gauge("TD_NODES_UP", Group.DISPATCHER, "Nodes", NONE, "Nodes in service"));
        all.add(gauge("TD_SESSIONS_BEGUN", Group.DISPATCHER, SESSIONS, PER_S, "Sessions that began"));
        all.add(gauge("TD_SESSIONS_OVER", Group.DISPATCHER, SESSIONS, PER_S, "Sessions that were over"));
        all.add(gauge(
                "TD_SESSION_THINK",
                Group.DISPATCHER,
                SESSION_TIMES,
                S,
                "Between two requests of sessions that were over, answer included"));
        all.add(gauge(
                "TD_SESSION_LENGTH",
                Group.DISPATCHER,
                SESSION_TIMES,
                S,
                "From the first request to the last of sessions that were over"));
        return List.copyOf(all);
    }

    /** Those of a cluster, and those that only the whole has. */
    private static List<HistoryMetric> dispatchers() {
        List<HistoryMetric> all = new ArrayList<>(clusters());
        all.add(gauge("TD_ACCEPTED", Group.DISPATCHER, "Clients", PER_S, "Connections accepted"));
        all.add(gauge("TD_REFUSED", Group.DISPATCHER, "Clients", PER_S, "Requests refused by the dispatcher itself"));
        all.add(gauge("JVM_HEAP_USED", Group.JVM, "Heap in use", MB, "In use, garbage included"));
        all.add(gauge("JVM_THREADS", Group.JVM, THREADS, NONE, "All threads"));
        all.add(gauge("JVM_GC_TIME", Group.JVM, CLEANING, MS_PER_S, "Collecting garbage"));
        all.add(gauge("JVM_CPU_USED%", Group.JVM, CPU, PERCENT, "Used by the dispatcher, of all processors"));
        all.add(gauge("TD_LOOP_CPU%", Group.JVM, LOOPS, PERCENT, "Of a processor, mean of all loops"));
        all.add(gauge("TD_LOOP_CPU_MAX%", Group.JVM, LOOPS, PERCENT, "Of a processor, the busiest loop"));
        all.addAll(cache());
        return List.copyOf(all);
    }

    private static List<HistoryMetric> cache() {
        Group group = Group.CACHE;
        return List.of(
                gauge("TD_CACHE_HIT%", group, "Hit rate", PERCENT, "Answered without a node"),
                gauge("TD_CACHE_HITS", group, CACHED, PER_S, "Answered without a node"),
                gauge("TD_CACHE_MISSES", group, CACHED, PER_S, "A node was asked"),
                gauge("TD_CACHE_BYPASS", group, CACHED, PER_S, "The cache is not for them"),
                gauge("TD_CACHE_SENT", group, "Content from the cache", MB_PER_S, "Sent to clients"),
                gauge("TD_CACHE_USED", group, CACHE_MEMORY, MB, "Taken, answers on their way included"),
                gauge("TD_CACHE_PACKED", group, CACHE_MEMORY, MB, "Taken by packed answers"),
                gauge("TD_CACHE_SHARE%", group, "Packed tier", PERCENT, "Of the memory, for packed answers"),
                gauge("TD_CACHE_STORED", group, "Stored and evicted", PER_S, "Answers stored"),
                gauge("TD_CACHE_EVICTED", group, "Stored and evicted", PER_S, "URLs that made room"));
    }

    private static HistoryMetric gauge(String name, Group group, String chart, String unit, String title) {
        return new HistoryMetric(name, group, chart, unit, title, false);
    }

    private static HistoryMetric rate(String name, Group group, String chart, String unit, String title) {
        return new HistoryMetric(name, group, chart, unit, title, true);
    }
}
