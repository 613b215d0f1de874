// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.cluster;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.dispatcher.node.Membership;
import io.evenkeel.dispatcher.node.Node;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The difference between the members of a cluster and settings that it gets. Costs as much as there are nodes, because
 * a source may change a thousand of them several times a second.
 *
 * @param members by their names, each of which is there once
 * @param wanted the nodes of the settings by their names
 */
record MemberChanges(Map<String, Node> members, Map<String, NodeSettings> wanted) {

    static MemberChanges of(List<Node> before, ClusterSettings settings) {
        Map<String, Node> members = new LinkedHashMap<>();
        before.forEach(node -> members.put(node.name(), node));
        Map<String, NodeSettings> wanted = new HashMap<>();
        settings.nodes().forEach(node -> wanted.put(node.name(), node));
        return new MemberChanges(members, wanted);
    }

    /** True for a member that the settings mean. */
    boolean stays(Node member) {
        NodeSettings next = wanted.get(member.name());
        return next != null && Membership.same(member, next);
    }

    /** Adds a line for each change, or one for the cluster as a whole. */
    void describe(ClusterSettings now, ClusterSettings settings, List<String> changes) {
        String place = settings.name() + "/";
        int count = changes.size();
        if (!now.policy().name().equals(settings.policy().name())) {
            changes.add("~ cluster " + settings.name() + " has policy "
                    + settings.policy().name() + " instead of " + now.policy().name());
        }
        for (NodeSettings next : settings.nodes()) {
            Node present = present(next);
            if (present == null) {
                changes.add("+ node " + place + next.name() + " at " + next.address());
            } else if (!present.settings().equals(next)) {
                changes.add("~ node " + place + next.name());
            }
        }
        for (Node node : members.values()) {
            if (!stays(node)) {
                changes.add("- node " + place + node.name());
            }
        }
        if (changes.size() == count) {
            changes.add("~ cluster " + settings.name());
        }
    }

    private @Nullable Node present(NodeSettings next) {
        Node member = members.get(next.name());
        return member != null && Membership.same(member, next) ? member : null;
    }
}
