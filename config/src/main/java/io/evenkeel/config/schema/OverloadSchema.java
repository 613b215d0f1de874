// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;

/** The keys of a cluster for more work than its nodes can do. */
final class OverloadSchema {

    private static final Word<String> FIELD = ScalarTypes.text(
            "field name", "the name of a field, such as X-Patience-Ms", "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}");

    private static final Section CLASS = Section.of(
            "overload.class",
            Key.required("name", ScalarTypes.NAME, "The class, in metrics and in the console; `other` is taken."),
            Key.optional("path", ScalarTypes.PATH, "The beginning of the path, up to a border of its segments."),
            Key.optional("host", ScalarTypes.HOST, "The host that is asked for, or `*.` and what its name ends in."),
            Key.optional(
                    "header",
                    ScalarTypes.LINE,
                    "A field that requests of the class have: `X-Plan`, or with one value, `X-Plan: gold`."),
            Key.optional(
                    "cookie",
                    ScalarTypes.LINE,
                    "A cookie that requests of the class have: `member`, or with one value, `member=1`."),
            Key.of(
                    "session",
                    ScalarTypes.choice(QueueClass.SessionKind.class),
                    "any",
                    "`new` for requests that belong to no session yet, `running` for those of a session that the affinity knows."),
            Key.optional(
                    "network",
                    new Listing(ScalarTypes.NETWORK, 1, true),
                    "Networks that clients of the class come from, such as `10.0.0.0/8`. The client is the one that `trusted` proxies name."),
            Key.of(
                    "share",
                    ScalarTypes.SHARE,
                    "0%",
                    "The share of free places that the class gets while its requests wait; together 100 % at most."),
            Key.of(
                    "priority",
                    ScalarTypes.whole(-1000, 1000),
                    "0",
                    "The class with the highest priority gets the places that no share takes."));

    static final Section OVERLOAD = Section.of(
            "overload",
            Key.of(
                    "admit-sessions",
                    ScalarTypes.TRUTH,
                    "false",
                    "Refuses new sessions while the nodes cannot finish them; requests of running sessions pass. Needs an affinity."),
            Key.optional(
                    "classes",
                    new Listing(CLASS, 1),
                    "Classes of requests that wait in lines of their own, each as long as `queue.size`; the first class that fits counts."),
            Key.optional(
                    "patience-header",
                    FIELD,
                    "A field in which clients say how many milliseconds they wait; a request does not wait in the queue for longer."),
            Key.of(
                    "learn-patience",
                    ScalarTypes.TRUTH,
                    "false",
                    "Learns from clients who leave while they wait after which time a quarter of them has gone; no request waits in the queue for longer, 100 ms at least."),
            Key.of(
                    "wait-for-workers",
                    ScalarTypes.TRUTH,
                    "false",
                    "Gives a node no more tasks, and opens no more connections, than it has workers that are not busy for others, as its agent tells; while every worker is busy, tasks wait in the queue."),
            Key.of(
                    "learn-concurrency",
                    ScalarTypes.TRUTH,
                    "false",
                    "Learns from the times of its answers how many tasks a node can work on at once, where no agent tells its workers, and gives it no more; `max-in-flight` still holds."),
            Key.optional(
                    "page",
                    ScalarTypes.TEXT,
                    "HTML file of up to 256 kB that clients see with 503; `{{retry-after}}`, `{{reason}}` and `{{request-id}}` in it are filled in. A page of `error-pages` for exactly `503` comes before it, one for `5xx` after it. A relative path begins in the folder of this file."));

    private OverloadSchema() {}
}
