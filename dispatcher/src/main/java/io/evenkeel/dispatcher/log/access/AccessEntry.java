// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.access;

import org.jspecify.annotations.Nullable;

/**
 * The data of one exchange or TCP connection: a holder that its owner fills as things happen and uses again for the
 * next one.
 *
 * <p>Make one for a connection, and only when there is an access log. Bytes are copied, so the arrays they come from
 * may change. One thread at a time; nothing is allocated once the texts have grown to their sizes. Everything not set
 * is unknown and shows as {@code -}, as {@code null} in JSON, as -1 where HAProxy writes -1.
 */
public final class AccessEntry {

    /** No answer was sent. */
    public static final int NO_STATUS = 0;

    /** A time that was not reached. */
    public static final long NOT_REACHED = -1;

    boolean tcp;
    String client = "-";
    int clientPort;
    String listener = "-";
    long startedMs;

    final Text method = new Text(64);
    final Text target = new Text(4096);
    final Text host = new Text(256);
    final Text referer = new Text(1024);
    final Text userAgent = new Text(1024);
    final Text requestId = new Text(128);
    final Text trace = new Text(32);
    String version = "";

    @Nullable
    String tlsVersion;

    @Nullable
    String tlsCipher;

    @Nullable
    String cluster;

    @Nullable
    String node;

    int status;
    long bytesIn;
    long bytesOut;
    long headNs;
    long queueNs;
    long connectNs;
    long responseNs;
    long totalNs;
    int retries;

    @Nullable
    String reason;

    char cause;
    char phase;

    /**
     * Starts with a client connection.
     *
     * @param tcp the line is about the whole connection and has no request
     * @param clientAddress literal address without port
     */
    public void open(boolean tcp, String clientAddress, int port, String listenerName) {
        this.tcp = tcp;
        client = clientAddress;
        clientPort = port;
        listener = listenerName;
        tlsVersion = null;
        tlsCipher = null;
    }

    /** Says how the connection was encrypted; without this it was not. */
    public void tls(String usedVersion, String usedCipher) {
        tlsVersion = usedVersion;
        tlsCipher = usedCipher;
    }

    /**
     * Forgets the last exchange of the connection and starts the next.
     *
     * @param wallMs milliseconds since 1970 of the first byte of the request
     */
    public void begin(long wallMs) {
        startedMs = wallMs;
        method.clear();
        target.clear();
        host.clear();
        referer.clear();
        userAgent.clear();
        requestId.clear();
        trace.clear();
        version = "";
        cluster = null;
        node = null;
        status = NO_STATUS;
        bytesIn = 0;
        bytesOut = 0;
        headNs = NOT_REACHED;
        queueNs = NOT_REACHED;
        connectNs = NOT_REACHED;
        responseNs = NOT_REACHED;
        totalNs = NOT_REACHED;
        retries = 0;
        reason = null;
        cause = '-';
        phase = '-';
    }

    /** Replaces the address of the client by the one that a trusted proxy told. */
    public void client(String clientAddress, int port) {
        client = clientAddress;
        clientPort = port;
    }

    /** A field of the request is the bytes {@code [from, to)} of an array. */
    public void method(byte[] octets, int from, int to) {
        method.set(octets, from, to);
    }

    public void target(byte[] octets, int from, int to) {
        target.set(octets, from, to);
    }

    /** Sets the method when it is known as a word. */
    public void method(CharSequence word) {
        method.set(word);
    }

    /** Sets the version as it stood in the request line, {@code HTTP/1.1}; a constant. */
    public void version(String protocolVersion) {
        version = protocolVersion;
    }

    public void host(byte[] octets, int from, int to) {
        host.set(octets, from, to);
    }

    public void referer(byte[] octets, int from, int to) {
        referer.set(octets, from, to);
    }

    public void userAgent(byte[] octets, int from, int to) {
        userAgent.set(octets, from, to);
    }

    /** Sets the identifier of the request's trace. */
    public void trace(byte[] octets, int from, int to) {
        trace.set(octets, from, to);
    }

    public void requestId(CharSequence id) {
        requestId.set(id);
    }

    /** Sets the target of the task, reached or not; the node is null when the task never had one. */
    public void node(String clusterName, @Nullable String nodeName) {
        cluster = clusterName;
        node = nodeName;
    }

    /** Status of the answer the client got; {@link #NO_STATUS} when it got none. */
    public void status(int code) {
        status = code;
    }

    /**
     * Bytes of bodies, framing left out; on TCP of the connection.
     *
     * @param in from the client
     * @param out to the client
     */
    public void bytes(long in, long out) {
        bytesIn = in;
        bytesOut = out;
    }

    /**
     * Times in nanoseconds, {@link #NOT_REACHED} for phases that did not happen.
     *
     * @param head from the first byte of the request to the end of its head
     * @param queue until a node was assigned
     * @param connect to get a connection to it; 0 for one that was there
     * @param response from the request's end or the connection to the end of the answer's head
     * @param total from the first byte of the request to the last byte of the answer
     */
    public void times(long head, long queue, long connect, long response, long total) {
        headNs = head;
        queueNs = queue;
        connectNs = connect;
        responseNs = response;
        totalNs = total;
    }

    /** Further attempts after the first. */
    public void retries(int count) {
        retries = count;
    }

    /**
     * The reason for which the dispatcher itself gave the answer or ended the exchange; null when it did not. The same
     * word is in the answer.
     */
    public void reason(@Nullable String word) {
        reason = word;
    }

    /**
     * Sets the way it ended, in HAProxy's letters (its manual, §8.5): {@code '-'} twice when all went well.
     *
     * @param first C client, S node, c client timeout, s node timeout, P the dispatcher refused, L the dispatcher
     *     answered by a rule, R a resource ran out, K an administrator cut it off, I internal
     * @param second phase: R request, Q queue, C connect, H answer's head, D data
     */
    public void ended(char first, char second) {
        cause = first;
        phase = second;
    }
}
