// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import java.util.List;
import java.util.function.Function;

/** The keys that say how the nodes of a cluster are watched: by their agents, by checks, by their traffic. */
final class WatchSchema {

    private static final int MAX = Integer.MAX_VALUE;

    private static final Word<String> STATUS = new Word<>(
            "status or range",
            "a status such as 200 or a range such as 200-399",
            List.of(Form.FreeText.of("[1-5][0-9]{2}(-[1-5][0-9]{2})?"), new Form.Whole(100, 599)),
            Function.identity());

    private static final Word<String> GRPC_SERVICE = ScalarTypes.text(
                    "name of a service",
                    "the name of a service of gRPC, such as shop.Basket",
                    "[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*")
            .or("server", "");

    static final Section AGENT = Section.of(
            "agent",
            Key.of("path", ScalarTypes.PATH, "/evenkeel-agent", "Where the agent answers."),
            Key.of(
                    "port",
                    ScalarTypes.whole(1, 65_535).or("announced", 0),
                    "announced",
                    "The agent's own port on the node's host; with `announced`, the port that its samples announce, or else the node's port."),
            Key.of("interval", ScalarTypes.DURATION, "1s", "How often a node without fresh samples is asked."),
            Key.optional(
                    "timeout",
                    ScalarTypes.DURATION,
                    "Limit for one request to the agent as a whole; when absent, 500ms or the interval, whichever is less."),
            Key.of(
                    "retry",
                    ScalarTypes.DURATION,
                    "60s",
                    "The longest time until an agent that did not answer is asked again."),
            Key.optional(
                            "token",
                            ScalarTypes.LINE,
                            "Bearer token that is sent to the agent, and that an agent must send when it pushes.")
                    .asSecret(),
            Key.optional(
                            "secret",
                            ScalarTypes.TEXT,
                            "Key with which an agent that pushes may seal its messages, instead of the token.")
                    .asSecret(),
            Key.of(
                    "register",
                    ScalarTypes.TRUTH,
                    "false",
                    "Whether the agent of an unknown server may add the server as a node."));

    static final Section HEALTH = Section.of(
                    "health",
                    Key.optional(
                            "path",
                            ScalarTypes.PATH,
                            "Target of an HTTP check with `GET`; this, `grpc` or `tcp: true`."),
                    Key.optional(
                            "grpc",
                            GRPC_SERVICE,
                            "Service that a node with `protocol: h2` is asked about by gRPC's health checking protocol (`grpc.health.v1.Health/Check`); `server` for the server as a whole."),
                    Key.of("tcp", ScalarTypes.TRUTH, "false", "Check only whether a connection can be made."),
                    Key.optional(
                            "host", ScalarTypes.LINE, "`Host` field of the check; the node's address when absent."),
                    Key.of("status", STATUS, "200-399", "Statuses that count as healthy."),
                    Key.of(
                            "interval",
                            ScalarTypes.DURATION,
                            "2s",
                            "Time between two checks of a node; the first is at once."),
                    Key.of("timeout", ScalarTypes.DURATION, "1s", "Limit for one check as a whole."),
                    Key.of("fall", ScalarTypes.whole(1, 1000), "3", "Failed checks in a row that take a node out."),
                    Key.of("rise", ScalarTypes.whole(1, 1000), "2", "Passed checks in a row that bring it back."))
            .withShorthand("path")
            .withOff();

    static final Section EJECTION = Section.of(
                    "ejection",
                    Key.of(
                            "consecutive",
                            ScalarTypes.whole(0, MAX),
                            "5",
                            "Failures in a row after which a node is ejected; three on different paths are enough while no other node fails; 0 for never."),
                    Key.of(
                            "failure-share",
                            ScalarTypes.SHARE.or("never", 2.0),
                            "50%",
                            "Share of failures in the window from which a node is ejected."),
                    Key.of(
                            "latency-factor",
                            ScalarTypes.numberFrom(0, 1_000_000),
                            "0",
                            "A node this many times slower than the cluster's median is ejected; 0 for never."),
                    Key.of(
                            "min-tasks",
                            ScalarTypes.whole(1, MAX),
                            "20",
                            "Minimum number of tasks in the window; with fewer tasks, shares and times do not count."),
                    Key.of("window", ScalarTypes.DURATION, "10s", "The time over which shares and times are measured."),
                    Key.of(
                            "base",
                            ScalarTypes.DURATION,
                            "10s",
                            "Time of the first ejection; the n-th in a row takes n times this."),
                    Key.of("max", ScalarTypes.DURATION, "300s", "The longest ejection."),
                    Key.of(
                            "max-share",
                            ScalarTypes.SHARE,
                            "50%",
                            "Share of the cluster that may be ejected at once; the last node never is."),
                    Key.of(
                            "retry-after",
                            ScalarTypes.DURATION_OR_ZERO,
                            "60s",
                            "The longest time for which a node that answers 503 with `Retry-After`, or 429 to several clients in a row, gets no new tasks; sessions stay there. 0 for never."))
            .withOff();

    private WatchSchema() {}
}
