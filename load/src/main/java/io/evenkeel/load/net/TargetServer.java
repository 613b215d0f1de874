// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.evenkeel.load.ServerTrust;
import io.evenkeel.load.UserRequests;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The server of a load as lines reach it: its address, or one for each connection, and the TLS that is spoken with it,
 * if any. For any thread.
 */
public final class TargetServer {

    private final Supplier<InetSocketAddress> address;
    private final @Nullable Tls tls;

    private final boolean isResuming;
    private final LongAdder full = new LongAdder();
    private final LongAdder resumed = new LongAdder();

    private TargetServer(Supplier<InetSocketAddress> address, @Nullable Tls tls, boolean isResuming) {
        this.address = address;
        this.tls = tls;
        this.isResuming = isResuming;
    }

    /** The same server, on whose later connections a visitor resumes the TLS session of the first one. */
    public TargetServer resuming() {
        return new TargetServer(address, tls, true);
    }

    /** Handshakes from the beginning that have succeeded. */
    public long fullHandshakes() {
        return full.sum();
    }

    /** Handshakes that have resumed a TLS session. */
    public long resumedHandshakes() {
        return resumed.sum();
    }

    /**
     * The server of a URL; its name is looked up here.
     *
     * @param trust trust in the server, where the URL says https
     */
    public static TargetServer of(URI root, ServerTrust trust) {
        String host = root.getHost();
        InetSocketAddress address = new InetSocketAddress(host, UserRequests.port(root));
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new TargetServer(
                () -> address,
                UserRequests.isSecure(root) ? new Tls(name, UserRequests.port(root), trust) : null,
                false);
    }

    /**
     * A server for each connection, without TLS.
     *
     * @param address of the next connection; called by the threads of the load, which it must not keep waiting
     */
    public static TargetServer each(Supplier<InetSocketAddress> address) {
        return new TargetServer(address, null, false);
    }

    /** The address for a new connection. */
    InetSocketAddress address() {
        return address.get();
    }

    /** A context for the handshakes of a visitor; null where TLS is not spoken. */
    @Nullable
    SSLContext context() {
        return tls == null ? null : tls.context();
    }

    /** True when the context of a visitor's first connection is kept for the next. */
    boolean isResuming() {
        return isResuming;
    }

    /** The handler that a new connection begins with; null where TLS is not spoken. */
    @Nullable
    SslHandler handshake(@Nullable SSLContext context) {
        return tls == null || context == null ? null : tls.handler(context);
    }

    /** Counts a handshake; a session that is older than the connection was resumed. */
    void agreed(SSLSession session, long connectedMs) {
        (session.getCreationTime() < connectedMs ? resumed : full).increment();
    }
}
