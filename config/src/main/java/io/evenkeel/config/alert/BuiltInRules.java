// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.alert;

import static io.evenkeel.config.alert.AlertScope.CLUSTER;
import static io.evenkeel.config.alert.AlertScope.DISPATCHER;
import static io.evenkeel.config.alert.AlertScope.NODE;
import static io.evenkeel.config.alert.AlertSeverity.CRITICAL;
import static io.evenkeel.config.alert.AlertSeverity.WARNING;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The rules that come with the program. A rule of the file with the same name replaces one.
 *
 * <p>Each names a thing that somebody can act on, and most wait longer than the trouble that goes away by itself.
 */
public final class BuiltInRules {

    private static final List<AlertRule> RULES = List.of(
            rule(
                    "node-out",
                    AlertCondition.state(Set.of(WatchedState.DOWN, WatchedState.EJECTED, WatchedState.SILENT)),
                    15,
                    WARNING,
                    "Look at the node; 'evenkeel node maint' says that it is known."),
            rule(
                    "node-resting",
                    AlertCondition.state(Set.of(WatchedState.RESTING)),
                    300,
                    WARNING,
                    "It keeps asking for a time without new tasks; see what its server refuses."),
            rule(
                    "cluster-without-nodes",
                    AlertCondition.state(Set.of(WatchedState.WITHOUT_NODES)),
                    5,
                    CRITICAL,
                    "Its clients get 503. Bring any node back."),
            rule(
                    "failed-requests",
                    AlertCondition.figure("TD_FAIL_SHARE%", CLUSTER, true, 5, 1),
                    60,
                    WARNING,
                    "See which node they fail at: 'evenkeel status'."),
            rule(
                    "sessions-broken",
                    AlertCondition.figure("TD_SESSIONS_BROKEN", CLUSTER, true, 0, 0),
                    0,
                    WARNING,
                    "Users had to sign in again; see the page of the cluster's sessions."),
            rule(
                    "queue",
                    AlertCondition.figure("TD_QUEUE", CLUSTER, true, 10, 1),
                    60,
                    WARNING,
                    "Tasks wait for a node; the cluster needs more room."),
            rule(
                    "heap-live",
                    AlertCondition.figure("JVM_HEAP_LIVE%", NODE, true, 90, 80),
                    60,
                    WARNING,
                    "What is left after a collection does not go away; the heap is too small or something leaks."),
            rule(
                    "heap-soon-full",
                    AlertCondition.figure("JVM_HEAP_LIVE%", NODE, true, 97, 90)
                            .forecast(Duration.ofMinutes(30), Duration.ofHours(2)),
                    300,
                    WARNING,
                    "At this growth the heap is full within two hours; drain and restart the node before."),
            rule(
                    "sample-old",
                    AlertCondition.figure("TAP_SAMPLE_AGE", NODE, true, 60_000, 15_000),
                    60,
                    WARNING,
                    "Its agent tells nothing new; see whether it still runs."),
            rule(
                    "certificate-expires",
                    AlertCondition.figure("TD_CERT_LEFT", DISPATCHER, false, 14, 15),
                    0,
                    WARNING,
                    "Renew it; a change of the file is noticed."),
            rule(
                    "certificate-ends",
                    AlertCondition.figure("TD_CERT_LEFT", DISPATCHER, false, 3, 4),
                    0,
                    CRITICAL,
                    "Clients will refuse it; renew it now."),
            rule(
                    "loops-busy",
                    AlertCondition.figure("TD_LOOP_CPU_MAX%", DISPATCHER, true, 90, 75),
                    60,
                    WARNING,
                    "An event loop has no time left; the dispatcher needs more cores, or a second one."),
            rule(
                    "disk-full",
                    AlertCondition.figure("TD_DISK_FREE", DISPATCHER, false, 500, 1000),
                    0,
                    WARNING,
                    "Logs and history need room where the dispatcher keeps its files."),
            rule(
                    "history-lost",
                    AlertCondition.figure("TD_HISTORY_LOST", DISPATCHER, true, 0, 0),
                    0,
                    WARNING,
                    "The event log says why."),
            rule(
                    "reload-refused",
                    AlertCondition.figure("TD_RELOAD_REFUSED", DISPATCHER, true, 0, 0),
                    0,
                    WARNING,
                    "The file has errors, and the one before is in force: 'evenkeel validate'."));

    private BuiltInRules() {}

    /** All of them. */
    public static List<AlertRule> all() {
        return RULES;
    }

    private static AlertRule rule(String name, AlertCondition when, long holdS, AlertSeverity severity, String advice) {
        return new AlertRule(name, when, Duration.ofSeconds(holdS), severity, List.of(), advice);
    }
}
