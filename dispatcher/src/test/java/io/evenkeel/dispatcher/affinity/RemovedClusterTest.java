// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.ClusterKey;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.AffinitySettings.Mode;
import io.evenkeel.config.cluster.AffinitySettings.OwnCookie;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.dispatcher.affinity.store.FakeStore;
import io.evenkeel.dispatcher.affinity.store.StoreLinks;
import io.evenkeel.dispatcher.engine.ManualLoop;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A loop has made something for the sessions of a cluster, which does not keep that cluster when it has left. */
final class RemovedClusterTest {

    private final ManualLoop clock = new ManualLoop();

    private Cluster cluster(String name, Mode mode, @Nullable StoreSettings store) {
        ClusterFixture fixture = new ClusterFixture(1);
        fixture.name = name;
        fixture.affinity = new AffinitySettings(
                mode, false, "JSESSIONID", OwnCookie.DEFAULTS, 1000, Duration.ofMinutes(30), store, null);
        return fixture.create(clock.loop().nowNs());
    }

    /** Uses a cluster and lets it go. */
    private static WeakReference<Cluster> used(LoopAffinities loop, Cluster leaving) {
        loop.of(leaving);
        return new WeakReference<>(leaving);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void aClusterThatHasLeftIsFreed(Mode mode) {
        StoreLinks stores = new StoreLinks(clock.loop().events().cluster(), List.of(new FakeStore()));
        Affinities all = new Affinities(() -> "a key of the test", stores, null);
        LoopAffinities loop = new LoopAffinities(all, clock.loop(), InstantSource.system());
        StoreSettings store = mode == Mode.LEARNED
                ? new StoreSettings("valkey://store:6379", null, null, Duration.ofMillis(20))
                : null;
        ClusterSettings shared = cluster("shared", mode, store).settings();
        Cluster other = cluster("other", Mode.NONE, null);
        all.follow(ClusterKey.NONE, Map.of("shared", shared, "other", other.settings()));

        WeakReference<Cluster> left = used(loop, cluster("shared", mode, store));
        loop.of(other);

        Until.holds("the cluster to be freed", () -> {
            System.gc();
            return left.refersTo(null);
        });
        assertThat(loop.of(other)).isNotNull();
    }
}
