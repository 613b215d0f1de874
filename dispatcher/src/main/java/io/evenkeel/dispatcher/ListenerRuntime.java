// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.dispatcher.affinity.Affinities;
import io.evenkeel.dispatcher.edge.Router;
import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.engine.tls.TlsCertificates;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.LoopContext;
import io.evenkeel.dispatcher.frontend.HttpListener;
import io.evenkeel.dispatcher.frontend.mcmp.McmpListener;
import io.evenkeel.dispatcher.listener.OpenClients;
import io.evenkeel.dispatcher.log.access.AccessLog;
import io.evenkeel.dispatcher.mcmp.McmpService;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.tunnel.tcp.TcpFrontend;
import io.evenkeel.dispatcher.tunnel.tcp.TcpRules;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The data plane behind a listening address, whatever its protocol, with the same few methods. */
interface ListenerRuntime {

    /** The acceptor of the connections. */
    ConnectionAcceptor acceptor();

    /**
     * Puts changed settings and clusters in force for what comes from now on.
     *
     * @param subjectFields those of all listeners
     */
    void update(ListenerSettings settings, Map<String, Cluster> clusters, Set<String> subjectFields);

    /** Sets the certificates of connections from now on; null for plain connections. */
    void certificates(@Nullable TlsCertificates certificates);

    /** The rules for requests of HTTP from now on; null for other protocols. */
    default @Nullable ListenerRules rules() {
        return null;
    }

    /** Its open client connections: to be counted, drained and cut. */
    OpenClients clients();

    static ListenerRuntime of(
            ListenerSettings settings,
            Map<String, Cluster> clusters,
            Set<String> subjectFields,
            List<LoopContext> contexts,
            Meters meters,
            Affinities affinities,
            Engine engine,
            Supplier<@Nullable AccessLog> accessLog,
            McmpService mcmp) {
        return switch (settings.protocol()) {
            case TCP -> new Tcp(settings, clusters, meters, affinities, engine, accessLog);
            case MCMP -> new Mcmp(settings, engine, meters, mcmp);
            case HTTP -> new Http(settings, clusters, subjectFields, contexts, meters);
        };
    }

    /** The listener where servers register. */
    final class Mcmp implements ListenerRuntime {

        private final McmpListener listener;

        Mcmp(ListenerSettings settings, Engine engine, Meters meters, McmpService service) {
            listener = new McmpListener(settings, engine.loops(), meters, service);
        }

        @Override
        public ConnectionAcceptor acceptor() {
            return listener;
        }

        @Override
        public void update(ListenerSettings settings, Map<String, Cluster> clusters, Set<String> subjectFields) {
            listener.update(settings);
        }

        @Override
        public void certificates(@Nullable TlsCertificates certificates) {
            listener.certificates(certificates);
        }

        @Override
        public OpenClients clients() {
            return listener.clients();
        }
    }

    /** HTTP. */
    final class Http implements ListenerRuntime {

        private final HttpListener listener;

        Http(
                ListenerSettings settings,
                Map<String, Cluster> clusters,
                Set<String> subjectFields,
                List<LoopContext> contexts,
                Meters meters) {
            this.listener = new HttpListener(rules(settings, clusters, subjectFields, null), contexts, meters);
        }

        @Override
        public ListenerRules rules() {
            return listener.rules();
        }

        private static ListenerRules rules(
                ListenerSettings settings,
                Map<String, Cluster> clusters,
                Set<String> subjectFields,
                @Nullable ListenerRules before) {
            return ListenerRules.of(
                    settings,
                    new Router(
                            settings.routes(),
                            settings.paths(),
                            name -> Objects.requireNonNull(clusters.get(name), name)),
                    subjectFields,
                    before);
        }

        @Override
        public ConnectionAcceptor acceptor() {
            return listener;
        }

        @Override
        public void update(ListenerSettings settings, Map<String, Cluster> clusters, Set<String> subjectFields) {
            listener.update(rules(settings, clusters, subjectFields, listener.rules()));
        }

        @Override
        public void certificates(@Nullable TlsCertificates certificates) {
            listener.certificates(certificates);
        }

        @Override
        public OpenClients clients() {
            return listener.clients();
        }
    }

    /** TCP. */
    final class Tcp implements ListenerRuntime {

        private final TcpFrontend frontend;

        Tcp(
                ListenerSettings settings,
                Map<String, Cluster> clusters,
                Meters meters,
                Affinities affinities,
                Engine engine,
                Supplier<@Nullable AccessLog> accessLog) {
            this.frontend =
                    new TcpFrontend(engine, engine.loops(), rules(settings, clusters), meters, affinities, accessLog);
        }

        private static TcpRules rules(ListenerSettings settings, Map<String, Cluster> clusters) {
            return new TcpRules(
                    settings,
                    Objects.requireNonNull(clusters.get(settings.routes().get(0).cluster())));
        }

        @Override
        public ConnectionAcceptor acceptor() {
            return frontend;
        }

        @Override
        public void update(ListenerSettings settings, Map<String, Cluster> clusters, Set<String> subjectFields) {
            frontend.rules(rules(settings, clusters));
        }

        @Override
        public void certificates(@Nullable TlsCertificates certificates) {
            frontend.certificates(certificates);
        }

        @Override
        public OpenClients clients() {
            return frontend.clients();
        }
    }
}
