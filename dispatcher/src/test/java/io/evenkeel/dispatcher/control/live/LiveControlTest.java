// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.broker.Leases;
import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.NoFreeNodeException;
import io.evenkeel.dispatcher.control.Selection;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.dispatcher.node.ClusterFixture;
import io.evenkeel.dispatcher.node.Decision;
import io.evenkeel.dispatcher.node.NodeState;
import io.evenkeel.dispatcher.task.ClientKey;
import io.evenkeel.policy.PolicyCatalog;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveControlTest {

    private static final String CONFIG = """
            version: 1
            listeners:
              - {name: web, address: 127.0.0.1:0, protocol: http, cluster: shop}
              - {name: vault, address: 127.0.0.1:0, protocol: http, cluster: bank}
            clusters:
              shop:
                policy: round-robin
                nodes:
                  - {name: vcn1, address: 127.0.0.1:18080, weight: 2, public: "https://vcn1.example.org"}
                  - {name: vcn2, address: 127.0.0.1:28080}
              bank:
                policy: least-requests
                nodes:
                  - {name: b1, address: 127.0.0.1:38080, max-in-flight: 1}
            """;

    private final Settings settings;
    private final Map<String, Cluster> clusters = new LinkedHashMap<>();
    private final Meters meters = new Meters(1);
    private final Leases leases = new Leases();
    private final Control control;

    LiveControlTest() throws SettingsException {
        settings = SettingsFile.of(CONFIG, "test").load();
        for (ClusterSettings each : settings.clusters().values()) {
            clusters.put(
                    each.name(), ClusterFixture.create(each, PolicyCatalog.load(), new Random(1), System.nanoTime()));
        }
        control = new LiveControl(new SocketlessDispatcher(settings, clusters, meters, leases));
    }

    private NodeView node(String cluster, String name) {
        return control.cluster(cluster).nodes().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void showsClustersInTheOrderOfTheConfiguration() {
        assertThat(control.clusters()).extracting(ClusterView::name).containsExactly("shop", "bank");
        ClusterView shop = control.cluster("shop");
        assertThat(shop.policy()).isEqualTo("round-robin");
        assertThat(shop.counts().up()).isEqualTo(2);
        assertThat(shop.nodes()).extracting(NodeView::address).containsExactly("127.0.0.1:18080", "127.0.0.1:28080");
        assertThat(shop.nodes()).extracting(NodeView::weight).containsExactly(2.0, 1.0);
    }

    @Test
    void showsEachNodeItsOwnTraffic() {
        int slot = Objects.requireNonNull(clusters.get("shop")).nodes().get(1).slot();
        meters.meter("shop", 0).finished(slot, 200, false, 1, 2, 3, 6, 0, 0);

        assertThat(node("shop", "vcn2").traffic().tasks()).isEqualTo(1);
        assertThat(node("shop", "vcn1").traffic().tasks()).isZero();
        assertThat(control.cluster("shop").traffic().tasks()).isEqualTo(1);
    }

    @Test
    void drainsAndWeighsNodes() {
        control.want("shop", "vcn1", AdminState.DRAIN, "new kernel", "ann");
        control.weigh("shop", "vcn2", 7);

        assertThat(node("shop", "vcn1").state()).isEqualTo(NodeState.DRAIN);
        assertThat(node("shop", "vcn1").reason()).isEqualTo("new kernel");
        assertThat(node("shop", "vcn1").why()).isEqualTo("by ann: new kernel");
        assertThat(node("shop", "vcn1").span().sinceMs())
                .as("the same moment at every look")
                .isEqualTo(node("shop", "vcn1").span().sinceMs())
                .isCloseTo(System.currentTimeMillis(), within(60_000L));
        assertThat(node("shop", "vcn2").weight()).isEqualTo(7);
        assertThat(control.cluster("shop").counts().up()).isEqualTo(1);
        assertThatThrownBy(() -> control.weigh("shop", "vcn2", 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private Selection select(String cluster, @Nullable String client) {
        return control.select(cluster, new Selection.Question(client, "10.0.0.7", Duration.ofSeconds(60)));
    }

    @Test
    void takesTurnsForClientsAndHoldsAPlaceForEach() {
        List<String> chosen = IntStream.range(0, 4)
                .mapToObj(i -> select("shop", null).place().node())
                .toList();

        assertThat(chosen).containsOnly("vcn1", "vcn2");
        assertThat(chosen.get(0)).isNotEqualTo(chosen.get(1)).isEqualTo(chosen.get(2));
        assertThat(node("shop", "vcn1").counts().inFlight()).isEqualTo(2);
        assertThat(node("shop", "vcn1").counts().started()).isEqualTo(2);
    }

    /** A client of the broker is the client that sends requests from the same address. */
    @Test
    void aClientWithoutANameIsKnownByItsAddress() throws UnknownHostException {
        select("shop", null);

        assertThat(Objects.requireNonNull(clusters.get("shop"))
                        .table()
                        .choices()
                        .get(0)
                        .view()
                        .task()
                        .clientKey())
                .isEqualTo(ClientKey.of(InetAddress.getByName("10.0.0.7")));
    }

    @Test
    void tellsAClientTheAddressesOfItsNodeAndOfOthers() {
        Selection answer = select("shop", "ann");
        Selection again = select("shop", "ann");

        assertThat(answer.quantum()).isEqualTo(Duration.ofSeconds(60));
        assertThat(Stream.concat(Stream.of(answer.place()), answer.alternatives().stream()))
                .containsExactlyInAnyOrder(
                        new Selection.Place("vcn1", "127.0.0.1:18080", "https://vcn1.example.org"),
                        new Selection.Place("vcn2", "127.0.0.1:28080", null));
        assertThat(again.place()).isEqualTo(answer.place());
        assertThat(List.of(answer.stays(), again.stays())).containsExactly(false, true);
    }

    @Test
    void namesNoAlternativeThatIsNotUp() {
        control.want("shop", "vcn1", AdminState.DRAIN, null);

        assertThat(select("shop", null).place().node()).isEqualTo("vcn2");
        assertThat(select("shop", null).alternatives()).isEmpty();
    }

    @Test
    void saysWhenToAskAgainWhenNoNodeIsUp() {
        control.want("bank", "b1", AdminState.MAINT, null);
        assertThatThrownBy(() -> select("bank", null))
                .isInstanceOfSatisfying(
                        NoFreeNodeException.class,
                        e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(5)));
        control.want("bank", "b1", AdminState.READY, null);
        assertThat(select("bank", null).place().node()).isEqualTo("b1");
    }

    @Test
    void saysWhenToAskAgainWhenEveryNodeIsFull() {
        select("bank", null);

        assertThatThrownBy(() -> select("bank", null))
                .hasMessageContaining("'bank'")
                .isInstanceOfSatisfying(
                        NoFreeNodeException.class,
                        e -> assertThat(e.retryAfter())
                                .as("until the quantum ends, but half a minute at most")
                                .isEqualTo(Duration.ofSeconds(30)));
        leases.cut(Objects.requireNonNull(clusters.get("bank")).nodes().get(0));
        assertThat(select("bank", null).place().node()).isEqualTo("b1");
    }

    @Test
    void explainsWithoutChoosing() {
        List<Decision.Candidate> candidates = control.explain("bank");
        assertThat(candidates).extracting(Decision.Candidate::node).containsExactly("b1");
        assertThat(candidates.get(0).score()).isZero();
        assertThat(node("bank", "b1").counts().started()).isZero();
        assertThat(control.decisions("bank")).isEmpty();
    }

    @Test
    void saysWhichNamesThereAre() {
        assertThatThrownBy(() -> control.cluster("shopp"))
                .isInstanceOf(UnknownNameException.class)
                .hasMessage("there is no cluster 'shopp'; there is shop, bank");
        assertThatThrownBy(() -> control.want("shop", "vcn3", AdminState.DRAIN, null))
                .isInstanceOf(UnknownNameException.class)
                .hasMessage("cluster 'shop' has no node 'vcn3'; it has vcn1, vcn2");
    }
}
