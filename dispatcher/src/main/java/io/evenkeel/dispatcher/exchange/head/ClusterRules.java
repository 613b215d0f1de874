// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.config.cluster.ClusterSettings;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.metrics.ClassMeter;
import io.evenkeel.dispatcher.metrics.Meters;
import io.evenkeel.dispatcher.metrics.TaskMeter;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which a cluster tells its requests apart, made ready for one event loop after another look at the
 * settings, and the meters that the loop has for the cluster. Nothing is allocated for a request. Threads: the loop.
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

    /** The service that a request asks for; 0 when no rule fits. */
    public int service(RequestHead head, RoutePath path) {
        ServiceRules ready = services;
        if (ready == null) {
            return 0;
        }
        path.read(head.octets(), head.target().pathAt(), head.target().end());
        return ready.find(path);
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
