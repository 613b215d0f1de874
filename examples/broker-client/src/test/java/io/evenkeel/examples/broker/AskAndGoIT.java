// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.admin.AdminServer;
import io.evenkeel.config.AdminSettings;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The example with a dispatcher, its broker and two nodes. */
class AskAndGoIT {

    private final Map<Integer, HttpServer> nodes = new TreeMap<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private Dispatcher dispatcher;
    private AdminServer admin;
    private AskAndGo client;

    @BeforeEach
    void start() throws Exception {
        int first = startNode();
        int second = startNode();
        dispatcher = Dispatcher.start(SettingsFile.of("""
                listeners: [{address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    policy: least-connections
                    nodes:
                      - {name: vcn1, address: "127.0.0.1:%d", public: "http://127.0.0.1:%d"}
                      - {name: vcn2, address: "127.0.0.1:%d"}
                """.formatted(first, first, second), "example.yaml"));
        admin = AdminServer.start(
                new AdminSettings(new HostPort("127.0.0.1", 0), "sesame"), dispatcher.control(), null);
        client = new AskAndGo(admin.url(), "sesame", new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private int startNode() throws IOException {
        HttpServer node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        int port = node.getAddress().getPort();
        node.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("hello".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        node.start();
        nodes.put(port, node);
        return port;
    }

    @AfterEach
    void stop() {
        admin.close();
        dispatcher.close();
        nodes.values().forEach(node -> node.stop(0));
    }

    private List<String> lines() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void staysOnItsNodeAndGoesToAnotherWhenThatIsGone() throws Exception {
        client.ask("/cart");
        client.ask("/cart");

        assertThat(lines()).hasSize(2);
        String line = lines().get(0);
        assertThat(lines().get(1)).isEqualTo(line);
        int port = Integer.parseInt(line.replaceAll("http://127.0.0.1:([0-9]+)/cart 200 5 characters", "$1"));
        assertThat(dispatcher.control().cluster("shop").nodes())
                .extracting(node -> node.counts().inFlight())
                .as("one client, counted where it is")
                .containsExactlyInAnyOrder(1, 0);

        HttpServer gone = nodes.remove(port);
        assertThat(gone).isNotNull();
        gone.stop(0);
        client.ask("/cart");

        assertThat(lines().get(2))
                .isEqualTo(
                        line.replace(":" + port, ":" + nodes.keySet().iterator().next()));
    }
}
