// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.cluster.NodeSettings;
import io.evenkeel.config.cluster.discover.DiscoverSettings;
import io.evenkeel.config.cluster.discover.SourceSettings.Kubernetes;
import io.evenkeel.dispatcher.discovery.SourceAnswer;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service with more endpoints than are kept. */
class TooManyEndpointsIT {

    private static final int MOST = 6;

    @TempDir
    private Path folder;

    private KubernetesMockServer server;
    private KubernetesClient client;
    private KubernetesSource source;

    @BeforeEach
    void start() throws Exception {
        server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
        server.init(InetAddress.getLoopbackAddress(), 0);
        client = server.createClient();
        Path kubeconfig = Kubeconfig.write(folder, server.getPort());
        Kubernetes settings = new Kubernetes(null, "shop", null, null, kubeconfig);
        source = new KubernetesSource(
                settings,
                new DiscoverSettings(settings, null, Duration.ofSeconds(5), Duration.ofSeconds(1), 10, 0, 0),
                MOST);
    }

    @AfterEach
    void stop() {
        source.close();
        client.close();
        server.destroy();
    }

    /** Puts a slice of the service with so many endpoints. */
    private void put(String name, int endpoints) {
        EndpointSliceBuilder slice = new EndpointSliceBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("web")
                .addToLabels("kubernetes.io/service-name", "shop")
                .endMetadata()
                .withAddressType("IPv4");
        slice.addNewPort().withName("http").withProtocol("TCP").withPort(80).endPort();
        for (int k = 0; k < endpoints; k++) {
            slice.addNewEndpoint()
                    .withAddresses("10.0.0." + k)
                    .withNewConditions()
                    .withReady(k == 0)
                    .endConditions()
                    .withNewTargetRef()
                    .withKind("Pod")
                    .withName(name + "-" + k)
                    .endTargetRef()
                    .endEndpoint();
        }
        EndpointSlice made = slice.build();
        client.discovery()
                .v1()
                .endpointSlices()
                .inNamespace("web")
                .resource(made)
                .createOr(existing -> existing.update());
    }

    private SourceAnswer asked() throws Exception {
        return source.ask().get(20, TimeUnit.SECONDS);
    }

    @Test
    void areAFailureUntilThereAreFewer() throws Exception {
        put("a", 2);
        put("b", 4);
        assertThatThrownBy(this::asked)
                .hasRootCauseMessage("service shop has more than 6 endpoints in its EndpointSlices");

        put("b", 1);

        assertThat(asked().nodes()).extracting(NodeSettings::name).containsExactly("a-0", "b-0");
    }
}
