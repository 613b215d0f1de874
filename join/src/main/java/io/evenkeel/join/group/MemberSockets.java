// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.log.Spacing;
import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.jgroups.util.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes all sockets of JGroups, so that no octet reaches it that is not of a member: {@link MemberSocket} and {@link
 * MemberServerSocket}. Datagrams it makes none. A thread cuts connections whose writes hang and strangers who take too
 * long. Any thread.
 */
class MemberSockets implements SocketFactory, Closeable {

    private static final long LOOK_MS = 250;
    private static final long STUCK_NS = 2_000_000_000L;
    private static final long PROVE_NS = MemberSocket.HANDSHAKE_MS * 1_000_000L;
    private static final long SAID_EVERY_NS = 10_000_000_000L;

    private final SSLSocketFactory secure;
    private final EventLogger events;
    private final Set<MemberSocket> open = ConcurrentHashMap.newKeySet();
    private final Map<MemberSocket, Long> proving = new ConcurrentHashMap<>();
    private final StrangerPlaces<MemberSocket> places = new StrangerPlaces<>();
    private final AtomicLong strangers = new AtomicLong();
    private final Spacing said = new Spacing(SAID_EVERY_NS);
    private volatile boolean closed;

    MemberSockets(String clusterKey, EventLogger events) throws GeneralSecurityException {
        secure = new ClusterIdentity(clusterKey).context().getSocketFactory();
        this.events = events;
        start("watch", this::watch);
    }

    /** Runs work on a thread of its own. */
    void start(String name, Runnable work) {
        Thread thread = new Thread(work, "evenkeel-join-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    MemberSocket unproved() {
        return new MemberSocket(secure, this);
    }

    void added(MemberSocket socket) {
        open.add(socket);
        if (closed) {
            closeQuietly(socket);
        }
    }

    void removed(MemberSocket socket) {
        open.remove(socket);
    }

    /** A stranger has so long to prove itself, whatever it sends meanwhile. */
    void proves(MemberSocket socket, long nowNs) {
        proving.put(socket, nowNs);
    }

    void proved(MemberSocket socket) {
        proving.remove(socket);
        places.leave(socket);
    }

    /** The addresses of members by the configuration, as they are now. */
    void expect(Collection<InetAddress> members) {
        places.expect(members);
    }

    /** Gives a connection that was accepted a place to prove itself in; false when there is none, and it is closed. */
    boolean enters(MemberSocket socket, long nowNs) {
        StrangerPlaces.PlaceFound<MemberSocket> answer = places.enter(socket, socket.getInetAddress(), nowNs);
        MemberSocket dropped = answer.dropped();
        if (dropped != null) {
            closeQuietly(dropped);
        }
        String refusal = answer.refusal();
        if (refusal == null) {
            proves(socket, nowNs);
            return true;
        }
        refused(socket, "came from", refusal);
        socket.abort();
        return false;
    }

    /** A connection that was accepted has proved itself. */
    void isMember(MemberSocket socket) {
        places.proved(socket.getInetAddress());
    }

    /** Connections that have not proved themselves yet, nor failed; for tests. */
    int provingNow() {
        return proving.size();
    }

    long strangers() {
        return strangers.get();
    }

    /** Counts a connection that has not proved itself, and says so now and then. */
    void refused(MemberSocket socket, String how, Exception why) {
        String reason = why instanceof SSLException
                ? "the other end has another cluster key, or is no dispatcher"
                : "the other end did not prove in time that it has the cluster key";
        refused(socket, how, reason + " (" + why.getMessage() + ")");
    }

    /** The same for a reason that is no failure of a handshake. */
    void refused(MemberSocket socket, String how, String reason) {
        if (closed) {
            return;
        }
        strangers.incrementAndGet();
        if (said.passes(System.nanoTime())) {
            SocketAddress address = socket.getRemoteSocketAddress();
            events.warn("join: a connection that " + how + " " + address + " is refused: " + reason + "; "
                    + strangers.get() + " refused since the start");
        }
    }

    private void watch() {
        while (!closed) {
            try {
                Thread.sleep(LOOK_MS);
            } catch (InterruptedException e) {
                return;
            }
            long nowNs = System.nanoTime();
            for (MemberSocket each : open) {
                if (each.isStuck(nowNs, STUCK_NS)) {
                    closeQuietly(each);
                }
            }
            proving.forEach((socket, sinceNs) -> {
                if (nowNs - sinceNs > PROVE_NS) {
                    closeQuietly(socket);
                }
            });
        }
    }

    /** Cuts all connections. */
    @Override
    public void close() {
        closed = true;
        cut();
    }

    /** Cuts the connections that there are now. */
    final void cut() {
        open.forEach(MemberSockets::closeQuietly);
    }

    static void closeQuietly(Closeable each) {
        try {
            each.close();
        } catch (IOException e) {
            // It is gone in any case.
        }
    }

    @Override
    public Socket createSocket(String service) {
        return unproved();
    }

    @Override
    public Socket createSocket(String service, String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port), null);
    }

    @Override
    public Socket createSocket(String service, InetAddress address, int port) throws IOException {
        return connected(new InetSocketAddress(address, port), null);
    }

    @Override
    public Socket createSocket(String service, String host, int port, InetAddress local, int localPort)
            throws IOException {
        return connected(new InetSocketAddress(host, port), new InetSocketAddress(local, localPort));
    }

    @Override
    public Socket createSocket(String service, InetAddress address, int port, InetAddress local, int localPort)
            throws IOException {
        return connected(new InetSocketAddress(address, port), new InetSocketAddress(local, localPort));
    }

    private Socket connected(SocketAddress to, @Nullable SocketAddress from) throws IOException {
        MemberSocket socket = unproved();
        if (from != null) {
            socket.bind(from);
        }
        socket.connect(to);
        return socket;
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        return new MemberServerSocket(this);
    }

    @Override
    public ServerSocket createServerSocket(String service, int port) throws IOException {
        return createServerSocket(service, port, 0);
    }

    @Override
    public ServerSocket createServerSocket(String service, int port, int backlog) throws IOException {
        throw new IOException("a port without an address is not opened");
    }

    @Override
    public ServerSocket createServerSocket(String service, int port, int backlog, InetAddress address)
            throws IOException {
        ServerSocket socket = createServerSocket(service);
        socket.bind(new InetSocketAddress(address, port), backlog);
        return socket;
    }

    @Override
    public DatagramSocket createDatagramSocket(String service) throws SocketException {
        throw new SocketException("there are no datagrams between members");
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, SocketAddress address) throws SocketException {
        return createDatagramSocket(service);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, int port) throws SocketException {
        return createDatagramSocket(service);
    }

    @Override
    public DatagramSocket createDatagramSocket(String service, int port, InetAddress address) throws SocketException {
        return createDatagramSocket(service);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service) throws IOException {
        throw new IOException("there are no datagrams between members");
    }

    @Override
    public MulticastSocket createMulticastSocket(String service, int port) throws IOException {
        return createMulticastSocket(service);
    }

    @Override
    public MulticastSocket createMulticastSocket(String service, SocketAddress address) throws IOException {
        return createMulticastSocket(service);
    }

    @Override
    public void close(Socket socket) {
        closeQuietly(socket);
    }

    @Override
    public void close(ServerSocket socket) {
        closeQuietly(socket);
    }

    @Override
    public void close(DatagramSocket socket) {
        socket.close();
    }
}
