// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.config.Settings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.control.CutResult;
import io.evenkeel.dispatcher.control.Elsewhere;
import io.evenkeel.dispatcher.control.JoinView;
import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.log.EventLog;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.order.NodeOrders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The module for joining is loaded for the first configuration, and for no other. */
final class JoinLinkTest {

    private static final String JOIN = "join: {address: \"127.0.0.1:7800\", members: [\"127.0.0.1:7800\"]}";

    private final List<String> heard = new ArrayList<>();

    private final JoinLink link = link(List.of(context -> {
        heard.add("opened with " + context.clusterKey().length() + " characters");
        return new Noted();
    }));

    /** Notes what it is told. */
    private final class Noted implements Joined {

        @Override
        public void begin() {
            heard.add("begun");
        }

        @Override
        public void told(String cluster, String node, NodeOrder order) {
            heard.add(cluster + "/" + node + " " + order.wanted());
        }

        @Override
        public ReloadResult reloadAll() {
            heard.add("reload of all");
            return reloaded();
        }

        @Override
        public JoinView view() {
            return new JoinView("127.0.0.1:7800", true, null, List.of(), 0, 0, 0, 0);
        }

        @Override
        public CutResult cut(String cluster, String node) {
            heard.add("cut " + cluster + "/" + node);
            return new CutResult(2, List.of());
        }

        @Override
        public Elsewhere elsewhere(String cluster, String node) {
            return new Elsewhere(4, 0, 0, List.of());
        }

        @Override
        public void close() {
            heard.add("closed");
        }
    }

    private static ReloadResult reloaded() {
        return new ReloadResult(true, List.of(), List.of());
    }

    private static JoinLink link(List<JoinProvider> providers) {
        EventLog events = new EventLog();
        OrderTaker taker = new OrderTaker(Map::of, NodeOrders.inMemory(events));
        return new JoinLink(
                (JoinSettings wanted, String key) -> new JoinContext(
                        wanted,
                        key,
                        () -> {
                            throw new AssertionError("not asked");
                        },
                        Map::of,
                        taker,
                        new ReloadSteps(List::of, JoinLinkTest::reloaded),
                        (cluster, node) -> 0,
                        () -> new JointSessions(() -> 0, events.cluster()),
                        events.cluster()),
                providers);
    }

    private static Settings settings(String join, char key) throws Exception {
        return SettingsFile.of("cluster-key: " + String.valueOf(key).repeat(40) + "\n" + join + """

                listeners: [{name: web, address: ":8080", cluster: shop}]
                clusters: {shop: {nodes: [{address: "127.0.0.1:18080"}]}}
                """, "shop.yaml")
                .load();
    }

    @Test
    void joinsBeforeTheFirstSettingsAreInForceAndOnlyThen() throws Exception {
        link.prepare(settings(JOIN, 'a'));
        assertThat(link.begin(settings(JOIN, 'a'))).isEmpty();
        link.told("shop", "vcn1", new NodeOrder(AdminState.DRAIN, null, Double.NaN, 1));
        link.prepare(settings(JOIN, 'a'));
        assertThat(link.begin(settings(JOIN, 'a'))).isEmpty();
        link.close();

        assertThat(heard).containsExactly("opened with 40 characters", "begun", "shop/vcn1 DRAIN", "closed");
        assertThat(link.view()).isNotNull();
    }

    @Test
    void aChangeIsForTheNextStart() throws Exception {
        link.prepare(settings(JOIN, 'a'));
        link.begin(settings(JOIN, 'a'));

        assertThat(link.begin(settings("join: off", 'a')))
                .singleElement()
                .asString()
                .contains("takes effect at the next start");
        assertThat(link.begin(settings(JOIN, 'b'))).hasSize(1);
        assertThat(heard).hasSize(2);
    }

    @Test
    void aReloadOfAllIsOneOfItsOwnForADispatcherByItself() throws Exception {
        assertThat(link.reloadAll(() -> new ReloadResult(true, List.of("alone"), List.of()))
                        .changes())
                .containsExactly("alone");

        link.prepare(settings(JOIN, 'a'));
        assertThat(link.reloadAll(() -> {
                            throw new AssertionError("not alone any more");
                        })
                        .applied())
                .isTrue();
        assertThat(heard).contains("reload of all");
    }

    @Test
    void aDispatcherByItselfLoadsNothing() throws Exception {
        link.prepare(settings("join: off", 'a'));
        assertThat(link.begin(settings("join: off", 'a'))).isEmpty();
        link.told("shop", "vcn1", new NodeOrder(AdminState.DRAIN, null, Double.NaN, 1));
        link.prepare(settings(JOIN, 'a'));
        assertThat(link.begin(settings(JOIN, 'a'))).hasSize(1);
        link.close();

        assertThat(heard).isEmpty();
        assertThat(link.view()).isNull();
    }

    @Test
    void saysThatTheModuleIsMissing() throws Exception {
        Settings wanted = settings(JOIN, 'a');

        assertThatThrownBy(() -> link(List.of()).prepare(wanted))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("evenkeel-join");
    }
}
