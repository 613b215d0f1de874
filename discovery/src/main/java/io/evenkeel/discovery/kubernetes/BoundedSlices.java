// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.kubernetes;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The slices that a watch has told, with what {@link ReadyPods} reads and nothing else. One that is told more than
 * the most endpoints is over: it forgets all and keeps nothing any more, and the watch has to begin again with
 * another. Any thread.
 */
final class BoundedSlices implements ItemStore<EndpointSlice> {

    /** Twice the most that {@code max-nodes} may be. */
    static final int MOST = 20_000;

    private final int most;
    private final Map<String, Held> slices = new HashMap<>();
    private int count;
    private boolean over;

    private record Held(EndpointSlice slice, int count) {}

    /** @param most endpoints; a slice counts as one, too */
    BoundedSlices(int most) {
        this.most = most;
    }

    @Override
    public String getKey(EndpointSlice slice) {
        return Cache.metaNamespaceKeyFunc(slice);
    }

    @Override
    public synchronized @Nullable EndpointSlice put(String key, EndpointSlice slice) {
        if (over) {
            return null;
        }
        List<Endpoint> endpoints = slice.getEndpoints() == null ? List.of() : slice.getEndpoints();
        Held held = new Held(brief(slice, endpoints), 1 + endpoints.size());
        Held before = slices.put(key, held);
        count += held.count() - (before == null ? 0 : before.count());
        if (count > most) {
            over = true;
            slices.clear();
        }
        return before == null ? null : before.slice();
    }

    private static EndpointSlice brief(EndpointSlice slice, List<Endpoint> endpoints) {
        return new EndpointSliceBuilder()
                .withNewMetadata()
                .withName(slice.getMetadata().getName())
                .withNamespace(slice.getMetadata().getNamespace())
                .withResourceVersion(slice.getMetadata().getResourceVersion())
                .endMetadata()
                .withAddressType(slice.getAddressType())
                .withPorts(slice.getPorts())
                .withEndpoints(endpoints.stream()
                        .filter(ReadyPods::isReady)
                        .map(BoundedSlices::brief)
                        .toList())
                .build();
    }

    private static Endpoint brief(Endpoint endpoint) {
        EndpointBuilder brief =
                new EndpointBuilder().withAddresses(endpoint.getAddresses().get(0));
        ObjectReference pod = endpoint.getTargetRef();
        if (pod != null) {
            brief.withNewTargetRef().withName(pod.getName()).endTargetRef();
        }
        return brief.withHints(endpoint.getHints()).build();
    }

    @Override
    public synchronized @Nullable EndpointSlice remove(String key) {
        Held before = slices.remove(key);
        if (before == null) {
            return null;
        }
        count -= before.count();
        return before.slice();
    }

    synchronized boolean isOver() {
        return over;
    }

    @Override
    public synchronized Stream<String> keySet() {
        return List.copyOf(slices.keySet()).stream();
    }

    @Override
    public Stream<EndpointSlice> values() {
        return all().stream();
    }

    synchronized List<EndpointSlice> all() {
        return slices.values().stream().map(Held::slice).toList();
    }

    @Override
    public synchronized int size() {
        return slices.size();
    }

    @Override
    public synchronized @Nullable EndpointSlice get(String key) {
        Held held = slices.get(key);
        return held == null ? null : held.slice();
    }
}
