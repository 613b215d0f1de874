// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.Dispatcher;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.EventView;
import io.evenkeel.dispatcher.kit.Cover;
import io.evenkeel.dispatcher.kit.Door;
import io.evenkeel.dispatcher.kit.Mutants;
import io.evenkeel.dispatcher.kit.ScriptedNode;
import io.evenkeel.dispatcher.kit.Until;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.order.KeptState;
import io.evenkeel.dispatcher.order.NodeOrders;
import io.evenkeel.dispatcher.order.OwnKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An administrator's order to a node survives every edit under load, and the end of the process. */
@Timeout(120)
class KeptOrdersIT {

    private final List<ScriptedNode> nodes = new ArrayList<>();

    @TempDir
    private Path folder;

    private Path config;
    private Path kept;

    @BeforeEach
    void start() throws IOException {
        for (int i = 1; i <= 3; i++) {
            nodes.add(new EchoNode("n" + i, EchoNode.counts()).start());
        }
        config = folder.resolve("shop.yaml");
        kept = folder.resolve("shop.nodes.json");
        write("policy: round-robin");
    }

    @AfterEach
    void stop() throws IOException {
        for (ScriptedNode node : nodes) {
            node.close();
        }
    }

    private void write(String more) throws IOException {
        StringBuilder list = new StringBuilder();
        for (ScriptedNode node : nodes) {
            list.append("      - {name: ")
                    .append(node.name())
                    .append(", address: \"127.0.0.1:")
                    .append(node.port())
                    .append("\"}\n");
        }
        Files.writeString(config, """
                listeners: [{name: web, address: "127.0.0.1:0", cluster: shop}]
                clusters:
                  shop:
                    %s
                    retry: {attempts: 2, budget: 100%%}
                    ejection: off
                    nodes:
                """.formatted(more) + list);
    }

    private Dispatcher dispatcher() throws Exception {
        return Dispatcher.start(
                SettingsFile.open(config),
                settings -> {},
                events -> new KeptState(NodeOrders.in(kept, events), OwnKey.of(OwnKey.made())));
    }

    private static NodeView node(Control control, String name) {
        return control.cluster("shop").nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDrainAWeightAndTheFiguresSurviveEditsUnderLoadAndARestart() throws Exception {
        try (Dispatcher dispatcher = dispatcher()) {
            Control control = dispatcher.control();
            Load load = new Load(() -> new Door(dispatcher.port("web"), Cover.NONE), 6, 200, Mutants.seed(11)).start();
            load.awaitAnswered(100);
            control.want("shop", "n1", AdminState.DRAIN, "disk swap");
            control.weigh("shop", "n2", 2.5);
            Until.holds("the drain", () -> node(control, "n1").counts().inFlight() == 0);
            long given = node(control, "n1").counts().started();
            assertThat(given).isPositive();
            int answered = load.answered.get();
            for (String edit : List.of(
                    "policy: headroom",
                    "{policy: headroom, slow-start: 10s}",
                    "{policy: {name: peak-ewma, decay: 5s}, slow-start: 10s}",
                    "{policy: {name: peak-ewma, decay: 50s}}",
                    "policy: least-connections")) {
                write(
                        edit.startsWith("{")
                                ? edit.substring(1, edit.length() - 1).replace(", slow", "\n    slow")
                                : edit);
                assertThat(control.reload().problems()).as(edit).isEmpty();
                assertThat(node(control, "n1").state()).as(edit).isEqualTo(NodeState.DRAIN);
                assertThat(node(control, "n1").reason()).as(edit).isEqualTo("disk swap");
                assertThat(node(control, "n2").weight()).as(edit).isEqualTo(2.5);
                answered += 80;
                load.awaitAnswered(answered);
            }
            load.finish();

            assertThat(load.failures).isEmpty();
            assertThat(load.damages).isEmpty();
            assertThat(control.cluster("shop").policy()).isEqualTo("least-connections");
            assertThat(node(control, "n1").counts().started())
                    .as("tasks of the drained node")
                    .isEqualTo(given);
            // a client has its answer a moment before its task is counted as ended
            Until.holds(
                    "the end of all tasks",
                    () -> control.cluster("shop").nodes().stream()
                            .allMatch(each -> each.counts().inFlight() == 0));
            long started = 0;
            for (NodeView each : control.cluster("shop").nodes()) {
                assertThat(each.counts().succeeded())
                        .as(each.name())
                        .isEqualTo(each.counts().started());
                started += each.counts().started();
            }
            assertThat(started).as("every task is still counted").isEqualTo(6 * 200);
            awaitEvent(control, "shop/n1 is drained: nothing in flight after ");
        }
        try (Dispatcher dispatcher = dispatcher()) {
            Control control = dispatcher.control();
            assertThat(node(control, "n1").state()).isEqualTo(NodeState.DRAIN);
            assertThat(node(control, "n1").reason()).isEqualTo("disk swap");
            assertThat(node(control, "n2").weight()).isEqualTo(2.5);
            awaitEvent(control, "shop/n1 begins as an administrator left it: drain (disk swap)");
            Load load = new Load(() -> new Door(dispatcher.port("web"), Cover.NONE), 3, 20, 1).start();
            load.finish();
            assertThat(load.failures).isEmpty();
            assertThat(node(control, "n1").counts().started()).isZero();

            control.want("shop", "n1", AdminState.READY, null);
            control.weigh("shop", "n2", 1);
        }
        assertThat(kept).content().doesNotContain("n1", "n2");
        try (Dispatcher dispatcher = dispatcher()) {
            assertThat(node(dispatcher.control(), "n1").state()).isEqualTo(NodeState.UP);
            assertThat(node(dispatcher.control(), "n2").weight()).isEqualTo(1);
        }
    }

    @Test
    void aPreviewSaysThatFiguresOfClassesEnd() throws Exception {
        try (Dispatcher dispatcher = dispatcher()) {
            Control control = dispatcher.control();
            String none = Files.readString(config);
            String one = none.replace("policy: round-robin", "request-classes: 1\n    policy: round-robin");
            assertThat(control.configuration().forgets(one)).isEmpty();

            Files.writeString(config, one);
            assertThat(control.reload().applied()).isTrue();
            assertThat(control.configuration().forgets(one.replace("classes: 1", "classes: 2")))
                    .containsExactly("cluster shop: figures of its classes of requests, because 2 segments of the path"
                            + " distinguish them instead of 1");
            assertThat(control.configuration().forgets(none)).isEmpty();
        }
    }

    @Test
    void aPreviewSaysWhatAnEditForgets() throws Exception {
        try (Dispatcher dispatcher = dispatcher()) {
            Control control = dispatcher.control();
            control.want("shop", "n1", AdminState.MAINT, "new disk");
            String text = Files.readString(config);

            assertThat(control.configuration()
                            .forgets(text.replace("policy: round-robin", "slow-start: 3s\n    policy: round-robin")))
                    .isEmpty();
            assertThat(control.configuration().forgets(text.replace("round-robin", "headroom")))
                    .containsExactly(
                            "cluster shop: what the policy round-robin has learned of the nodes; headroom begins with"
                                    + " none of it. States, orders, counters and tasks in flight stay");
            assertThat(control.configuration().forgets(text.replace("{name: n1,", "{name: other,")))
                    .containsExactly(
                            "node shop/n1: its figures and estimates, because it leaves",
                            "node shop/n1: maint (new disk), because the node leaves");
            assertThat(control.configuration().forgets(text + "nonsense: 1\n")).isEmpty();

            Files.writeString(config, text.replace("{name: n1,", "{name: other,"));
            assertThat(control.reload().changes())
                    .contains("- order of node shop/n1: maint (new disk), because the node leaves");
        }
    }

    private static void awaitEvent(Control control, String words) {
        Until.holds(
                "the event " + words,
                () -> control.events(200).stream().map(EventView::text).anyMatch(said -> said.contains(words)));
    }
}
