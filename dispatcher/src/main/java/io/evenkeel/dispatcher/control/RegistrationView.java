// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.List;

/**
 * The servers that have registered for a cluster by mod_cluster's protocol.
 *
 * @param servers by their routes
 */
public record RegistrationView(List<ServerView> servers) {

    /**
     * One server.
     *
     * @param node the name of its node
     * @param route its jvmRoute
     * @param url scheme, host and port at which it takes requests
     * @param balancer the balancer that it names; of no effect
     * @param group its load balancing group; empty for none
     * @param load the last figure of its load, -1 to 100; below that when it has told none
     * @param heardMs since its last message
     */
    public record ServerView(
            String node,
            String route,
            String url,
            String balancer,
            String group,
            int load,
            long heardMs,
            List<ContextView> contexts) {

        public ServerView {
            contexts = List.copyOf(contexts);
        }
    }

    /**
     * An application of a server.
     *
     * @param hosts names of its virtual host
     * @param state {@code enabled}, {@code disabled} or {@code stopped}
     * @param running requests that run there now
     */
    public record ContextView(List<String> hosts, String path, String state, int running) {

        public ContextView {
            hosts = List.copyOf(hosts);
        }
    }

    public RegistrationView {
        servers = List.copyOf(servers);
    }
}
