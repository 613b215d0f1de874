// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.schema;

import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import java.util.List;
import java.util.Locale;

/** The keys of a cluster. */
final class ClusterSchema {

    private static final int MAX = Integer.MAX_VALUE;

    private static final Section POLICY = Section.of(
                    "policy",
                    Key.of("name", ScalarTypes.NAME, "headroom", "A policy's name; `evenkeel policies` lists them."))
            .withShorthand("name")
            .withOthers(ScalarTypes.PARAMETER);

    private static final Word<Integer> BACKUP = new Word<>(
            "boolean, or integer from 1 to 9",
            "true or false, or a number from 1 to 9",
            List.of(new Form.Truth(), new Form.Whole(1, 9)),
            text -> switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> 1;
                case "false" -> 0;
                default -> Integer.valueOf(text);
            });

    static final Section NODE = Section.of(
                    "node",
                    Key.same(
                            "name",
                            ScalarTypes.NAME,
                            "address",
                            "Unique in the cluster; shown in metrics, logs and commands."),
                    Key.required("address", ScalarTypes.ADDRESS, "The app server."),
                    Key.of(
                            "weight",
                            ScalarTypes.numberAbove(0, 1_000_000),
                            "1",
                            "Policies that use weights give traffic in proportion."),
                    Key.of(
                            "max-in-flight",
                            ScalarTypes.whole(1, MAX).or("unlimited", MAX),
                            "unlimited",
                            "Maximum number of tasks in flight."),
                    Key.of(
                            "max-connections",
                            ScalarTypes.whole(1, MAX).or("unlimited", MAX),
                            "unlimited",
                            "Maximum number of open connections."),
                    Key.same(
                            "route",
                            ScalarTypes.NAME,
                            "name",
                            "The route that the app server appends to session identifiers, such as Tomcat's `jvmRoute` or Liberty's clone identifier."),
                    Key.optional(
                            "public",
                            ScalarTypes.WEB_ADDRESS,
                            "Address at which clients reach the node by themselves: the broker tells it to them."),
                    Key.optional(
                            "serves",
                            new Listing(ScalarTypes.NAME, 1, true),
                            "Names of `services` that the node is for, or `other` for what no rule fits; for policy `service-partition`."),
                    Key.of(
                            "backup",
                            BACKUP,
                            "false",
                            "The node gets tasks only while no other node takes any: all others are down, drained, ejected or silent. It also gets retries that have failed on all others. A node that is only full does not bring it in. `2` to `9` are backups of backups."))
            .withShorthand("address");

    private static final Section SERVICE = Section.of(
            "service",
            Key.required(
                    "name",
                    ScalarTypes.NAME,
                    "The service; for policy `cap` one of `static`, `cpu`, `disk`, `cpu-and-disk`."),
            Key.optional("path", ScalarTypes.PATH, "The beginning of the path, up to a border of its segments."),
            Key.optional("suffix", ScalarTypes.LINE, "The end of the path, such as `.mp4`."));

    private static final Section TIMEOUTS = Section.of(
            "cluster.timeouts",
            Key.of("connect", ScalarTypes.DURATION, "2s", "Limit for one connection attempt."),
            Key.of(
                    "response",
                    ScalarTypes.DURATION,
                    "30s",
                    "The longest silence of a node that owes an answer or the rest of one; after a fifth of it at the latest, the node is in doubt."),
            Key.of(
                    "tunnel",
                    ScalarTypes.DURATION,
                    "1h",
                    "The longest silence in both directions of an upgraded or TCP connection."));

    private static final Section RETRY = Section.of(
            "retry",
            Key.of(
                    "attempts",
                    ScalarTypes.whole(0, 100),
                    "1",
                    "Further attempts on another node after the first; 0 for none."),
            Key.of(
                    "budget",
                    ScalarTypes.SHARE,
                    "20%",
                    "Retries as a share of the requests of the last ten seconds; ten a second always pass."));

    private static final Section QUEUE = Section.of(
            "queue",
            Key.of(
                    "size",
                    ScalarTypes.whole(0, 1_000_000),
                    "1024",
                    "The most tasks that wait when no node may take them; 0 refuses at once."),
            Key.of(
                    "timeout",
                    ScalarTypes.DURATION,
                    "600ms",
                    "The longest wait of one task. With `overload.admit-sessions` and `fifo` it is `5s` by default. Make it shorter than clients wait; otherwise servers work for clients that are gone."),
            Key.of(
                    "discipline",
                    ScalarTypes.choice(QueueSettings.Discipline.class),
                    "codel",
                    "Which task is served first: with `codel` the oldest, but the newest while the queue is late; with `fifo` always the oldest, which is the default with `overload.admit-sessions`."),
            Key.of(
                    "target",
                    ScalarTypes.DURATION,
                    "200ms",
                    "For `codel`: the queue is late when its oldest task has waited longer than this throughout 100 ms; then a task that has waited twice as long is dropped. With a `timeout` of more than 600 ms it is a third of it by default."));

    private static final Section POOL = Section.of(
            "pool",
            Key.of(
                    "max-idle",
                    ScalarTypes.whole(0, 1_000_000),
                    "1024",
                    "Idle connections kept for each node by each event loop; 0 keeps none."),
            Key.of("idle", ScalarTypes.DURATION, "15s", "A connection that is idle for this long is closed."));

    private static final Section STORE = Section.of(
                    "store",
                    Key.required(
                            "url",
                            ScalarTypes.STORE_URL,
                            "`valkey://host:port/database`, or `redis://`; with `valkeys://` or `rediss://` over TLS. Port 6379 and database 0 when absent."),
                    Key.optional(
                            "user", ScalarTypes.LINE, "The user of an access list; when absent, the default user."),
                    Key.optional("password", ScalarTypes.TEXT, "The user's password.")
                            .asSecret(),
                    Key.of(
                            "timeout",
                            ScalarTypes.DURATION,
                            "200ms",
                            "The longest time that a request waits for the store, from 1 ms to 1 s; a tenth of it after the store was late three times in a row. After that time the request goes where a new client would."))
            .withShorthand("url");

    private static final Section AFFINITY = Section.of(
                    "affinity",
                    Key.of(
                            "mode",
                            ScalarTypes.choice(AffinitySettings.Mode.class),
                            "none",
                            "The mark by which a client's node is found again: a signed `cookie` of the dispatcher, the `jvm-route` in the application's session, the session cookie itself, `learned` from answers, or the client's address, `source-ip`."),
                    Key.of(
                            "strict",
                            ScalarTypes.TRUTH,
                            "false",
                            "With true a client waits for its own node, and gets 503 when that cannot take it; with false another node serves it then."),
                    Key.of(
                            "cookie",
                            ScalarTypes.COOKIE_NAME,
                            "JSESSIONID",
                            "The cookie in which the application keeps its session."),
                    Key.of(
                            "name",
                            ScalarTypes.COOKIE_NAME,
                            "EVENKEEL",
                            "For `cookie`: the name of the dispatcher's cookie."),
                    Key.of("path", ScalarTypes.COOKIE_PATH, "/", "For cookies of the dispatcher: their `Path`."),
                    Key.optional(
                            "domain",
                            ScalarTypes.HOST,
                            "For cookies of the dispatcher: their `Domain`; when absent, they are for the host alone."),
                    Key.optional(
                            "age",
                            ScalarTypes.DURATION,
                            "For `cookie`: its `Max-Age`; when absent, it ends with the browser, and is good for a week without a request."),
                    Key.of(
                            "secure",
                            ScalarTypes.choice(AffinitySettings.Secure.class),
                            "auto",
                            "For cookies of the dispatcher: when they are `Secure`; `auto` for requests that came by https."),
                    Key.of(
                            "same-site",
                            ScalarTypes.choice(AffinitySettings.SameSite.class),
                            "lax",
                            "For cookies of the dispatcher: their `SameSite`."),
                    Key.of(
                            "entries",
                            ScalarTypes.whole(1, 100_000_000),
                            "1000000",
                            "The most sessions, and with `source-ip` addresses, that are remembered; those that were not used for a long time are forgotten first. Where sessions are only counted, 200,000 at most."),
                    Key.of(
                            "idle",
                            ScalarTypes.DURATION,
                            "30m",
                            "Time without a request after which a session is over, and an address forgotten."),
                    Key.optional(
                            "store",
                            STORE,
                            "For `learned`: a Valkey, or Redis 6.2 or newer, in which several dispatchers with one `cluster-key` share the sessions."),
                    Key.optional(
                            "response-time",
                            ScalarTypes.COOKIE_NAME,
                            "The name of a cookie, such as `EVENKEEL_TIME`, that each answer of a session sets to the present time, signed. So every dispatcher with one `cluster-key` knows how long the user has thought, which `redal` uses. No cookie is set when absent."))
            .withShorthand("mode");

    private static final Section TLS = Section.of(
                    "cluster.tls",
                    Key.of(
                            "verify",
                            ScalarTypes.TRUTH,
                            "true",
                            "Whether a node must prove by its certificate that it is the server that was asked for."),
                    Key.optional(
                            "ca",
                            ScalarTypes.TEXT,
                            "PEM file of the authorities that issue the nodes' certificates, or of these themselves; those that Java trusts when absent. A relative path begins in the folder of this file."),
                    Key.optional(
                            "name",
                            ScalarTypes.HOST.or("", ""),
                            "The name that nodes are asked for (SNI) and that their certificates must have; when absent or empty, the request's `Host`, and for everything else the host of the node's address."),
                    Key.optional(
                            "certificate",
                            ScalarTypes.TEXT,
                            "PEM file of the certificate that the dispatcher shows to nodes."),
                    Key.optional("key", ScalarTypes.TEXT, "PEM file of its private key."),
                    Key.optional("key-password", ScalarTypes.TEXT, "Opens an encrypted key (PKCS#8).")
                            .asSecret())
            .withOff();

    static final Section CLUSTER = Section.of(
            "cluster",
            Key.of(
                    "policy",
                    POLICY,
                    "How tasks are given to nodes: a name, or a section of the name and the policy's parameters."),
            Key.of(
                    "assign",
                    ScalarTypes.choice(ClusterSettings.Assign.class),
                    "request",
                    "What is given to a node: each request, or each client connection."),
            Key.optional(
                    "nodes",
                    new Listing(NODE, 1),
                    "The app servers. May be left out when the cluster has `discover`, or when servers register with it on a listener with `protocol: mcmp`."),
            Key.optional(
                    "discover",
                    DiscoverSchema.DISCOVER,
                    "Where nodes are found while the dispatcher runs, together with `nodes` or instead of them: one of `dns`, `srv`, `file`, `kubernetes` and `consul`."),
            Key.optional(
                    "agent",
                    WatchSchema.AGENT,
                    "The monitoring agent in the nodes; when it is absent, the policy uses only what the dispatcher itself sees."),
            Key.of(
                    "protocol",
                    ScalarTypes.choice(NodeProtocol.class),
                    "http",
                    "The protocol with the nodes: `http` is HTTP/1.1; `h2` is HTTP/2, which gRPC needs, by prior knowledge, or with `tls` by ALPN."),
            Key.optional(
                    "tls",
                    TLS,
                    "TLS with the nodes, for requests, checks and questions to agents; plain connections when it is absent or `off`."),
            Key.optional("health", WatchSchema.HEALTH, "The active check; none when it is absent or `off`."),
            Key.of(
                    "ejection",
                    WatchSchema.EJECTION,
                    "Nodes that fail under traffic are taken out for a while; `off` for never."),
            Key.of("affinity", AFFINITY, "Ties clients to nodes."),
            Key.of("timeouts", TIMEOUTS, "Timeouts for nodes; they limit idle times, not totals."),
            Key.of("retry", RETRY, "When a task may be tried on another node."),
            Key.of("queue", QUEUE, "Where tasks wait when no node may take them."),
            Key.of("overload", OverloadSchema.OVERLOAD, "What happens when there is more work than the nodes can do."),
            Key.of("pool", POOL, "Idle connections to the nodes."),
            Key.of(
                    "slow-start",
                    ScalarTypes.DURATION_OR_ZERO,
                    "0",
                    "Time over which a node that joined or came back is warmed up; 0 for at once."),
            Key.of(
                    "panic",
                    ScalarTypes.choice(ClusterSettings.Panic.class),
                    "refuse",
                    "When every node is down: refuse with 503, or try all as if they were up."),
            Key.of(
                    "request-classes",
                    ScalarTypes.whole(1, 3).or("none", 0),
                    "none",
                    "Path segments by which requests are put into classes, so that the console shows the cost of each class, and `headroom` can compare answers within a class."),
            Key.optional(
                    "services",
                    new Listing(SERVICE, 1),
                    "What requests ask for, by their paths; the first rule that fits counts. For policies `service-partition` and `cap`."),
            Key.of(
                    "proxy-protocol",
                    ScalarTypes.choice(ClusterSettings.ProxyProtocol.class),
                    "none",
                    "The PROXY protocol header sent to nodes for connections of a tcp listener."));

    private ClusterSchema() {}
}
