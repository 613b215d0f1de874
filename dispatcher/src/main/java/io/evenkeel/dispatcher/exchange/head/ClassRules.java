// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.config.address.Network;
import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.RequestHead;
import java.net.InetAddress;
import java.util.List;

/**
 * The classes of a cluster, made ready to be compared with heads; the first that fits counts. Nothing is allocated to
 * find a class; O(classes x fields). Threads: one loop, which reads the paths.
 */
public final class ClassRules {

    private final List<QueueClass> written;
    private final ClassRule[] rules;
    private final boolean tellsSessions;
    private final boolean tellsNetworks;

    public ClassRules(List<QueueClass> written) {
        this.written = written;
        rules = written.stream().map(ClassRule::new).toArray(ClassRule[]::new);
        tellsSessions = written.stream().anyMatch(each -> each.session() != SessionKind.ANY);
        tellsNetworks = written.stream().anyMatch(each -> !each.networks().isEmpty());
    }

    /** True when it matters if a request belongs to a session. */
    public boolean tellsSessions() {
        return tellsSessions;
    }

    /** True when it matters where a request comes from. */
    public boolean tellsNetworks() {
        return tellsNetworks;
    }

    /**
     * The number of a request's class; 0 when none fits.
     *
     * @param path the request's, read
     * @param client the address that the request comes from; any one unless {@link #tellsNetworks}
     * @param running true when the request belongs to a session that is known
     */
    public int find(RequestHead head, RoutePath path, InetAddress client, boolean running) {
        for (int k = 0; k < rules.length; k++) {
            if (rules[k].fits(head, path, running) && isIn(written.get(k).networks(), client)) {
                return k + 1;
            }
        }
        return 0;
    }

    private static boolean isIn(List<Network> networks, InetAddress client) {
        for (int k = 0; k < networks.size(); k++) {
            if (networks.get(k).contains(client)) {
                return true;
            }
        }
        return networks.isEmpty();
    }
}
