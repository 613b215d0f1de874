// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeProtocol;
import io.evenkeel.config.tls.NodeTls;
import io.evenkeel.dispatcher.engine.tls.TlsClientContext;
import io.evenkeel.dispatcher.node.Cluster;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The TLS of clusters towards their nodes. A context is native memory: it belongs to the cluster that it is put in
 * force with, and is freed here where that does not happen. One thread at a time.
 */
final class NodeContexts {

    private final BiFunction<NodeTls, NodeProtocol, TlsClientContext> maker;
    private final Supplier<Map<String, Cluster>> inForce;

    /**
     * @param maker makes a context; throws {@link IllegalArgumentException} when certificates cannot be used
     * @param inForce gives the clusters in force, by their names
     */
    NodeContexts(BiFunction<NodeTls, NodeProtocol, TlsClientContext> maker, Supplier<Map<String, Cluster>> inForce) {
        this.maker = maker;
        this.inForce = inForce;
    }

    /**
     * Gives a next step the contexts of the clusters whose nodes speak TLS, by the names of the clusters: those in
     * force where they are still right, new ones elsewhere. When anything fails, the new ones are freed.
     *
     * @param next gets the contexts, and owns them once it has returned
     * @throws IOException when certificates cannot be used; the message names the cluster
     */
    <T> T with(Map<String, ClusterSettings> wanted, Function<Map<String, TlsClientContext>, T> next)
            throws IOException {
        Map<String, TlsClientContext> contexts = new LinkedHashMap<>();
        try {
            for (ClusterSettings settings : wanted.values()) {
                NodeTls tls = settings.tls();
                if (tls != null) {
                    contexts.put(settings.name(), context(settings, tls));
                }
            }
            return next.apply(contexts);
        } catch (IOException | RuntimeException | Error e) {
            releaseUnused(contexts);
            throw e;
        }
    }

    private TlsClientContext context(ClusterSettings settings, NodeTls tls) throws IOException {
        Cluster present = inForce.get().get(settings.name());
        TlsClientContext known =
                present != null && connectsAlike(present.settings(), settings) ? present.secure() : null;
        try {
            return known == null ? maker.apply(tls, settings.protocol()) : known;
        } catch (IllegalArgumentException e) {
            throw new IOException("cluster " + settings.name() + ": TLS towards nodes: " + e.getMessage(), e);
        }
    }

    /** True when connections by either settings can be used by the other. */
    static boolean connectsAlike(ClusterSettings now, ClusterSettings settings) {
        return now.protocol() == settings.protocol() && Objects.equals(now.tls(), settings.tls());
    }

    /** Frees those contexts that are not in force. */
    void releaseUnused(Map<String, TlsClientContext> contexts) {
        contexts.forEach((name, context) -> {
            Cluster present = inForce.get().get(name);
            if (present == null || present.secure() != context) {
                context.release();
            }
        });
    }
}
