// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import io.evenkeel.dispatcher.admission.AdmissionCounts;
import io.evenkeel.dispatcher.metrics.ListenerTraffic;
import io.evenkeel.dispatcher.protection.ProtectionLevel;
import io.evenkeel.dispatcher.protection.ResourceView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The dispatcher at one moment.
 *
 * @param transport {@code epoll}, {@code io_uring} or {@code nio}
 * @param configGeneration 1 at start, one more for each reload that was applied
 * @param lastReloadSucceeded true until a reload fails, and again after one succeeds
 * @param lastReloadMs wall clock of the last reload that was tried or of the start
 * @param resources those that the process needs to live; the connections of listeners are not among them
 */
public record DispatcherView(
        String version,
        DispatcherState state,
        long startedMs,
        String transport,
        int loops,
        int configGeneration,
        boolean lastReloadSucceeded,
        long lastReloadMs,
        List<ListenerView> listeners,
        List<ResourceView> resources) {

    public DispatcherView {
        listeners = List.copyOf(listeners);
        resources = List.copyOf(resources);
    }

    /** The version of this program; "development" when it does not come from a package. */
    public static String programVersion() {
        String version = DispatcherView.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** The name of a transport as the view has it. */
    public static String transport(Enum<?> transport) {
        return transport.name().toLowerCase(Locale.ROOT);
    }

    /** A dispatcher of whose resources nothing is known. */
    public DispatcherView(
            String version,
            DispatcherState state,
            long startedMs,
            String transport,
            int loops,
            int configGeneration,
            boolean lastReloadSucceeded,
            long lastReloadMs,
            List<ListenerView> listeners) {
        this(
                version,
                state,
                startedMs,
                transport,
                loops,
                configGeneration,
                lastReloadSucceeded,
                lastReloadMs,
                listeners,
                List.of());
    }

    /** The resources, and the connections of the listener that has the largest part of those it may have. */
    public List<ResourceView> allResources() {
        List<ResourceView> all = new ArrayList<>(resources);
        double share = 0;
        String figure = "";
        long pauses = 0;
        for (ListenerView each : listeners) {
            double used = (double) each.traffic().open() / each.admission().connections();
            pauses += each.admission().full();
            if (used >= share) {
                share = used;
                figure = "listener %s has %d of %d connections"
                        .formatted(
                                each.name(),
                                each.traffic().open(),
                                each.admission().connections());
            }
        }
        ProtectionLevel level = share >= 1 ? ProtectionLevel.PAUSED : ProtectionLevel.FREE;
        all.add(new ResourceView("connections", share, 1, Double.POSITIVE_INFINITY, level, figure, pauses, 0));
        return all;
    }

    /**
     * A listener at one moment.
     *
     * @param address the real one, with the port the system gave
     * @param protocol {@code http} or {@code tcp}
     * @param traffic its connections, and the requests that the dispatcher refused itself
     * @param admission its limits of connections and their effect so far
     * @param certificates those that clients are shown; empty without TLS
     */
    public record ListenerView(
            String name,
            String protocol,
            String address,
            ListenerTraffic traffic,
            AdmissionCounts admission,
            List<CertificateView> certificates) {

        public ListenerView {
            certificates = List.copyOf(certificates);
        }

        /** A listener of plain connections. */
        public ListenerView(
                String name, String protocol, String address, ListenerTraffic traffic, AdmissionCounts admission) {
            this(name, protocol, address, traffic, admission, List.of());
        }
    }
}
