// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import io.evenkeel.dispatcher.engine.ConnectionAcceptor;
import io.evenkeel.dispatcher.engine.Engine;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.Router;
import io.evenkeel.dispatcher.exchange.Workbench;
import io.evenkeel.dispatcher.frontend.ClientKey;
import io.evenkeel.dispatcher.frontend.HttpListener;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.settings.ListenerSettings;
import io.evenkeel.dispatcher.settings.ListenerSettings.Protocol;
import io.evenkeel.dispatcher.tunnel.TcpFrontend;
import io.evenkeel.dispatcher.tunnel.TcpRules;
import java.util.List;

/** What stands behind a listening address: the HTTP or the TCP data plane, in the same few words. */
interface Plane {

    /** Takes the connections. */
    ConnectionAcceptor acceptor();

    /** Puts changed settings in force for what comes from now on. */
    void update(ListenerSettings settings);

    /** Lets connections end in good order and takes no further requests. */
    void drain();

    static Plane of(
            ListenerSettings settings, Clusters clusters, List<Workbench> benches, Meters meters, Engine engine) {
        return settings.protocol() == Protocol.TCP
                ? new Tcp(settings, clusters, meters, engine)
                : new Http(settings, clusters, benches, meters);
    }

    /** HTTP. */
    final class Http implements Plane {

        private final Clusters clusters;
        private final HttpListener listener;

        Http(ListenerSettings settings, Clusters clusters, List<Workbench> benches, Meters meters) {
            this.clusters = clusters;
            this.listener = new HttpListener(rules(settings), benches, meters);
        }

        private ListenerRules rules(ListenerSettings settings) {
            return ListenerRules.of(settings, new Router(settings.routes(), clusters::find));
        }

        @Override
        public ConnectionAcceptor acceptor() {
            return listener;
        }

        @Override
        public void update(ListenerSettings settings) {
            listener.update(rules(settings));
        }

        @Override
        public void drain() {
            listener.drain();
        }
    }

    /** TCP: a drain waits for connections to end by themselves. */
    final class Tcp implements Plane {

        private final Clusters clusters;
        private final TcpFrontend frontend;

        Tcp(ListenerSettings settings, Clusters clusters, Meters meters, Engine engine) {
            this.clusters = clusters;
            this.frontend = new TcpFrontend(engine, rules(settings), meters, ClientKey::of);
        }

        private TcpRules rules(ListenerSettings settings) {
            return new TcpRules(settings, clusters.find(settings.routes().get(0).cluster()));
        }

        @Override
        public ConnectionAcceptor acceptor() {
            return frontend;
        }

        @Override
        public void update(ListenerSettings settings) {
            frontend.rules(rules(settings));
        }

        @Override
        public void drain() {}
    }
}
