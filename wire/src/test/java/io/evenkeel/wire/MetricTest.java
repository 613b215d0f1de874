// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The names of the first paper's tables, typed from the paper. */
class MetricTest {

    private static final List<String> TABLE_3 = List.of(
            "OS_LOAD_MAX",
            "OS_LOAD_AVE1",
            "OS_LOAD_AVE5",
            "OS_LOAD_AVE15",
            "OS_CPU_AVAIL%",
            "OS_CPU_IDLE%",
            "OS_CPU_IOWAIT%",
            "OS_CPU_SYSTEM%",
            "OS_CPU_USED%",
            "OS_CPU_USER%",
            "OS_DISK_QUEUE",
            "OS_DISK_READ_BYTES",
            "OS_DISK_READS",
            "OS_DISK_WRITE_BYTES",
            "OS_DISK_WRITES",
            "OS_MEM_FREE",
            "OS_MEM_FREE%",
            "OS_MEM_TOTAL",
            "OS_MEM_USED",
            "OS_MEM_USED%",
            "OS_SWAP_FREE",
            "OS_SWAP_FREE%",
            "OS_SWAP_PAGEINS",
            "OS_SWAP_PAGEOUTS",
            "OS_SWAP_TOTAL",
            "OS_SWAP_USED",
            "OS_SWAP_USED%",
            "NET_TCP_ACT_OPENS",
            "NET_TCP_ATT_FAILS",
            "NET_TCP_CUR_ESTAB",
            "NET_TCP_ESTAB_RESETS",
            "NET_TCP_IN_ERRS",
            "NET_TCP_IN_SEGS",
            "NET_TCP_OUT_RSTS",
            "NET_TCP_OUT_SEGS",
            "NET_TCP_PASV_OPENS",
            "NET_TCP_RETRANS_SEGS");

    private static final List<String> TABLE_4 = List.of(
            "AMX_CONNS_OPEN",
            "AMX_CONNS_MAX",
            "AMX_CONNS_USED%",
            "AMX_CONNS_DENIED",
            "AMX_CONNS_KEEPALVMAX",
            "AMX_CONNS_QD",
            "AMX_CONNS_QD_1MAVE",
            "AMX_CONNS_QD_5MAVE",
            "AMX_CONNS_QD_15MAVE",
            "AMX_CONNS_Q_MAXSIZE",
            "AMX_CONNS_Q_USED%",
            "AMX_CONNS_Q_THRDSMAX",
            "AMX_CONNS_Q_THRDSMIN",
            "AMX_CONNS_Q_THRBSY",
            "AMX_CONNS_Q_THRBSY%",
            "AMX_RQST_ERRS",
            "AMX_RQST_MAXTIME",
            "AMX_RQST_AVETIME",
            "AMX_RQST_TOTAL",
            "AMX_SESSIONS_ACT",
            "AMX_JDBC_MAXC",
            "AMX_JDBC_ACTC",
            "AMX_JDBC_ACTC%");

    private static final List<String> TABLE_5 = List.of(
            "JVM_CLASS_COUNT",
            "JVM_COMPILE_TIME",
            "JVM_GC_TIME",
            "JVM_HEAP_AVAIL",
            "JVM_HEAP_AVAIL%",
            "JVM_HEAP_TOTAL",
            "JVM_HEAP_USED",
            "JVM_HEAP_USED%",
            "JVM_THREADS",
            "JVM_THREADS_DAEMONS");

    @Test
    void tablesAreThoseOfThePaper() {
        assertThat(titles(Metric.Table.SYSTEM)).containsExactlyElementsOf(TABLE_3);
        assertThat(titles(Metric.Table.SERVER)).containsExactlyElementsOf(TABLE_4);
        assertThat(titles(Metric.Table.JVM)).containsExactlyElementsOf(TABLE_5);
    }

    @Test
    void percentSignsStandForPercentages() {
        assertThat(Metric.values())
                .allSatisfy(metric -> assertThat(metric.unit() == Unit.PERCENT)
                        .isEqualTo(metric.title().endsWith("%")));
    }

    @Test
    void namesAreUsedOnce() {
        assertThat(Stream.of(Metric.values()).map(Metric::title)).doesNotHaveDuplicates();
        assertThat(Stream.of(Metric.values()).filter(Metric::inReport).map(Metric::orcaName))
                .doesNotHaveDuplicates()
                .doesNotContain("epoch", "seq", "clock", "port")
                .allMatch(name -> name.matches("[a-z_]{2,30}"));
    }

    @Test
    void isFoundByBothNames() {
        for (Metric metric : Metric.values()) {
            assertThat(Metric.titled(metric.title())).isEqualTo(metric);
        }
        assertThat(Metric.values())
                .filteredOn(Metric::inReport)
                .allSatisfy(
                        metric -> assertThat(Metric.reported(metric.orcaName())).isEqualTo(metric));
        assertThat(Metric.titled("OS_CPU")).isNull();
        assertThat(Metric.reported("")).isNull();
    }

    private static List<String> titles(Metric.Table table) {
        return Stream.of(Metric.values())
                .filter(metric -> metric.table() == table)
                .map(Metric::title)
                .toList();
    }
}
