// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Problem;
import io.evenkeel.config.cluster.NodeProtocol;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The key {@code clusters[].protocol}. */
class NodeProtocolTest {

    private static SettingsFile file(String listener, String cluster) {
        return SettingsFile.of(
                "listeners: [{address: \"127.0.0.1:1\", cluster: shop" + listener + "}]\n"
                        + "clusters: {shop: {nodes: [\"127.0.0.1:2\"]" + cluster + "}}\n",
                "x.yaml");
    }

    @ParameterizedTest
    @CsvSource({"'', HTTP", "', protocol: http', HTTP", "', protocol: h2', H2"})
    void isHttpUnlessSaid(String key, NodeProtocol protocol) throws Exception {
        assertThat(Objects.requireNonNull(file("", key).load().clusters().get("shop"))
                        .protocol())
                .isEqualTo(protocol);
    }

    @Test
    void isNotForTcpListeners() {
        assertThat(file(", protocol: tcp", ", policy: round-robin, protocol: h2")
                        .check())
                .extracting(Problem::message)
                .containsExactly("listener '127.0.0.1:1' is tcp and passes on what its clients speak");
    }

    private static List<Problem> connections(String protocol, int most) {
        return SettingsFile.of(
                        "engine: {loops: 3}\n"
                                + "listeners: [{address: \"127.0.0.1:1\", cluster: shop}]\n"
                                + "clusters: {shop: {protocol: " + protocol
                                + ", nodes: [{address: \"127.0.0.1:2\", max-connections: " + most + "}]}}\n",
                        "x.yaml")
                .check();
    }

    /** Loops do not share connections. */
    @Test
    void fewerConnectionsThanLoopsAreWarnedOf() {
        assertThat(connections("h2", 2))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("the 3 event loops have to take turns with the 2 connections to this node, and"
                                + " requests wait for them"))
                .satisfies(problem ->
                        assertThat(problem.hint()).isEqualTo("allow 3 at least, or set 'loops' of 'engine' to 2"));
        assertThat(connections("h2", 3)).isEmpty();
        assertThat(connections("http", 2)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http2", "h2c", "grpc", "HTTP/2"})
    void suggestsTheWordThatWasMeant(String typed) {
        assertThat(file("", ", protocol: " + typed).check())
                .extracting(Problem::hint)
                .containsExactly("did you mean 'h2'?");
    }

    @ParameterizedTest
    @CsvSource({"http2: true", "h2: on", "grpc: true"})
    void suggestsTheKeyOfAClusterThatWasMeant(String typed) {
        assertThat(file("", ", " + typed).check())
                .extracting(Problem::hint)
                .containsExactly("did you mean 'protocol: h2'?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "http2", "grpc"})
    void suggestsTheKeyOfAListenerForItsProtocol(String typed) {
        assertThat(file(", protocol: " + typed, "").check())
                .extracting(Problem::hint)
                .containsExactly("a listener of http speaks HTTP/2 too, see its key 'http2'; for nodes it is"
                        + " 'protocol: h2' at the cluster");
    }

    @Test
    void suggestsTheKeyOfAListenerThatWasMeant() {
        assertThat(file(", h2: true", "").check()).extracting(Problem::hint).containsExactly("did you mean 'http2'?");
    }

    @ParameterizedTest
    @CsvSource({"server, ''", "shop.Basket, shop.Basket", "Basket, Basket"})
    void aCheckOfGrpcAsksAboutAService(String typed, String service) throws Exception {
        assertThat(file("", ", protocol: h2, health: {grpc: " + typed + "}")
                        .load()
                        .clusters()
                        .get("shop"))
                .satisfies(shop ->
                        assertThat(Objects.requireNonNull(shop.health()).grpc()).isEqualTo(service))
                .satisfies(shop ->
                        assertThat(Objects.requireNonNull(shop.health()).path()).isNull());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'{grpc: server}' | gRPC needs HTTP/2 to the nodes",
                "'{grpc: server, path: /}, protocol: h2' | give either 'path' or 'grpc', not both",
                "'{grpc: server, tcp: true}, protocol: h2' | give either 'grpc' or tcp: true, not both",
                "'{grpc: server, status: 200}, protocol: h2' | 'status' does nothing in a check of gRPC",
                "'{interval: 1s}, protocol: h2' | 'health' needs a 'path', a 'grpc' service, or tcp: true"
            })
    void aCheckOfGrpcGoesWithNoOther(String health, String message) {
        assertThat(file("", ", health: " + health).check())
                .extracting(Problem::message)
                .containsExactly(message.strip());
    }
}
