// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * All meters of a dispatcher, and the place where the figures of its event loops are added up.
 *
 * <p>Threads: any. An event loop fetches its meters once and keeps them. Reading copies some kilobytes for each node
 * and never makes an event loop wait. Totals never go back for as long as a cluster keeps its name and a node its slot.
 */
public final class Meters {

    private final int loops;
    private final Map<String, ClusterMeters> clusters = new ConcurrentHashMap<>();
    private final Map<String, RequestClasses> classes = new ConcurrentHashMap<>();
    private final Map<String, ListenerMeter[]> listeners = new ConcurrentHashMap<>();

    /** @param loops event loops, which are numbered from 0 */
    public Meters(int loops) {
        this.loops = loops;
    }

    /** The meter for the tasks of a cluster on one event loop; the same object every time. */
    public TaskMeter meter(String cluster, int loop) {
        return meters(cluster).meter(loop);
    }

    /** The figures of a cluster over all loops. */
    public Traffic cluster(String cluster) {
        return meters(cluster).cluster();
    }

    /** The figures of the node that has a slot now. */
    public Traffic node(String cluster, int slot) {
        return meters(cluster).node(slot);
    }

    /**
     * Starts the figures of every slot again except those named.
     *
     * <p>Call it with the slots of the present members just before members change, so that a node that joins never
     * inherits the figures of one that left; with none when a cluster is made again. Tasks that a departed node still
     * finishes count for the cluster.
     */
    public void keepNodes(String cluster, Set<Integer> slots) {
        meters(cluster).keepNodes(slots);
    }

    /**
     * The meter for the classes of requests of a cluster on one event loop; the same object as long as the number of
     * segments is the same. A loop fetches it again once it is {@link ClassMeter#retired}.
     *
     * @param segments of the path by which classes are told apart, at least 1; another number begins again at zero
     */
    public ClassMeter classMeter(String cluster, int segments, int loop) {
        return classes.compute(cluster, (name, known) -> table(known, segments)).meter(loop);
    }

    private RequestClasses table(@Nullable RequestClasses known, int segments) {
        if (known != null) {
            if (known.segments() == segments) {
                return known;
            }
            known.retire();
        }
        return new RequestClasses(segments, loops);
    }

    /** Counts and times of the requests of a cluster, by class; empty before the first one. */
    public List<ClassTraffic> classes(String cluster) {
        RequestClasses known = classes.get(cluster);
        return known == null ? List.of() : known.traffic();
    }

    /** Forgets a cluster that no longer exists. */
    public void removeCluster(String cluster) {
        clusters.remove(cluster);
        RequestClasses known = classes.remove(cluster);
        if (known != null) {
            known.retire();
        }
    }

    /** The meter for the connections of a listener on one event loop; the same object every time. */
    public ListenerMeter listenerMeter(String listener, int loop) {
        return listenerMeters(listener)[loop];
    }

    /** The figures of a listener over all loops; none for a name that is not known. */
    public ListenerTraffic listener(String listener) {
        ListenerMeter[] known = listeners.get(listener);
        return ListenerTraffic.of(known == null ? new ListenerMeter[0] : known);
    }

    /** Forgets a listener that no longer exists; its last connections may still use the meters they have. */
    public void removeListener(String listener) {
        listeners.remove(listener);
    }

    private ClusterMeters meters(String cluster) {
        return clusters.computeIfAbsent(cluster, name -> new ClusterMeters(loops));
    }

    private ListenerMeter[] listenerMeters(String listener) {
        return listeners.computeIfAbsent(listener, name -> {
            ListenerMeter[] meters = new ListenerMeter[loops];
            for (int loop = 0; loop < loops; loop++) {
                meters[loop] = new ListenerMeter();
            }
            return meters;
        });
    }
}
