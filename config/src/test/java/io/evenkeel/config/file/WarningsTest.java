// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.listener.ProcessLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Odd but usable: the settings load, and the warning names the place. */
class WarningsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cluster: shop, accept-proxy: true                    |                       | 1:57 no PROXY header will be accepted, because no network is trusted
            protocol: tcp, cluster: shop, limits: {fields: 1}    |                       | 1:67 'fields' does nothing on a tcp listener
            protocol: tcp, cluster: shop                         | assign: request       | 5:13 listener 'h:1' is tcp and assigns connections
            cluster: shop                                        | agent: {}             |
            cluster: shop                                        | 'agent: {timeout: 2s}' | 5:22 'timeout' is longer than 'interval', but a node is not asked again before it has answered
            cluster: shop                                        | proxy-protocol: v1    | 5:5 'proxy-protocol' does nothing without a tcp listener
            cluster: shop                                        | 'health: {tcp: true, status: 200}' | 5:25 'status' does nothing in a tcp check
            'routes: [{cluster: shop}, {path: /a, cluster: shop}]' |                     | 1:54 this route is never reached
            'routes: [{path: /a%2fb, cluster: shop}, {cluster: shop}]' |                 | 1:44 this route is never reached
            'routes: [{path: /a;b, cluster: shop}, {cluster: shop}]' |                   | 1:44 this route is never reached
            'routes: [{path: /a%2fb, cluster: shop}], paths: raw' |                      |
            'cluster: shop, trusted-fields: [forwarded]'         |                       | 1:43 'trusted-fields' does nothing without 'trusted'
            'protocol: tcp, cluster: shop, paths: strict'        |                       | 1:58 'paths' does nothing on a tcp listener
            'protocol: tcp, cluster: shop, mode: redirect'       |                       | 1:58 'mode' does nothing on a tcp listener
            cluster: shop                                        | 'affinity: {mode: none, strict: true}' | 5:28 'strict' does nothing with affinity 'none'
            cluster: shop                                        | 'affinity: {cookie: SID, idle: 1h}' |
            cluster: shop                                        | 'affinity: {mode: jvm-route, path: /a}' | 5:33 'path' does nothing with affinity 'jvm-route'
            cluster: shop                                        | 'affinity: {mode: jvm-route, path: /a, response-time: T}' |
            cluster: shop                                        | 'affinity: {response-time: T, path: /a}' |
            'cluster: shop, headers: {request: {remove: [X-A]}}' |                       |
            cluster: shop                                        | ''                    |
            """)
    void warns(String listener, @Nullable String cluster, @Nullable String warning) throws Exception {
        String yaml = "listeners: [{address: h:1, " + listener + "}]\nclusters:\n  shop:\n    nodes: [h:2]\n    "
                + (cluster == null ? "" : cluster) + "\n";
        SettingsFile file = SettingsFile.of(yaml, "test.yaml");
        file.load();
        List<String> wanted = warning == null ? List.of() : List.of(warning);
        assertThat(file.warnings()).extracting(WarningsTest::line).containsExactlyElementsOf(wanted);
    }

    @Test
    void affinityOfClientsThatAreSentAwayIsOdd() throws Exception {
        SettingsFile file = SettingsFile.of("""
                listeners: [{name: door, address: h:1, cluster: a, mode: redirect}]
                clusters: {a: {affinity: cookie, nodes: [{address: h:2, public: "http://n:2"}]}}
                """, "test.yaml");
        file.load();
        assertThat(file.warnings())
                .extracting(WarningsTest::line)
                .containsExactly(
                        "2:26 affinity 'cookie' ties no client of listener 'door', which sends each to a node and"
                                + " sees no answer of it");
    }

    @Test
    void moreConnectionsThanDescriptorsAreOdd() throws Exception {
        long descriptors = ProcessLimits.here().descriptors();
        Assumptions.assumeTrue(descriptors < 10_000_000);
        SettingsFile file = SettingsFile.of("""
                listeners: [{address: h:1, cluster: shop, limits: {connections: 10000000}}]
                clusters: {shop: {nodes: ["h:2"]}}
                """, "test.yaml");
        file.load();
        assertThat(file.warnings())
                .extracting(WarningsTest::line)
                .containsExactly("1:65 a process may open only " + descriptors
                        + " files and sockets here, which is too few for 10000000 connections");
    }

    @Test
    void anUnusedClusterAndAnAdminServerForEveryoneAreOdd() throws Exception {
        SettingsFile file = SettingsFile.of("""
                listeners: [{address: "127.0.0.1:1", cluster: a}]
                clusters: {a: {nodes: ["h:1"]}, b: {nodes: ["h:1"]}}
                admin: 0.0.0.0:8111
                """, "test.yaml");
        file.load();
        assertThat(file.warnings())
                .extracting(WarningsTest::line)
                .containsExactly(
                        "2:33 no listener uses cluster 'b'",
                        "3:8 the admin server can be reached from other machines, over plain HTTP");
    }

    @Test
    void onlyTheFullCheckLooksNamesUp() throws Exception {
        String yaml =
                "listeners: [{address: 127.0.0.1:1, cluster: a}]\nclusters: {a: {nodes: [no-such-host.invalid:1]}}\n";
        SettingsFile file = SettingsFile.of(yaml, "test.yaml");
        assertThat(file.load().clusters()).containsKey("a");
        assertThat(file.checkWithoutNames()).isEmpty();
        assertThat(file.check())
                .singleElement()
                .hasToString("test.yaml:2:24: error: host 'no-such-host.invalid' has no address");
    }

    @Test
    void aNodeWithoutAnAddressKeepsNobodyFromAChangeAndAListenerDoes() {
        SettingsFile file = SettingsFile.of("", "test.yaml");

        List<Problem> problems = file.check("""
                listeners: [{address: no-such-door.invalid:1, cluster: a}]
                clusters: {a: {nodes: [no-such-host.invalid:1]}}
                log: {access: {syslog: "udp://no-such-log.invalid:514"}}
                """);

        assertThat(problems)
                .extracting(Problem::toString)
                .containsExactly(
                        "test.yaml:1:23: error: host 'no-such-door.invalid' has no address",
                        "test.yaml:2:24: warning: host 'no-such-host.invalid' has no address; nothing is sent there"
                                + " before name servers answer",
                        "test.yaml:3:24: warning: host 'no-such-log.invalid' has no address; nothing is sent there"
                                + " before name servers answer");
    }

    private static String line(Problem problem) {
        assertThat(problem.isError()).isFalse();
        return problem.line() + ":" + problem.column() + " " + problem.message();
    }
}
