// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.discovery.kubernetes.Kubeconfig;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes out of EndpointSlices, from fabric8's server for tests, which sends watch events. */
@Tag("thorough")
final class KubernetesSourceIT {

    @TempDir
    Path folder;

    private final Fleet fleet = new Fleet();
    private KubernetesMockServer server;
    private KubernetesClient client;
    private int port;

    @BeforeEach
    void start() throws Exception {
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
        server.init(InetAddress.getLoopbackAddress(), 0);
        client = server.createClient();
        Kubeconfig.write(folder, server.getPort());
        port = fleet.server("a", "127.0.0.1");
        fleet.server("b", "127.0.0.2", port);
        fleet.server("c", "127.0.0.3", port);
        fleet.server("d", "127.0.0.4", port);
    }

    @AfterEach
    void stop() {
        fleet.close();
        client.close();
        server.destroy();
    }

    private void dispatch(String more) throws Exception {
        fleet.dispatch(
                folder, "discover: {kubernetes: {service: shop, kubeconfig: kubeconfig" + more + "}, timeout: 5s}");
    }

    private static Endpoint endpoint(String pod, String host, boolean ready, String zone) {
        EndpointBuilder endpoint = new EndpointBuilder()
                .withAddresses(host)
                .withNewConditions()
                .withReady(ready)
                .withServing(true)
                .withTerminating(!ready)
                .endConditions()
                .withNewTargetRef()
                .withKind("Pod")
                .withName(pod)
                .endTargetRef();
        if (!zone.isEmpty()) {
            endpoint.withNewHints().addNewForZone(zone).endHints();
        }
        return endpoint.build();
    }

    private EndpointSlice slice(String name, String service, List<Endpoint> endpoints) {
        return new EndpointSliceBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("web")
                .addToLabels("kubernetes.io/service-name", service)
                .endMetadata()
                .withAddressType("IPv4")
                .withEndpoints(new ArrayList<>(endpoints))
                .addNewPort()
                .withName("http")
                .withProtocol("TCP")
                .withPort(port)
                .endPort()
                .build();
    }

    private void put(String name, String service, Endpoint... endpoints) {
        client.discovery()
                .v1()
                .endpointSlices()
                .inNamespace("web")
                .resource(slice(name, service, List.of(endpoints)))
                .createOr(existing -> existing.update());
    }

    @Test
    void aRollingReplacementUnderLoadFailsNoRequest() throws Exception {
        put("shop-1", "shop", endpoint("pod-a", "127.0.0.1", true, ""));
        put("shop-2", "shop", endpoint("pod-b", "127.0.0.2", true, ""));
        put("other-1", "other", endpoint("pod-x", "127.0.0.9", true, ""));
        dispatch("");
        assertThat(fleet.members()).containsExactly("pod-a UP", "pod-b UP");

        try (SteadyLoad load = SteadyLoad.on(fleet.dispatcher().port("web"), 3)) {
            put("shop-1", "shop", endpoint("pod-a", "127.0.0.1", true, ""), endpoint("pod-c", "127.0.0.3", true, ""));
            Fleet.until(() -> load.answers("c") > 20, fleet::members);
            put("shop-1", "shop", endpoint("pod-a", "127.0.0.1", false, ""), endpoint("pod-c", "127.0.0.3", true, ""));
            Fleet.until(() -> fleet.members().equals(List.of("pod-b UP", "pod-c UP")), fleet::members);
            fleet.stop("a");
            put("shop-1", "shop", endpoint("pod-c", "127.0.0.3", true, ""), endpoint("pod-d", "127.0.0.4", true, ""));
            Fleet.until(() -> load.answers("d") > 20, fleet::members);
            client.discovery()
                    .v1()
                    .endpointSlices()
                    .inNamespace("web")
                    .withName("shop-2")
                    .delete();
            Fleet.until(() -> fleet.members().equals(List.of("pod-c UP", "pod-d UP")), fleet::members);
            fleet.stop("b");
            load.close();

            assertThat(load.failures()).isEmpty();
        }
    }

    @Test
    void keepsItsNodesWithoutEndpointsAndWithoutTheServer() throws Exception {
        put("shop-1", "shop", endpoint("pod-a", "127.0.0.1", true, ""));
        dispatch("");
        put("shop-1", "shop", endpoint("pod-a", "127.0.0.1", false, ""));
        Fleet.until(() -> "the answer has no nodes".equals(fleet.view().problem()), fleet::view);
        assertThat(fleet.members()).containsExactly("pod-a UP");

        server.shutdown();
        Fleet.until(
                () -> {
                    String problem = fleet.view().problem();
                    return problem != null && problem.startsWith("the API server: ");
                },
                fleet::view);
        assertThat(fleet.members()).containsExactly("pod-a UP");
    }

    @Test
    void endpointsOfTheZoneArePreferredAsHinted() throws Exception {
        put(
                "shop-1",
                "shop",
                endpoint("pod-a", "127.0.0.1", true, "one"),
                endpoint("pod-b", "127.0.0.2", true, "two"),
                endpoint("pod-c", "127.0.0.3", true, "two"));
        dispatch(", zone: two, port: http");
        assertThat(fleet.members()).containsExactly("pod-b UP", "pod-c UP");
        assertThat(fleet.view().remark()).isEqualTo("2 of 3 pods are for zone two");

        put(
                "shop-1",
                "shop",
                endpoint("pod-a", "127.0.0.1", true, "one"),
                endpoint("pod-b", "127.0.0.2", true, ""),
                endpoint("pod-c", "127.0.0.3", true, "two"));
        Fleet.until(() -> fleet.members().equals(List.of("pod-a UP", "pod-b UP", "pod-c UP")), fleet::members);
    }

    @Test
    void aServerThatIsNotThereKeepsNoDispatcherFromStarting() throws Exception {
        server.shutdown();
        dispatch("");

        assertThat(fleet.members()).isEmpty();
        assertThat(fleet.view().problem()).startsWith("the API server: ");
    }
}
