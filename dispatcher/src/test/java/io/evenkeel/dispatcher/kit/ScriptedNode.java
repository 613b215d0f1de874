// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.kit;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An app server on a free port of the loopback that records what it gets and plays a {@link Script} for each request.
 *
 * <p>One thread for each connection. Requests are read with the {@link ReferenceReader}; one that is not well-formed
 * lands in {@link #malformed()}, which every test must find empty.
 */
public final class ScriptedNode implements Closeable {

    private final String name;
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final List<Peer> peers = new CopyOnWriteArrayList<>();
    private final List<Message> requests = new CopyOnWriteArrayList<>();
    private final List<String> malformed = new CopyOnWriteArrayList<>();
    private final AtomicLong receivedBytes = new AtomicLong();
    private final AtomicLong settling = new AtomicLong();
    private final AtomicInteger broken = new AtomicInteger();
    private final int port;
    private volatile Script otherwise;
    private volatile Script greeting = (peer, head) -> {};
    private volatile boolean greets;
    private volatile boolean keepsRequests = true;
    private ServerSocket server;
    private @Nullable Thread acceptor;

    private ScriptedNode(String name, ServerSocket server) {
        this.name = name;
        this.server = server;
        this.port = server.getLocalPort();
        this.otherwise = Script.echo(name);
        listen(server);
    }

    /** A node that echoes. */
    public static ScriptedNode start(String name) throws IOException {
        return new ScriptedNode(name, bound(0));
    }

    private static ServerSocket bound(int port) throws IOException {
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1024);
        return server;
    }

    private void listen(ServerSocket listening) {
        Thread thread = new Thread(
                () -> {
                    while (true) {
                        Socket socket;
                        try {
                            socket = listening.accept();
                            socket.setTcpNoDelay(true);
                        } catch (IOException e) {
                            return;
                        }
                        Peer peer = new Peer(socket, this);
                        peers.add(peer);
                        Thread worker = new Thread(
                                () -> {
                                    greet(peer);
                                    peer.run();
                                    if (!keepsRequests) {
                                        peers.remove(peer);
                                    }
                                },
                                name + "-connection");
                        worker.setDaemon(true);
                        worker.start();
                    }
                },
                name + "-accept");
        thread.setDaemon(true);
        thread.start();
        acceptor = thread;
    }

    private void greet(Peer peer) {
        if (greets) {
            try {
                greeting.play(
                        peer, new Message("", "", "", List.of(), Message.Framing.NONE, 0, new byte[0], List.of()));
            } catch (IOException e) {
                broken.incrementAndGet();
            }
        }
    }

    public String name() {
        return name;
    }

    public int port() {
        return port;
    }

    /** Plays {@code script} for requests to {@code path}, which is compared without the query. */
    public ScriptedNode on(String path, Script script) {
        scripts.put(path, script);
        return this;
    }

    /** Plays {@code script} for requests to all other paths. */
    public ScriptedNode otherwise(Script script) {
        otherwise = script;
        return this;
    }

    /** Plays {@code script} on each new connection before any request. */
    public ScriptedNode greeting(Script script) {
        greeting = script;
        greets = true;
        return this;
    }

    /** Forgets requests and connections once they are over; for long runs. */
    public ScriptedNode forgetful() {
        keepsRequests = false;
        return this;
    }

    /** Connections in the order they came, those that are over as well. */
    public List<Peer> peers() {
        return peers;
    }

    /** Requests that came whole, in the order they did. */
    public List<Message> requests() {
        return requests;
    }

    /** The faults of requests that were not well-formed. */
    public List<String> malformed() {
        return malformed;
    }

    /** Bytes received over all connections. */
    public long receivedBytes() {
        return receivedBytes.get();
    }

    /** Connections that ended in the middle of a request or an answer. */
    public int brokenConnections() {
        return broken.get();
    }

    /** Stops listening and resets every connection. */
    public void kill() throws IOException {
        deafen();
        peers.forEach(Peer::kill);
    }

    /** Stops listening and leaves connections as they are. */
    public void deafen() throws IOException {
        server.close();
        // a thread that waits in accept keeps the socket listening until it has noticed
        Thread waiting = acceptor;
        try {
            if (waiting != null) {
                waiting.join(RawClient.PATIENCE_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Listens again on the same port. */
    public void restart() throws IOException {
        server = bound(port);
        listen(server);
    }

    @Override
    public void close() throws IOException {
        kill();
    }

    /** Takes requests to {@code /settle}, with which a test waits for others, off the record. */
    public void forgetSettling() {
        requests.removeIf(m -> m.path().equals("/settle"));
        receivedBytes.addAndGet(-settling.getAndSet(0));
    }

    /** Counts bytes of a request that a test waits with, so that they can be taken off the record. */
    void settling(long count) {
        settling.addAndGet(count);
    }

    Script script(Message head) {
        return scripts.getOrDefault(head.path(), otherwise);
    }

    void completed(Message request) {
        if (keepsRequests) {
            requests.add(request);
        }
    }

    void malformed(String why) {
        malformed.add(why);
    }

    void broken() {
        broken.incrementAndGet();
    }

    void received(int count) {
        receivedBytes.addAndGet(count);
    }
}
