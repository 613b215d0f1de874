// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A figure that a rule may name: one of the history, or one that is only looked at.
 *
 * @param name in the first paper's manner
 * @param unit as the history has it; {@code d} for days
 * @param scopes the things that have it
 */
public record AlertFigure(String name, String unit, Set<AlertScope> scopes) {

    /** Figures of nodes, clusters and the dispatcher; the unit stands behind {@code =}, {@code %} ends a name. */
    private static final String ALL = """
            TD_AVE_CONNS_ACT TD_AVE_RQSTS_ACT TD_AVE_RSPS_TIME=ms TD_AVE_THROUGHPUT=/s TD_AVE_FAIL_RQSTS=/s
            TD_AVE_SRV_SELS=/s TD_AVE_SRV_SEL=ms TD_AVE_SRV_CONN_WAIT=ms TD_AVE_RQ_PROCTIME=ms
            TD_AVE_SLOWDOWN TD_AVE_TRAF_IN=MB/s TD_AVE_TRAF_OUT=MB/s TD_P50_RSPS_TIME=ms
            TD_P95_RSPS_TIME=ms TD_P99_RSPS_TIME=ms TD_FAIL_ATTEMPTS=/s TD_SESSIONS TD_FAIL_SHARE%""";

    private static final String NODE = """
            TAP_NODE_SCORE TAP_SHARE_WANTED% TAP_SHARE_GOT% TAP_SAMPLE_AGE=ms NODE_NMA_RSPS_TIME=ms
            TAP_NODE_WEIGHT NODE_AVAILABILITY% OS_CPU_USED% OS_CPU_USER% OS_CPU_SYSTEM% OS_CPU_IOWAIT%
            OS_CPU_STEAL% OS_CPU_THROTTLED% OS_LOAD_AVE1 OS_PSI_CPU% OS_PSI_IO% OS_PSI_MEM% OS_MEM_USED%
            OS_SWAP_USED% OS_MEM_USED=MB OS_SWAP_USED=MB OS_SWAP_PAGEINS=MB/s OS_SWAP_PAGEOUTS=MB/s
            OS_DISK_QUEUE OS_DISK_READS=/s OS_DISK_WRITES=/s OS_DISK_READ_BYTES=MB/s
            OS_DISK_WRITE_BYTES=MB/s NET_TCP_CUR_ESTAB NET_ACCEPT_QD NET_TCP_ACT_OPENS=/s
            NET_TCP_PASV_OPENS=/s NET_TCP_IN_SEGS=/s NET_TCP_OUT_SEGS=/s NET_TCP_RETRANS_SEGS=/s
            NET_TCP_OUT_RSTS=/s NET_TCP_ESTAB_RESETS=/s NET_TCP_ATT_FAILS=/s NET_TCP_IN_ERRS=/s
            NET_ACCEPT_OVERFLOWS=/s JVM_HEAP_USED% JVM_HEAP_LIVE% JVM_HEAP_USED=MB JVM_CPU_USED%
            JVM_GC_SHARE% JVM_GC_TIME=ms/s JVM_COMPILE_TIME=ms/s JVM_THREADS JVM_THREADS_DAEMONS
            JVM_CLASS_COUNT AMX_CONNS_Q_THRBSY AMX_CONNS_QD RQST_IN_FLIGHT AMX_CONNS_Q_THRBSY%
            AMX_CONNS_Q_USED% AMX_CONNS_USED% AMX_JDBC_ACTC% AMX_CONNS_OPEN AMX_JDBC_ACTC AMX_JDBC_WAIT
            AMX_SESSIONS_ACT AMX_RQST_TOTAL=/s AMX_RQST_ERRS=/s AMX_CONNS_DENIED=/s RQST_ARRIVALS=/s
            RQST_THROUGHPUT=/s RQST_ERRORS=/s RQST_RESPONSE_TIME=ms RQST_SERVICE_TIME=ms NODE_DEMAND=ms
            NODE_BOTTLENECK=ms RQST_THINK_TIME=ms RQST_UTILIZATION% NODE_PARALLELISM NODE_CAPACITY=/s""";

    private static final String CLUSTER = """
            TD_QUEUE TD_RETRIES=/s TD_NODES_UP TD_SESSIONS_BEGUN=/s TD_SESSIONS_OVER=/s TD_SESSION_THINK=s
            TD_SESSION_LENGTH=s""";

    /** Figures of clusters only. */
    private static final String CLUSTER_ONLY = "TD_SESSIONS_BROKEN";

    private static final String DISPATCHER = """
            TD_ACCEPTED=/s TD_REFUSED=/s JVM_HEAP_USED=MB JVM_THREADS JVM_GC_TIME=ms/s JVM_CPU_USED%
            TD_LOOP_CPU% TD_LOOP_CPU_MAX% TD_CACHE_HIT% TD_CACHE_HITS=/s TD_CACHE_MISSES=/s TD_CACHE_BYPASS=/s
            TD_CACHE_SENT=MB/s TD_CACHE_USED=MB TD_CACHE_PACKED=MB TD_CACHE_SHARE% TD_CACHE_STORED=/s
            TD_CACHE_EVICTED=/s TD_CERT_LEFT=d TD_DISK_FREE=MB TD_HISTORY_LOST TD_RELOAD_REFUSED""";

    private static final Map<String, AlertFigure> FIGURES = figures();

    public AlertFigure {
        scopes = Set.copyOf(scopes);
    }

    /** The figure of a name; null when there is none. */
    public static @Nullable AlertFigure find(String name) {
        return FIGURES.get(name);
    }

    /** All names. */
    public static List<String> names() {
        return List.copyOf(FIGURES.keySet());
    }

    /** The narrowest of the things that have it. */
    public AlertScope usualScope() {
        return scopes.stream().sorted().findFirst().orElseThrow();
    }

    private static Map<String, AlertFigure> figures() {
        Map<String, AlertFigure> all = new LinkedHashMap<>();
        add(all, ALL, EnumSet.allOf(AlertScope.class));
        add(all, NODE, EnumSet.of(AlertScope.NODE));
        add(all, CLUSTER, EnumSet.of(AlertScope.CLUSTER, AlertScope.DISPATCHER));
        add(all, CLUSTER_ONLY, EnumSet.of(AlertScope.CLUSTER));
        add(all, DISPATCHER, EnumSet.of(AlertScope.DISPATCHER));
        return all;
    }

    private static void add(Map<String, AlertFigure> all, String names, Set<AlertScope> scopes) {
        for (String word : List.of(names.strip().split("\\s+", -1))) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            String unit = equals < 0 ? (name.endsWith("%") ? "%" : "") : word.substring(equals + 1);
            AlertFigure before = all.get(name);
            List<AlertScope> both = new ArrayList<>(scopes);
            if (before != null) {
                both.addAll(before.scopes());
            }
            all.put(name, new AlertFigure(name, unit, Set.copyOf(both)));
        }
    }
}
