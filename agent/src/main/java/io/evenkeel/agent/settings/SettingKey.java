// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.settings;

import java.util.Locale;

/** The keys of the agent's settings, with their defaults and what they mean. */
public enum SettingKey {
    /** The agent's own port. */
    PORT(
            "port",
            "9797",
            "The agent's own port: a number, or `off`. When it is in use, the agent takes the next free one of the following 20; every sample says which."),
    /** The address that the own port listens on. */
    HOST("host", "127.0.0.1", "Address on which the agent listens. Any but a loopback address needs a `token`."),
    /** The token that a reader must know. */
    TOKEN(
            "token",
            "",
            "What every reader must send as `Authorization: Bearer …`, on the agent's own port and on the application's. Empty: only readers on this machine."),
    /** The path of the sample. */
    PATH(
            "path",
            "/evenkeel-agent",
            "Path of the sample; with `.html` at its end it is the table, with `/orca` the load report."),
    /** HAProxy's port. */
    CHECK_PORT("check.port", "off", "Port for HAProxy's agent-check: a number, or `off`."),
    /** The least time between two samples. */
    INTERVAL(
            "interval",
            "100ms",
            "Time between two samples, 100ms to 60s; half of it while no answer has carried the last one."),
    /** The form of the report that answers carry. */
    HEADER(
            "header",
            "text",
            "Form of the load report in the header `endpoint-load-metrics` of answers: `text`, `json`, or `off`."),
    /** The name of this node. */
    NAME("name", "", "Name of this node towards the dispatcher. Empty: the machine's name."),
    /** The cluster of this node. */
    CLUSTER("cluster", "", "Cluster of the dispatcher that this node registers for."),
    /** The address of this node for requests. */
    ADDRESS("address", "", "Host and port at which the dispatcher reaches this node's server. Needed to register."),
    /** The dispatcher to push to. */
    PUSH_URL(
            "push.url",
            "",
            "Where to register and to send samples: the dispatcher's `http` or `https` URL. Empty: nothing is pushed; the dispatcher pulls."),
    /** The bearer token of pushes. */
    PUSH_TOKEN("push.token", "", "Bearer token for `push.url`."),
    /** The secret that seals pushes. */
    PUSH_SECRET("push.secret", "", "Shared secret that seals every push (HMAC-SHA256), instead of a token."),
    /** The most requests that may wait, if the server does not tell. */
    QUEUE_MAX(
            "queue.max",
            "",
            "Most requests that may wait for a worker, where the server does not report it or reports it wrong."),
    /** The most connections, if the server does not tell. */
    CONNECTIONS_MAX(
            "connections.max", "", "Most connections, where the server does not report it or reports it wrong."),
    /** The most worker threads, if the server does not tell. */
    WORKERS_MAX("workers.max", "", "Most worker threads, where the server does not report it or reports it wrong.");

    /** The prefix of the key in a system property. */
    public static final String PROPERTY_PREFIX = "evenkeel.agent.";

    private final String key;
    private final String preset;
    private final String meaning;

    SettingKey(String key, String preset, String meaning) {
        this.key = key;
        this.preset = preset;
        this.meaning = meaning;
    }

    /** The key as it stands in a servlet's init parameter and in the arguments of {@code -javaagent}. */
    public String key() {
        return key;
    }

    /** The system property. */
    public String property() {
        return PROPERTY_PREFIX + key;
    }

    /** The environment variable. */
    public String variable() {
        return property().toUpperCase(Locale.ROOT).replace('.', '_');
    }

    /** The value that holds when nothing is set; empty: none. */
    public String preset() {
        return preset;
    }

    /** True when its value must not be shown. */
    boolean secret() {
        return this == TOKEN || this == PUSH_TOKEN || this == PUSH_SECRET;
    }

    /** One or two sentences, in Markdown. */
    public String meaning() {
        return meaning;
    }
}
