// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.engine.TestCertificates;
import io.evenkeel.dispatcher.kit.FreePort;
import io.evenkeel.dispatcher.kit.Message;
import io.evenkeel.dispatcher.kit.RawClient;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings whose last address cannot be bound change nothing. */
class SettingsInForceIT {

    @TempDir
    private Path folder;

    private ScriptedNode one;
    private ScriptedNode two;
    private ServerSocket taken;
    private int fresh;

    @BeforeEach
    void start() throws IOException {
        one = ScriptedNode.start("one");
        two = ScriptedNode.start("two");
        fresh = FreePort.find();
        taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        X509Bundle own = TestCertificates.client("shop");
        Files.writeString(folder.resolve("own.pem"), own.getCertificatePEM());
        Files.writeString(folder.resolve("own-key.pem"), own.getPrivateKeyPEM());
    }

    @AfterEach
    void stop() throws IOException {
        taken.close();
        one.close();
        two.close();
    }

    private SettingsFile file(String text) throws IOException {
        return SettingsFile.open(Files.writeString(folder.resolve("gw.yaml"), text));
    }

    private String before() {
        return """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters: {shop: {nodes: [{name: a, address: "127.0.0.1:%d"}]}}
                """.formatted(one.port());
    }

    /** Everything is another, and the last of the listeners is where somebody else listens. */
    private String after() {
        return """
                listeners:
                - {name: web, address: "127.0.0.1:0", cluster: shop, tls: {certificates: [{certificate: own.pem, key: own-key.pem}]}}
                - {name: fresh, address: "127.0.0.1:%d", cluster: other}
                - {name: last, address: "127.0.0.1:%d", cluster: other}
                clusters:
                  shop: {nodes: [{name: b, address: "127.0.0.1:%d"}], policy: random, affinity: cookie}
                  other: {nodes: [{name: c, address: "127.0.0.1:%d"}]}
                log: {access: {file: "%s"}}
                """.formatted(fresh, taken.getLocalPort(), two.port(), two.port(), folder.resolve("access.log"));
    }

    private static Message answer(int port) throws IOException {
        try (RawClient client = RawClient.to(port)) {
            return client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").response("GET");
        }
    }

    @Test
    void aReloadThatCannotBindChangesNothing() throws Exception {
        try (Dispatcher dispatcher = Dispatcher.start(file(before()))) {
            int port = dispatcher.port("web");
            file(after());

            ReloadResult result = dispatcher.control().reload();

            assertThat(result.applied()).isFalse();
            assertThat(result.problems())
                    .singleElement()
                    .asString()
                    .startsWith("cannot listen on 127.0.0.1:" + taken.getLocalPort());
            assertThat(dispatcher.control().dispatcher().lastReloadSucceeded()).isFalse();
            assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(1);
            assertThat(dispatcher.control().dispatcher().listeners())
                    .singleElement()
                    .satisfies(web -> assertThat(web.certificates()).isEmpty());
            assertThat(dispatcher.control().clusters())
                    .singleElement()
                    .satisfies(shop ->
                            assertThat(shop.nodes()).extracting(NodeView::name).containsExactly("a"));
            Message answer = answer(port);
            assertThat(answer.value("X-Node")).isEqualTo("one");
            assertThat(answer.has("Set-Cookie")).isFalse();
            assertThatThrownBy(() -> RawClient.to(fresh))
                    .as("a listener before the last")
                    .isInstanceOf(IOException.class);
            assertThat(folder.resolve("access.log")).doesNotExist();
        }
    }

    @Test
    void theSameReloadSucceedsOnceTheAddressIsFree() throws Exception {
        try (Dispatcher dispatcher = Dispatcher.start(file(before()))) {
            file(after());
            assertThat(dispatcher.control().reload().applied()).isFalse();
            taken.close();
            file(after().replace(":" + taken.getLocalPort() + "\"", ":0\""));

            assertThat(dispatcher.control().reload().applied()).isTrue();

            assertThat(dispatcher.control().dispatcher().lastReloadSucceeded()).isTrue();
            assertThat(dispatcher.control().dispatcher().configGeneration()).isEqualTo(2);
            assertThat(answer(fresh).value("X-Node")).isEqualTo("two");
            assertThat(folder.resolve("access.log")).exists();
        }
    }

    /** The new address is opened before the old one is closed; "end the program that has it" would end this one. */
    @ParameterizedTest
    @CsvSource({
        "shop, 127.0.0.1, http, ', or keep the name and protocol of web'",
        "web,  0.0.0.0,   http, 'restart the dispatcher'",
        "web,  127.0.0.1, tcp,  'restart the dispatcher'"
    })
    void aReloadSaysThatItIsAListenerOfItsOwnThatHasTheAddress(String name, String host, String protocol, String remedy)
            throws Exception {
        String text = """
                listeners: [{name: %s, address: "%s:%d", protocol: %s, cluster: shop}]
                clusters: {shop: {nodes: [{name: a, address: "127.0.0.1:%d"}]}}
                """;
        try (Dispatcher dispatcher =
                Dispatcher.start(file(text.formatted("web", "127.0.0.1", fresh, "http", one.port())))) {
            file(text.formatted(name, host, fresh, protocol, one.port()));

            ReloadResult result = dispatcher.control().reload();

            assertThat(result.problems())
                    .singleElement()
                    .asString()
                    .startsWith("cannot listen on " + host + ":" + fresh + " for listener " + name
                            + ", because listener web of this dispatcher listens on 127.0.0.1:" + fresh)
                    .endsWith(remedy);
            assertThat(answer(fresh).value("X-Node")).isEqualTo("one");
        }
    }

    @Test
    void aStartThatCannotBindLeavesNothingOpen() throws Exception {
        SettingsFile file = file(after());

        assertThatThrownBy(() -> Dispatcher.start(file))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort());

        try (ServerSocket again = new ServerSocket(fresh, 1, InetAddress.getLoopbackAddress())) {
            assertThat(again.isBound()).isTrue();
        }
        assertThat(List.of(one.requests(), two.requests())).allMatch(List::isEmpty);
    }

    @Test
    void nodesThatCannotBeToldApartAreRefusedByAReload() throws Exception {
        try (Dispatcher dispatcher = Dispatcher.start(file(before()))) {
            String nodes = "[{name: %s, address: \"127.0.0.1:%d\"}, {name: %s, address: \"127.0.0.1:%d\"}]"
                    .formatted("8yn0iYCKYHlIj4-BwPqk", one.port(), "GReLUrM4wMqfg9yzV3KQ", two.port());
            file("""
                    listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                    clusters: {shop: {nodes: %s}}
                    """.formatted(nodes));

            ReloadResult result = dispatcher.control().reload();

            assertThat(result.applied()).isFalse();
            assertThat(result.problems())
                    .singleElement()
                    .asString()
                    .startsWith("error: nodes '8yn0iYCKYHlIj4-BwPqk' and 'GReLUrM4wMqfg9yzV3KQ' cannot be told apart,"
                            + " because their names have the same hash\n")
                    .contains("gw.yaml:2:92", "^ rename one of them");
            assertThat(answer(dispatcher.port("web")).value("X-Node")).isEqualTo("one");
        }
    }
}
