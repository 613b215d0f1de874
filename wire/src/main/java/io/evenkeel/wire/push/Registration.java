// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.wire.push;

/** The data that a node sends about itself when it registers: immutable, and checked when it is made. */
public final class Registration {

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
     * @param address {@code host:port} of its server, {@code [::1]:8080} with an IPv6 address; without a host,
     *     {@code :8080}, it is the address that the message came from
     * @throws IllegalArgumentException for anything else, with the remedy
     */
    public Registration(String node, String cluster, String address) {
        this(node, cluster, address, 0, 0, 0, "");
    }

    private Registration(
            String node, String cluster, String address, int agentPort, int workers, int processors, String software) {
        Plain.require(Plain.isName(node), "node", node, Plain.NAME_RULE);
        Plain.require(Plain.isName(cluster), "cluster", cluster, Plain.NAME_RULE);
        Plain.require(Plain.isAddress(address), "address", address, "host:port, [IPv6]:port or :port");
        Plain.require(agentPort >= 0 && agentPort <= MOST_PORT, "agentPort", agentPort, "a port, or 0 for none");
        Plain.require(workers >= 0 && workers <= MOST_WORKERS, "workers", workers, "0 to " + MOST_WORKERS);
        Plain.require(processors >= 0 && processors <= MOST_WORKERS, "processors", processors, "0 to " + MOST_WORKERS);
        this.node = node;
        this.cluster = cluster;
        this.address = address;
        this.agentPort = agentPort;
        this.workers = workers;
        this.processors = processors;
        this.software = Plain.line(software);
    }

    /** The same with the port on which the agent answers; 0 when it has none. */
    public Registration agentPort(int port) {
        return new Registration(node, cluster, address, port, workers, processors, software);
    }

    /** The same with hints of its capacity: worker threads and processors; 0 when unknown. */
    public Registration capacity(int workerThreads, int cpus) {
        return new Registration(node, cluster, address, agentPort, workerThreads, cpus, software);
    }

    /**
     * The same with what the server is, for people: {@code Tomcat 11.0.24, Java 21}; cut after 200 characters, kept on
     * one line.
     */
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

    /** The name of the server software, for people; empty when unknown. */
    public String software() {
        return software;
    }
}
