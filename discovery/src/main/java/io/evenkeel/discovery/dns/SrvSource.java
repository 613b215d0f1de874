// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Srv;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Nodes at the targets of SRV records: of the records with the lowest priority, by weight, each named
 * {@code target:port}. A target that has an address and loses it for one question keeps the one it had. One thread
 * calls.
 */
public final class SrvSource implements NodeSource {

    /** So many targets are looked up at a time. */
    private static final int AT_A_TIME = 32;

    /** The weight of a record with weight 0 beside others (RFC 2782: a very small chance). */
    private static final double LEAST_WEIGHT = 0.1;

    private final Srv name;
    private final DiscoverSettings settings;
    private final Resolver resolver;
    private Map<String, InetAddress> known = new HashMap<>();

    /** Lookups by target, because each knows of which families it has had records. */
    private final Map<String, NameAddresses> targets = new HashMap<>();

    public SrvSource(Srv name, DiscoverSettings settings) {
        this.name = name;
        this.settings = settings;
        this.resolver = new Resolver(name.servers(), settings.timeout());
    }

    /** The nodes and targets known so far, while others are looked up. */
    private static final class Findings {
        private final List<NodeSettings> nodes = new ArrayList<>();
        private final Map<String, InetAddress> found = new HashMap<>();
        private final Map<String, CompletableFuture<NameAddresses.FoundAddresses>> asked = new HashMap<>();
        private Duration live;
        private int lost;
        private int others;

        Findings(Duration live) {
            this.live = live;
        }
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        return resolver.records(name.name(), DnsRecordType.SRV).thenCompose(records -> {
            long liveS = Integer.MAX_VALUE;
            List<SrvRecord> all = new ArrayList<>();
            for (DnsRecord record : records) {
                SrvRecord read = SrvRecord.read(record);
                if (read != null) {
                    all.add(read);
                    liveS = Math.min(liveS, record.timeToLive());
                }
                ReferenceCountUtil.release(record);
            }
            int first = all.stream().mapToInt(SrvRecord::priority).min().orElse(0);
            List<SrvRecord> best = all.stream()
                    .filter(each -> each.priority() == first)
                    .sorted(Comparator.comparing(SrvRecord::target).thenComparing(SrvRecord::port))
                    .limit(settings.maxNodes())
                    .toList();
            Findings findings = new Findings(Duration.ofSeconds(liveS));
            findings.others = all.size() - best.size();
            boolean weighs = best.stream().anyMatch(each -> each.weight() > 0);
            return targets(best, 0, weighs, findings);
        });
    }

    private CompletableFuture<SourceAnswer> targets(List<SrvRecord> best, int from, boolean weighs, Findings findings) {
        if (from >= best.size()) {
            known = findings.found;
            targets.keySet().retainAll(findings.asked.keySet());
            return CompletableFuture.completedFuture(
                    new SourceAnswer(findings.nodes, DnsSource.goodFor(findings.live, settings), remark(findings)));
        }
        int to = Math.min(best.size(), from + AT_A_TIME);
        List<CompletableFuture<Void>> open = new ArrayList<>();
        for (SrvRecord each : best.subList(from, to)) {
            open.add(page(each.target(), findings).handle((page, failure) -> {
                synchronized (findings) {
                    add(each, page, weighs, findings);
                }
                return null;
            }));
        }
        return CompletableFuture.allOf(open.toArray(CompletableFuture[]::new))
                .thenCompose(done -> targets(best, to, weighs, findings));
    }

    /** The addresses at a target, which is asked for once however many records have it. */
    private CompletableFuture<NameAddresses.FoundAddresses> page(String target, Findings findings) {
        NameAddresses addresses = targets.computeIfAbsent(target, name -> new NameAddresses(resolver));
        return findings.asked.computeIfAbsent(target, addresses::ask);
    }

    private void add(SrvRecord record, NameAddresses.@Nullable FoundAddresses page, boolean weighs, Findings findings) {
        InetAddress before = known.get(record.target());
        InetAddress at = before;
        if (page != null && !page.addresses().isEmpty()) {
            at = before != null && page.addresses().contains(before)
                    ? before
                    : page.addresses().get(0);
            findings.live = page.goodFor().compareTo(findings.live) < 0 ? page.goodFor() : findings.live;
        }
        if (at == null) {
            findings.lost++;
            return;
        }
        findings.found.put(record.target(), at);
        double weight = !weighs ? 1 : record.weight() == 0 ? LEAST_WEIGHT : record.weight();
        HostPort address = new HostPort(record.target(), record.port());
        findings.nodes.add(
                new NodeSettings(address.toString(), address, weight, Integer.MAX_VALUE, Integer.MAX_VALUE).withAt(at));
    }

    private static String remark(Findings findings) {
        String lost = findings.lost == 0 ? "" : findings.lost + " targets without an address left out";
        String others = findings.others == 0
                ? ""
                : findings.others + " records of higher priority or above 'max-nodes' left out";
        return lost.isEmpty() || others.isEmpty() ? lost + others : lost + "; " + others;
    }

    @Override
    public Duration patience() {
        return settings.timeout().multipliedBy(2);
    }

    @Override
    public void close() {
        resolver.close();
    }
}
