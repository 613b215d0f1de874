// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.cluster.NodeSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a source has found for a cluster, and those that it finds no more and that still drain: at most as
 * many as it finds at most. A node that is found again before it is gone is one of the first again. Any thread.
 */
final class FoundNodes {

    /** The time of nodes that are found. */
    private static final long PRESENT = Long.MIN_VALUE;

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(NodeSettings node, long vanishedNs) {}

    /** Takes over the nodes that another source has found, as it knew them. */
    synchronized void inherit(FoundNodes other) {
        synchronized (other) {
            entries.putAll(other.entries);
        }
    }

    /**
     * Takes an answer that is not empty.
     *
     * @param most the most nodes that may drain; of more, those that have vanished first are gone at once
     * @return true when it changes anything
     */
    synchronized boolean take(List<NodeSettings> found, int most, long nowNs) {
        Set<String> names = found.stream().map(NodeSettings::name).collect(Collectors.toSet());
        boolean changed = false;
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            if (entry.vanishedNs() == PRESENT && !names.contains(each.getKey())) {
                each.setValue(new Entry(entry.node(), nowNs));
                changed = true;
            }
        }
        for (NodeSettings node : found) {
            Entry wanted = new Entry(node, PRESENT);
            changed |= !wanted.equals(entries.put(node.name(), wanted));
        }
        // An address belongs to the node that has it now.
        Set<Object> taken = found.stream().map(NodeSettings::address).collect(Collectors.toSet());
        changed |= entries.values()
                .removeIf(each -> each.vanishedNs() != PRESENT
                        && taken.contains(each.node().address()));
        while (draining() > most) {
            entries.values().stream()
                    .filter(each -> each.vanishedNs() != PRESENT)
                    .min((a, b) -> Long.compare(a.vanishedNs() - nowNs, b.vanishedNs() - nowNs))
                    .ifPresent(oldest -> entries.remove(oldest.node().name()));
        }
        return changed;
    }

    /** Removes nodes that drain and are done, or have had their time; true when there was one. */
    synchronized boolean sweep(Predicate<String> isDone, long drainNs, long nowNs) {
        return entries.values()
                .removeIf(each -> each.vanishedNs() != PRESENT
                        && (nowNs - each.vanishedNs() >= drainNs
                                || isDone.test(each.node().name())));
    }

    /** All nodes that are members by their source, those that drain too. */
    synchronized List<NodeSettings> members() {
        List<NodeSettings> nodes = new ArrayList<>();
        entries.values().forEach(each -> nodes.add(each.node()));
        return nodes;
    }

    /** True for a node that is found, false for one that drains, null for one that is not known. */
    synchronized @Nullable Boolean isFound(String name) {
        Entry entry = entries.get(name);
        return entry == null ? null : entry.vanishedNs() == PRESENT;
    }

    synchronized int found() {
        return entries.size() - draining();
    }

    synchronized int draining() {
        return (int) entries.values().stream()
                .filter(each -> each.vanishedNs() != PRESENT)
                .count();
    }
}
