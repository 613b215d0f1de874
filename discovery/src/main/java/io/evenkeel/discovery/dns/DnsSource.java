// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Dns;
import io.evenkeel.dispatcher.discovery.NodeSource;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Nodes at the addresses of a name, each named after its address. One thread calls. */
public final class DnsSource implements NodeSource {

    private static final Duration USUAL = Duration.ofSeconds(30);
    private static final Duration LEAST = Duration.ofSeconds(1);

    private final Dns name;
    private final DiscoverSettings settings;
    private final Resolver resolver;
    private final NameAddresses book;

    public DnsSource(Dns name, DiscoverSettings settings) {
        this.name = name;
        this.settings = settings;
        this.resolver = new Resolver(name.servers(), settings.timeout());
        this.book = new NameAddresses(resolver);
    }

    /** The time for which an answer is good: its time to live, at least a second, at most the interval. */
    static Duration goodFor(Duration live, DiscoverSettings settings) {
        Duration wanted = settings.interval();
        Duration most = wanted == null ? USUAL : wanted;
        Duration least = LEAST.compareTo(most) < 0 ? LEAST : most;
        return live.compareTo(least) < 0 ? least : live.compareTo(most) > 0 ? most : live;
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        return book.ask(name.name()).thenApply(page -> {
            List<NodeSettings> nodes = new ArrayList<>();
            for (InetAddress at : page.addresses()) {
                HostPort address = new HostPort(at.getHostAddress(), name.port());
                nodes.add(new NodeSettings(address.toString(), address, 1, Integer.MAX_VALUE, Integer.MAX_VALUE)
                        .withAt(at));
            }
            return new SourceAnswer(nodes, goodFor(page.goodFor(), settings), "");
        });
    }

    @Override
    public Duration patience() {
        return settings.timeout();
    }

    @Override
    public void close() {
        resolver.close();
    }
}
