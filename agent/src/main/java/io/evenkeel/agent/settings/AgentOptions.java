// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.settings;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the agent by its operator. Immutable.
 *
 * <p>For each key the first place that has a value counts: the arguments of {@code -javaagent}, the system property
 * {@code evenkeel.agent.KEY}, the environment variable {@code EVENKEEL_AGENT_KEY}, the init parameter of the web
 * application. Wrong values are in {@link #complaints()}, and the default holds.
 */
public final class AgentOptions {

    /** The value of {@link #port()} and {@link #checkPort()} for no port. */
    public static final int OFF = -1;

    private static final int LEAST_INTERVAL_MS = 100;
    private static final int MOST_INTERVAL_MS = 60_000;
    private static final int MOST_LIMIT = 10_000_000;

    private final int port;
    private final String token;
    private final InetAddress host;
    private final String hostName;
    private final String path;
    private final int checkPort;
    private final int intervalMs;
    private final String header;
    private final String name;
    private final String cluster;
    private final String address;
    private final @Nullable URI pushUrl;
    private final String pushToken;
    private final String pushSecret;
    private final OptionalInt queueMax;
    private final OptionalInt connectionsMax;
    private final OptionalInt workersMax;
    private final List<String> complaints;

    private AgentOptions(SettingSources sources) {
        port = port(sources, SettingKey.PORT);
        token = sources.text(SettingKey.TOKEN);
        host = host(sources, token);
        hostName = sources.text(SettingKey.HOST);
        path = path(sources);
        checkPort = port(sources, SettingKey.CHECK_PORT);
        intervalMs = intervalMs(sources);
        header = header(sources);
        name = name(sources);
        cluster = sources.text(SettingKey.CLUSTER);
        address = sources.text(SettingKey.ADDRESS);
        pushToken = sources.text(SettingKey.PUSH_TOKEN);
        pushSecret = sources.text(SettingKey.PUSH_SECRET);
        pushUrl = pushUrl(sources, address);
        queueMax = limit(sources, SettingKey.QUEUE_MAX);
        connectionsMax = limit(sources, SettingKey.CONNECTIONS_MAX);
        workersMax = limit(sources, SettingKey.WORKERS_MAX);
        complaints = sources.complaints();
    }

    /** Settings of an agent inside a web application, whose init parameters are given by key. */
    public static AgentOptions ofApplication(Map<String, String> initParameters) {
        return of(null, System::getProperty, System::getenv, initParameters);
    }

    /** Settings of a {@code -javaagent} with arguments such as {@code port=9797,token=s3cret}; null for none. */
    public static AgentOptions ofArguments(@Nullable String arguments) {
        return of(arguments, System::getProperty, System::getenv, Collections.emptyMap());
    }

    /** Settings from the four places, in the order in which they count. */
    public static AgentOptions of(
            @Nullable String arguments,
            Function<String, @Nullable String> properties,
            Function<String, @Nullable String> environment,
            Map<String, String> initParameters) {
        return new AgentOptions(new SettingSources(arguments, properties, environment, initParameters));
    }

    /** The faults, one sentence each, with the place and the value that holds instead. */
    public List<String> complaints() {
        return complaints;
    }

    /** The first port to try for the agent's own; 0: any; {@link #OFF}: none. */
    public int port() {
        return port;
    }

    /** The address to listen on, a loopback one unless there is a token. */
    public InetAddress host() {
        return host;
    }

    /** The same as the operator wrote it. */
    public String hostName() {
        return hostName;
    }

    /** The token that readers must send; empty: none. */
    public String token() {
        return token;
    }

    /** The path of the sample; begins with a slash and does not end with one. */
    public String path() {
        return path;
    }

    /** The port for HAProxy's agent-check; 0: any; {@link #OFF}: none. */
    public int checkPort() {
        return checkPort;
    }

    /** Shortest time between two samples. */
    public int intervalMs() {
        return intervalMs;
    }

    /** Form of the load report that answers carry: {@code text}, {@code json} or {@code off}. */
    public String header() {
        return header;
    }

    /** The node's name; the machine's when none is set. */
    public String name() {
        return name;
    }

    /** The cluster to register for; empty when none is set. */
    public String cluster() {
        return cluster;
    }

    /** Host and port of this node's server for the dispatcher; empty when not set. */
    public String address() {
        return address;
    }

    /** The URL to push to; null: none. */
    public @Nullable URI pushUrl() {
        return pushUrl;
    }

    /** Bearer token of pushes; empty: none. */
    public String pushToken() {
        return pushToken;
    }

    /** Secret that seals pushes; empty: none. */
    public String pushSecret() {
        return pushSecret;
    }

    /** Most requests that may wait for a worker, where the operator knows better than the server. */
    public OptionalInt queueMax() {
        return queueMax;
    }

    /** Most connections, where the operator knows better than the server. */
    public OptionalInt connectionsMax() {
        return connectionsMax;
    }

    /** Most worker threads, where the operator knows better than the server. */
    public OptionalInt workersMax() {
        return workersMax;
    }

    private static int port(SettingSources sources, SettingKey key) {
        String text = sources.text(key);
        if (text.equals("off")) {
            return OFF;
        }
        int number = number(text);
        if (number >= 0 && number <= 65_535) {
            return number;
        }
        sources.complain(key, "is neither a port nor off", "it is " + key.preset());
        return key.preset().equals("off") ? OFF : number(key.preset());
    }

    private static InetAddress host(SettingSources sources, String token) {
        String text = sources.text(SettingKey.HOST);
        try {
            InetAddress address = InetAddress.getByName(text);
            if (address.isLoopbackAddress() || !token.isEmpty()) {
                return address;
            }
            sources.complain(
                    SettingKey.HOST,
                    "other machines could read the agent there, and no token is set",
                    "it stays on the loopback address; set evenkeel.agent.token as well");
        } catch (UnknownHostException e) {
            sources.complain(SettingKey.HOST, "is not an address of this machine", "it stays on the loopback address");
        }
        return InetAddress.getLoopbackAddress();
    }

    private static String path(SettingSources sources) {
        String text = sources.text(SettingKey.PATH);
        if (text.matches("(/[A-Za-z0-9._~-]+)+")) {
            return text;
        }
        String preset = SettingKey.PATH.preset();
        sources.complain(
                SettingKey.PATH, "must begin with a slash and hold letters, digits and ._~- only", "it is " + preset);
        return preset;
    }

    private static int intervalMs(SettingSources sources) {
        String text = sources.text(SettingKey.INTERVAL);
        int ms = text.endsWith("ms")
                ? number(text.substring(0, text.length() - 2))
                : text.endsWith("s") ? 1_000 * Math.min(number(text.substring(0, text.length() - 1)), 1_000) : -1;
        if (ms >= LEAST_INTERVAL_MS && ms <= MOST_INTERVAL_MS) {
            return ms;
        }
        sources.complain(SettingKey.INTERVAL, "is not a time from 100ms to 60s", "it is 100ms");
        return LEAST_INTERVAL_MS;
    }

    private static String header(SettingSources sources) {
        String text = sources.text(SettingKey.HEADER);
        if (text.matches("text|json|off")) {
            return text;
        }
        sources.complain(SettingKey.HEADER, "is not text, json or off", "it is " + SettingKey.HEADER.preset());
        return SettingKey.HEADER.preset();
    }

    private static String name(SettingSources sources) {
        String text = sources.text(SettingKey.NAME);
        if (!text.isEmpty()) {
            return text;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "node";
        }
    }

    private static @Nullable URI pushUrl(SettingSources sources, String address) {
        String text = sources.text(SettingKey.PUSH_URL);
        if (text.isEmpty()) {
            return null;
        }
        try {
            URI uri = URI.create(text);
            String scheme = uri.getScheme();
            if (uri.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
                sources.complain(SettingKey.PUSH_URL, "is not an http or https URL", "nothing is pushed");
                return null;
            }
            if (address.isEmpty()) {
                sources.complain(
                        SettingKey.PUSH_URL,
                        "a node that registers must say its address",
                        "nothing is pushed; set evenkeel.agent.address to the host:port of this server");
                return null;
            }
            return uri;
        } catch (IllegalArgumentException e) {
            sources.complain(SettingKey.PUSH_URL, "is not a URL", "nothing is pushed");
            return null;
        }
    }

    private static OptionalInt limit(SettingSources sources, SettingKey key) {
        String text = sources.text(key);
        if (text.isEmpty()) {
            return OptionalInt.empty();
        }
        int number = number(text);
        if (number < 0 || number > MOST_LIMIT) {
            sources.complain(key, "is not a number from 0 to " + MOST_LIMIT, "the value of the server is used");
            return OptionalInt.empty();
        }
        return OptionalInt.of(number);
    }

    /** The number that a text of up to nine digits is; -1 for another text. */
    private static int number(String text) {
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
    }
}
