// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ShadowConflictException;
import io.evenkeel.dispatcher.control.ShadowView;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.FakeTask;
import io.evenkeel.policy.Outcome;
import io.evenkeel.policy.PolicyCatalog;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShadowsTest {

    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: 127.0.0.1:0, protocol: http, cluster: shop}
            clusters:
              shop:
                policy: %s
                nodes:
                  - {name: a, address: 127.0.0.1:18080}
                  - {name: b, address: 127.0.0.1:28080}
            """;

    private final PolicyCatalog catalog = PolicyCatalog.load();
    private final Map<String, Cluster> inForce = new ConcurrentHashMap<>();
    private Settings settings;
    private long nowMs = 1_000;
    private final Shadows shadows = new Shadows(() -> inForce, () -> settings, catalog, this::now, new EventLog());

    ShadowsTest() throws SettingsException {
        settings = settings("round-robin");
        begin("round-robin");
    }

    private Instant now() {
        return Instant.ofEpochMilli(nowMs);
    }

    private static Settings settings(String policy) throws SettingsException {
        return SettingsFile.of(CONFIG.formatted(policy), "test").load();
    }

    private void begin(String policy) throws SettingsException {
        settings = settings(policy);
        inForce.put(
                "shop",
                ClusterFixture.create(
                        Objects.requireNonNull(settings.clusters().get("shop")), catalog, new SplittableRandom(1), 0));
    }

    private void tasks(int count) {
        for (int i = 0; i < count; i++) {
            FakeTask.run(Objects.requireNonNull(inForce.get("shop")), i, Outcome.SUCCEEDED);
        }
    }

    private ShadowView only() {
        shadows.follow();
        List<ShadowView> all = shadows.list("shop");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @AfterEach
    void close() {
        shadows.close();
    }

    @Test
    void comparesFromTheStartToTheStop() {
        tasks(3);
        assertThat(shadows.start("shop", "round-robin").compared()).isZero();
        tasks(4);
        ShadowView view = only();

        assertThat(view.compared()).isEqualTo(4);
        assertThat(view.same())
                .as("three turns were before it, so it is one behind")
                .isZero();
        assertThat(view.policy()).isEqualTo("round-robin");
        assertThat(view.active()).isEqualTo("round-robin");
        assertThat(view.configured()).isTrue();
        assertThat(view.sinceMs()).isEqualTo(1_000);
        assertThat(shadows.stop("shop", "round-robin").compared()).isEqualTo(4);
        assertThat(shadows.list("shop")).isEmpty();
        tasks(2);
        shadows.follow();
        assertThat(shadows.start("shop", "round-robin").compared())
                .as("a new one knows nothing of the old one")
                .isZero();
    }

    @Test
    void refusesMoreThanThreeTheSameTwiceAndUnknownNames() {
        shadows.start("shop", "random");
        assertThatThrownBy(() -> shadows.start("shop", "random"))
                .isInstanceOf(ShadowConflictException.class)
                .hasMessage("policy 'random' is a shadow of cluster 'shop' already");
        shadows.start("shop", "headroom");
        shadows.start("shop", "least-connections");
        assertThatThrownBy(() -> shadows.start("shop", "peak-ewma"))
                .isInstanceOf(ShadowConflictException.class)
                .hasMessageContaining("3 shadows");
        assertThatThrownBy(() -> shadows.start("bank", "random")).isInstanceOf(UnknownNameException.class);
        assertThatThrownBy(() -> shadows.list("bank")).isInstanceOf(UnknownNameException.class);
        assertThatThrownBy(() -> shadows.stop("shop", "peak-ewma"))
                .isInstanceOf(UnknownNameException.class)
                .hasMessage("cluster 'shop' has no shadow 'peak-ewma'; it has random, headroom, least-connections");
        shadows.stop("shop", "headroom");
        assertThatThrownBy(() -> shadows.start("shop", "least-loaded"))
                .as("no agent here")
                .isInstanceOf(UnknownNameException.class)
                .hasMessageContaining("there is adaptive");
        assertThat(shadows.list("shop")).extracting(ShadowView::policy).containsExactly("random", "least-connections");
    }

    @Test
    void aClusterThatStartsOverHasItsShadowsBeginAnew() throws SettingsException {
        shadows.start("shop", "least-connections");
        tasks(4);
        assertThat(only().compared()).isEqualTo(4);
        nowMs = 2_000;
        begin("random");
        shadows.follow();
        tasks(2);

        ShadowView view = only();
        assertThat(view.active()).isEqualTo("random");
        assertThat(view.sinceMs()).isEqualTo(2_000);
        assertThat(view.compared()).isEqualTo(2);
        assertThat(view.policy()).isEqualTo("least-connections");
    }

    @Test
    void itStaysWhenNodesJoinAndEndsWithItsCluster() throws SettingsException {
        shadows.start("shop", "least-connections");
        tasks(2);
        Settings wider = SettingsFile.of(
                        CONFIG.formatted("round-robin") + "      - {name: c, address: 127.0.0.1:38080}\n", "test")
                .load();
        Cluster shop = Objects.requireNonNull(inForce.get("shop"));
        ClusterFixture.update(shop, Objects.requireNonNull(wider.clusters().get("shop")), 10);
        tasks(3);

        assertThat(only().compared()).isEqualTo(5);
        assertThat(only().splits()).extracting(ShadowView.ShadowSplit::node).containsExactlyInAnyOrder("a", "b", "c");
        inForce.clear();
        shadows.follow();
        inForce.put("shop", shop);
        assertThat(shadows.list("shop")).isEmpty();
    }
}
