// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.dispatcher.node.Node;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The part of a source's answer that may be used: in the order of names, each name and address once, at most as many as
 * the settings say, and none at an address where no node can be. Names with the same key are one name.
 *
 * @param remark what was left out; empty for nothing
 */
record AcceptedNodes(List<NodeSettings> nodes, String remark) {

    private static final int LONGEST_NAME = 253;

    static AcceptedNodes of(List<NodeSettings> answer, DiscoverSettings settings) {
        List<NodeSettings> sorted = new ArrayList<>(answer);
        sorted.sort(Comparator.comparing(NodeSettings::name));
        List<NodeSettings> nodes = new ArrayList<>();
        Set<Long> names = new HashSet<>();
        Set<HostPort> addresses = new HashSet<>();
        int impossible = 0;
        int twice = 0;
        int many = 0;
        for (NodeSettings node : sorted) {
            if (!isPossible(node)) {
                impossible++;
            } else if (names.contains(Node.key(node.name())) || addresses.contains(node.address())) {
                twice++;
            } else if (nodes.size() == settings.maxNodes()) {
                many++;
            } else {
                names.add(Node.key(node.name()));
                addresses.add(node.address());
                nodes.add(limited(node, settings));
            }
        }
        StringJoiner remark = new StringJoiner("; ");
        add(remark, impossible, "at no address where a node can be");
        add(remark, twice, "named twice");
        add(remark, many, "above 'max-nodes'");
        return new AcceptedNodes(List.copyOf(nodes), remark.toString());
    }

    private static void add(StringJoiner remark, int count, String why) {
        if (count > 0) {
            remark.add(count + " left out, " + why);
        }
    }

    private static NodeSettings limited(NodeSettings node, DiscoverSettings settings) {
        return new NodeSettings(
                node.name(),
                node.address(),
                node.weight(),
                Math.min(node.maxInFlight(), settings.maxInFlight()),
                Math.min(node.maxConnections(), settings.maxConnections()),
                node.route(),
                node.publicAddress(),
                node.serves(),
                node.at(),
                node.backup());
    }

    private static boolean isPossible(NodeSettings node) {
        int port = node.address().port();
        String name = node.name();
        if (port < 1 || port > 65535 || name.isEmpty() || name.length() > LONGEST_NAME || !isPlain(name)) {
            return false;
        }
        InetAddress at = node.at() == null ? literal(node.address().host()) : node.at();
        return at == null || !(at.isAnyLocalAddress() || at.isMulticastAddress() || at.isLinkLocalAddress());
    }

    /** True for a name that is safe in labels, paths and logs. */
    private static boolean isPlain(String name) {
        return name.chars().allMatch(c -> c < 0x7f && (Character.isLetterOrDigit(c) || "._-:[]".indexOf(c) >= 0));
    }

    /** The address that a host is; null for a name, which is not looked up. */
    static @Nullable InetAddress literal(String host) {
        boolean four = !host.isEmpty() && host.chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'));
        if (!four && host.indexOf(':') < 0) {
            return null;
        }
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
