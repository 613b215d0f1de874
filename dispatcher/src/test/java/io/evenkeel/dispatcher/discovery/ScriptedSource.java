// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A source and a lookup of names that say what a test tells them to. */
final class ScriptedSource implements NodeSource, NodeSourceProvider {

    static final DiscoverSettings SETTINGS = settings(256);

    /** The answer at once; null while questions stay open. */
    @Nullable
    List<NodeSettings> answer;

    @Nullable
    RuntimeException failure;

    Duration goodFor = Duration.ofSeconds(10);
    List<InetAddress> addresses = List.of();
    final List<CompletableFuture<SourceAnswer>> open = new ArrayList<>();
    int asked;
    int looked;
    boolean closed;

    static DiscoverSettings settings(int maxNodes) {
        return new DiscoverSettings(
                new SourceSettings.Srv("shop.test", List.of()),
                null,
                Duration.ofMillis(1),
                Duration.ofSeconds(60),
                maxNodes,
                Integer.MAX_VALUE,
                Integer.MAX_VALUE);
    }

    /** Nodes at 10.0.0.x, named after the letters of a word. */
    static List<NodeSettings> nodes(String letters) {
        return letters.chars().mapToObj(c -> node(String.valueOf((char) c), c)).toList();
    }

    static NodeSettings node(String name, int last) {
        return new NodeSettings(name, new HostPort("10.0.0." + last, 8080), 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public CompletableFuture<SourceAnswer> ask() {
        asked++;
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        if (answer != null) {
            return CompletableFuture.completedFuture(new SourceAnswer(answer, goodFor, ""));
        }
        CompletableFuture<SourceAnswer> question = new CompletableFuture<>();
        open.add(question);
        return question;
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(5);
    }

    @Override
    public NodeSource open(DiscoverSettings settings) {
        return this;
    }

    @Override
    public NameLookup names() {
        return new NameLookup() {
            @Override
            public CompletableFuture<Found> ask(String host) {
                looked++;
                return addresses.isEmpty()
                        ? CompletableFuture.failedFuture(new IllegalStateException("no address"))
                        : CompletableFuture.completedFuture(new Found(addresses, goodFor));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {
        closed = true;
    }
}
