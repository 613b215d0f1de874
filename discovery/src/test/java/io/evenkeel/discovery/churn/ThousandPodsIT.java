// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.churn;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.discovery.churn.ToldPods.Pod;
import io.evenkeel.discovery.kubernetes.Kubeconfig;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service of 1,000 pods whose EndpointSlices change ten times a second for a minute, under 300 requests a second. The
 * dispatcher is a process of its own; its use of processor and memory is printed, and no update may be lost.
 */
@Tag("slow")
@Timeout(300)
final class ThousandPodsIT {

    private static final int CHANGES = 600;
    private static final long PACE_NS = 100_000_000;
    private static final int REQUESTS_A_SECOND = 300;
    private static final long CALM_NS = TimeUnit.SECONDS.toNanos(15);
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int HEAP_MB = 192;
    private static final double GROWTH_MB = 16;

    @TempDir
    private Path folder;

    private KubernetesMockServer api;
    private KubernetesClient client;
    private PodServers servers;

    @BeforeEach
    void start() throws Exception {
        api = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
        api.init(InetAddress.getLoopbackAddress(), 0);
        client = api.createClient();
        servers = new PodServers(ToldPods.ADDRESSES);
        Kubeconfig.write(folder, api.getPort());
        Files.writeString(folder.resolve("shop.yaml"), """
                listeners: [{name: web, address: 127.0.0.1:0, cluster: shop}]
                clusters:
                  shop:
                    policy: round-robin
                    discover: {kubernetes: {service: shop, kubeconfig: kubeconfig}, max-nodes: 1200}
                log: {file: events.log}
                """);
    }

    @AfterEach
    void stop() throws Exception {
        servers.close();
        client.close();
        api.destroy();
    }

    private Resource<EndpointSlice> resource(ToldPods pods, int slice) {
        return client.discovery()
                .v1()
                .endpointSlices()
                .inNamespace("web")
                .resource(new EndpointSliceBuilder()
                        .withNewMetadata()
                        .withName("shop-" + slice)
                        .withNamespace("web")
                        .addToLabels("kubernetes.io/service-name", "shop")
                        .endMetadata()
                        .withAddressType("IPv4")
                        .withEndpoints(pods.slice(slice).stream()
                                .map(pod -> told(pod, pods.isReady(pod)))
                                .toList())
                        .addNewPort()
                        .withName("http")
                        .withProtocol("TCP")
                        .withPort(servers.port())
                        .endPort()
                        .build());
    }

    private static Endpoint told(Pod pod, boolean ready) {
        return new EndpointBuilder()
                .withAddresses(PodServers.address(pod.at()))
                .withNewConditions()
                .withReady(ready)
                .endConditions()
                .withNewTargetRef()
                .withKind("Pod")
                .withName(pod.name())
                .endTargetRef()
                .build();
    }

    @Test
    void noUpdateIsLostWhileEverythingChanges() throws Exception {
        ToldPods pods = new ToldPods(Long.getLong("seed", 1));
        for (int slice = 0; slice < ToldPods.SLICES; slice++) {
            resource(pods, slice).create();
        }
        try (DispatcherProcess dispatcher = new DispatcherProcess(folder.resolve("shop.yaml"), HEAP_MB)) {
            until(() -> dispatcher.up().equals(pods.ready()), dispatcher::view);
            try (PacedLoad load = new PacedLoad(dispatcher.port(), REQUESTS_A_SECOND)) {
                until(() -> load.answers() > 2 * ToldPods.PODS, load::failures);
                DispatcherProcess.Usage calm = dispatcher.usage();
                LockSupport.parkNanos(CALM_NS);
                DispatcherProcess.Usage begun = dispatcher.usage();
                DispatcherProcess.Footprint before = dispatcher.footprint();

                change(pods);

                DispatcherProcess.Usage done = dispatcher.usage();
                until(() -> dispatcher.up().equals(pods.ready()), dispatcher::view);
                until(() -> dispatcher.nodes() == pods.ready().size(), dispatcher::view);
                Map<Integer, Integer> gone = requestsOfTheGone(pods);
                long answers = load.answers();
                until(() -> load.answers() > answers + 1_000, load::failures);
                load.close();

                assertThat(load.failures()).isEmpty();
                assertThat(requestsOfTheGone(pods))
                        .as("requests at addresses without a pod")
                        .isEqualTo(gone);
                DispatcherProcess.Footprint after = dispatcher.footprint();
                Map<String, Long> seen = dispatcher.seenMs();
                Set<String> missed = new TreeSet<>(pods.toldMs().keySet());
                missed.removeAll(seen.keySet());
                assertThat(missed).as("pods that were told and never found").isEmpty();
                assertThat(after.heapMb()).as("heap in MB").isLessThan(before.heapMb() + GROWTH_MB);
                System.out.printf(
                        "%d changes in %.1f s, %d places of pods, %d answers%n  at rest: %s%n  meanwhile: %s%n"
                                + "  heap after a collection: %.1f MB before, %.1f MB after; threads: %d and %d%n"
                                + "  from told to found: %s%n  from told to the last request: %s%n  %s%n",
                        CHANGES,
                        (done.atNs() - begun.atNs()) / 1e9,
                        pods.toldMs().size(),
                        load.answers(),
                        begun.since(calm),
                        done.since(begun),
                        before.heapMb(),
                        after.heapMb(),
                        before.threads(),
                        after.threads(),
                        found(pods, seen),
                        left(pods),
                        dispatcher.view());
            }
        }
    }

    private void change(ToldPods pods) {
        long beganNs = System.nanoTime();
        for (int step = 0; step < CHANGES; step++) {
            LockSupport.parkNanos(beganNs + step * PACE_NS - System.nanoTime());
            resource(pods, pods.change(step)).update();
        }
    }

    private Map<Integer, Integer> requestsOfTheGone(ToldPods pods) {
        Map<Integer, Integer> counts = new TreeMap<>();
        pods.leftNs().keySet().forEach(at -> counts.put(at, servers.requests(at)));
        return counts;
    }

    private static String found(ToldPods pods, Map<String, Long> seen) {
        return spread(pods.toldMs().entrySet().stream()
                .skip(ToldPods.PODS)
                .mapToLong(told -> seen.getOrDefault(told.getKey(), Long.MAX_VALUE) - told.getValue())
                .toArray());
    }

    private String left(ToldPods pods) {
        return spread(pods.leftNs().entrySet().stream()
                .filter(left -> servers.lastNs(left.getKey()) != 0)
                .mapToLong(left ->
                        TimeUnit.NANOSECONDS.toMillis(Math.max(0, servers.lastNs(left.getKey()) - left.getValue())))
                .toArray());
    }

    private static String spread(long[] ms) {
        Arrays.sort(ms);
        return ms.length == 0
                ? "-"
                : "%d ms by half, %d ms by 99 %%, %d ms at most"
                        .formatted(ms[ms.length / 2], ms[ms.length * 99 / 100], ms[ms.length - 1]);
    }

    private static void until(BooleanSupplier holds, Supplier<Object> present) {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("in time; there is %s", present.get())
                    .isLessThan(endNs);
            LockSupport.parkNanos(50_000_000);
        }
    }
}
