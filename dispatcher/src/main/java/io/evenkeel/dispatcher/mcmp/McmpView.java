// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

import io.evenkeel.dispatcher.control.RegistrationView;
import io.evenkeel.dispatcher.control.RegistrationView.ContextView;
import io.evenkeel.dispatcher.control.RegistrationView.ServerView;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Makes the view of what servers have said, for people and interfaces. Under the service's lock. */
final class McmpView {

    private McmpView() {}

    static RegistrationView of(Roster roster, Cluster cluster, long nowNs) {
        List<ServerView> servers = new ArrayList<>();
        for (RegisteredServer server : roster.servers()) {
            Node node = McmpReport.node(cluster, server);
            List<ContextView> contexts = new ArrayList<>();
            for (VirtualHost host : server.hosts) {
                List<String> names = List.copyOf(host.aliases);
                host.contexts.forEach((path, state) -> contexts.add(new ContextView(
                        names, path, state.word(), node == null ? 0 : roster.running(node, host, Set.of(path)))));
            }
            ServerFacts facts = server.facts();
            servers.add(new ServerView(
                    server.node,
                    facts.route(),
                    facts.scheme() + "://" + facts.address(),
                    facts.balancer(),
                    facts.group(),
                    server.load,
                    TimeUnit.NANOSECONDS.toMillis(server.silentNs(nowNs)),
                    contexts));
        }
        return new RegistrationView(servers);
    }
}
