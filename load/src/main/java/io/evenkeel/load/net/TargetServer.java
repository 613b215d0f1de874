// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.net;

import io.evenkeel.load.ServerTrust;
import io.evenkeel.load.UserRequests;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server of a load as lines reach it: its address, or one for each connection, and the TLS that is spoken with it,
 * if any. For any thread.
 */
public final class TargetServer {

    private final Supplier<InetSocketAddress> address;
    private final @Nullable Tls tls;

    private TargetServer(Supplier<InetSocketAddress> address, @Nullable Tls tls) {
        this.address = address;
        this.tls = tls;
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
                () -> address, UserRequests.isSecure(root) ? new Tls(name, UserRequests.port(root), trust) : null);
    }

    /**
     * A server for each connection, without TLS.
     *
     * @param address of the next connection; called by the threads of the load, which it must not keep waiting
     */
    public static TargetServer each(Supplier<InetSocketAddress> address) {
        return new TargetServer(address, null);
    }

    /** The address for a new connection. */
    InetSocketAddress address() {
        return address.get();
    }

    /** The handler that a new connection begins with; null where TLS is not spoken. */
    @Nullable
    SslHandler handshake() {
        return tls == null ? null : tls.handler();
    }
}
