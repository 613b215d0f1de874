// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeOrdersTest {

    private static final long S = 1_000_000_000;
    private static final NodeOrder DRAIN =
            new NodeOrder(AdminState.DRAIN, "disk \"swap\" \u00e4<b>", "ann \u00e4", Double.NaN, 1);
    private static final NodeOrder HEAVY = new NodeOrder(AdminState.READY, null, 2.5, 1);

    private final EventLog events = new EventLog();

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("sub").resolve("shop.nodes.json");
    }

    private static Map<String, ClusterSettings> clusters(String nodes, String more) throws SettingsException {
        return SettingsFile.of("""
                        listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                        clusters: {shop: {nodes: [%s]%s}}
                        """.formatted(nodes, more), "test").load().clusters();
    }

    @Test
    void remembersInAFileUntilReady() {
        NodeOrders orders = NodeOrders.in(file(), events);
        orders.note("shop", "vcn1", DRAIN, 0);
        orders.note("shop", "vcn2", HEAVY, 0);
        orders.note("bank", "vcn1", HEAVY, 0);

        NodeOrders again = NodeOrders.in(file(), events);
        assertThat(again.of("shop", "vcn1"))
                .isEqualTo(
                        DRAIN.reason() == null
                                ? null
                                : new NodeOrder(AdminState.DRAIN, DRAIN.reason(), DRAIN.by(), Double.NaN, Double.NaN));
        assertThat(again.of("shop", "vcn2")).isEqualTo(HEAVY);
        assertThat(again.of("bank", "vcn1")).isEqualTo(HEAVY);
        assertThat(again.of("bank", "vcn2")).isNull();

        again.note("shop", "vcn1", new NodeOrder(AdminState.READY, null, Double.NaN, 1), 0);
        assertThat(NodeOrders.in(file(), events).of("shop", "vcn1")).isNull();
        assertThat(NodeOrders.in(file(), events).of("shop", "vcn2")).isEqualTo(HEAVY);
        assertThat(file().getParent()).isDirectoryNotContaining("glob:**.next");
    }

    @Test
    void forgetsWithTheNodeAndAWeightThatTheConfigurationReplaces() throws Exception {
        NodeOrders orders = NodeOrders.inMemory(events);
        orders.note("shop", "vcn1", DRAIN, 0);
        orders.note("shop", "vcn2", HEAVY, 0);
        orders.note("gone", "vcn1", HEAVY, 0);
        assertThat(orders.losses(clusters("\"vcn1:1\"", ""))).hasSize(3);

        Map<String, ClusterSettings> wanted = clusters(
                "{name: vcn1, address: \"127.0.0.1:9\"}, {name: vcn2, address: \"127.0.0.1:2\", weight: 4}", "");
        assertThat(orders.losses(wanted))
                .containsExactly(
                        "node shop/vcn2: its weight 2.5 of an administrator, because the configuration now says 4.0",
                        "node gone/vcn1: weight 2.5, because the node leaves");
        assertThat(orders.of("shop", "vcn2")).as("a preview changes nothing").isEqualTo(HEAVY);

        assertThat(orders.settle(wanted, 0)).hasSize(2);

        assertThat(orders.of("shop", "vcn1")).as("at another address").isEqualTo(DRAIN);
        assertThat(orders.of("shop", "vcn2")).isNull();
        assertThat(orders.of("gone", "vcn1")).isNull();
        assertThat(orders.settle(wanted, 0)).isEmpty();
    }

    @Test
    void keepsTheOrdersOfNodesThatMayRegisterAgain() throws Exception {
        NodeOrders orders = NodeOrders.inMemory(events);
        orders.note("shop", "joined", DRAIN, 0);
        assertThat(orders.settle(
                        clusters(
                                "{name: vcn1, address: \"127.0.0.1:9\"}",
                                ", agent: {secret: \"a secret of 32 bytes, as it were\", register: true}"),
                        0))
                .isEmpty();
        assertThat(orders.of("joined", "x")).isNull();
        assertThat(orders.of("shop", "joined")).isEqualTo(DRAIN);
    }

    @Test
    void putsAsideWhatItCannotRead() throws IOException {
        for (String text : new String[] {
            "{",
            "[]",
            "{\"nodes\": [1]}",
            "{\"nodes\": " + "[".repeat(100_000),
            "{\"nodes\": [{\"cluster\": \"shop\"}]}",
            "{\"nodes\": [{\"cluster\": \"a\", \"node\": \"b\", \"state\": \"up\"}]}",
            "{\"nodes\": [{\"cluster\": \"a\", \"node\": \"b\", \"state\": \"ready\", \"weight\": -1}]}",
            "{\"nodes\": [{\"cluster\": \"a\", \"node\": \"b\", \"state\": \"ready\", \"by\": 7}]}",
            "{\"nodes\": [{\"cluster\": \"a\", \"node\": \"b\", \"state\": \"ready\", \"weight\": \"2\"}]}",
            ""
        }) {
            Files.createDirectories(file().getParent());
            Files.writeString(file(), text);

            assertThat(NodeOrders.in(file(), events).of("shop", "vcn1"))
                    .as(text)
                    .isNull();

            assertThat(file()).as(text).doesNotExist();
            assertThat(file().resolveSibling("shop.nodes.json.unreadable")).hasContent(text);
        }
        assertThat(events.recent(200).toString())
                .contains(
                        "an order that is not a map",
                        "it is nested too deeply",
                        "an order with the state 'up'",
                        "whose 'by' is not a text")
                .doesNotContain("Exception", "io.evenkeel", "java.");
    }

    @Test
    void putsAsideWhatIsNoText() throws IOException {
        Files.createDirectories(file().getParent());
        Files.write(file(), new byte[] {(byte) 0xff, 0});

        assertThat(NodeOrders.in(file(), events).of("shop", "vcn1")).isNull();

        assertThat(events.recent(200).toString())
                .contains(": it is not text in UTF-8")
                .doesNotContain("java.");
    }

    @Test
    void saysOnceAMinuteThatADiskRefusesAndTriesAgain() throws IOException {
        Files.writeString(folder.resolve("sub"), "no folder");
        NodeOrders orders = NodeOrders.in(file(), events);

        orders.note("shop", "vcn1", DRAIN, 0);
        orders.note("shop", "vcn2", HEAVY, 20 * S);
        orders.write(50 * S);
        assertThat(said()).isEqualTo(1);
        orders.write(61 * S);
        assertThat(said()).isEqualTo(2);
        assertThat(orders.of("shop", "vcn2")).isEqualTo(HEAVY);

        Files.delete(folder.resolve("sub"));
        orders.write(62 * S);
        assertThat(NodeOrders.in(file(), events).of("shop", "vcn2")).isEqualTo(HEAVY);
    }

    private long said() {
        return events.recent(200).stream()
                .filter(event -> event.message().contains(file() + " cannot be written"))
                .count();
    }
}
