// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.metrics.ClassMeter;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.metrics.TaskMeter;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one cluster that tell its requests apart, and the meters of the cluster, for one event loop.
 * {@link #follow} makes the rules ready again when the settings have changed. Nothing is allocated for a request.
 * Threads: the loop.
 */
public final class ClusterRules {

    private final String cluster;
    private final Meters meters;
    private final int loop;
    private @Nullable ClusterSettings written;
    private @Nullable ServiceRules services;
    private @Nullable ClassRules queueClasses;
    private @Nullable ClassMeter classMeter;
    private @Nullable TaskMeter meter;
    private int segments;

    /**
     * @param cluster its name
     * @param loop the number of the loop
     */
    public ClusterRules(String cluster, Meters meters, int loop) {
        this.cluster = cluster;
        this.meters = meters;
        this.loop = loop;
    }

    /** Follows the settings of the cluster, before a request is looked at. */
    @SuppressWarnings("ReferenceEquality") // the rules of other settings are made ready again
    public void follow(ClusterSettings settings) {
        if (settings != written) {
            written = settings;
            segments = settings.requestClasses();
            services = settings.services().isEmpty() ? null : ServiceRules.of(settings.services());
            queueClasses = settings.overload().classes().isEmpty()
                    ? null
                    : new ClassRules(settings.overload().classes());
        }
    }

    /** True when any of the rules looks at the path of a request. */
    public boolean readsPaths() {
        return segments != 0 || services != null || queueClasses != null;
    }

    /**
     * The service that a request asks for; 0 when no rule fits.
     *
     * @param path of the request, where the rules {@link #readsPaths read} it
     */
    public int service(RoutePath path) {
        ServiceRules ready = services;
        return ready == null ? 0 : ready.find(path);
    }

    /** The classes that requests wait in; null when there are none. */
    public @Nullable ClassRules queueClasses() {
        return queueClasses;
    }

    /** The meter for classes of requests, which knows the class of each; null where they are not told apart. */
    public @Nullable ClassMeter classMeter() {
        if (segments == 0) {
            return null;
        }
        ClassMeter known = classMeter;
        if (known == null || known.retired() || known.segments() != segments) {
            known = meters.classMeter(cluster, segments, loop);
            classMeter = known;
        }
        return known;
    }

    /** The meter for the ends of requests. */
    public TaskMeter meter() {
        TaskMeter known = meter;
        if (known == null) {
            known = meters.meter(cluster, loop);
            meter = known;
        }
        return known;
    }
}
