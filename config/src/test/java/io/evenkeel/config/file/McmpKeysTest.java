// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.address.Network;
import io.evenkeel.config.listener.McmpSettings;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys of a listener where servers register, and of its cluster. */
class McmpKeysTest {

    private static Settings load(String listener, String cluster) throws Exception {
        return SettingsFile.of(
                        "listeners:\n  - {address: h:1, cluster: apps}\n  - {name: mcmp, address: h:2, " + listener
                                + "}\nclusters: {apps: {" + cluster + "}}",
                        "mcmp.yaml")
                .load();
    }

    @Test
    void onlyThisMachineMayRegisterUntilNetworksAreNamed() throws Exception {
        Settings settings = load("protocol: mcmp, cluster: apps", "affinity: jvm-route");
        McmpSettings rules = settings.listeners().get(1).mcmp();

        assertThat(rules).isEqualTo(McmpSettings.DEFAULTS);
        byte[] here = {127, 0, 0, 9};
        byte[] elsewhere = {10, 0, 0, 1};
        byte[] hereInIpv6 = new byte[16];
        hereInIpv6[15] = 1;
        assertThat(McmpSettings.DEFAULTS.allows(InetAddress.getByAddress(here))).isTrue();
        assertThat(McmpSettings.DEFAULTS.allows(InetAddress.getByAddress(hereInIpv6)))
                .isTrue();
        assertThat(McmpSettings.DEFAULTS.allows(InetAddress.getByAddress(elsewhere)))
                .isFalse();
        assertThat(settings.clusters().values())
                .singleElement()
                .satisfies(cluster -> assertThat(cluster.nodes()).isEmpty());
        assertThat(settings.listeners().get(0).mcmp()).isNull();
    }

    @Test
    void everyKeyIsRead() throws Exception {
        assertThat(load("protocol: mcmp, cluster: apps, allow: [10.0.0.0/24], match-hosts: true", "nodes: [n:1]")
                        .listeners()
                        .get(1)
                        .mcmp())
                .isEqualTo(new McmpSettings(List.of(Network.parse("10.0.0.0/24")), true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    protocol: mcmp, cluster: app           | affinity: none      | there is no cluster 'app'
                    protocol: mcmp                         | affinity: none      | a listener needs a 'cluster'
                    protocol: mcmp, routes: [{cluster: apps}] | affinity: none   | servers register in one cluster
                    protocol: mcmp, cluster: apps, allow: [] | affinity: none    | allow
                    protocol: mcmp, cluster: apps          | assign: connection  | connections cannot be assigned where servers announce applications
                    protocol: mcmp, cluster: apps, deny: [10.0.0.0/8] | affinity: none | 'deny' cannot work on a listener of mcmp
                    protocol: mcmp, cluster: apps, redirect: {to: https} | affinity: none | 'redirect' cannot work on a listener of mcmp
                    protocol: mcmp, redirect: {to: https}   | affinity: none | a listener needs a 'cluster'
                    protocol: http, cluster: apps          | affinity: none      | 'nodes' is missing
                    protocol: tcp, cluster: apps           | affinity: none      | 'nodes' is missing
                    """)
    void whatCannotBeMeantIsAnError(String listener, String cluster, String said) {
        assertThatThrownBy(() -> load(listener, cluster))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining(said);
    }

    @Test
    void tcpListenerCannotServeApplications() {
        String text = """
                listeners:
                  - {address: h:1, protocol: tcp, cluster: apps}
                  - {name: one, address: h:2, protocol: mcmp, cluster: apps}
                  - {name: two, address: h:3, protocol: mcmp, cluster: apps}
                clusters: {apps: {policy: round-robin}}
                """;

        assertThatThrownBy(() -> SettingsFile.of(text, "mcmp.yaml").load())
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("listener 'h:1' is tcp and sees no paths")
                .hasMessageContaining("servers register in cluster 'apps' on listener 'one' already");
    }
}
