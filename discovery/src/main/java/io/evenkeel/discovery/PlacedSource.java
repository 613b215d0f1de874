// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.discovery.dns.AddressText;
import io.evenkeel.dispatcher.discovery.NameLookup;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A source whose nodes may be at names, with the addresses of these names, so that nobody waits for a name server when
 * they join. A name that is not found any more keeps its address; one that never was is left out. One thread calls.
 */
final class PlacedSource implements NodeSource {

    /** So many names are looked up at a time. */
    private static final int AT_A_TIME = 16;

    private static final Duration LOOKUPS = Duration.ofSeconds(20);

    private final NodeSource source;
    private final Supplier<NameLookup> lookups;
    private @Nullable NameLookup names;
    private Map<String, InetAddress> known = new HashMap<>();

    /** @param lookups opens a lookup, when there is a name */
    PlacedSource(NodeSource source, Supplier<NameLookup> lookups) {
        this.source = source;
        this.lookups = lookups;
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        return source.ask().thenCompose(answer -> {
            Set<String> hosts = new LinkedHashSet<>();
            for (NodeSettings node : answer.nodes()) {
                if (node.at() == null && isName(node.address().host())) {
                    hosts.add(node.address().host());
                }
            }
            return hosts.isEmpty()
                    ? CompletableFuture.completedFuture(answer)
                    : look(List.copyOf(hosts), 0, new HashMap<>()).thenApply(found -> placed(answer, found));
        });
    }

    static boolean isName(String host) {
        return !AddressText.isAddress(host);
    }

    private synchronized NameLookup names() {
        NameLookup present = names;
        if (present == null) {
            present = lookups.get();
            names = present;
        }
        return present;
    }

    private CompletableFuture<Map<String, InetAddress>> look(
            List<String> hosts, int from, Map<String, InetAddress> found) {
        if (from >= hosts.size()) {
            known = found;
            return CompletableFuture.completedFuture(found);
        }
        int to = Math.min(hosts.size(), from + AT_A_TIME);
        List<CompletableFuture<Void>> open = new ArrayList<>();
        for (String host : hosts.subList(from, to)) {
            InetAddress before = known.get(host);
            open.add(names().ask(host).handle((answer, failure) -> {
                boolean stays =
                        answer == null || (before != null && answer.addresses().contains(before));
                InetAddress at = stays ? before : answer.addresses().get(0);
                if (at != null) {
                    synchronized (found) {
                        found.put(host, at);
                    }
                }
                return null;
            }));
        }
        return CompletableFuture.allOf(open.toArray(CompletableFuture[]::new))
                .thenCompose(done -> look(hosts, to, found));
    }

    private static SourceAnswer placed(SourceAnswer answer, Map<String, InetAddress> found) {
        List<NodeSettings> nodes = new ArrayList<>();
        int lost = 0;
        for (NodeSettings node : answer.nodes()) {
            InetAddress at = found.get(node.address().host());
            if (node.at() != null || !isName(node.address().host())) {
                nodes.add(node);
            } else if (at != null) {
                nodes.add(node.withAt(at));
            } else {
                lost++;
            }
        }
        String remark = answer.remark();
        if (lost > 0) {
            remark += (remark.isEmpty() ? "" : "; ") + lost + " nodes left out, their names have no address";
        }
        return new SourceAnswer(nodes, answer.goodFor(), remark);
    }

    @Override
    public Duration patience() {
        return source.patience().plus(LOOKUPS);
    }

    @Override
    public synchronized void close() {
        source.close();
        NameLookup present = names;
        if (present != null) {
            present.close();
        }
    }
}
