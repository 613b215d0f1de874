// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;

import io.evenkeel.config.BrokerSettings;
import io.evenkeel.config.EngineSettings;
import io.evenkeel.config.Settings;
import io.evenkeel.config.cluster.AffinitySettings;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.cluster.EjectionSettings;
import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.NodeTimeouts;
import io.evenkeel.config.cluster.PoolSettings;
import io.evenkeel.config.cluster.QueueSettings;
import io.evenkeel.config.cluster.RetrySettings;
import io.evenkeel.config.cluster.ServiceRule;
import io.evenkeel.config.cluster.StoreSettings;
import io.evenkeel.config.listener.ClientTimeouts;
import io.evenkeel.config.listener.ForwardSettings;
import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.RequestLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsFileTest {

    private static final String MINIMAL = """
            listeners: [{address: 127.0.0.1:9090, cluster: shop}]
            clusters:
              shop:
                nodes: [127.0.0.1:18080, 127.0.0.1:28080]
            """;

    @Test
    void fourLinesAreAConfiguration() throws Exception {
        Settings settings = SettingsFile.of(MINIMAL, "minimal.yaml").load();

        ListenerSettings listener = settings.listeners().get(0);
        assertThat(listener.name()).isEqualTo("127.0.0.1:9090");
        assertThat(listener.routes()).hasSize(1);
        ClusterSettings shop = settings.clusters().values().iterator().next();
        assertThat(shop.name()).isEqualTo("shop");
        assertThat(shop.nodes()).extracting(node -> node.address().port()).containsExactly(18080, 28080);
        assertThat(shop.policy().name()).isEqualTo("headroom");
        assertThat(shop.health()).isNull();
    }

    @Test
    void defaultsAreThoseOfTheRecords() throws Exception {
        Settings settings = SettingsFile.of(MINIMAL, "minimal.yaml").load();

        ListenerSettings listener = settings.listeners().get(0);
        assertThat(listener.timeouts()).isEqualTo(ClientTimeouts.DEFAULTS);
        assertThat(listener.limits()).isEqualTo(RequestLimits.DEFAULTS);
        assertThat(listener.forward()).isEqualTo(ForwardSettings.DEFAULTS);
        ClusterSettings shop = settings.clusters().values().iterator().next();
        assertThat(shop.timeouts()).isEqualTo(NodeTimeouts.DEFAULTS);
        assertThat(shop.ejection()).isEqualTo(EjectionSettings.DEFAULTS);
        assertThat(shop.retry()).isEqualTo(RetrySettings.DEFAULTS);
        assertThat(shop.queue()).isEqualTo(QueueSettings.DEFAULTS);
        assertThat(shop.pool()).isEqualTo(PoolSettings.DEFAULTS);
        assertThat(settings.engine()).isEqualTo(EngineSettings.DEFAULTS);
        assertThat(settings.admin().broker()).isEqualTo(BrokerSettings.DEFAULTS);
        assertThat(SettingsFile.of(MINIMAL + "admin: 127.0.0.1:8111\n", "admin.yaml")
                        .load()
                        .admin()
                        .broker())
                .isEqualTo(BrokerSettings.DEFAULTS);
    }

    @Test
    void aBrokersQuantumIsAtMostTheLongest() throws Exception {
        SettingsFile file = SettingsFile.of(
                MINIMAL + "admin: {address: \"127.0.0.1:8111\", broker: {quantum: 2m, max-quantum: 30s}}\n", "b.yaml");

        BrokerSettings broker = file.load().admin().broker();
        assertThat(broker.quantum()).isEqualTo(Duration.ofSeconds(30));
        assertThat(broker.maxQuantum()).isEqualTo(Duration.ofSeconds(30));
        assertThat(file.warnings())
                .singleElement()
                .asString()
                .contains("no client gets this quantum, because it is longer than max-quantum");
    }

    @ParameterizedTest
    @CsvSource({
        "https://vcn1.example.org, true",
        "http://10.0.0.7:8080, true",
        "'https://[fd00::7]:8443', true",
        "https://vcn1.example.org/, false",
        "https://vcn1.example.org/shop, false",
        "https://user@vcn1.example.org, false",
        "vcn1.example.org:8443, false",
        "ftp://vcn1.example.org, false",
    })
    void aPublicAddressIsAnOrigin(String address, boolean good) {
        SettingsFile file = SettingsFile.of(
                "listeners: [{address: 127.0.0.1:9090, cluster: shop}]\n"
                        + "clusters: {shop: {nodes: [{address: 127.0.0.1:18080, public: '" + address + "'}]}}\n",
                "public.yaml");

        assertThat(catchThrowable(file::load) == null).isEqualTo(good);
    }

    @Test
    void aListenerThatRedirectsNeedsAPublicAddressOfEachNode() {
        SettingsFile file = SettingsFile.of("""
                listeners: [{address: 127.0.0.1:9090, cluster: shop, mode: redirect}]
                clusters:
                  shop:
                    nodes:
                      - {address: 10.0.0.1:80, public: http://one.example.org}
                      - 10.0.0.2:80
                """, "redirect.yaml");

        assertThat(file.check()).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(6);
            assertThat(problem.message())
                    .isEqualTo("listener '127.0.0.1:9090' cannot send clients to this node, because it has no public"
                            + " address");
            assertThat(problem.toString()).contains("redirect.yaml:6:9: error");
        });
    }

    private static AffinitySettings affinity(String affinity) throws Exception {
        String yaml = "listeners: [{name: web, address: 127.0.0.1:0, cluster: shop}]\n"
                + "clusters: {shop: {nodes: [127.0.0.1:18080], affinity: " + affinity + "}}\n";
        return SettingsFile.of(yaml, "affinity.yaml")
                .load()
                .clusters()
                .values()
                .iterator()
                .next()
                .affinity();
    }

    @Test
    void clientsKeepTheTimeOfTheirLastAnswerWhenItsCookieIsNamed() throws Exception {
        assertThat(affinity("{mode: jvm-route, response-time: TIME, path: /shop}")
                        .responseTime())
                .isEqualTo("TIME");
        assertThat(affinity("{response-time: TIME}").responseTime()).isEqualTo("TIME");
        assertThat(affinity("cookie").responseTime()).isNull();
    }

    @Test
    void aStoreIsWaitedForAsTheRecordSays() throws Exception {
        StoreSettings store =
                affinity("{mode: learned, store: valkey://10.0.0.9}").store();

        assertThat(store).isEqualTo(new StoreSettings("valkey://10.0.0.9", null, null, StoreSettings.DEFAULT_TIMEOUT));
    }

    @Test
    void aPolicysParametersAreNumbersInBaseUnits() throws Exception {
        assertThat(options("{name: jqostd-v1, feedback: as-reported, heap-threshold: 90%, period: 250ms}", "{}"))
                .containsOnly(entry("feedback", 0.0), entry("heap-threshold", 0.9), entry("period", 0.25));
    }

    @Test
    void samplesComeAsOftenAsTheAgentsAreAsked() throws Exception {
        assertThat(options("least-loaded", "{interval: 5s}")).containsOnly(entry("period", 5.0));
        assertThat(options("{name: least-loaded, period: 2s}", "{interval: 5s}"))
                .containsOnly(entry("period", 2.0));
        assertThat(options("headroom", "{interval: 5s}")).isEmpty();
    }

    @Test
    void rulesOfServicesAndTheNodesForThem() throws Exception {
        ClusterSettings cluster = SettingsFile.of("""
                        listeners: [{address: h:1, cluster: shop}]
                        clusters:
                          shop:
                            services: [{name: video, path: /video}, {name: cpu, path: /render, suffix: .png}]
                            nodes: [h:2, {address: h:3, serves: video}, {address: h:4, serves: [cpu, other]}]
                        """, "services.yaml")
                .load()
                .clusters()
                .values()
                .iterator()
                .next();

        assertThat(cluster.services())
                .containsExactly(new ServiceRule("video", "/video", null), new ServiceRule("cpu", "/render", ".png"));
        assertThat(cluster.nodes())
                .extracting(NodeSettings::serves)
                .containsExactly(List.of(), List.of("video"), List.of("cpu", "other"));
    }

    private static Map<String, Double> options(String policy, String agent) throws Exception {
        String yaml = MINIMAL + "    policy: " + policy + "\n    agent: " + agent + "\n";
        return SettingsFile.of(yaml, "policy.yaml")
                .load()
                .clusters()
                .values()
                .iterator()
                .next()
                .policy()
                .options();
    }
}
