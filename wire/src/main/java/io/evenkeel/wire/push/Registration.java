// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

import java.util.regex.Pattern;

/** What a node says of itself when it registers: immutable, and checked when it is made. */
public final class Registration {

    /** Longest description of the software, in characters. */
    public static final int MOST_TEXT = 200;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern ADDRESS =
            Pattern.compile("([A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])?:([0-9]{1,5})");
    private static final int MOST_PORT = 65535;
    private static final int MOST_WORKERS = 1_000_000;

    private final String node;
    private final String cluster;
    private final String address;
    private final String software;
    private final int agentPort;
    private final int workers;
    private final int processors;

    /**
     * @param node its name: 1 to 64 letters, digits, dots, dashes and underscores
     * @param cluster the cluster it wants to join, named likewise
     * @param address {@code host:port} of its server, {@code [::1]:8080} with an IPv6 address; without a host, {@code :8080}, it is the
     *     address that the message came from
     * @throws IllegalArgumentException for anything else, with the remedy
     */
    public Registration(String node, String cluster, String address) {
        this(node, cluster, address, 0, 0, 0, "");
    }

    private Registration(
            String node, String cluster, String address, int agentPort, int workers, int processors, String software) {
        require(isName(node), "node", node, "1 to 64 letters, digits, dots, dashes and underscores");
        require(isName(cluster), "cluster", cluster, "1 to 64 letters, digits, dots, dashes and underscores");
        require(isAddress(address), "address", address, "host:port, [IPv6]:port or :port");
        require(agentPort >= 0 && agentPort <= MOST_PORT, "agentPort", "" + agentPort, "a port, or 0 for none");
        require(workers >= 0 && workers <= MOST_WORKERS, "workers", "" + workers, "0 to " + MOST_WORKERS);
        require(processors >= 0 && processors <= MOST_WORKERS, "processors", "" + processors, "0 to " + MOST_WORKERS);
        require(isText(software), "software", software, "at most " + MOST_TEXT + " printable characters");
        this.node = node;
        this.cluster = cluster;
        this.address = address;
        this.agentPort = agentPort;
        this.workers = workers;
        this.processors = processors;
        this.software = software;
    }

    /** The same with the port on which the agent answers; 0 when it has none. */
    public Registration agentPort(int port) {
        return new Registration(node, cluster, address, port, workers, processors, software);
    }

    /** The same with hints of its capacity: worker threads and processors; 0 when unknown. */
    public Registration capacity(int workerThreads, int cpus) {
        return new Registration(node, cluster, address, agentPort, workerThreads, cpus, software);
    }

    /** The same with what the server is, for people: {@code Tomcat 11.0.24, Java 21}. */
    public Registration software(String name) {
        return new Registration(node, cluster, address, agentPort, workers, processors, name);
    }

    public String node() {
        return node;
    }

    public String cluster() {
        return cluster;
    }

    /** {@code host:port}; the host is empty when it is the address that the message came from. */
    public String address() {
        return address;
    }

    /** The port of the agent's own; 0 when it has none. */
    public int agentPort() {
        return agentPort;
    }

    /** Worker threads of the server; 0 when unknown. */
    public int workers() {
        return workers;
    }

    /** Processors; 0 when unknown. */
    public int processors() {
        return processors;
    }

    /** What the server is, for people; empty when unknown. */
    public String software() {
        return software;
    }

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean isAddress(String text) {
        if (!ADDRESS.matcher(text).matches()) {
            return false;
        }
        int port = Integer.parseInt(text, text.lastIndexOf(':') + 1, text.length(), 10);
        return port > 0 && port <= MOST_PORT;
    }

    /** True for a text that can be shown in a log: short, and nothing in it that moves a cursor. */
    static boolean isText(String text) {
        return text.length() <= MOST_TEXT && text.chars().noneMatch(c -> Character.isISOControl(c) || c == 0x2028);
    }

    private static void require(boolean good, String field, String value, String remedy) {
        if (!good) {
            throw new IllegalArgumentException(field + " is '" + value + "'; it has to be " + remedy);
        }
    }
}
