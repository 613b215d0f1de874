// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.tls;

import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.tls.Authorities;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.engine.TlsFacts;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import java.security.cert.X509Certificate;
import java.util.List;

/** Makes the context of TLS towards the nodes of a cluster. */
public final class NodeContext {

    private NodeContext() {}

    /**
     * The context of settings; the caller releases it.
     *
     * @param protocol that is asked for by ALPN if it is HTTP/2
     * @throws IllegalArgumentException when certificates cannot be used; the message says why
     */
    public static TlsClientContext of(NodeTls tls, NodeProtocol protocol) {
        List<String> offered = protocol == NodeProtocol.H2 ? List.of(TlsFacts.HTTP2) : List.of();
        if (!tls.verify()) {
            return new TlsClientContext(null, tls.identity(), offered);
        }
        List<X509Certificate> authorities = tls.authorities();
        String name = tls.ca() == null ? "this Java" : tls.ca().toString();
        return new TlsClientContext(new Authorities(authorities, name), tls.identity(), offered);
    }
}
